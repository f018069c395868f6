"""The world of the random deeds: a bot without Discord, with a clock to move.

It runs the scheduled jobs and delivers the outbox as the scheduler does, but in the calling thread.
"""

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from inspect import signature
from itertools import count
from pathlib import Path
from typing import Any

import bot.client  # noqa: F401  -- registers the message kinds
from bot import extension_points
from bot.runtime import computer_jobs
from bot.service import outbox, position_cache
from bot.service.actions import computer_moves
from bot.service.clock.calendar import InvalidTime
from bot.service.clock.time_control import IGNORED_DOWNTIME
from bot.service.errors import ServiceError
from bot.service.jobs import recovery
from bot.service.jobs.scheduled_jobs import Job, all_jobs
from bot.service.match import downtime
from bot.service.players import player_settings
from bot.store import Store, Tx, address
from bot.store.jobs import due_times
from bot.store.match import computer_queue, downtimes, matches
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.outbox import message_kinds, outbox_rows
from bot.store.players import player_rows
from engine import EngineError
from tests.bot.service.club import START, Club
from tests.transactions import reading, writing

PEOPLE = range(101, 109)
GUILD, CHANNEL = 500, 600
REFUSED = (ServiceError, EngineError, InvalidTime)
"""Errors that are shown to the player as a sentence."""
OPENS_THREAD = ("event-forum-game", "event-thread-game")
"""Kinds of messages of extensions that open a thread."""
MAX_RUNS = 3000
"""Number of runs of jobs after which a job is considered to be due for ever."""
STOPS = 40
"""Number of due times at which the bot wakes on its way through a long time."""


