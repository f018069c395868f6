"""Context menus: commands on a person."""

import pytest

from tests.e2e.settings import ME, opened
from tests.e2e.table import Table, text

pytestmark = pytest.mark.check


async def test_block_is_the_command_for_that_person(table: Table) -> None:
    shown = await table.ada.context_menu(table.channel, "Block", table.bruno)
    assert shown.response is not None
    assert shown.response.ephemeral
    assert "can no longer challenge each other" in text(shown.response)
    refused = await table.ada.slash(table.channel, "challenge", opponent=table.bruno)
    assert "can no longer challenge" not in text(refused.response)
    assert table.posts() == []
    listed = await opened(table, table.ada, ME, "Blocked players")
    assert f"<@{table.bruno.id}>" in text(listed.response)
    shown = await table.ada.context_menu(table.channel, "Block", table.ada)
    assert "block yourself" in text(shown.response)
