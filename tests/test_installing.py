"""Installed versions match the pins, and docs/running.md can be executed."""

import asyncio
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.operations import backup
from bot.service.jobs.scheduler import Scheduler
from bot.service.privacy import erasure
from bot.store import Store, address
from bot.store.players import erasure_log, player_rows
from tests.bot.service.club import ADA, BRUNO, Club
from tests.bot.service.fake_discord import Discord
from tests.transactions import reading, writing
from tools.audit import pinned

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = (ROOT / "deploy/requirements.txt").read_text("utf-8")
RUNNING = (ROOT / "docs/running.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def versions(text: str) -> dict[str, str]:
    """Return each package with its exact version."""
    return {canonicalize_name(name): version for name, version in pinned(text)}


def needed(names: list[str], markers: dict[str, str]) -> set[str]:
    """Return these packages and all their dependencies in this environment."""
    installed, waiting = set[str](), [Requirement(name) for name in names]
    while waiting:
        each = waiting.pop()
        name = canonicalize_name(each.name)
        if name in installed and not each.extras:
            continue
        installed.add(name)
        if name in ("audioop-lts", "setuptools"):  # They need nothing and are not always installed.
            continue
        for more in map(Requirement, requires(name) or ()):
            wanted = [{**markers, "extra": extra} for extra in ("", *each.extras)]
            if more.marker is None or any(map(more.marker.evaluate, wanted)):
                waiting.append(more)
    return installed


def test_the_image_installs_the_tested_versions_by_hash() -> None:
    (build,) = PROJECT["build-system"]["requires"]
    tested = versions((ROOT / "constraints.txt").read_text("utf-8")) | versions(build)
    locked = versions(REQUIREMENTS)
    assert {name: tested.get(name) for name in locked} == locked
    for block in re.split(r"\n(?=\S)", REQUIREMENTS.partition("\n")[2]):
        assert re.search(r"==\S+( ; [^\\]+)? \\\n +--hash=sha256:[0-9a-f]{64}", block), block[:40]
    markers = {"sys_platform": "linux", "python_full_version": "3.13.5", "python_version": "3.13"}
    asked = [*PROJECT["project"]["dependencies"], build]
    assert needed(asked, markers) - set(locked) == set()
    assert not {"simcord", "av"} & set(locked)


def test_nothing_without_a_hash_is_installed_into_the_image() -> None:
    dockerfile = (ROOT / "deploy/Dockerfile").read_text("utf-8")
    installing = re.findall(r"\bpip\b.* install (.+)", dockerfile)
    assert len(installing) == 2
    assert "--require-hashes --only-binary :all:" in installing[0]
    assert "--no-deps --no-build-isolation" in installing[1]


def test_a_folder_that_may_not_be_written_to_is_named_as_the_reason() -> None:
    with tempfile.TemporaryDirectory() as name:
        shutil.copy(ROOT / "Makefile", name)
        os.chmod(name, 0o555)
        nobody = 65534 if os.geteuid() == 0 else None
        done = subprocess.run(
            ["make", ".venv/bin/python"],
            cwd=name,
            capture_output=True,
            text=True,
            check=False,
            user=nobody,
        )
        os.chmod(name, 0o755)
    assert done.returncode != 0
    assert "Clone the repository into a folder of your own" in done.stderr


def test_links_between_the_documents_work() -> None:
    for page in (ROOT / "docs").glob("*.md"):
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / link).exists(), (page.name, link)


def restoring(command: str) -> str:
    """Return the block of docs/running.md that restores a backup with this command."""
    section = RUNNING.partition("\n## Restore\n")[2].partition("\n## ")[0]
    (requirement,) = [
        each for each in re.findall(r"```sh\n(.+?)```", section, re.DOTALL) if command in each
    ]
    return requirement


PROGRAMS = {
    "sudo": 'if [ "$1" = -u ]; then shift 2; fi; exec "$@"',
    "systemctl": 'echo "systemctl $*" >> "$HALMA_LOG"',
    "install": 'shift 4; exec /usr/bin/install "$@"',  # the real user does not exist here
    "docker": 'echo "docker $*" >> "$HALMA_LOG"\n'
    'case "$*" in *" run "*) shift 8; cd "$HALMA_DATA"; exec sh "$@";; esac',
    "halma-bot": f'exec {shlex.quote(sys.executable)} -m bot "$@"',
}


@pytest.mark.check
@pytest.mark.parametrize("way", ["systemctl", "docker compose"])
async def test_a_backup_is_restored_as_documented_and_erasures_are_reapplied(
    tmp_path: Path, template: Path, way: str
) -> None:
    data, programs = tmp_path / "data", tmp_path / "bin"
    copy = data / "backup/halma-20261120T040000Z.sqlite3"
    copy.parent.mkdir(parents=True)
    database = data / "halma.sqlite3"
    shutil.copy(template, database)
    programs.mkdir()
    for name, text in PROGRAMS.items():
        (programs / name).write_text(f"#!/bin/sh\n{text}\n")
        (programs / name).chmod(0o755)

    store = await Store.open(address(database))
    club = Club(store)
    club.now = int(time.time()) - 86400  # `halma-bot db check` reports later times
    match = await club.match()
    await club.turn(match)
    backup.back_up(store.path, copy)
    await club.turn(match)
    club.now += 60
    with writing(store) as tx:
        erasure_log.record(database, [BRUNO], club.now)
        erasure.erase(tx, BRUNO, now=club.now)
    await store.close()

    lines = restoring(way).replace("/var/lib/halma", str(data))
    done = await asyncio.to_thread(
        subprocess.run,
        ["bash", "-euc", lines.replace("/opt/halma/bin", str(programs))],
        env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT),
             "HALMA_LOG": str(tmp_path / "log"), "HALMA_DATA": str(data),
             "HALMA_DATABASE": str(database)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "No faults found; 1 game checked." in done.stdout
    assert (data / "before/halma.sqlite3").exists()
    assert (tmp_path / "log").read_text().split()[-2:][0] in {"start", "deploy/compose.yaml"}

    store = await Store.open(address(database))
    club.store, club.now = store, club.now + 60
    with reading(store) as tx:
        assert player_rows.get_player(tx, BRUNO) is not None
    discord = Discord()
    scheduler = Scheduler(store, deliver=discord.deliver, find=discord.find, clock=lambda: club.now)
    await scheduler.start()
    await scheduler.run_until_idle()
    await scheduler.stop()
    with reading(store) as tx:
        assert player_rows.get_player(tx, BRUNO) is None
        assert player_rows.get_player(tx, ADA) is not None
    assert [row["ply"] for row in await club.rows("SELECT ply FROM moves")] == [0]
    assert await club.faults() == []
    await store.close()
