"""Context menus: commands on a person."""

import pytest

from tests.e2e.days import wait
from tests.e2e.table import Table, text
from tests.e2e.test_ratings import decided


async def test_compare_shows_both_ratings_and_the_games_against_each_other(table: Table) -> None:
    await wait(table, 15 * 86400)
    shown = await table.ada.context_menu(table.channel, "Compare", table.bruno)
    assert "You have not finished a game against each other here yet." in text(shown.response)
    await decided(table)
    shown = await table.ada.context_menu(table.channel, "Compare", table.bruno)
    content = text(shown.response)
    assert f"<@{table.ada.id}> · <@{table.bruno.id}>" in content
    assert "Duel: **1530?** · **1470?**" in content
    assert f"You vs <@{table.bruno.id}>: 1 won, 0 lost" in content
    shown = await table.ada.context_menu(table.channel, "Compare", table.chen)
    assert "Duel: **1530?** · **—**" in text(shown.response)
    shown = await table.ada.context_menu(table.channel, "Compare", table.ada)
    assert "Choose someone else to compare yourself with." in text(shown.response)


pytestmark = pytest.mark.check


async def test_block_is_the_command_for_that_person(table: Table) -> None:
    shown = await table.ada.context_menu(table.channel, "Block", table.bruno)
    assert shown.response is not None
    assert shown.response.ephemeral
    assert "can no longer challenge each other" in text(shown.response)
    refused = await table.ada.slash(table.channel, "challenge", opponent=table.bruno)
    assert "can no longer challenge" not in text(refused.response)
    assert table.posts() == []
    listed = await table.ada.slash(table.channel, "me block")
    assert f"<@{table.bruno.id}>" in text(listed.response)
    shown = await table.ada.context_menu(table.channel, "Block", table.ada)
    assert "block yourself" in text(shown.response)
