"""Race test: requests about one game at the same instant.

They go through two stores on one database, as the requests of two processes would.

HALMA_RACES is the number of races: 102 by default, 10,000 in `make faults`.
"""

import asyncio
import os
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import pytest

from bot.operations import integrity_check
from bot.service import outbox
from bot.service.actions import (
    claims,
    computer_moves,
    moves,
    offers,
    plan_editing,
    resignations,
    takebacks,
    timeouts,
)
from bot.service.errors import ServiceError
from bot.service.matchmaking import challenges, rematches
from bot.service.players import player_settings
from bot.service.privacy import erasure
from bot.service.results import JoinResult, PlayedMove
from bot.store import Store, Tx
from bot.store.match import computer_queue
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.outbox import outbox_rows
from engine import EngineError, variant
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, Club
from tests.transactions import reading

RACES = int(os.environ.get("HALMA_RACES", "102"))
ANSWER = "*, VII,6-VI,6"
"""Bruno's conditional moves, which answer any move."""
PER_DATABASE = 500
"""Number of races per database.

The integrity check replays every game, so a database must not have too many.
"""

pytestmark = pytest.mark.usefixtures("early_draws")

Request = Callable[[Tx], object]
"""One request: a function that runs in a write transaction."""
Results = Sequence[object]
"""The result of each request of a race, or the error that it raised."""


def of_type(results: Results, *types: type) -> list[object]:
    return [result for result in results if isinstance(result, types)]


class Races:
    """Two stores on one database, and a club that prepares the games."""

    def __init__(self, stores: Sequence[Store], seed: int) -> None:
        self.stores = stores
        self.rng = random.Random(seed)
        self.club = Club(stores[0], seed)

    async def run(self, *requests: Request) -> Results:
        """Run all requests at once, each through one of the stores, in random order."""
        order = self.rng.sample(range(len(requests)), len(requests))
        results = await asyncio.gather(
            *(self.rng.choice(self.stores).write(requests[number]) for number in order),
            return_exceptions=True,
        )
        for result in results:
            if isinstance(result, BaseException) and not isinstance(
                result, ServiceError | EngineError
            ):
                raise result
        return [results[order.index(number)] for number in range(len(requests))]

    def once(self) -> dict[str, int]:
        """Return the arguments of a new interaction."""
        return {"interaction": next(self.club.ids), "now": self.club.now}

    async def move(self, match: Match, player: int, ply: int | None = None) -> Request:
        text, once = await self.club.some_move(match), self.once()
        return lambda tx: moves.play(tx, match.id, player=player, text=text, ply=ply, **once)

    def resign(self, match: Match, player: int) -> Request:
        once = self.once()
        return lambda tx: resignations.resign(tx, match.id, player=player, **once)

    async def ply(self, match: Match) -> int:
        return (await self.club.get(match)).ply


async def two_moves_of_one_player(races: Races) -> None:
    match = await races.club.match()
    results = await races.run(*[await races.move(match, ADA, 0) for _ in range(3)])
    assert len(of_type(results, PlayedMove)) == await races.ply(match) == 1


async def one_interaction_delivered_three_times(races: Races) -> None:
    match = await races.club.match()
    request = await races.move(match, ADA)
    results = await races.run(request, request, request)
    repeated = [result.repeated for result in results if isinstance(result, PlayedMove)]
    assert sorted(repeated) == [False, True, True]
    assert await races.ply(match) == 1


async def a_move_and_the_resignation_of_the_opponent(races: Races) -> None:
    match = await races.club.match()
    played, _ = await races.run(await races.move(match, ADA), races.resign(match, BRUNO))
    ended = await races.club.get(match)
    assert ended.ply == len(of_type([played], PlayedMove))
    assert ended.outcome is not None
    assert ended.outcome.ranking == ((0,), (1,))


async def both_players_resign(races: Races) -> None:
    match = await races.club.match()
    results = await races.run(races.resign(match, ADA), races.resign(match, BRUNO))
    assert len(of_type(results, Match)) == 1


async def a_move_and_an_accepted_draw(races: Races) -> None:
    match = await races.club.match()
    await races.club.act("offer_draw", match, BRUNO)
    once = races.once()
    played, _ = await races.run(
        await races.move(match, ADA),
        lambda tx: offers.answer_offer(tx, match.id, "draw", player=ADA, agrees=True, **once),
    )
    ended = await races.club.get(match)
    assert (ended.status == "finished") != isinstance(played, PlayedMove)


