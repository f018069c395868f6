"""The default database of the sandbox: in a clone, or else in the user's folder."""

from pathlib import Path

import click
import pytest

from bot.process.sandbox_file import sandbox_file
from tests.bot.process.test_health_server import ROOT


def test_games_are_found_again_from_any_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(click, "get_app_dir", lambda name: str(tmp_path / "mine" / name))
    monkeypatch.chdir(ROOT)
    assert sandbox_file() == Path("data/sandbox.sqlite3")
    monkeypatch.chdir(tmp_path)
    assert sandbox_file() == tmp_path / "mine/halma-by-post/sandbox.sqlite3"
    (tmp_path / "data").mkdir()
    (tmp_path / "data/sandbox.sqlite3").touch()  # games of an earlier version
    assert sandbox_file() == Path("data/sandbox.sqlite3")
