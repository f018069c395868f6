"""Moves of the computer player, and the features that do not apply to it."""

from collections.abc import Hashable

import pytest

from bot.runtime import computer_jobs
from bot.runtime.computer_jobs import SearchRequest
from bot.service.actions import computer_moves
from bot.service.actions.game_records import record_text
from bot.service.clock.calendar import DAY
from bot.service.computer_levels import LEVEL_NAMES
from bot.service.errors import NotYours, NotYourTurn, PlaysOn, TooEarlyToNudge
from bot.service.jobs.computer_runner import RequestMove
from bot.service.jobs.scheduler import Scheduler
from bot.service.match import lifecycle
from bot.service.matchmaking import computer_games
from bot.service.notifications import reminders
from bot.service.players.players import display_names
from bot.service.privacy import erasure
from bot.service.rating import player_stats
from bot.service.rating.player_stats import Results
from bot.store.match import computer_queue
from bot.store.models import ChallengeSeat, Match, computer_at, level_of
from engine import Outcome, variant
from engine.record import read_record
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, Club
from tests.bot.service.fake_discord import Discord
from tests.transactions import reading, writing


@pytest.fixture
async def match(club: Club) -> Match:
    """A match between Ada, who is to move, and the computer."""
    return await club.against_computer()


async def moved(club: Club, match: Match) -> Match:
    """Make a move for Ada, leaving the computer's reply pending."""
    text = await club.some_move(match)
    return (await club.play(match, ADA, text, answers=False)).match


def awake(club: Club, think: RequestMove) -> Scheduler:
    """Return a scheduler whose computer player uses `think`."""
    discord = Discord()
    return Scheduler(
        club.store,
        deliver=discord.deliver,
        find=discord.find,
        clock=lambda: club.now,
        think=think,
    )


async def test_a_pending_computer_move_has_no_running_clock(club: Club, match: Match) -> None:
    assert (match.to_move, match.is_solo, match.rated, match.control) == (
        ADA, True, False, "untimed",
    )  # fmt: skip
    assert await club.pending_kinds() == ["board"]
    await club.deliver()
    after = await moved(club, match)
    assert (after.level, after.to_move) == (2, computer_at(2))
    assert (after.deadline, after.clock and after.clock.alarm) == (None, None)
    assert await club.pending_kinds() == [], "one board shows the answer too"
    assert await club.faults() == []
    assert await club.sweep(400 * DAY, answers=False) == []
    with reading(club.store) as tx:
        request = computer_queue.get_request(tx, match.id)
    assert request is not None
    assert (request.ply, request.level, request.attempts) == (1, 2, 0)
    answer = await club.computer(after)
    assert answer is not None
    assert (answer.match.to_move, answer.match.ply) == (ADA, 2)
    assert await club.pending_kinds() == ["board"]
    with reading(club.store) as tx:
        assert computer_queue.get_request(tx, match.id) is None
    assert await club.faults() == []


async def test_nobody_can_move_for_the_computer_or_nudge_it(club: Club, match: Match) -> None:
    after = await moved(club, match)
    with pytest.raises(NotYourTurn):
        await club.play(match, ADA, "II,3-III,3")
    club.now += 9 * DAY
    with writing(club.store) as tx, pytest.raises(TooEarlyToNudge):
        reminders.nudge(tx, after.id, player=ADA, interaction=next(club.ids), now=club.now)


async def test_a_computer_move_that_comes_too_late_is_dropped(club: Club, match: Match) -> None:
    after = await moved(club, match)
    with writing(club.store) as tx:
        [(request, _, asked)] = computer_moves.claim_due(tx, now=club.now, limit=9)
        assert computer_moves.claim_due(tx, now=club.now, limit=9) == [], (
            "one asks for it at a time"
        )
    await club.act("offer_takeback", match, ADA)
    with writing(club.store) as tx:
        assert (
            computer_moves.play_move(tx, request, computer_jobs.choose_move(asked), now=club.now)
            is None
        )
    back = await club.get(match)
    assert (back.to_move, back.turn_count, back.ply) == (ADA, 0, after.ply + 1)
    again = await moved(club, match)
    with writing(club.store) as tx:
        assert (
            computer_moves.play_move(tx, request, computer_jobs.choose_move(asked), now=club.now)
            is None
        )
    assert await club.get(match) == again, "it answers another move"
    assert await club.computer(again) is not None
    assert await club.faults() == []


@pytest.mark.check
async def test_a_failed_or_invalid_search_is_retried(club: Club, match: Match) -> None:
    await moved(club, match)
    asked: list[SearchRequest] = []

    async def think(question: SearchRequest, owner: Hashable) -> str:
        asked.append(question)
        if len(asked) == 1:
            raise RuntimeError("killed")
        if len(asked) == 2:
            return "I,1-VIII,8"
        return computer_jobs.choose_move(question)

    bot = awake(club, think)
    for number in (1, 2, 3):
        await bot.run_until_idle()
        assert len(asked) == number
        club.now += 5
    assert (await club.get(match)).to_move == ADA
    assert len({*asked}) == 1, "the same is asked again, so that the same is answered"
    assert await club.faults() == []


