"""Fixtures: the distributions in dist/, and a new environment with the wheel."""

import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


def distribution(pattern: str) -> Path:
    """Return the only file in dist/ whose name matches this pattern."""
    files = list((ROOT / "dist").glob(pattern))
    if len(files) != 1:
        pytest.fail(f"dist/ has {len(files)} files {pattern}: run `make package`")
    return files[0]


@pytest.fixture(scope="session")
def wheel() -> Path:
    """Return the wheel."""
    return distribution("halma_by_post-*.whl")


@pytest.fixture(scope="session")
def sdist() -> Path:
    """Return the source distribution."""
    return distribution("halma_by_post-*.tar.gz")


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return environment variables without any settings of the bot or of Python.

    The constraints make pip and uv install the tested versions.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("HALMA_", "DISCORD_", "PYTHON", "VIRTUAL_ENV", "COV_"))
    }
    tools = tmp_path_factory.mktemp("tools")
    return {
        **kept,
        "PIP_CONSTRAINT": str(ROOT / "constraints.txt"),
        "UV_CONSTRAINT": str(ROOT / "constraints.txt"),
        "UV_TOOL_DIR": str(tools / "uv"),
        # a read-only installation has no bytecode cache either
        "PYTHONDONTWRITEBYTECODE": "1",
    }


@pytest.fixture(scope="session")
def environment(
    wheel: Path, settings: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return a new environment that contains only the wheel with the sandbox."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    run([folder / "bin/pip", "install", "--quiet", f"{wheel}[sandbox]"], settings, folder)
    return folder


def run(
    command: Sequence[str | Path], settings: dict[str, str], folder: Path, *, exits: int = 0
) -> str:
    """Run a command in a folder, check its exit code, and return its output."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == exits, f"{command}\n{done.stdout}"
    return done.stdout


PYTHON = Path(sys.executable)
"""The Python interpreter in whose environment the packaging tools are installed."""
