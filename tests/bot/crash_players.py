"""Players who move as fast as they can in processes that `test_crash.py` kills.

Usage: python -m tests.bot.crash_players FOLDER

The modules are imported once. For each seed on standard input, a process is forked that opens the
database in FOLDER and plays until it is killed. It prints "process" with its process id when it
starts, and "playing" when its players start to move.
"""

import asyncio
import json
import os
import random
import sys
import time
from collections.abc import Hashable
from itertools import count
from pathlib import Path

import structlog

from bot.runtime import computer_jobs
from bot.runtime.computer_jobs import SearchRequest
from bot.service.errors import ServiceError
from bot.service.jobs.outbox_sender import Delivered
from bot.service.jobs.scheduler import Scheduler
from bot.service.matchmaking import challenge_limits
from bot.service.outbox import DeliveryFailed
from bot.store import Store, address
from bot.store.match import matches
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import BoardPost
from bot.store.outbox import posts
from engine import EngineError
from tests.bot.service.club import Club
from tests.transactions import reading

PEOPLE = range(100, 106)
GAMES = 5
"""Number of matches kept running at the same time."""


class Journal:
    """An append-only file of JSON lines. Each line is on disk before `write` returns."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, **line: object) -> None:
        file = os.open(self.path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
        os.write(file, json.dumps(line).encode() + b"\n")
        os.fsync(file)
        os.close(file)

    def lines(self) -> list[dict[str, object]]:
        if not self.path.exists():
            return []
        return [json.loads(line) for line in self.path.read_text().splitlines()]


class Discord:
    """A fake Discord that appends each accepted message to a file.

    The file outlives the bot. Unlike Discord, this fake does not deduplicate nonces, so a message
    that is sent twice is posted twice.
    """

    def __init__(self, journal: Journal, rng: random.Random, trouble: float) -> None:
        self.journal = journal
        self.rng = rng
        self.trouble = trouble

    async def deliver(self, row: OutboxRow) -> Delivered | DeliveryFailed:
        await asyncio.sleep(self.rng.random() / 100)
        if self.rng.random() < self.trouble:
            return DeliveryFailed("503")
        if row.kind in ("remove-buttons", "challenge-over"):
            return Delivered()
        message = 900 + len(self.journal.lines())
        sent = {"message": message, "nonce": row.nonce, "kind": row.kind}
        sent["in_place"] = isinstance(row.payload, BoardPost) and row.payload.in_place
        self.journal.write(**sent, match=row.match, ply=row.ply, challenge=row.challenge)
        # The message has been accepted, but the bot has not yet received the response.
        await asyncio.sleep(self.rng.random() / 100)
        if self.rng.random() < self.trouble:
            raise ConnectionError("reset")
        return Delivered(message)

    async def find(self, row: OutboxRow) -> int | None:
        for line in self.journal.lines():
            if line["nonce"] == row.nonce:
                return int(str(line["message"]))
        return None


async def play(folder: Path, seed: int) -> None:
    """Play until the process is killed, and log every confirmed move."""
    rng = random.Random(seed)
    store = await Store.open(address(folder / "halma.sqlite3"))
    confirmed = Journal(folder / "confirmed")
    discord = Discord(Journal(folder / "discord"), rng, trouble=0.03)

    async def think(asked: SearchRequest, owner: Hashable) -> str:
        await asyncio.sleep(rng.random() / 50)
        return computer_jobs.choose_move(asked)

    sleeper = Scheduler(
        store,
        deliver=discord.deliver,
        find=discord.find,
        clock=lambda: int(time.time()),
        think=think,
    )
    await sleeper.start()
    say("playing")
    club = Club(store, seed)
    club.ids = count(time.time_ns())

    async def person() -> None:
        while True:
            club.now = int(time.time())
            try:
                await one_thing()
            except (ServiceError, EngineError):
                continue

    async def shown(match: Match) -> bool:
        """Return whether the newest board has been posted; most players wait for that."""
        with reading(store) as tx:
            post = posts.get_post(tx, match.post or 0)
        return post is not None and post.ply == match.ply

    async def one_thing() -> None:
        with reading(store) as tx:
            running = matches.running_matches(tx)
        if len(running) < GAMES and rng.random() < 0.4:
            await club.against_computer(rng.choice(PEOPLE), channel=rng.choice([600, 601]))
            return
        if len(running) < GAMES:
            first, second = rng.sample(PEOPLE, 2)
            await club.match(first, second, channel=rng.choice([600, 601]))
            return
        match = rng.choice(running)
        if match.level is not None:
            await asyncio.sleep(0.002)
            return
        if rng.random() < 0.02:
            await club.act("resign", match, max(match.players))
            return
        if rng.random() < 0.9 and not await shown(match):
            await asyncio.sleep(0.002)
            return
        ply, player, move = match.ply, match.to_move, await club.some_move(match)
        assert player is not None
        await club.play(match, player, move, ply=ply, answers=False)
        confirmed.write(match=match.id, ply=ply, text=move)

    await asyncio.gather(*(person() for _ in range(3)))


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Fork one process of players for each seed read from standard input."""
    folder = Path(sys.argv[1])
    # The players move as fast as they can in real time, so the hourly limits must not apply.
    challenge_limits.AN_HOUR = challenge_limits.MAX_RUNNING = 10**6
    log = (folder / "log").open("a")
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(log))
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            say(f"process {os.getpid()}")
            asyncio.run(play(folder, int(line)))
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
