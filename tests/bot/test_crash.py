"""Crash test: the bot is killed at random moments while matches are being played.

HALMA_CRASHES is the minimum number of crashes: 10 by default, 200 in `make faults`.
"""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from bot.operations import integrity_check
from bot.service.jobs.scheduler import Scheduler
from bot.store import Store, address
from bot.store.match import computer_queue, matches
from bot.store.outbox import outbox_rows
from tests import raw
from tests.bot.crash_players import Discord, Journal
from tests.patience import HANGS_AFTER
from tests.transactions import reading, writing

pytestmark = pytest.mark.check

CRASHES = int(os.environ.get("HALMA_CRASHES", "10"))
MOVES = 3 * CRASHES
"""Minimum number of confirmed moves, so that there is something to lose."""
ROOT = Path(__file__).parents[2]


def crash(folder: Path, rng: random.Random) -> None:
    """Run players, and repeatedly kill their process while they are playing."""
    command = [sys.executable, "-m", "tests.bot.crash_players", str(folder)]
    crashes = 0
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as players:
        assert players.stdin is not None
        assert players.stdout is not None
        while crashes < CRASHES or len(Journal(folder / "confirmed").lines()) < MOVES:
            players.stdin.write(f"{rng.randrange(2**32)}\n")
            players.stdin.flush()
            words = players.stdout.readline().split()
            # The killed process printed this line just before its end.
            if words == ["playing"]:
                words = players.stdout.readline().split()
            assert words[0] == "process"
            if rng.random() < 0.8:
                assert players.stdout.readline() == "playing\n"
                time.sleep(rng.random() * played(folder, rng.randint(3, 6)))
            else:  # while the process is starting
                time.sleep(rng.random() * 0.3)
            os.kill(int(words[1]), signal.SIGKILL)
            asyncio.run(check(folder))
            crashes += 1
        players.stdin.close()
        assert players.wait(timeout=HANGS_AFTER) == 0


def played(folder: Path, moves: int) -> float:
    """Wait until `moves` more moves are confirmed, and return the seconds per move."""
    confirmed, began = Journal(folder / "confirmed"), time.monotonic()
    before = len(confirmed.lines())
    while len(confirmed.lines()) < before + moves:
        time.sleep(0.005)
    return (time.monotonic() - began) / moves


async def check(folder: Path) -> None:
    """Assert that no confirmed move is lost and no message is posted twice.

    The database must pass the integrity check.
    """
    store = await Store.open(address(folder / "halma.sqlite3"))
    with reading(store) as tx:
        assert integrity_check.find_faults(tx) == []
    await store.close()
    rows = raw.look(store, "SELECT match, ply, text FROM moves")
    kept = {(row["match"], row["ply"]): row["text"] for row in rows}
    for line in Journal(folder / "confirmed").lines():
        assert kept[line["match"], line["ply"]] == line["text"]
    posted = Counter(line["nonce"] for line in Journal(folder / "discord").lines())
    assert [nonce for nonce, times in posted.items() if times > 1] == []


async def catch_up(folder: Path) -> None:
    """Deliver everything that is pending, without failures, and check the result."""
    store = await Store.open(address(folder / "halma.sqlite3"))
    now = int(time.time())
    discord = Discord(Journal(folder / "discord"), random.Random(1), trouble=0)
    sleeper = Scheduler(store, deliver=discord.deliver, find=discord.find, clock=lambda: now)
    with writing(store) as tx:
        outbox_rows.release_claims(tx, now=now)
        computer_queue.release_claims(tx, now)
    for _ in range(5):
        await sleeper.run_until_idle()
        now += 3600
    with reading(store) as tx:
        running = matches.running_matches(tx)
    assert [match.id for match in running if match.level is not None] == []
    assert raw.look(store, "SELECT id FROM outbox WHERE state = 'owed'") == []
    live = [row["message"] for row in raw.look(store, "SELECT message FROM posts WHERE live = 1")]
    # The newest board of each match is posted, and only it has buttons.
    assert sorted(live) == sorted(match.post or 0 for match in running)
    shown = [line for line in Journal(folder / "discord").lines() if line["kind"] == "board"]
    for match in running:
        assert max(line["ply"] for line in shown if line["match"] == match.id) == match.ply
    await store.close()


def test_a_killed_bot_loses_no_move_posts_no_board_twice_and_finally_delivers_everything(
    tmp_path: Path,
) -> None:
    rng = random.Random()
    crash(tmp_path, rng)
    asyncio.run(catch_up(tmp_path))
    asyncio.run(check(tmp_path))
    lines = Journal(tmp_path / "discord").lines()
    # During live play, boards are edited in place and mention nobody. The board is posted once more
    # when live play ends.
    boards = Counter(
        (line["match"], line["ply"], line["in_place"]) for line in lines if line["kind"] == "board"
    )
    assert max(boards.values()) == 1
