"""Tests of old buttons after an old copy of the database has been put back.

New rows then get the ids that old messages carry.
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from tests.e2e.restored import OLD, kept, must_be_refused, pressed, restored
from tests.e2e.table import Table, ids, text

pytestmark = pytest.mark.file


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as stack:
        yield stack


@pytest.mark.check
async def test_old_buttons_do_nothing_to_new_rows_of_the_same_number(
    table: Table, stack: AsyncExitStack
) -> None:
    await kept(table)
    number = await table.begin(table.ada, table.bruno)
    board = table.seen(table.board)
    menu = await table.menu(table.ada)
    old = table.seen(await table.challenge(table.ada, table.bruno))
    panel = {**old, "id": str(menu.id), "flags": 64}
    store = await restored(table)
    stack.push_async_callback(store.close)
    assert await table.begin(table.ada, table.bruno) == number
    await must_work(table, number)
    await table.challenge(table.ada, table.bruno)
    before = await table.match(number)
    for action, handler in sorted(table.client.controls.items()):
        if handler.subject_kind == "match":
            for message in (board, panel):
                await must_be_refused(table, table.ada, message, f"h:{action}:{number}:0")
        elif handler.subject_kind == "challenge":
            await must_be_refused(table, table.bruno, old, f"h:{action}:2:0")
    question = f"s:which:0:0:resign:{number}"
    await must_be_refused(table, table.ada, board, question, [str(number)])
    say = f"s:say:{table.ada.id}:0:I,1-I,2"
    await must_be_refused(table, table.ada, board, say, [f"{number}:0"])
    assert await table.match(number) == before


async def must_work(table: Table, number: int) -> None:
    """Check that the buttons of the newest board and of a new panel work."""
    menu = await table.menu(table.ada)
    assert OLD not in text(menu)
    result = await table.ada.click(menu, custom_id=ids(menu)["resign"])
    assert "Resign" in text(result.response)
    assert (await table.match(number)).status == "running"


@pytest.mark.check
@pytest.mark.parametrize("step", [-3600, -8, 8, 3600])
async def test_buttons_work_after_the_clock_of_the_bot_has_been_set(
    table: Table, step: int
) -> None:
    number = await table.begin(table.ada, table.bruno)
    world = table.client.__dict__["worlds"][0]
    table.client.clock = lambda: int(world.now().timestamp()) + step
    await must_work(table, number)


@pytest.mark.check
async def test_a_board_that_is_in_its_place_keeps_its_buttons_after_a_restore(
    table: Table, stack: AsyncExitStack
) -> None:
    number = await table.begin(table.ada, table.bruno)
    board = table.seen(table.board)
    await kept(table)
    store = await restored(table)
    stack.push_async_callback(store.close)
    result = await pressed(table, table.ada, board, f"h:menu:{number}:0")
    assert OLD not in text(result.response)
