"""Tests of old buttons of events and ladders after a backup was restored."""

import pytest

from bot.store import Store
from tests.bot.extensions.tournaments import tapping
from tests.e2e.restored import kept, must_be_refused, restored
from tests.e2e.table import Table

pytestmark = pytest.mark.file


@pytest.mark.check
async def test_old_buttons_do_nothing_to_a_new_event_or_ladder_of_the_same_number(
    table: Table,
) -> None:
    host = tapping.manager(table)
    await kept(table)
    old = table.seen(await tapping.opened(table, host))
    await tapping.created_ladder(table, host)
    store: Store = await restored(table)
    try:
        hub = await tapping.opened(table, host)
        await tapping.created_ladder(table, host)
        for action, handler in sorted(table.client.controls.items()):
            if handler.created is not None and action.startswith(("event-", "ladder-")):
                values = [str(table.ada.id)] if action == "event-remove-now" else None
                await must_be_refused(table, host, old, f"h:{action}:1:0", values)
        for select in ("event-pick", "ladder-pick"):
            await must_be_refused(table, host, old, f"s:{select}:0:0", ["1"])
        [event] = tapping.events(table)
        assert event.status == "open"
        assert tapping.shown_event(table).entrants == ()
        await tapping.press(table.ada, hub, "event-join")
        assert len(tapping.shown_event(table).entrants) == 1
    finally:
        await store.close()
