"""Test helper: players who challenge each other and play matches.

Each method runs in one transaction. If the computer is to move next, it moves immediately, in a
separate transaction.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import bot.client  # noqa: F401  -- registers the message kinds
from bot.operations import integrity_check
from bot.runtime import computer_jobs
from bot.service import outbox
from bot.service.actions import aborts, computer_moves, moves, offers, resignations, timeouts
from bot.service.clock.snowflakes import DISCORD_EPOCH
from bot.service.jobs.scheduled_jobs import all_jobs
from bot.service.match import downtime, lifecycle
from bot.service.matchmaking import challenges, computer_games
from bot.service.notifications import downtime_credit
from bot.service.players import player_settings
from bot.service.results import JoinResult, MatchView, MoveEvent, PlayedMove
from bot.store import Store, Tx
from bot.store.jobs import due_times
from bot.store.match import computer_queue
from bot.store.models import Challenge, ChallengeSeat, Match
from bot.store.models.outbox import OutboxRow
from bot.store.outbox import message_kinds, outbox_rows
from engine import variant as game_of
from tests import raw
from tests.transactions import reading, writing

ADA, BRUNO, CLARA, DAVID, EMMA, FRANZ = 11, 22, 33, 44, 55, 66
GUILD, CHANNEL, ELSEWHERE = 500, 600, 700
START = 1_800_000_000

ENDS: Mapping[str, Any] = {"resign": resignations.resign, "abort": aborts.abort}


def asker(match: Match) -> int | None:
    """Return the seat that made the open offer, or None."""
    return None if match.offer is None else match.offer.seat


def agreed(match: Match) -> tuple[int, ...]:
    """Return the seats that have agreed to the open offer."""
    return () if match.offer is None else match.offer.agreed


def job_due_at(tx: Tx, job: str) -> int | None:
    """Return the next due time of a scheduled job, or None."""
    (matching_job,) = [each for each in all_jobs(Path()) if each.name == job]
    matching_job.update_due(due_times.next_due(tx))
    return matching_job.due


def prepare_job(tx: Tx, job: str, now: int) -> dict[str, object]:
    """Return what a scheduled job computes in a read transaction before it runs."""
    (matching_job,) = [each for each in all_jobs(Path()) if each.name == job]
    return {} if matching_job.prepare is None else {"prepared": matching_job.prepare(tx, now=now)}


def run_job(tx: Tx, job: str, now: int, prepared: dict[str, object] | None = None) -> object:
    """Run a scheduled job and return its result."""
    (matching_job,) = [each for each in all_jobs(Path()) if each.name == job]
    assert matching_job.run is not None
    if prepared is None:
        prepared = prepare_job(tx, job, now)
    return matching_job.run(tx, now=now, **prepared)


class Club:
    """Players and a fake clock, which is stopped until a test changes `now`.

    Matches are in CHANNEL by default.
    """

    def __init__(self, store: Store, seed: int = 1) -> None:
        self.store = store
        self.now = START
        self.rng = random.Random(seed)
        self.ids: Iterator[int] = (self.sent_at(self.now, number) for number in count())
        self.messages: Iterator[int] = count(900)

    @staticmethod
    def sent_at(moment: int, number: int = 0) -> int:
        """Return the id of an interaction sent at this second."""
        return (moment - DISCORD_EPOCH) * 1000 << 22 | number

    async def challenge(
        self, challenger: int = ADA, opponent: int | None = BRUNO, **more: Any
    ) -> Challenge:
        side = {"first": 0, "second": 1, "random": None}[more.pop("side", "first")]
        other = None if side is None else 1 - side
        arguments: dict[str, Any] = {
            "variant": "halma-8",
            "places": [ChallengeSeat(opponent, other)],
            "seat": side,
            "guild": GUILD,
            "channel": CHANNEL,
            "interaction": next(self.ids),
            "now": self.now,
        }
        with writing(self.store) as tx:
            return challenges.create(tx, challenger=challenger, **(arguments | more))

    async def accept(self, challenge: Challenge, player: int = BRUNO, **more: Any) -> Match:
        arguments: dict[str, Any] = {
            "interaction": next(self.ids),
            "now": self.now,
            "rng": self.rng,
        }
        with writing(self.store) as tx:
            joined = challenges.join(tx, challenge.id, player=player, **(arguments | more))
            assert joined.match is not None
            return joined.match

    async def decline(self, challenge: Challenge, player: int = BRUNO, **more: Any) -> Challenge:
        arguments: dict[str, Any] = {"interaction": next(self.ids), "now": self.now}
        with writing(self.store) as tx:
            return challenges.decline(tx, challenge.id, player=player, **(arguments | more))

    async def cancel(self, challenge: Challenge, player: int = ADA, **more: Any) -> Challenge:
        arguments: dict[str, Any] = {"interaction": next(self.ids), "now": self.now}
        with writing(self.store) as tx:
            return challenges.cancel(tx, challenge.id, player=player, **(arguments | more))

    async def match(self, first: int = ADA, second: int = BRUNO, **more: Any) -> Match:
        """Start a match between these players, in which `first` moves first."""
        return await self.accept(await self.challenge(first, second, **more), second)

    async def open_challenge(
        self, variant: str, *places: ChallengeSeat, host: int = ADA, **more: Any
    ) -> Challenge:
        """Open a challenge for this variant.

        By default all other seats are open to anyone.
        """
        free = len(game_of(variant).seats) - 1
        arguments: dict[str, Any] = {
            "places": places or (ChallengeSeat(),) * free,
            "guild": GUILD,
            "channel": CHANNEL,
            "interaction": next(self.ids),
            "now": self.now,
        }
        with writing(self.store) as tx:
            return challenges.create(tx, challenger=host, variant=variant, **(arguments | more))

    async def join(self, table: Challenge, player: int, **more: Any) -> JoinResult:
        arguments: dict[str, Any] = {
            "interaction": next(self.ids),
            "now": self.now,
            "rng": self.rng,
        }
        with writing(self.store) as tx:
            return challenges.join(tx, table.id, player=player, **(arguments | more))

    async def start(self, table: Challenge, player: int = ADA, **more: Any) -> JoinResult:
        arguments: dict[str, Any] = {
            "interaction": next(self.ids),
            "now": self.now,
            "rng": self.rng,
        }
        with writing(self.store) as tx:
            return challenges.start(tx, table.id, player=player, **(arguments | more))

    async def leave(self, table: Challenge, player: int, **more: Any) -> Challenge:
        arguments: dict[str, Any] = {"interaction": next(self.ids), "now": self.now}
        with writing(self.store) as tx:
            return challenges.leave(tx, table.id, player=player, **(arguments | more))

    async def seated(self, variant: str, *people: int) -> Match:
        """Start a match with these players in seat order.

        Its messages are already delivered.
        """
        host, *others = people
        table = await self.open_challenge(variant, host=host, seat=0)
        for seat, player in enumerate(others, 1):
            joined = await self.join(table, player, seat=seat)
        assert joined.match is not None
        await self.deliver()
        return joined.match

    async def seen(self, match: Match, ply: int | None = None) -> MatchView:
        with reading(self.store) as tx:
            return moves.view_at(tx, match.id, ply)

    async def faults(self) -> list[str]:
        with reading(self.store) as tx:
            return integrity_check.find_faults(tx)

    async def against_computer(self, player: int = ADA, level: int = 2, **more: Any) -> Match:
        """Start a match between this player, who moves first, and the computer."""
        arguments: dict[str, Any] = {
            "seat": 0,
            "guild": GUILD,
            "channel": CHANNEL,
            "interaction": next(self.ids),
            "now": self.now,
            "rng": self.rng,
        }
        with writing(self.store) as tx:
            return computer_games.start_computer_game(
                tx, game_of("halma-8"), player=player, level=level, **(arguments | more)
            )

    async def play(
        self, match: Match, player: int, text: str, *, answers: bool = True, **more: Any
    ) -> PlayedMove:
        arguments: dict[str, Any] = {"ply": None, "interaction": next(self.ids), "now": self.now}
        with writing(self.store) as tx:
            played = moves.play(tx, match.id, player=player, text=text, **(arguments | more))
        return await self.with_answers(played) if answers else played

    async def with_answers(self, played: PlayedMove) -> PlayedMove:
        """Make the computer moves that follow a move, and return the move with them."""
        while played.match.level is not None and not played.repeated:
            ply, seat = played.match.ply, played.match.turn
            answer = await self.computer(played.match)
            if answer is None:
                break
            assert seat is not None
            made = MoveEvent(ply, seat, None, "computer", answer.move)
            played = replace(
                answer, move=played.move, replies=(*played.replies, made, *answer.replies)
            )
        return played

    async def computer(self, match: Match) -> PlayedMove | None:
        """Make the pending computer move of this match, and return it.

        Returns None if the move was superseded.
        """
        with writing(self.store) as tx:
            request = computer_queue.get_request(tx, match.id)
            assert request is not None
            asked = computer_moves.search_request(tx, match, request.level)
            return computer_moves.play_move(
                tx, request, computer_jobs.choose_move(asked), now=self.now
            )

    async def answered(self, match: Match) -> Match:
        """Make all pending computer moves, and return the match."""
        while match.level is not None:
            answer = await self.computer(match)
            assert answer is not None
            match = answer.match
        return match

    async def turn(self, match: Match, **more: Any) -> PlayedMove:
        """Make a random legal move for the player to move, and return it."""
        now = await self.get(match)
        assert now.to_move is not None
        return await self.play(now, now.to_move, await self.some_move(now), **more)

    async def some_move(self, match: Match) -> str:
        with reading(self.store) as tx:
            view = moves.view_at(tx, match.id)
        game = game_of(match.variant)
        return game.format(self.rng.choice(game.moves(view.position)))

    async def act(self, what: str, match: Match, player: int, **more: Any) -> Match:
        """Perform an action such as resigning, aborting or answering an offer.

        `what` is the name of the action, e.g. "offer_draw".
        """
        arguments: dict[str, Any] = {
            "interaction": next(self.ids),
            "now": self.now,
            "player": player,
        }
        how, _, kind = what.partition("_")
        with writing(self.store) as tx:
            if how == "offer":
                ended = offers.make_offer(tx, match.id, kind, **(arguments | more))
            elif kind:
                arguments["agrees"] = how == "accept"
                ended = offers.answer_offer(tx, match.id, kind, **(arguments | more))
            else:
                ended = ENDS[what](tx, match.id, **(arguments | more))
        return await self.answered(ended)

    async def sweep(self, later: int = 0, *, answers: bool = True) -> list[Match]:
        """Advance the clock by `later` seconds and process timeouts.

        Returns the affected matches.
        """
        self.now += later
        with writing(self.store) as tx:
            swept = timeouts.process_timeouts(tx, now=self.now)
        return [await self.answered(match) if answers else match for match in swept]

    async def resume(self, away: int) -> int:
        """Simulate downtime of `away` seconds.

        Returns the number of turns that were credited.
        """
        with writing(self.store) as tx:
            downtime.record_heartbeat(tx, now=self.now)
        self.now += away
        with writing(self.store) as tx:
            downtime.detect_downtime(tx, now=self.now)
            return downtime_credit.credit_due(tx, now=self.now)

    async def strict(self, match: Match) -> Match:
        """Make a match rated, and turn off automatic vacation for its players."""
        await self.spoil("UPDATE matches SET rated = 1 WHERE id = :m", m=match.id)
        with writing(self.store) as tx:
            for player in match.players:
                player_settings.change_settings(tx, player, {"vacation": "off"}, now=self.now)
        return await self.get(match)

    async def get(self, match: Match) -> Match:
        with reading(self.store) as tx:
            return lifecycle.load(tx, match.id)

    async def deliver(self) -> list[OutboxRow]:
        """Mark all due messages as sent, and return their rows.

        New messages get the ids 900, 901, and so on.
        """
        delivered: list[OutboxRow] = []
        with writing(self.store) as tx:
            while rows := [
                *outbox_rows.due_button_removals(tx, now=self.now, limit=99),
                *outbox_rows.due_rows(tx, now=self.now, limit=99),
            ]:
                for row in rows:
                    makes = not message_kinds.KINDS[row.kind].edits
                    message = next(self.messages) if makes else None
                    outbox.claim_row(tx, row, now=self.now)
                    outbox.mark_sent(tx, row.id, message, now=self.now)
                delivered.extend(rows)
        return delivered

    async def rows(self, sql: str, **values: Any) -> list[Mapping[str, Any]]:
        """Query the database directly, bypassing the service."""
        return raw.look(self.store, sql, **values)

    async def spoil(self, sql: str, **values: Any) -> None:
        """Change the database directly, bypassing the service."""
        raw.spoil(self.store, sql, **values)

    async def pending_kinds(self) -> list[str]:
        """Return the kinds of the pending outbox rows, oldest first."""
        return [
            row["kind"]
            for row in await self.rows("SELECT kind FROM outbox WHERE state = 'owed' ORDER BY id")
        ]
