"""Old buttons of an imported record after a restore."""

from contextlib import AsyncExitStack

import pytest

from bot.extensions.review.store import imported_games
from tests.e2e.restored import kept, must_be_refused, restored
from tests.e2e.table import Table
from tests.transactions import writing


@pytest.mark.check
async def test_the_buttons_of_an_imported_record_name_only_that_record(
    table: Table, stack: AsyncExitStack
) -> None:
    await table.begin(table.ada, table.bruno)
    await kept(table)
    board = table.seen(table.board)
    store = await restored(table)
    stack.push_async_callback(store.close)
    with writing(table.store) as tx:
        now = table.client.clock()
        imported_games.add_record(tx, table.ada.id, "x", limit=3, now=now)
    for action in table.client.controls:
        if action.startswith("given-"):
            await must_be_refused(table, table.ada, board, f"h:{action}:1:0")
