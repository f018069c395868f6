"""A database file that is moved or replaced while the bot is running."""

import shutil
from pathlib import Path

import pytest

from bot.store import Store
from bot.store.driver.errors import FileReplaced, unavailable
from bot.store.driver.store import address
from tests.bot.store.test_store import add, people

pytestmark = pytest.mark.file


@pytest.mark.parametrize("replaced", [False, True], ids=["moved", "replaced"])
async def test_nothing_is_confirmed_after_the_file_was_moved(
    tmp_path: Path, template: Path, replaced: bool
) -> None:
    path, elsewhere = tmp_path / "halma.sqlite3", tmp_path / "elsewhere.sqlite3"
    shutil.copy(template, path)
    store = await Store.open(address(path))
    try:
        await store.write(add, 1)
        assert await store.database.damage() is None
        path.rename(elsewhere)
        if replaced:
            shutil.copy(template, path)
        for _ in range(2):
            with pytest.raises(FileReplaced) as refused:
                await store.write(add, 2)
            assert unavailable(refused.value)
        with pytest.raises(FileReplaced):
            await people(store)
        damage = await store.database.damage()
        assert damage is not None
        assert "moved or replaced" in damage
        assert path.exists() is replaced
        path.unlink(missing_ok=True)
        elsewhere.rename(path)
        await store.write(add, 3)
    finally:
        await store.close()
