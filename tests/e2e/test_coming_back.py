"""Who comes back on the day on which they were forgotten begins anew."""

import json

import simcord

from bot.service.privacy import erasure
from bot.store import erasure_rows
from tests.e2e.table import Table, ids, text

WEEK = erasure.UNDO


async def forgotten(table: Table, person: simcord.MemberActor) -> None:
    """They ask for it, and are met again by name just before it happens."""
    await table.env.advance_time(3600)  # the world begins at midnight: it must be within one day
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
        assert await erasure_rows.get(tx, person.id) is None


async def test_who_comes_back_on_the_day_they_were_forgotten_begins_anew(table: Table) -> None:
    await table.ada.slash(table.channel, "me worldwide", wish=True)
    await forgotten(table, table.ada)
    told = await table.ada.slash(table.channel, "me data export")
    assert told.response is not None
    found = json.loads(await told.response.attachments[0].read())
    [row] = found["rows"]["players"]
    assert (row["name"], row["worldwide"], found["games"]) == ("Ada", 0, [])
    told = await table.ada.slash(table.channel, "me worldwide", wish=True)
    assert "also count worldwide" in text(told.response)
    told = await table.ada.slash(table.channel, "me data export")
    assert told.response is not None
    found = json.loads(await told.response.attachments[0].read())
    assert found["rows"]["players"][0]["worldwide"] == 1


async def test_who_comes_back_on_that_day_can_be_forgotten_again(table: Table) -> None:
    await table.ada.slash(table.channel, "games")
    await forgotten(table, table.ada)
    told = await table.ada.slash(table.channel, "me data delete")
    for action in ("forget", "forget-me"):
        assert told.response is not None
        told = await table.ada.click(told.response, custom_id=ids(told.response)[action])
    assert "will be deleted" in text(told.response)
    async with table.store.read() as tx:
        assert await erasure_rows.get(tx, table.ada.id) is not None