class World:
    """A bot with players. All methods are synchronous."""

    def __init__(self, folder: Path, template: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.path = folder / "halma.sqlite3"
        self.copy = folder / "copy.sqlite3"
        shutil.copy(template, self.path)
        self.now = START
        self.rng = random.Random(1)
        self.messages = count(10**6)
        self.numbers = count()
        self.delivered: list[OutboxRow] = []
        """The messages delivered since the last check."""
        self.history: list[str] = []
        self.open()
        with writing(self.store) as tx:
            player_rows.ensure_players(tx, PEOPLE, self.now)
            for player in PEOPLE[::2]:
                player_settings.change_settings(tx, player, {"remind": "dm"}, now=self.now)

    # -- operator --------------------------------------------------------------------------------

    def open(self) -> None:
        """Start the bot."""
        position_cache.clear_cache()
        self.store: Store = self.loop.run_until_complete(Store.open(address(self.path)))
        with writing(self.store) as tx:
            recovery.prepare(tx, self.path, self.now)

    def close(self) -> None:
        """Stop the bot as if it were killed."""
        self.loop.run_until_complete(self.store.close())

    def restart(self, away: int) -> None:
        """Stop the bot for `away` seconds."""
        self.note(f"restart after {away}")
        self.close()
        self.now += away
        self.open()

    def keep_copy(self) -> None:
        """Copy the database."""
        self.note("copy")
        with (
            closing(sqlite3.connect(self.path)) as source,
            closing(sqlite3.connect(self.copy)) as target,
        ):
            source.backup(target)

    def restore(self) -> bool:
        """Restore the copy, if there is one. Everything since then is lost."""
        if not self.copy.exists():
            return False
        self.note("restore")
        self.close()
        shutil.copy(self.copy, self.path)
        self.delivered.clear()
        self.open()
        return True

    def end(self) -> None:
        """Stop the bot for good."""
        self.close()
        self.loop.close()

    def note(self, what: str) -> None:
        """Add a line to the history."""
        self.history.append(f"{self.now - START}: {what}")

    # -- time ------------------------------------------------------------------------------------

    def live(self, seconds: int) -> None:
        """Let the bot live through this time, waking at some of the due times."""
        until = self.now + seconds
        self.note(f"live for {seconds}")
        for _ in range(STOPS):
            due = self._next_due()
            if due is None or due >= until:
                break
            self.now = max(self.now, due)
            self.beat()
            self.run_jobs()
        self.now = until  # what is left falls due at once
        self.beat()
        self.run_jobs()

    def beat(self) -> None:
        """Record that the bot was alive until now."""
        with writing(self.store) as tx:
            last = downtimes.last_heartbeat(tx)
            if last is not None and last <= self.now:
                downtime.record_heartbeat(tx, now=self.now)

    def run_jobs(self) -> None:
        """Run all due jobs and deliver all due messages, in the order of the scheduler."""
        backed_off: set[str] = set()
        for _ in range(MAX_RUNS):
            with writing(self.store) as tx:
                last = downtimes.last_heartbeat(tx)
                if last is not None and not 0 <= self.now - last <= IGNORED_DOWNTIME:
                    downtime.detect_downtime(tx, now=self.now)
            job = self._due_job(backed_off)
            if job is None:
                return
            self._run(job)
        raise AssertionError(f"job {job.name!r} stays due")

    def _jobs(self) -> list[Job]:
        with reading(self.store) as tx:
            waiting = due_times.next_due(tx)
        jobs = list(all_jobs(self.path))
        for job in jobs:
            job.update_due(waiting)
        return jobs

    def _next_due(self) -> int | None:
        due = [job.due for job in self._jobs() if job.due is not None and job.name != "heartbeat"]
        return min(due, default=None)

    def _due_job(self, but: set[str]) -> Job | None:
        jobs = self._jobs()
        behind = next(job for job in jobs if job.name == "downtime credit").due is not None
        for job in jobs:
            if job.due is None or job.due > self.now or job.name in but:
                continue
            if not (job.needs_clock and behind):
                return job
        return None

    def _run(self, job: Job) -> None:
        if job.name == "outbox":
            self.deliver()
        elif job.name == "computer":
            self._computer_moves()
        else:
            assert job.run is not None
            with writing(self.store) as tx:
                more = {} if job.prepare is None else {"prepared": job.prepare(tx, now=self.now)}
                job.run(tx, now=self.now, **more)

    def _computer_moves(self) -> None:
        with reading(self.store) as tx:
            requests = list(computer_queue.due_requests(tx, self.now, 99))
        for request in requests:
            with writing(self.store) as tx:
                match = matches.get_match(tx, request.match)
                if match is None or match.level is None or match.ply != request.ply:
                    computer_queue.delete_request(tx, request.match, request.ply)
                    continue
                asked = computer_moves.search_request(tx, match, 1)
                text = computer_jobs.choose_move(asked)
                computer_moves.play_move(tx, request, text, now=self.now)

    def deliver(self) -> None:
        """Deliver all due messages."""
        while rows := self._due_rows():
            for row in rows:
                with writing(self.store) as tx:
                    self._deliver(tx, row)

    def _due_rows(self) -> list[OutboxRow]:
        with reading(self.store) as tx:
            return [
                *outbox_rows.due_button_removals(tx, now=self.now, limit=99),
                *outbox_rows.due_rows(tx, now=self.now, limit=99),
            ]

    def _deliver(self, tx: Tx, row: OutboxRow) -> None:
        kind = message_kinds.KINDS[row.kind]
        if not outbox.claim_row(tx, row, now=self.now):
            return
        self.on_delivery(tx, row)
        self.delivered.append(row)
        message = None if kind.edits and row.kind not in OPENS_THREAD else next(self.messages)
        if row.kind == "thread":
            message = row.payload.message
        if outbox.mark_sent(tx, row.id, message, now=self.now) and kind.on_sent:
            kind.on_sent(tx, row, row.payload, message, self.now)

    on_delivery: Callable[[Tx, OutboxRow], None] = staticmethod(lambda tx, row: None)
    """Called before each delivery, in its transaction."""

    # -- people ----------------------------------------------------------------------------------

    def act(self, deed: Callable[..., Any], *args: Any, **more: Any) -> Any:
        """Call a function of the service in one transaction, as a person would.

        Returns its result, or None if it is refused with a sentence.
        """
        takes = signature(deed).parameters
        filled: dict[str, Any] = {
            "now": self.now,
            "interaction": Club.sent_at(self.now, next(self.numbers)),
            "rng": self.rng,
        }
        for person in [each for each in (*args, *more.values()) if each in PEOPLE]:
            self.before_request(person)
        given = {name: value for name, value in filled.items() if name in takes} | more
        with suppress(*REFUSED), writing(self.store) as tx:
            done = deed(tx, *args, **given)
            values = ", ".join(f"{value}"[:40] for value in (*args, *more.values()))
            self.note(f"{deed.__name__}({values})")
            return True if done is None else done
        return None

    def before_request(self, player: int) -> None:
        """Credit downtime before a request is answered, as the client does."""
        with writing(self.store) as tx:
            player_rows.ensure_players(tx, [player], self.now)  # they may have been erased
            while recovery.credit_batch(tx, player, self.now):
                pass

    def running(self) -> list[Match]:
        """Return the running matches, oldest first."""
        with reading(self.store) as tx:
            return matches.running_matches(tx)


def without_tournaments() -> tuple[extension_points.Extension, ...]:
    """Return the installed extensions, without tournaments."""
    return tuple(each for each in INSTALLED if each.on_match_finished is None)


INSTALLED = extension_points.installed()
