"""Error handling: an unexpected error is reported with an id that is also logged."""

import copy
import re
from typing import Any

import discord
import pytest
from discord import app_commands
from structlog.testing import capture_logs

from bot.app import Followup
from bot.commands import move_by_message
from bot.service.actions import moves
from bot.views.components import Button, ComponentId, button_row, layout
from tests.e2e import simulator
from tests.e2e.simulator import InteractionType, base_payload
from tests.e2e.table import Table, text


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a service function raise an unexpected error."""

    def fails(*_: Any, **__: Any) -> None:
        raise RuntimeError("wires crossed")

    monkeypatch.setattr(moves, "play", fails)


@pytest.mark.check
async def test_an_unexpected_error_is_reported_with_the_id_of_its_traceback(
    table: Table, broken: None
) -> None:
    await table.begin(table.ada, table.bruno)
    with capture_logs() as log:
        interaction = await table.ada.slash(table.channel, "move", move="II,3-III,3")
        await table.ada.send(table.channel, "II,3-III,3", reply_to=table.board)
        written = table.last.content
    content = text(interaction.response)
    for sentence, line in zip((content, written), log, strict=True):
        matched = re.search(r"`([0-9a-f]{8})`", sentence)
        assert matched is not None
        assert line["error_id"] == matched[1]
        assert isinstance(line["exc_info"], RuntimeError)
        assert "wires" not in sentence


@pytest.mark.check
async def test_a_broken_or_unknown_button_gets_a_reply(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    channel = table.client.get_channel(table.channel.id)
    assert isinstance(channel, discord.TextChannel)
    view = layout(button_row(Button(ComponentId("vanished", 1), "old")))
    await channel.send(view=view)
    interaction = await table.ada.click(table.last, label="old")
    assert "That button no longer works" in text(interaction.response)
    plain = discord.ui.View(timeout=None)
    plain.add_item(discord.ui.Button(label="foreign", custom_id="something:else"))
    await channel.send("x", view=plain)
    plain.stop()
    interaction = await table.ada.click(table.last, label="foreign")
    assert "That button no longer works" in text(interaction.response)


@pytest.mark.check
async def test_a_command_unknown_to_the_bot_asks_to_try_again(
    table: Table,
) -> None:
    await table.begin(table.ada, table.bruno)
    table.expected = (app_commands.CommandNotFound,)
    table.client.tree.remove_command("help")
    interaction = await table.ada.slash(table.channel, "help")
    assert "just been updated" in text(interaction.response)


@pytest.mark.check
async def test_a_reply_that_discord_refuses_is_only_logged(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    with capture_logs() as log:
        table.env.inject_error(
            "POST", "/interactions/*/callback", status=404, code=10062, times=None
        )
        await table.ada.slash(table.channel, "help")
        table.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=1)
        await table.ada.send(table.channel, "I,1-I,2", reply_to=table.board)
    assert "reply failed" in {line["event"] for line in log}
    assert "reply to a message failed" in {line["event"] for line in log}


@pytest.mark.check
async def test_an_error_in_an_event_is_logged(table: Table) -> None:
    table.expected = (RuntimeError,)
    with capture_logs() as log:
        try:
            raise RuntimeError("lost")
        except RuntimeError:
            await table.client.on_error("on_something")
    assert log[0]["event"] == "unexpected"
    assert isinstance(log[0]["exc_info"], RuntimeError)


@pytest.mark.check
async def test_messages_of_bots_and_webhooks_are_ignored(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []

    async def hear(_: Any, message: discord.Message) -> None:
        heard.append(message.content)

    monkeypatch.setattr(move_by_message, "handle_message", hear)
    robot = table.channel.guild.add_member(table.env.create_user("robot", bot=True))
    await robot.send(table.channel, "I,1-II,2")
    hook = table.channel.guild.create_webhook(table.channel, "hook")
    await hook.send("I,1-II,2")
    await table.ada.send(table.channel, "hello")
    assert heard == [""], "the text is not ours to read, and only people are heard"


@pytest.mark.check
async def test_a_reply_without_readable_text_is_explained_to_the_player_to_move(
    table: Table,
) -> None:
    await table.begin(table.ada, table.bruno)
    table.env.backend.get_message(table.channel.id, table.board.id)
    before = len(table.posts())
    await silent_reply(table, table.bruno)
    assert len(table.posts()) == before
    await silent_reply(table, table.ada)
    assert "does not mention me" in table.last.content


async def silent_reply(table: Table, player: Any) -> None:
    """Send a reply without a mention, so that Discord hides its text from the bot."""
    backend = table.env.backend
    reference = backend.normalize_message_reference(
        table.channel.id,
        {"channel_id": str(table.channel.id), "message_id": str(table.board.id)},
    )
    message = backend.create_message(
        table.channel.id, player.id, "", reference=reference,
        attachments=[], embeds=[{"title": "hidden"}],
    )  # fmt: skip
    assert message is not None
    await table.env.settle()


@pytest.mark.check
async def test_a_repeated_event_is_answered_once(table: Table) -> None:
    """Discord resends events when a session resumes, even events that change nothing."""
    await table.begin(table.ada, table.bruno)
    backend, emit, events = table.env.backend, table.env.backend.emit, list[Any]()

    def noting(name: str, payload: Any) -> None:
        events.append((name, copy.deepcopy(payload)))
        emit(name, payload)

    backend.emit = noting  # type: ignore[assignment]
    await table.ada.slash(table.channel, "help")
    await table.ada.send(table.channel, f"<@{backend.bot_user.id}> help")
    backend.emit = emit  # type: ignore[method-assign]
    posts = len(table.posts())
    with capture_logs() as log:
        for name, payload in events:
            if name in {"INTERACTION_CREATE", "MESSAGE_CREATE"}:
                emit(name, payload)
        await table.env.settle()
    assert len(table.posts()) == posts
    assert log == []


@pytest.mark.check
async def test_expected_losses_are_not_logged_as_errors(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    table.expected = (ConnectionResetError,)
    with capture_logs() as log:
        table.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
        await table.ada.slash(table.channel, "move", move="II,3-III,3")
        try:
            raise ConnectionResetError(104, "Connection reset by peer")
        except ConnectionResetError:
            await table.client.on_error("on_something")
    assert {line["log_level"] for line in log} <= {"info", "warning"}
    assert [line for line in log if "exc_info" in line] == []
    assert table.board.attachments[0].filename == "halma-1-1.png"


@pytest.mark.check
@pytest.mark.parametrize(
    "custom_id",
    ["h:moves:18446744073709551616:0", "h:moves:9223372036854775808:0", "s:which:1:0:nonsense",
     "s:which:1:0", "h:which:1:0:nonsense", "h:play:1:0:@zz", "h:moves:1:0:@zz", "s:moves:1:0:sx",
     "h:way:1:0:@zz", "h:accept:99999999999999999999:0", "m:plan:99999999999999999999:0"],
)  # fmt: skip
async def test_a_malformed_custom_id_is_answered_like_an_old_button(
    table: Table, custom_id: str
) -> None:
    await table.begin(table.ada, table.bruno)
    with capture_logs() as log:
        interaction = await pressed(table, custom_id)
    assert "something went wrong" not in text(interaction.response)
    assert [line for line in log if line["event"] == "unexpected"] == []


async def pressed(table: Table, custom_id: str) -> simulator.InteractionResult:
    """Use a forged component or modal with this custom id as Ada; return the result."""
    backend = table.env.backend
    form, select = custom_id.startswith("m:"), custom_id.startswith("s:")
    item: discord.ui.Item[Any] = discord.ui.Button(label="forged", custom_id=custom_id)
    if select:
        choices = [discord.SelectOption(label="x", value="sx")]
        item = discord.ui.Select(custom_id=custom_id, options=choices)
    channel = table.client.get_channel(table.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.send(view=layout(discord.ui.ActionRow(item)))
    data: dict[str, Any] = {"custom_id": custom_id}
    if form:
        data["components"] = []
    else:
        data["component_type"] = 3 if select else 2
    if select:
        data["values"] = ["sx"]
    record, payload = base_payload(
        backend,
        type=InteractionType.MODAL_SUBMIT if form else InteractionType.MESSAGE_COMPONENT,
        channel_id=table.channel.id,
        guild_id=table.channel.guild.id,
        user_id=table.ada.id,
        data=data,
    )
    payload["message"] = seen = table.seen(table.last)
    record.source_message_id = int(seen["id"])
    backend.emit("INTERACTION_CREATE", payload)
    await table.env.settle()
    return simulator.InteractionResult(table.env, record)


@pytest.mark.check
async def test_a_move_stands_if_the_news_for_its_player_cannot_be_read(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> None:
        raise RuntimeError("wires crossed")

    await table.begin(table.ada, table.bruno)
    monkeypatch.setattr(table.client, "followups", [Followup(fails, fails)])
    with capture_logs() as log:
        interaction = await table.ada.slash(table.channel, "move", move="II,3-III,3")
    assert "Played" in text(interaction.response)
    assert [line["happening"] for line in log if line["log_level"] == "error"] == ["followups"]
    assert "II,3-III,3" in text(table.board)