async def both_players_offer_a_draw(races: Races) -> None:
    match = await races.club.match()
    once = [races.once(), races.once()]
    await races.run(
        lambda tx: offers.make_offer(tx, match.id, "draw", player=ADA, **once[0]),
        lambda tx: offers.make_offer(tx, match.id, "draw", player=BRUNO, **once[1]),
    )
    ended = await races.club.get(match)
    assert (ended.status, ended.offer) == ("finished", None)


async def two_people_accept_one_challenge(races: Races) -> None:
    challenge = await races.club.challenge(opponent=None)
    once = [races.once(), races.once()]
    rng = races.rng
    results = await races.run(
        lambda tx: challenges.join(tx, challenge.id, player=BRUNO, rng=rng, **once[0]),
        lambda tx: challenges.join(tx, challenge.id, player=CLARA, rng=rng, **once[1]),
    )
    assert len(of_type(results, JoinResult)) == 1


async def a_challenge_is_accepted_and_withdrawn(races: Races) -> None:
    challenge = await races.club.challenge()
    once = [races.once(), races.once()]
    results = await races.run(
        lambda tx: challenges.join(tx, challenge.id, player=BRUNO, rng=races.rng, **once[0]),
        lambda tx: challenges.cancel(tx, challenge.id, player=ADA, **once[1]),
    )
    assert len(of_type(results, ServiceError)) == 1


async def both_players_ask_for_a_rematch(races: Races) -> None:
    match = await races.club.match()
    await races.club.act("resign", match, ADA)
    once = [races.once(), races.once()]
    results = await races.run(
        *(
            lambda tx, player=player, number=number: rematches.request_rematch(
                tx, match.id, player=player, rng=races.rng, **once[number]
            )
            for number, player in enumerate((ADA, BRUNO))
        )
    )
    started = [
        result.match for result in results if isinstance(result, JoinResult) and result.match
    ]
    assert len(started) == 1


async def a_takeback_is_accepted_while_the_next_move_is_made(races: Races) -> None:
    match = await races.club.match()
    await races.club.turn(match)
    await races.club.act("offer_takeback", match, ADA)
    once = races.once()
    played, taken = await races.run(
        await races.move(await races.club.get(match), BRUNO, 1),
        lambda tx: offers.answer_offer(tx, match.id, "takeback", player=BRUNO, agrees=True, **once),
    )
    assert isinstance(played, PlayedMove) != isinstance(taken, Match)
    remaining = (await races.club.get(match)).turn_count
    assert remaining == (0 if isinstance(taken, Match) else 2)


async def an_undo_and_the_answer_of_the_opponent(races: Races) -> None:
    match = await races.club.match()
    await races.club.turn(match)
    once = races.once()
    played, undone = await races.run(
        await races.move(await races.club.get(match), BRUNO, 1),
        lambda tx: takebacks.undo_move(tx, match.id, player=ADA, ply=1, **once),
    )
    assert isinstance(played, PlayedMove) != isinstance(undone, Match)


async def a_late_move_a_claim_and_the_timeouts(races: Races) -> None:
    match = await races.club.match()
    await races.club.turn(match)
    await races.club.turn(match)
    deadline = (await races.club.get(match)).deadline
    assert deadline is not None
    await races.club.sweep(deadline - races.club.now + timeouts.GRACE + 1)
    once = races.once()
    played, claimed, _ = await races.run(
        await races.move(match, ADA, 2),
        lambda tx: claims.claim_turn(tx, match.id, player=BRUNO, **once),
        lambda tx: timeouts.process_timeouts(tx, now=races.club.now),
    )
    ended = await races.club.get(match)
    assert isinstance(played, PlayedMove) != isinstance(claimed, Match)
    assert (ended.status == "finished") == isinstance(claimed, Match)


async def conditional_moves_and_the_move_that_they_answer(races: Races) -> None:
    match = await races.club.match()
    once, move = races.once(), races.once()
    game = variant(match.variant)
    theirs = game.format(game.moves(game.start())[0])
    saved, played = await races.run(
        lambda tx: plan_editing.save_plan(
            tx, match.id, player=BRUNO, text=ANSWER, ply=None, **once
        ),
        lambda tx: moves.play(tx, match.id, player=ADA, text=theirs, ply=0, **move),
    )
    assert isinstance(played, PlayedMove)
    assert await races.ply(match) == (1 if isinstance(saved, Exception) else 2)


