"""Players who return on the day their data was erased start from scratch."""

import json

import simcord

from bot.service.privacy import erasure
from bot.store import erasure_rows
from tests.e2e.table import Table, ids, text

WEEK = erasure.GRACE_PERIOD


async def forgotten(table: Table, person: simcord.MemberActor) -> None:
    """Request erasure, and use the bot once more just before it happens."""
    await table.env.advance_time(3600)  # not midnight: the return must fall on the same day
    told = await person.slash(table.channel, "me data delete")
    for action in ("forget", "forget-me"):
        assert told.response is not None
        told = await person.click(told.response, custom_id=ids(told.response)[action])
    assert "will be deleted" in text(told.response)
    for _ in range(WEEK // 86400 - 1):
        await table.env.advance_time(86400)
    await table.env.advance_time(86400 - 60)
    await person.slash(table.channel, "games")
    await table.env.advance_time(120)
    async with table.store.read() as tx:
        assert await erasure_rows.get_erasure(tx, person.id) is None


async def test_a_player_who_returns_on_the_day_of_erasure_starts_from_scratch(table: Table) -> None:
    await table.ada.slash(table.channel, "me global_rating", enabled=True)
    await forgotten(table, table.ada)
    told = await table.ada.slash(table.channel, "me data export")
    assert told.response is not None
    found = json.loads(await told.response.attachments[0].read())
    [row] = found["rows"]["players"]
    assert (row["name"], row["global_rating"], found["games"]) == ("Ada", 0, [])
    told = await table.ada.slash(table.channel, "me global_rating", enabled=True)
    assert "also count globally" in text(told.response)
    told = await table.ada.slash(table.channel, "me data export")
    assert told.response is not None
    found = json.loads(await told.response.attachments[0].read())
    assert found["rows"]["players"][0]["global_rating"] == 1


async def test_a_player_who_returned_that_day_can_be_erased_again(table: Table) -> None:
    await table.ada.slash(table.channel, "games")
    await forgotten(table, table.ada)
    told = await table.ada.slash(table.channel, "me data delete")
    for action in ("forget", "forget-me"):
        assert told.response is not None
        told = await table.ada.click(told.response, custom_id=ids(told.response)[action])
    assert "will be deleted" in text(told.response)
    async with table.store.read() as tx:
        assert await erasure_rows.get_erasure(tx, table.ada.id) is not None
