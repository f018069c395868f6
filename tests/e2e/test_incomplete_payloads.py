"""Tests of interactions without optional fields, and of refused references."""

from collections.abc import Mapping
from typing import Any

import discord
import pytest
from discord import app_commands
from structlog.testing import capture_logs

from bot.store.match import matches
from tests.e2e import simulator
from tests.e2e.simulator import InteractionType, base_payload
from tests.e2e.table import Table, ids, text
from tests.transactions import reading

COMMANDS: dict[str, Mapping[str, Any]] = {
    "play": {"game": "halma-8", "level": "1"},
    "challenge": {"game": "halma-8", "side": "first"},
}
NO_CHANNEL = "Discord has not said which channel this is"


async def used(
    table: Table, name: str, options: Mapping[str, Any], without: set[str], **changes: Any
) -> simulator.InteractionResult:
    """Use a command of Ada's whose payload lacks these fields."""
    data: dict[str, Any] = {
        "name": name.partition(" ")[0],
        "type": 1,
        "options": [
            {"name": key, "type": 4 if isinstance(value, int) else 3, "value": value}
            for key, value in options.items()
        ],
    }
    if " " in name:
        inner = {"name": name.partition(" ")[2], "type": 1, "options": data["options"]}
        data["options"] = [inner]
    record, payload = base_payload(
        table.env.backend,
        type=InteractionType.APPLICATION_COMMAND,
        channel_id=table.channel.id,
        guild_id=table.channel.guild.id,
        user_id=table.ada.id,
        data=data,
    )
    payload["member"]["permissions"] = str(discord.Permissions.all().value)
    payload = {key: value for key, value in payload.items() if key not in without} | changes
    table.env.backend.emit("INTERACTION_CREATE", payload)
    await table.env.settle()
    return simulator.InteractionResult(table.env, record)


@pytest.mark.check
@pytest.mark.parametrize("name", COMMANDS)
async def test_without_a_channel_nothing_is_posted(table: Table, name: str) -> None:
    for absent in ({"channel", "channel_id"}, {"channel_id"}):
        changes = {} if "channel" in absent else {"channel": None}
        result = await used(table, name, COMMANDS[name], absent, **changes)
        answer = text(result.response)
        assert NO_CHANNEL in answer or "text channel" in answer
    with reading(table.store) as tx:
        assert matches.running_matches(tx) == []
    assert not any("/channels/0/" in sent.path for sent in table.env.http_requests)


@pytest.mark.check
async def test_a_game_is_played_in_the_channel_that_only_its_id_names(table: Table) -> None:
    for changes in ({}, {"channel": None}):
        result = await used(table, "play", COMMANDS["play"], {"channel"}, **changes)
        assert "has begun" in text(result.response)
    with reading(table.store) as tx:
        assert {match.channel for match in matches.running_matches(tx)} == {table.channel.id}


@pytest.mark.check
async def test_nulls_in_optional_fields_of_a_press_are_left_out(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    record, payload = base_payload(
        table.env.backend,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=table.channel.id,
        guild_id=table.channel.guild.id,
        user_id=table.ada.id,
        data={"custom_id": ids(table.board)["menu"], "component_type": 2},
    )
    payload["message"] = {**table.seen(table.board), "thread": None, "poll": None}
    payload |= {"locale": None, "guild_locale": None, "entitlements": None}
    record.source_message_id = table.board.id
    table.env.backend.emit("INTERACTION_CREATE", payload)
    await table.env.settle()
    assert simulator.InteractionResult(table.env, record).response is not None


@pytest.mark.check
@pytest.mark.parametrize("data", [None, {}, {"name": "move", "options": None}, {"name": ["move"]}])
async def test_autocomplete_without_data_is_one_line_in_the_log(table: Table, data: Any) -> None:
    record, payload = base_payload(
        table.env.backend,
        type=InteractionType.APPLICATION_COMMAND,
        channel_id=table.channel.id,
        guild_id=table.channel.guild.id,
        user_id=table.ada.id,
        data={"name": "move"},
    )
    table.expected = (app_commands.AppCommandError,)
    with capture_logs() as log:
        table.env.backend.emit("INTERACTION_CREATE", {**payload, "type": 4, "data": data})
        await table.env.settle()
    [line] = log
    assert "exc_info" not in line
    assert not record.responded


@pytest.mark.check
@pytest.mark.parametrize(("status", "code"), [(400, 50035), (404, 10008), (403, 160002)])
async def test_a_reply_whose_reference_is_refused_is_sent_without_it(
    table: Table, status: int, code: int
) -> None:
    await table.begin(table.ada, table.bruno)
    table.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=1)
    await table.ada.send(table.channel, "I,1-I,2", reply_to=table.board)
    requests = [sent for sent in table.env.http_requests if sent.path.endswith("/messages")]
    assert requests[-2].json["message_reference"]["fail_if_not_exists"] is False
    assert "message_reference" not in requests[-1].json
    assert table.last.content.startswith("That is not a legal move") or table.last.components


@pytest.mark.check
@pytest.mark.parametrize("answer", [None, "", [], [{}], [{"id": None}], {"id": 1}])
async def test_commands_whose_registration_is_answered_unreadably_are_registered_again(
    table: Table, answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreadable(*_: Any, **_options: Any) -> Any:
        return answer

    note = table.store.path.with_name(f"{table.store.path.name}.commands")
    note.unlink(missing_ok=True)
    with monkeypatch.context() as patched:
        patched.setattr(discord.http.HTTPClient, "bulk_upsert_global_commands", unreadable)
        await table.restart()
    assert not note.exists()
    await table.env.advance_time(90)
    assert note.exists()
