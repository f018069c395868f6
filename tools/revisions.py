"""The computer player of another revision of the project, in a process of its own."""

import io
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from tempfile import mkdtemp

from engine.position import Move

FOLDER = Path("out/revisions")
"""Folder of the unpacked revisions, one folder per commit."""
PLAYER = Path(__file__).with_name("revision_player.py")
"""The program that chooses moves."""


class UnknownRevision(ValueError):
    """The repository has no such revision, or there is no repository."""


def unpack(revision: str, folder: Path = FOLDER) -> Path:
    """Unpack the engine of a revision, unless it is there, and return its folder.

    Raises `UnknownRevision` if there is no such revision.
    """
    commit = _git("rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    target = folder / commit.decode().strip()
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        unfinished = mkdtemp(dir=folder)
        # Not a tar archive, because `tarfile` has no filters before Python 3.11.4.
        packed = _git("archive", "--format=zip", target.name, "engine")
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            archive.extractall(unfinished)
        Path(unfinished).rename(target)
    return target


class RevisionPlayer:
    """The computer player of a revision in one game, with limits per move."""

    def __init__(
        self, revision: str, key: str, level: int, nodes: int, seconds: float | None = None
    ) -> None:
        """Start the player's process; `close` ends it."""
        limits = (str(nodes),) if seconds is None else (str(nodes), str(seconds))
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(PLAYER), key, str(level), *limits],
            env={**os.environ, "PYTHONPATH": str(unpack(revision).resolve())},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def choose(self, made: Sequence[Move], seed: int) -> tuple[Move, float]:
        """Return the move chosen after the moves `made`, and its CPU time in seconds."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([made, seed]) + "\n")
        self._process.stdin.flush()
        (path, kind), spent = json.loads(self._process.stdout.readline())
        return Move(tuple(path), kind), spent

    def close(self) -> None:
        """End the player's process."""
        self._process.communicate()


def _git(*arguments: str) -> bytes:
    done = subprocess.run(["git", *arguments], capture_output=True, check=False)
    if done.returncode:
        raise UnknownRevision(done.stderr.decode(errors="replace").strip())
    return done.stdout
