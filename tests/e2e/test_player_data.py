"""Player self-service: data export, erasure and blocks."""

import json
from types import SimpleNamespace
from typing import cast

import discord
import pytest

from bot import app
from bot.store import Store
from tests.e2e import simulator
from tests.e2e.days import wait
from tests.e2e.settings import ME, opened
from tests.e2e.table import Table, ids, new_client, options, text


@pytest.mark.check
async def test_a_player_gets_all_stored_data_as_a_private_file(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno, clock="untimed")
    await table.moved(game, "II,3-III,3")
    interaction = await table.ada.slash(table.channel, "me data")
    assert interaction.response is not None
    assert interaction.response.ephemeral
    assert "This file holds everything I have stored" in text(interaction.response)
    [file] = interaction.response.attachments
    assert file.filename == "halma-data.json"
    data = json.loads(await file.read())
    assert data["rows"]["players"][0]["name"] == "Ada"
    assert "II,3-III,3" in data["games"][0]["record"]


async def my_data(table: Table, label: str) -> simulator.InteractionResult:
    """Press the button with this label below Ada's data."""
    return await opened(table, table.ada, "me data", label)


@pytest.mark.check
async def test_erasure_is_confirmed_twice_and_can_be_cancelled_for_a_week(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno, clock="untimed")
    interaction = await my_data(table, "Delete my data")
    assert interaction.response is not None
    assert "This will resign your 1 game in progress." in text(interaction.response)
    first = interaction.response
    interaction = await table.ada.click(first, custom_id=ids(first)["forget"])
    assert interaction.response is not None
    assert "Are you sure?" in text(interaction.response)
    second = interaction.response
    interaction = await table.ada.click(second, custom_id=ids(second)["forget-me"])
    assert "will be deleted" in text(interaction.response)
    interaction = await my_data(table, "Delete my data")
    assert interaction.response is not None
    assert "will be deleted" in text(interaction.response)
    interaction = await table.ada.click(
        interaction.response, custom_id=ids(interaction.response)["remember"]
    )
    assert "Nothing will be deleted" in text(interaction.response)
    await wait(table, 8 * 86400)
    assert (await table.match(game)).status == "running"


@pytest.mark.check
async def test_after_a_week_the_player_is_removed_from_the_match_and_its_post(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno, clock="untimed")
    await table.moved(game, "II,3-III,3", "VII,6-VI,6")
    interaction = await my_data(table, "Delete my data")
    for action in ("forget", "forget-me"):
        assert interaction.response is not None
        interaction = await table.ada.click(
            interaction.response, custom_id=ids(interaction.response)[action]
        )
    await wait(table, 8 * 86400)
    match = await table.match(game)
    assert match.status == "finished"
    assert match.players[0] < 0
    content = text(table.board)
    assert "N. N. " in content
    assert f"<@{table.bruno.id}> has won" in content
    assert str(table.ada.id) not in content
    mentioned = table.env.http_requests[-1].json
    assert str(table.ada.id) not in json.dumps(mentioned)
    interaction = await table.bruno.click(table.board, custom_id=ids(table.board)["rematch"])
    assert "I cannot find that" in text(interaction.response)
    interaction = await table.ada.slash(table.channel, "me data")
    assert interaction.response is not None
    data = json.loads(await interaction.response.attachments[0].read())
    assert data["games"] == []


@pytest.mark.check
async def test_a_block_works_both_ways_and_is_private(table: Table) -> None:
    panel = (await opened(table, table.ada, ME, "Blocked players")).response
    assert panel is not None
    assert panel.ephemeral
    assert "You have not blocked anyone" in text(panel)
    assert set(ids(panel)) == {"block"}
    interaction = await table.ada.select(panel, [table.bruno])
    assert "can no longer challenge each other" in text(interaction.response)
    interaction = await table.bruno.slash(table.channel, "challenge", opponent=table.ada)
    assert f"You and <@{table.ada.id}> cannot play together" in text(interaction.response)
    post = await table.challenge(table.ada)
    interaction = await table.bruno.click(post, custom_id=ids(post)["accept"])
    assert "cannot play together" in text(interaction.response)
    panel = (await opened(table, table.ada, ME, "Blocked players")).response
    assert panel is not None
    assert f"You have blocked <@{table.bruno.id}>" in text(panel)
    second = (await opened(table, table.ada, ME, "Blocked players")).response
    unblock = ids(panel)["unblock"]
    interaction = await table.ada.select(panel, [str(table.bruno.id)], custom_id=unblock)
    assert "You have unblocked" in text(interaction.response)
    assert second is not None
    interaction = await table.ada.select(second, [str(table.bruno.id)], custom_id=unblock)
    assert f"You have not blocked <@{table.bruno.id}>" in text(interaction.response)
    await table.bruno.click(post, custom_id=ids(post)["accept"])
    assert (await table.match(1)).status == "running"


@pytest.mark.check
async def test_a_player_who_has_left_the_server_can_be_unblocked(table: Table) -> None:
    """A select of members does not offer them."""
    interaction = await table.ada.context_menu(table.channel, "Block", table.bruno)
    assert "can no longer challenge each other" in text(interaction.response)
    panel = (await opened(table, table.ada, ME, "Blocked players")).response
    assert panel is not None
    assert [(each["label"], each["value"]) for each in options(panel)] == [
        ("Bruno", str(table.bruno.id))
    ]
    table.channel.guild.remove_member(table.bruno)
    panel = (await opened(table, table.ada, ME, "Blocked players")).response
    assert panel is not None
    [option] = options(panel)
    interaction = await table.ada.select(panel, [option["value"]], custom_id=ids(panel)["unblock"])
    assert "You have unblocked" in text(interaction.response)


@pytest.mark.check
async def test_a_player_cannot_block_themselves(table: Table) -> None:
    interaction = await table.ada.context_menu(table.channel, "Block", table.ada)
    assert "You cannot block yourself" in text(interaction.response)


async def test_only_the_most_recent_players_are_cached(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "CACHED_EVENTS", 3)
    client = new_client(None, store)
    for number in range(5):
        person = SimpleNamespace(id=number, name="x", display_name=f"Person {number}")
        await client.upsert_player(cast(discord.User, person))
    assert list(client._seen_players) == [2, 3, 4]
