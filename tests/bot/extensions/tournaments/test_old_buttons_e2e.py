"""Buttons of tournaments, pressed too late, twice, or by the wrong person."""

import pytest

from bot.extensions.tournaments.service import drafts, events
from bot.extensions.tournaments.store import event_rows
from tests.bot.extensions.tournaments import tapping
from tests.e2e import simulator
from tests.e2e.table import Shown, Table, text
from tests.transactions import writing

pytestmark = pytest.mark.check

BUTTONS = ("event-join", "event-leave", "event-leave-now", "event-start", "event-here")

SENTENCES = {
    "cancelled": (
        "That tournament has been cancelled.",
        "That tournament is over.",
        "Only the organiser of the tournament or a manager can do that.",
    ),
    "deleted": ("I cannot find that tournament.",),
}


async def pressed(table: Table, person: simulator.MemberActor, message: Shown, button: str) -> str:
    """Press a button with this action, and return the answer.

    The message need not have the button."""
    (result,) = await table.at_once([(person, message, f"h:{button}:1:0")])
    assert result.response is not None, button
    return text(result.response).strip()


async def test_two_presses_at_once_enter_a_player_once(table: Table) -> None:
    hub = await tapping.opened(table, tapping.manager(table))
    press = (table.ada, hub, "h:event-join:1:0")
    results = await table.at_once([press, press])
    answers = sorted(text(result.response).strip() for result in results)
    assert answers[0].startswith("You have already signed up.")
    assert [each.player for each in tapping.shown_event(table).entrants] == [table.ada.id]


@pytest.mark.parametrize("state", ["cancelled", "deleted"])
async def test_buttons_of_an_event_that_is_gone_are_answered_with_a_sentence(
    table: Table, state: str
) -> None:
    host = tapping.manager(table)
    hub = await tapping.opened(table, host)
    await tapping.press(table.ada, hub, "event-join")
    now = table.client.clock()
    with writing(table.store) as tx:
        if state == "deleted":
            event_rows.delete_event(tx, 1)
        else:
            drafts.end_cancelled(tx, events.load_event(tx, 1), now, note="rain")
    for button in BUTTONS:
        for person in (table.ada, host):
            answer = await pressed(table, person, hub, button)
            assert any(part in answer for part in SENTENCES[state]), (button, answer)


async def test_buttons_of_a_running_event_refuse_those_who_are_not_in_it(table: Table) -> None:
    host = tapping.manager(table)
    hub = await tapping.opened(table, host)
    for person in (table.ada, table.bruno, table.chen):
        await tapping.press(person, hub, "event-join")
    assert "Only the organiser" in await pressed(table, table.dara, hub, "event-start")
    await pressed(table, host, hub, "event-start")
    for button in ("event-leave", "event-leave-now", "event-here"):
        answer = await pressed(table, table.dara, hub, button)
        assert answer == "You have not signed up for that tournament.", button
    assert "no question to answer" in await pressed(table, table.ada, hub, "event-here")
    assert "sign-up is closed" in await pressed(table, host, hub, "event-start")
    late = await pressed(table, table.dara, hub, "event-join")
    assert "You are on the waiting list" in late
    assert "You have left" in await pressed(table, table.ada, hub, "event-leave-now")
    assert "You have left that tournament" in await pressed(table, table.ada, hub, "event-here")
