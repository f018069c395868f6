"""`make load`: load tests of one bot process over real sockets.

python -m tests.load [moves|rates|postgresql|most|start|sweep|soak] ...      all of them by default

See docs/scaling.md for results.
"""

import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

import click

from bot.service.actions import timeouts
from bot.service.jobs.scheduled_jobs import all_jobs, refresh_due_times
from bot.service.jobs.scheduler import Scheduler
from bot.store import Store, address
from tests.bot.service.fake_discord import Discord
from tests.load.bot_process import BotProcess, running, share_with_servers
from tests.load.database import Game, carried, fill, post_every_board
from tests.load.discord import LoadedDiscord
from tests.load.playing import Waits, flat_out, play, play_slowly
from tests.postgres_server import Server, server

UNLIMITED = 10**6
"""Maximum requests per second when the bot's own speed is measured."""


def print_row(*cells: object) -> None:
    """Print a row of a table."""
    click.echo("| " + " | ".join(map(str, cells)) + " |")


def servers(games: list[Game]) -> dict[int, list[int]]:
    """Return the channels of each guild."""
    by_guild: dict[int, list[int]] = {}
    for game in games:
        by_guild.setdefault(game.guild, []).append(game.channel)
    return by_guild


def percentiles(waits: Waits) -> list[str]:
    """Format the 50th, 95th and 99th percentile and the maximum, in milliseconds."""
    return [f"{waits.at(share) * 1000:.0f} ms" for share in (0.5, 0.95, 0.99, 1)]


async def rates(folder: Path, seconds: int, on: Server | None = None) -> None:
    """Measure latency at a steady rate of moves per second."""
    print_row(
        "moves per second", "50%", "95%", "99%", "maximum", "CPU of one core", "memory", "faults"
    )
    for rate in (10, 25, 50, 100):
        path = folder / f"rate-{rate}.sqlite3"
        games = await fill(path, 40 * rate, servers=200, now=int(time.time()))
        discord = LoadedDiscord(servers(games), a_second=UNLIMITED)
        await discord.start()
        where = path if on is None else await carried(path, on.database())
        more = {"HALMA_TEST_A_SECOND": str(UNLIMITED), "HALMA_FOLDER": str(folder)}
        async with running(discord.port, where, **more) as bot:
            await warm(discord, games, bot)
            if on is not None:
                share_with_servers()
            before = bot.seconds()
            waits = await play(discord, games[rate:], rate, seconds)
            share = (bot.seconds() - before) / waits.seconds
            await discord.until_posted(len(discord.answered), 120)
            print_row(
                rate,
                *percentiles(waits),
                f"{share:.0%}",
                f"{bot.memory():.0f} MB",
                faults(discord, bot),
            )
        await discord.stop()


async def lone_moves(folder: Path, seconds: int) -> None:
    """Measure the CPU time of a move, with one move a second and no other load."""
    print_row("game", "CPU per move", "idle", "memory", "faults")
    for key in ("halma-8", "halma"):
        path = folder / f"{key}.sqlite3"
        games = await fill(path, 12, servers=4, now=int(time.time()), key=key)
        post_every_board(path)
        discord = LoadedDiscord(servers(games))
        await discord.start()
        async with running(discord.port, path) as bot:
            await discord.until(lambda: discord.times("READY", "/ready") > 0)  # noqa: B023
            await play_slowly(discord, games, 24, key)
            before = bot.seconds()
            await asyncio.sleep(10)
            idle = (bot.seconds() - before) / 10
            before = bot.seconds()
            await play_slowly(discord, games, seconds, key, seed=2)
            used = (bot.seconds() - before) / seconds
            print_row(
                key, f"{used * 1000:.1f} ms", f"{idle * 1000:.1f} ms a second",
                f"{bot.memory():.0f} MB", faults(discord, bot),
            )  # fmt: skip
        await discord.stop()


async def on_server(folder: Path, seconds: int) -> None:
    """Measure latency on PostgreSQL with its files in memory."""
    with server() as url:
        await rates(folder, seconds, url)


async def most(folder: Path, seconds: int) -> None:
    """Measure the maximum throughput of one core: command, commit, picture and post."""
    path = folder / "most.sqlite3"
    games = await fill(path, 1000, servers=200, now=int(time.time()))
    discord = LoadedDiscord(servers(games), a_second=UNLIMITED)
    await discord.start()
    async with running(discord.port, path, HALMA_TEST_A_SECOND=str(UNLIMITED)) as bot:
        await warm(discord, games, bot)
        before, began, posted = bot.seconds(), perf_counter(), len(discord.posted)
        waits = await flat_out(discord, games[16:], 16, seconds)
        await discord.until_posted(posted + waits.sent, 240)
        took, used = perf_counter() - began, bot.seconds() - before
        print_row(
            "players",
            "moves per second",
            "CPU of one core",
            "moves per second of CPU",
            "99%",
            "faults",
        )
        print_row(
            16, f"{waits.sent / took:.0f}", f"{used / took:.0%}", f"{waits.sent / used:.0f}",
            percentiles(waits)[2], faults(discord, bot),
        )  # fmt: skip
    await discord.stop()


