"""Where the games of the sandbox are stored."""

from pathlib import Path

import click

_IN_CLONE = Path("data/sandbox.sqlite3")
SANDBOX_FILE = f"[default: {_IN_CLONE} in a clone, else in your folder of application data]"


def sandbox_file() -> Path:
    """Return the default database of the sandbox.

    Outside a clone, it does not depend on the current folder, so that games are found again.
    """
    if _IN_CLONE.exists() or Path("deploy/env.example").exists():
        return _IN_CLONE
    return Path(click.get_app_dir("halma-by-post")) / _IN_CLONE.name