async def the_computer_is_asked_twice(races: Races) -> None:
    match = await races.club.against_computer(level=1)
    await races.club.turn(match, answers=False)
    now = races.club.now
    claimed = await races.run(
        lambda tx: computer_moves.claim_due(tx, now=now, limit=9),
        lambda tx: computer_moves.claim_due(tx, now=now, limit=9),
    )
    claims_of_this = [
        request
        for result in claimed
        if isinstance(result, list)
        for request, *_ in result
        if request.match == match.id
    ]
    assert len(claims_of_this) == 1
    text = await races.club.some_move(await races.club.get(match))
    request = claims_of_this[0]
    results = await races.run(
        lambda tx: computer_moves.play_move(tx, request, text, now=now),
        lambda tx: computer_moves.play_move(tx, request, text, now=now),
    )
    assert len(of_type(results, PlayedMove)) == 1
    with reading(races.club.store) as tx:
        assert computer_queue.get_request(tx, match.id) is None


async def two_processes_send_one_message(races: Races) -> None:
    await races.club.match()
    now = races.club.now
    with reading(races.club.store) as tx:
        row, *_ = outbox_rows.due_rows(tx, now=now, limit=1)

    def claim(tx: Tx, row: OutboxRow = row) -> bool:
        return outbox.claim_row(tx, row, now=now)

    assert sorted(map(bool, await races.run(claim, claim, claim))) == [False, False, True]
    settle = await races.run(
        lambda tx: outbox.mark_sent(tx, row.id, next(races.club.messages), now=now),
        lambda tx: outbox.mark_sent(tx, row.id, next(races.club.messages), now=now),
    )
    assert sorted(map(bool, settle)) == [False, True]


async def a_move_while_its_player_is_erased(races: Races) -> None:
    match = await races.club.match(DAVID, BRUNO)
    now = races.club.now
    await races.run(
        await races.move(match, DAVID),
        await races.move(match, DAVID),
        lambda tx: erasure.erase(tx, DAVID, now=now),
    )
    ended = await races.club.get(match)
    assert ended.status != "running"
    assert DAVID not in ended.players
    # A person who has been erased can come back.
    await races.run(
        lambda tx: player_settings.change_settings(tx, DAVID, {"vacation": "on"}, now=now)
    )


async def three_people_leave_a_table_at_once(races: Races) -> None:
    match = await races.club.seated("chinese-checkers-3", ADA, BRUNO, CLARA)
    results = await races.run(
        *(races.resign(match, player) for player in (ADA, BRUNO, CLARA)),
        await races.move(match, ADA),
    )
    assert len(of_type(results[:3], Match)) == 2
    assert (await races.club.get(match)).status == "finished"


SITUATIONS: tuple[Callable[[Races], Awaitable[None]], ...] = (
    two_moves_of_one_player,
    one_interaction_delivered_three_times,
    a_move_and_the_resignation_of_the_opponent,
    both_players_resign,
    a_move_and_an_accepted_draw,
    both_players_offer_a_draw,
    two_people_accept_one_challenge,
    a_challenge_is_accepted_and_withdrawn,
    both_players_ask_for_a_rematch,
    a_takeback_is_accepted_while_the_next_move_is_made,
    an_undo_and_the_answer_of_the_opponent,
    a_late_move_a_claim_and_the_timeouts,
    conditional_moves_and_the_move_that_they_answer,
    the_computer_is_asked_twice,
    two_processes_send_one_message,
    a_move_while_its_player_is_erased,
    three_people_leave_a_table_at_once,
)


@pytest.fixture
async def stores(store: Store) -> AsyncIterator[tuple[Store, Store]]:
    """Open the same database twice, as two processes would."""
    other = await Store.open(store.url)
    yield store, other
    await other.close()


@pytest.mark.check
@pytest.mark.parametrize("part", range(-(-RACES // PER_DATABASE)))
async def test_requests_at_the_same_instant_leave_every_game_consistent(
    stores: tuple[Store, Store], part: int
) -> None:
    races = Races(stores, part)
    for number in range(min(PER_DATABASE, RACES - part * PER_DATABASE)):
        await SITUATIONS[number % len(SITUATIONS)](races)
    with reading(stores[0]) as tx:
        assert integrity_check.find_faults(tx) == []
