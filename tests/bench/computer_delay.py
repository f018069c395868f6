"""Latency of players' moves while the computer plays a hundred matches.

    python -m tests.bench.computer_delay [games] [moves]

Players' moves are measured twice: first without the computer, and then while the computer searches
in the other matches. Every computer move there is answered at once. The benchmark runs in real time
with the real worker process. It prints the 50th, 95th and 99th percentile of the time from a move
to its commit, in milliseconds, and of the time from a request for a computer move to its result.
"""

import asyncio
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Hashable
from pathlib import Path

import click

from bot.runtime import computer_jobs
from bot.runtime.computer_jobs import SearchRequest
from bot.runtime.worker_pool import Worker
from bot.service.actions import moves
from bot.service.jobs.scheduler import Scheduler
from bot.service.matchmaking import challenge_limits
from bot.store import Store, address
from bot.store.match import matches
from bot.store.models import Match
from engine import variant
from engine.random_play import random_turn
from tests.bot.service.club import ADA, BRUNO, CLARA, Club
from tests.bot.service.fake_discord import Discord
from tests.transactions import reading, writing

PAUSE = 0.05
"""Seconds between the measured moves of players."""


def percentiles_text(seconds: list[float]) -> str:
    """Format the 50th, 95th and 99th percentile of delays, in milliseconds."""
    line = sorted(seconds)
    parts = {
        f"p{share}": line[min(len(line) - 1, len(line) * share // 100)] for share in (50, 95, 99)
    }
    return ", ".join(f"{name} {value * 1000:.1f}" for name, value in parts.items())


async def answer(club: Club, match: Match, lots: random.Random) -> float | None:
    """Make a random move for the player whose turn it is.

    Returns the time from sending the move to its commit, in seconds, or None if no player is to
    move. The time spent choosing the move is not included.
    """
    now = await club.get(match)
    if now.status != "running" or now.level is not None or now.to_move is None:
        return None
    game = variant(now.variant)
    text = game.format(random_turn(game, game.load(now.position), lots))
    began = time.perf_counter()
    with writing(club.store) as tx:
        moves.play(
            tx,
            now.id,
            player=now.to_move,
            text=text,
            ply=now.ply,
            interaction=next(club.ids),
            now=int(time.time()),
        )
    return time.perf_counter() - began


async def measured(club: Club, people: list[Match], number: int) -> list[float]:
    """Make `number` moves one after the other and return their delays, in seconds."""
    lots, delays = random.Random(1), list[float]()
    for turn in range(number):
        taken = await answer(club, people[turn % len(people)], lots)
        if taken is not None:
            delays.append(taken)
        await asyncio.sleep(PAUSE)
    return delays


async def main(games: int, number: int) -> None:
    """Run the measurement and print the results."""
    challenge_limits.AN_HOUR = challenge_limits.MAX_RUNNING = 10**6
    folder = Path(tempfile.mkdtemp())
    store = await Store.open(address(folder / "halma.sqlite3"))
    club, worker, discord = Club(store), Worker(1), Discord()
    waits = defaultdict[int, list[float]](list)

    async def think(asked: SearchRequest, owner: Hashable) -> str:
        began = time.perf_counter()
        cost = computer_jobs.level_of(asked).nodes
        text: str = await worker.run(
            computer_jobs.MOVE_JOB,
            asked,
            owner=owner,
            seconds=60,
            cost=cost,
            shorten=computer_jobs.shortened,
        )
        waits[asked.level].append(time.perf_counter() - began)
        return text

    bot = Scheduler(
        store,
        deliver=discord.deliver,
        find=discord.find,
        clock=lambda: int(time.time()),
        think=think,
    )
    await bot.start()
    people = [await club.match(ADA, BRUNO, channel=600 + number) for number in range(10)]
    click.echo(f"people alone: {percentiles_text(await measured(club, people, number))} ms")
    for game in range(games):
        level = 1 + game % 4
        await club.against_computer(CLARA, level=level, guild=game % 5, channel=900 + game)

    async def keeps_busy() -> None:
        lots = random.Random(2)
        while True:
            with reading(store) as tx:
                running = [match for match in matches.running_matches(tx) if match.is_solo]
            for match in running:
                await answer(club, match, lots)
                await asyncio.sleep(0.02)  # short, so that the computer is the bottleneck

    busy = asyncio.create_task(keeps_busy())
    await asyncio.sleep(2)
    beside = await measured(club, people, number)
    busy.cancel()
    click.echo(f"beside {games} games of the computer: {percentiles_text(beside)} ms")
    every = [wait for line in waits.values() for wait in line]
    click.echo(f"the computer's {len(every)} moves, with the queue: {percentiles_text(every)} ms")
    for level, line in sorted(waits.items()):
        click.echo(f"    level {level}, {len(line)} moves: {percentiles_text(line)} ms")
    await bot.stop()
    await worker.close()
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(*map(int, [*sys.argv[1:], "100", "300"][:2])))