async def test_the_board_says_that_the_computer_is_thinking_only_after_a_few_seconds(
    club: Club, match: Match
) -> None:
    await club.deliver()
    await moved(club, match)
    with writing(club.store) as tx:
        assert computer_moves.notify_long_searches(tx, now=club.now + 3, limit=9) == 0
        assert computer_moves.notify_long_searches(tx, now=club.now + 4, limit=9) == 1
        assert computer_moves.notify_long_searches(tx, now=club.now + 9, limit=9) == 0
    assert await club.pending_kinds() == ["board"]


async def test_the_computer_accepts_takebacks_at_once_and_draws_only_in_drawn_positions(
    club: Club, match: Match, early_draws: None
) -> None:
    await club.turn(match)
    with pytest.raises(PlaysOn):
        await club.act("offer_draw", match, ADA)
    back = await club.act("offer_takeback", match, ADA)
    assert (back.turn_count, back.to_move, back.offer) == (0, ADA, None)
    await club.turn(match)
    now = await club.get(match)
    ended = await club.act("offer_draw", match, ADA, drawn=now.ply)
    assert ended.outcome == Outcome(((0, 1),), "agreed")


async def test_a_match_against_oneself_has_takebacks_and_ends_without_a_result(
    club: Club,
) -> None:
    match = await club.against_computer(level=computer_games.SOLO_LEVEL)
    assert match.players == (ADA, ADA)
    for turn in range(5):
        now = await club.get(match)
        assert (now.turn, now.to_move, now.seat_of(ADA)) == (turn % 2, ADA, turn % 2)
        await club.turn(match)
    assert (await club.act("offer_takeback", match, ADA)).turn_count == 3
    assert (await club.act("resign", match, ADA)).status == "aborted"
    assert await club.faults() == []


@pytest.mark.check
async def test_the_computer_takes_the_free_seats_of_a_challenge_for_its_author(club: Club) -> None:
    table = await club.open_challenge(
        "halma-4-opposite", ChallengeSeat(BRUNO), ChallengeSeat(), ChallengeSeat()
    )
    arguments = {"level": 1, "interaction": next(club.ids), "now": club.now, "rng": club.rng}
    with writing(club.store) as tx:
        with pytest.raises(NotYours):
            computer_games.fill_with_computer(tx, table.id, player=CLARA, **arguments)  # type: ignore[arg-type]
        filled = computer_games.fill_with_computer(tx, table.id, player=ADA, **arguments)  # type: ignore[arg-type]
    assert filled.match is None, "Bruno has not said whether he comes"
    joined = await club.join(table, BRUNO)
    assert joined.match is not None
    match = await club.answered(joined.match)
    assert (match.people, match.rated, match.is_solo) == ({ADA, BRUNO}, False, False)
    assert [level_of(player) for player in match.players].count(1) == 2
    for _ in range(8):
        match = (await club.turn(match)).match
        assert match.to_move in {ADA, BRUNO}
    left = await club.act("resign", match, ADA)
    assert left.status == "running"
    ended = await club.act("resign", left, BRUNO)
    assert ended.status == "finished", "it does not play on with itself"
    assert await club.faults() == []


async def test_a_match_against_three_computers_ends_when_the_player_leaves(club: Club) -> None:
    with writing(club.store) as tx:
        match = computer_games.start_computer_game(
            tx,
            variant("halma-4"),
            player=ADA,
            level=1,
            seat=2,
            guild=None,
            channel=700,
            interaction=next(club.ids),
            now=club.now,
            rng=club.rng,
        )
    match = await club.answered(match)
    assert (match.ply, match.to_move) == (2, ADA)
    ended = await club.act("resign", match, ADA)
    assert ended.outcome is not None
    assert ended.outcome.ranking[-1] == (2,)
    with writing(club.store) as tx:
        again = computer_games.rematch_alone(
            tx, match.id, player=ADA, interaction=next(club.ids), now=club.now
        )
    assert again.players.index(ADA) != 2
    assert await club.faults() == []


@pytest.mark.check
async def test_results_against_the_computer_are_counted_by_level_and_are_not_rated(
    club: Club, match: Match
) -> None:
    await club.turn(match)
    await club.act("resign", match, ADA)
    other = await club.against_computer(DAVID, level=3)
    with reading(club.store) as tx:
        assert player_stats.computer_results(tx, ADA) == {2: Results(lost=1)}
        assert player_stats.computer_results(tx, DAVID) == {}
    assert await club.rows("SELECT * FROM rated_games") == []
    with writing(club.store) as tx:
        nobody = erasure.erase(tx, DAVID, now=club.now)
    assert (await club.get(other)).players == (nobody, computer_at(3))
    assert {row["name"] for row in await club.rows("SELECT name FROM players WHERE id < -1")} >= {
        "Computer (Runner)",
        "Computer (Planner)",
    }
    assert await club.faults() == []


@pytest.mark.parametrize("level", LEVEL_NAMES)
async def test_a_record_names_the_computer_by_its_level(club: Club, level: int) -> None:
    match = await club.against_computer(level=level)
    await club.act("resign", match, ADA)
    # Earlier versions stored the number of the level as the name.
    await club.spoil("UPDATE players SET name = 'Computer 2' WHERE id < -1")
    with reading(club.store) as tx:
        names = display_names(tx, match.players)
        text = record_text(tx, lifecycle.load(tx, match.id), names)
    name = f"Computer ({LEVEL_NAMES[level]})"
    assert names[computer_at(level)] == name
    assert read_record(text).headers["North"] == name
    older = text.replace(name, "Computer 2")
    assert read_record(older).headers["North"] == "Computer 2", "an old record is still read"
