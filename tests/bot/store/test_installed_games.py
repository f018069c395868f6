"""A database is not opened while the games of a package cannot be used."""

from pathlib import Path

import pytest

from bot.store import Store, StoreError, address
from engine import registry


async def test_games_that_cannot_be_used_are_named_before_the_database_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "faults", lambda: ("The games of halma-sprint cannot be used.",))
    with pytest.raises(StoreError, match="halma-sprint"):
        await Store.open(address(tmp_path / "halma.sqlite3"))
    assert not (tmp_path / "halma.sqlite3").exists()
