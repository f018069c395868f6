"""Crash test of events: the bot is killed while events begin, advance and end.

HALMA_EVENT_KILLS is the minimum number of kills: 10 by default, 1,000 in `make faults`.
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
from typing import IO

import pytest

from bot.extensions.tournaments.service import openings
from bot.operations import integrity_check
from bot.service.jobs.scheduler import Scheduler
from bot.store import Store, address
from bot.store.outbox import outbox_rows
from tests import raw
from tests.bot.extensions.tournaments import event_checks
from tests.bot.extensions.tournaments.crash_entrants import REST, Discord, Journal
from tests.patience import HANGS_AFTER
from tests.transactions import reading, writing

ALL_KILLS = int(os.environ.get("HALMA_EVENT_KILLS", "10"))
PARTS = 1 + ALL_KILLS // 250
"""Number of tests among which the kills are divided, so that they run in parallel."""
KILLS = -(-ALL_KILLS // PARTS)
OVER = KILLS // 20 + 1
"""Minimum number of events that must be over at the end."""
MOST_STEPS = 30
"""Maximum number of steps between two kills: counted, because a slow machine takes fewer a second."""
STARTED_AFTER = 0.1
"""Maximum number of seconds until a process is killed that has not begun to play."""
ROOT = Path(__file__).parents[4]

pytestmark = pytest.mark.file


def database(folder: Path) -> Path:
    return folder / "halma.sqlite3"


def kill(folder: Path, rng: random.Random) -> None:
    """Run events, and repeatedly kill their process at a random moment."""
    module = "tests.bot.extensions.tournaments.crash_entrants"
    command = [sys.executable, "-m", module, str(folder)]
    kills = 0
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as entrants:
        assert entrants.stdin is not None
        assert entrants.stdout is not None
        while kills < KILLS or number_over(folder) < OVER:
            entrants.stdin.write(f"{rng.randrange(2**32)}\n")
            entrants.stdin.flush()
            process = int(next_line(entrants.stdout, "process").split()[1])
            if rng.random() < 0.1:
                time.sleep(rng.random() * STARTED_AFTER)
            else:
                for _ in range(rng.randint(1, MOST_STEPS)):
                    next_line(entrants.stdout, "step")
                time.sleep(rng.random() * REST)
            os.kill(process, signal.SIGKILL)
            kills += 1
        entrants.stdin.close()
        assert entrants.wait(timeout=HANGS_AFTER) == 0


def next_line(output: IO[str], word: str) -> str:
    """Return the next line that begins with this word.

    Skips what a killed process printed after its last line that was read.
    """
    return next(line for line in output if line.startswith(word))


def number_over(folder: Path) -> int:
    """Return the number of finished events."""
    query = "SELECT count(*) AS number FROM events WHERE status = 'finished'"
    return int(raw.look(database(folder), query)[0]["number"])


async def catch_up(folder: Path) -> None:
    """Run all jobs and deliver everything that is pending, without failures."""
    store = await Store.open(address(database(folder)))
    now = int(time.time())
    discord = Discord(Journal(folder / "discord"), random.Random(1), trouble=0)
    scheduler = Scheduler(store, deliver=discord.deliver, find=discord.find, clock=lambda: now)
    with writing(store) as tx:
        outbox_rows.release_claims(tx, now=now)
    for _ in range(5):
        await scheduler.run_until_idle()
        now += openings.PAUSE
    await store.close()


async def check(folder: Path) -> None:
    """Assert that each pairing has one match and each result counts once."""
    store = await Store.open(address(database(folder)))
    assert event_checks.find_faults(store) == []
    with reading(store) as tx:
        assert integrity_check.find_faults(tx) == []
    unscored = raw.look(
        store,
        "SELECT p.match FROM pairings p JOIN events e ON e.id = p.event"
        " WHERE p.state IN ('waiting', 'running') AND e.status = 'running'",
    )
    await store.close()
    confirmed = {line[0] for line in Journal(folder / "confirmed").lines()}
    assert [row["match"] for row in unscored if row["match"] in confirmed] == []
    lines = Journal(folder / "discord").lines()
    nonces = Counter(str(line[0]) for line in lines)
    assert [nonce for nonce, times in nonces.items() if times > 1] == []
    about_events = Counter(
        tuple(line[1:]) for line in lines if line[1] in ("event-line", "event-hub")
    )
    assert [post for post, times in about_events.items() if times > 1] == []


@pytest.mark.check
@pytest.mark.parametrize("part", range(PARTS))
def test_killed_events_have_one_match_per_pairing_and_count_each_result_once(
    tmp_path: Path, template: Path, part: int
) -> None:
    database(tmp_path).write_bytes(template.read_bytes())
    kill(tmp_path, random.Random())
    asyncio.run(catch_up(tmp_path))
    asyncio.run(check(tmp_path))