async def start(folder: Path, seconds: int) -> None:
    """Measure startup: the time to the first answer, and memory use."""
    print_row("guilds", "running matches", "database", "first answer", "CPU until then", "first board",
         "memory", "faults")  # fmt: skip
    for count, games_running in ((10, 100), (1_000, 100_000), (10_000, 100_000)):
        path = folder / "start.sqlite3"
        path.unlink(missing_ok=True)
        games = await fill(path, games_running, servers=count, now=int(time.time()))
        discord = LoadedDiscord(servers(games))
        await discord.start()
        began = perf_counter()
        async with running(discord.port, path) as bot:
            await discord.until(lambda: discord.times("READY", "/ready") > 0)  # noqa: B023
            waits = await play(discord, games[:1], 1, 1)
            first, computed = perf_counter() - began - waits.seconds, bot.seconds()
            await discord.until_posted(1, 120)
            ready = perf_counter() - began
            await asyncio.sleep(5)
            size = path.stat().st_size / 1e6
            print_row(
                f"{count:,}", f"{games_running:,}", f"{size:.0f} MB", f"{first:.1f} s",
                f"{computed:.1f} s", f"{ready:.1f} s", f"{bot.memory():.0f} MB",
                faults(discord, bot),
            )  # fmt: skip
        await discord.stop()


async def sweep(folder: Path, seconds: int) -> None:
    """Measure how fast due rows are found among a million deadlines, and processed."""
    path, now = folder / "sweep.sqlite3", int(time.time())
    await fill(path, 1_000_000, servers=1_000, now=now)
    print_row("deadlines", "due", "query", "all processed", "longest transaction")
    for due in (0, 1000):
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(
                "UPDATE clocks SET deadline = ? WHERE match IN (SELECT match FROM clocks LIMIT ?)",
                (now - timeouts.GRACE - 60, due),
            )
        store = await Store.open(address(path))
        held: list[float] = []
        store.counts.on_phase = partial(_note, held)
        looks = []
        for _ in range(20):
            at = perf_counter()
            await refresh_due_times(store, all_jobs(path), now)
            looks.append(perf_counter() - at)
        held.clear()
        discord = Discord()
        scheduler = Scheduler(store, deliver=discord.deliver, find=discord.find, clock=lambda: now)
        at = perf_counter()
        await scheduler.run_until_idle()
        took = perf_counter() - at
        await store.close()
        print_row(
            "1,000,000", due, f"{median(looks) * 1000:.1f} ms", f"{took:.1f} s",
            f"{max(held) * 1000:.0f} ms",
        )  # fmt: skip


def _note(held: list[float], _kind: str, phase: str, took: float) -> None:
    if phase == "hold":
        held.append(took)


async def soak(folder: Path, seconds: int, rate: float = 10) -> None:
    """Run a soak test: measure latency and memory in each quarter of the time."""
    path = folder / "soak.sqlite3"
    games = await fill(path, 300, servers=100, now=int(time.time()))
    discord = LoadedDiscord(servers(games))
    await discord.start()
    async with running(discord.port, path) as bot:
        await warm(discord, games, bot)
        await play(discord, games[16:], 10, len(games) / 10)  # fill the caches with all games
        print_row("quarter", "seconds", "50%", "95%", "99%", "maximum", "memory", "faults")
        for quarter in range(4):
            waits = await play(discord, games, rate, seconds / 4, seed=quarter)
            print_row(
                quarter + 1, round(waits.seconds), *percentiles(waits), f"{bot.memory():.0f} MB",
                faults(discord, bot),
            )  # fmt: skip
            discord.forget()
        click.echo("".join(bot.complaints()))
    await discord.stop()


async def warm(discord: LoadedDiscord, games: list[Game], bot: BotProcess) -> None:
    """Play some first moves to warm the caches before the measurement."""
    await discord.until(lambda: discord.times("READY", "/ready") > 0)
    await play(discord, games[:16], 8, 2)
    await discord.until_posted(16, 120)


def faults(discord: LoadedDiscord, bot: BotProcess) -> str:
    """Return the number of faults of each kind as text, or "none".

    Faults are rate limit violations, malformed request bodies, refused requests, deferred replies
    and warnings in the log.
    """
    results = {
        "limits": sum(discord.broken.values()),
        "bodies": len(discord.bodies),
        "refused": len(discord.refused),
        "deferred": discord.deferred,
        "warnings": len(bot.complaints()),
    }
    return ", ".join(f"{name} {count}" for name, count in results.items() if count) or "none"


MEASUREMENTS: dict[str, Callable[[Path, int], Awaitable[None]]] = {
    "moves": lone_moves,
    "rates": rates,
    "postgresql": on_server,
    "most": most,
    "start": start,
    "sweep": sweep,
    "soak": soak,
}


@click.command()
@click.argument("which", nargs=-1, type=click.Choice(sorted(MEASUREMENTS)))
@click.option("--seconds", default=20, show_default=True, help="Duration of each load.")
@click.option("--rate", default=10.0, show_default=True, help="Moves per second of the soak test.")
@click.option("--folder", type=click.Path(path_type=Path), help="Folder for the databases.")
def main(which: tuple[str, ...], seconds: int, rate: float, folder: Path | None) -> None:
    """Measure the load that one process can handle. Runs all measurements by default.

    For an hour of steady load, use: soak --seconds 3600
    """
    for name in which or MEASUREMENTS:
        measurement = MEASUREMENTS[name] if name != "soak" else partial(soak, rate=rate)
        load = os.getloadavg()[0]
        click.echo(
            f"\n{MEASUREMENTS[name].__doc__}  ({os.cpu_count()} cores, load {load:.1f} before)"
        )
        with tempfile.TemporaryDirectory(dir=folder) as place:
            asyncio.run(measurement(Path(place), seconds))  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
