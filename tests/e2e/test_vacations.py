"""Vacations and extra time as shown to players."""

import pytest

from tests.e2e.settings import ME, opened
from tests.e2e.table import Table, options, parts, text
from tests.e2e.test_visibility import pressed

pytestmark = pytest.mark.check

GIFT = "Give an extra day"


async def test_a_vacation_is_started_shown_and_ended(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    before = (await table.match(game)).deadline
    interaction = await opened(table, table.ada, ME, "Vacation")
    panel = interaction.response
    assert panel is not None
    assert [option["value"] for option in options(panel)] == ["1", "2", "3", "4", "5", "6", "7"]
    assert "You are not on vacation" in text(interaction.response)
    assert "7 days of vacation left" in text(interaction.response)
    interaction = await table.ada.select(panel, ["3"])
    assert "You are on vacation until <t:" in text(interaction.response)
    assert "4 days of vacation left" in text(interaction.response)
    after = (await table.match(game)).deadline
    assert before is not None
    assert after == before + 3 * 86400
    interaction = await table.ada.select(panel, ["7"])
    assert "You are not on vacation" not in text(interaction.response)
    interaction = await table.ada.select(panel, ["0"])
    assert "You are not on vacation" in text(interaction.response)
    assert (await table.match(game)).deadline == before


async def test_a_forged_length_of_a_vacation_is_refused(table: Table) -> None:
    panel = (await opened(table, table.ada, ME, "Vacation")).response
    for days in ("8", "-1", "x"):
        refused = await pressed(
            table, table.ada.id, table.channel, panel, "s:vacation-days:0:0", 3, [days]
        )
        assert "That button no longer works" in refused


async def test_an_opponent_can_give_extra_time(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    menu = await table.menu(table.bruno)
    gift = next(part["custom_id"] for part in parts(menu) if part.get("label") == GIFT)
    assert GIFT not in [part.get("label") for part in parts(await table.menu(table.ada))]
    interaction = await table.bruno.click(menu, custom_id=gift)
    until = (await table.match(game)).deadline
    assert f"has until <t:{until}:f>" in text(interaction.response)
    assert f"has been given one more day and now has until <t:{until}:f>" in text(table.last)
    await table.moved(game, "II,3-III,3")
    interaction = await table.bruno.click(menu, custom_id=gift)
    assert "You can only give an opponent time on their turn" in text(interaction.response)
