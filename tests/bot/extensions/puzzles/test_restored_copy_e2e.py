"""Tests of old buttons of puzzles after an old copy of the database was put back."""

import pytest

from bot.store import Store
from tests.e2e.restored import OLD, kept, must_be_refused, restored
from tests.e2e.table import Table, ids, text

pytestmark = pytest.mark.file


@pytest.mark.check
async def test_old_buttons_do_nothing_to_a_new_puzzle_of_the_same_number(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    await kept(table)
    board = table.seen(table.board)
    await table.ada.slash(table.channel, "puzzle start")
    store: Store = await restored(table)
    try:
        shown = (await table.ada.slash(table.channel, "puzzle start")).response
        assert shown is not None
        for action, handler in sorted(table.client.controls.items()):
            if handler.created is not None and action.startswith(("alone-", "daily-")):
                await must_be_refused(table, table.ada, board, f"h:{action}:1:0")
        given_up = await table.ada.click(shown, custom_id=ids(shown)["alone-quit"])
        assert OLD not in text(given_up.response)
    finally:
        await store.close()
