"""Events with 64 entrants: the processor time of each write transaction.

Usage: python -m tests.bench.event_transactions

Plays an event of each format from its sign-up to its end, with the database on disk. Prints the
number of the transactions of each kind and the longest of them. Read transactions are marked.
"""

import asyncio
import gc
import random
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from bot.service import outbox
from bot.service.match import lifecycle
from bot.store import Store, address
from bot.store.match import match_saver
from bot.store.models import Match
from bot.store.outbox import message_kinds, outbox_rows
from engine import Outcome
from tests.bot.extensions.tournaments.formats import FORMATS
from tests.bot.extensions.tournaments.organiser import FIRST_PLAYER, Organiser
from tests.bot.service.club import Club, job_due_at, prepare_job, run_job
from tests.transactions import reading, writing

ENTRANTS = 64
JOBS = ("event phases", "event openings", "event hubs")
STEP = 3600
"""Seconds between the ends of two matches, so that jobs run after each."""


class Times:
    """The processor times of transactions in milliseconds, by what they do."""

    def __init__(self) -> None:
        self.by_kind: defaultdict[str, list[float]] = defaultdict(list)

    @contextmanager
    def measured(self, what: str) -> Iterator[None]:
        began = time.thread_time()
        yield
        self.by_kind[what].append((time.thread_time() - began) * 1000)


async def play(format_: str, variant: str, folder: Path) -> tuple[Times, int]:
    """Play an event; return the times, and the seconds until all first matches begin."""
    store = await Store.open(address(folder / f"{format_}-{variant}.sqlite3"))
    organiser, times, rng = Organiser(Club(store)), Times(), random.Random(1)
    event = organiser.open(format=format_, variant=variant)
    organiser.enter(event, *range(FIRST_PLAYER, FIRST_PLAYER + ENTRANTS))
    began = organiser.club.now
    with times.measured("start of the event"):
        organiser.start(event)
    await _begin_matches(organiser, times, event.id)
    seconds = organiser.club.now - began
    while running := organiser.running(event):
        stage = organiser.get(event).stage
        with times.measured(f"result, stage {stage}"):
            _end(organiser, rng.choice(running), rng)
        organiser.club.now += STEP
        await _begin_matches(organiser, times, event.id)
    assert organiser.get(event).status == "finished"
    await store.close()
    return times, seconds


async def _begin_matches(organiser: Organiser, times: Times, event_id: int) -> None:
    """Run all due jobs, and deliver all messages, until no more matches begin."""
    store, club = organiser.club.store, organiser.club
    while True:
        for job in JOBS:
            with reading(store) as tx:
                due = job_due_at(tx, job)
            if due is not None and due <= club.now:
                with times.measured(f"(read) job {job!r}"), reading(store) as tx:
                    prepared = prepare_job(tx, job, club.now)
                with times.measured(f"job {job!r}"), writing(store) as tx:
                    run_job(tx, job, club.now, prepared)
        _deliver(organiser, times)
        with reading(store) as tx:
            phases, openings = (job_due_at(tx, job) for job in JOBS[:2])
        if openings is not None:
            club.now = max(openings, club.now)
        elif phases is None or phases > club.now:
            return


def _deliver(organiser: Organiser, times: Times) -> None:
    """Deliver all due messages, one transaction each."""
    store, now = organiser.club.store, organiser.club.now
    while True:
        with reading(store) as tx:
            rows = outbox_rows.due_rows(tx, now=now, limit=99)
        if not rows:
            return
        for row in rows:
            message = next(organiser.club.messages)
            kind = message_kinds.KINDS[row.kind]
            with times.measured(f"message {row.kind!r}"), writing(store) as tx:
                outbox.claim_row(tx, row, now=now)
                if outbox.mark_sent(tx, row.id, message, now=now) and kind.on_sent:
                    kind.on_sent(tx, row, row.payload, message, now)


def _end(organiser: Organiser, match: Match, rng: random.Random) -> None:
    """End a match with a random result."""
    seats = list(range(len(match.players)))
    rng.shuffle(seats)
    drawn = len(seats) == 2 and rng.random() < 0.2
    ranking = (tuple(sorted(seats)),) if drawn else tuple((seat,) for seat in seats)
    with writing(organiser.club.store) as tx:
        running = lifecycle.load(tx, match.id)
        outcome = Outcome(ranking, "goal")
        after = lifecycle.finish(tx, running, "finished", outcome, organiser.club.now)
        match_saver.save(tx, running, after)


@click.command()
def main() -> None:
    """Play an event of each format, and print the longest transactions."""
    with tempfile.TemporaryDirectory() as folder:
        for format_, variant in FORMATS:
            gc.collect()
            gc.freeze()  # as the bot does when it is ready
            times, seconds = asyncio.run(play(format_, variant, Path(folder)))
            click.echo(f"{format_}, {variant}: all first matches have begun after {seconds} s")
            for what, each in sorted(times.by_kind.items(), key=lambda item: -max(item[1])):
                click.echo(f"  {what}: {len(each)}, at most {max(each):.1f} ms")


if __name__ == "__main__":
    main()
