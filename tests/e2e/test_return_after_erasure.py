"""Players who return on the day of their erasure start from scratch."""

import json

import pytest

from bot.service.privacy import erasure
from bot.store.players import erasure_rows
from tests.e2e import simulator
from tests.e2e.settings import ME, opened
from tests.e2e.table import Table, ids, text
from tests.transactions import reading

pytestmark = pytest.mark.check

WEEK = erasure.GRACE_PERIOD


async def delete_data(table: Table, person: simulator.MemberActor) -> simulator.InteractionResult:
    """Press the button of `/me data` that deletes it."""
    return await opened(table, person, "me data", "Delete my data")


async def request_erasure_and_return(table: Table, person: simulator.MemberActor) -> None:
    """Request erasure, and use the bot once more just before it happens."""
    await table.env.advance_time(3600)  # not midnight: the return must fall on the same day
    interaction = await delete_data(table, person)
    for action in ("forget", "forget-me"):
        assert interaction.response is not None
        interaction = await person.click(
            interaction.response, custom_id=ids(interaction.response)[action]
        )
    assert "will be deleted" in text(interaction.response)
    for _ in range(WEEK // 86400 - 1):
        await table.env.advance_time(86400)
    await table.env.advance_time(86400 - 60)
    await person.slash(table.channel, "games")
    await table.env.advance_time(120)
    with reading(table.store) as tx:
        assert erasure_rows.get_erasure(tx, person.id) is None


async def test_a_player_who_returns_on_the_day_of_erasure_starts_from_scratch(table: Table) -> None:
    await opened(table, table.ada, ME, "Join the global ratings")
    await request_erasure_and_return(table, table.ada)
    interaction = await table.ada.slash(table.channel, "me data")
    assert interaction.response is not None
    data = json.loads(await interaction.response.attachments[0].read())
    [row] = data["rows"]["players"]
    assert (row["name"], row["global_rating"], data["games"]) == ("Ada", 0, [])
    await opened(table, table.ada, ME, "Join the global ratings")
    interaction = await table.ada.slash(table.channel, "me data")
    assert interaction.response is not None
    data = json.loads(await interaction.response.attachments[0].read())
    assert data["rows"]["players"][0]["global_rating"] == 1


async def test_a_player_who_returned_that_day_can_be_erased_again(table: Table) -> None:
    await table.ada.slash(table.channel, "games")
    await request_erasure_and_return(table, table.ada)
    interaction = await delete_data(table, table.ada)
    for action in ("forget", "forget-me"):
        assert interaction.response is not None
        interaction = await table.ada.click(
            interaction.response, custom_id=ids(interaction.response)[action]
        )
    assert "will be deleted" in text(interaction.response)
    with reading(table.store) as tx:
        assert erasure_rows.get_erasure(tx, table.ada.id) is not None
