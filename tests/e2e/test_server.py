"""`/server`: settings that only guild managers may change."""

import io
import math
from typing import Any

import pytest
from PIL import Image

from bot.service.clock.calendar import HOUR
from render.theme import THEMES, ThemeName
from tests.e2e import simulator
from tests.e2e.forms import fields
from tests.e2e.settings import ME, SERVER, change_settings, opened
from tests.e2e.table import Table, ids, text
from tests.e2e.test_match_channels import may, me


@pytest.mark.check
async def test_matches_are_started_only_in_allowed_channels(
    table: Table, host: simulator.MemberActor
) -> None:
    other = table.channel.guild.create_text_channel("elsewhere")
    interaction = await change_settings(table, host, SERVER, channels=[table.channel])
    assert f"Game channels: **<#{table.channel.id}>**" in text(interaction.response)
    interaction = await table.ada.slash(other, "challenge", game="halma-8")
    assert f"games can only be started in <#{table.channel.id}>." in text(interaction.response)
    await table.begin(table.ada, table.bruno)
    interaction = await change_settings(table, host, SERVER, [table.channel], channels=[])
    await table.begin(table.ada, table.bruno, channel=other)
    content = text(interaction.response)
    assert "Game channels: **all**" in content
    assert ids(interaction.response) != {}
    assert f"<@{host.id}> · Game channels: all → <#{table.channel.id}>" in content


@pytest.mark.check
async def test_posts_use_the_language_chosen_for_the_guild(
    table: Table, host: simulator.MemberActor
) -> None:
    interaction = await change_settings(table, host, SERVER, language="de")
    assert "Language in channels: **Deutsch**" in text(interaction.response)
    await table.begin(table.ada, table.bruno)
    assert "du bist am Zug" in text(table.board)
    interaction = await change_settings(table, host, SERVER, language="-")
    assert "Language in channels: **the server's own**" in text(interaction.response)


def theme_of(table: Table, message: Any) -> ThemeName:
    """Return the theme of a message's image, by the colour of its corner."""
    [file] = message.attachments
    picture = Image.open(io.BytesIO(table.env.backend.cdn.get(file.url))).convert("RGB")
    corner = picture.getpixel((1, 1))
    return min(THEMES, key=lambda theme: math.dist(THEMES[theme].paper, corner))


@pytest.mark.check
async def test_posts_use_the_theme_of_the_guild_and_private_boards_that_of_the_member(
    table: Table, host: simulator.MemberActor
) -> None:
    interaction = await change_settings(table, host, SERVER, theme="print")
    assert "Theme for boards in channels: **as printed in 1885**" in text(interaction.response)
    interaction = await change_settings(table, table.ada, ME, theme="dark")
    assert "Theme for boards only you see: **dark**" in text(interaction.response)
    await table.begin(table.ada, table.bruno)
    assert theme_of(table, table.board) == "print"
    for player, choices, theme in (
        (table.ada, {}, "dark"),
        (table.bruno, {}, "print"),
        (table.bruno, {"look": "contrast"}, "contrast"),
    ):
        interaction = await player.slash(table.channel, "game board", **choices)
        assert theme_of(table, interaction.response) == theme
    interaction = await table.ada.click(table.board, custom_id=ids(table.board)["moves"])
    assert theme_of(table, interaction.response) == "dark"


async def mentioned(table: Table) -> list[int]:
    """Return the users mentioned in the bot's newest message."""
    [*_, sent] = [each.json for each in table.env.http_requests if each.path.endswith("/messages")]
    return list((sent or {})["allowed_mentions"].get("users", []))


@pytest.mark.check
async def test_with_mentions_off_nobody_is_mentioned(
    table: Table, host: simulator.MemberActor
) -> None:
    await change_settings(table, host, SERVER, mentions="off")
    await table.begin(table.ada, table.bruno)
    assert await mentioned(table) == []


@pytest.mark.check
async def test_in_quiet_hours_boards_mention_nobody_and_a_reminder_follows(
    table: Table, host: simulator.MemberActor
) -> None:
    interaction = await change_settings(table, host, SERVER, quiet="25-3")
    assert "could not read" in text(interaction.response)
    now = table.env.now()
    hours = f"{now.hour:02}:00-{(now.hour + 3) % 24:02}:00"
    interaction = await change_settings(table, host, SERVER, quiet=hours)
    assert f"Quiet hours (no mentions): **`{hours}`**" in text(interaction.response)
    await table.begin(table.ada, table.bruno)
    board = table.board
    assert await mentioned(table) == []
    await table.env.advance_time(4 * HOUR)
    assert table.last.id != board.id
    assert f"<@{table.ada.id}>, it is your turn" in text(table.last)
    assert await mentioned(table) == [table.ada.id]
    interaction = await change_settings(table, host, SERVER, quiet="0-0")
    assert "Quiet hours (no mentions): **never**" in text(interaction.response)


@pytest.mark.check
async def test_only_managers_can_change_settings_even_if_discord_allows_others(
    table: Table,
) -> None:
    await table.begin(table.ada, table.bruno)
    tree = await table.client.tree.fetch_commands()
    [command] = [each for each in tree if each.name == "server"]
    table.channel.guild.set_command_permissions(command, {table.ada: True})
    for name, choices in (
        ("settings", {}),
        ("health", {}),
        ("abort", {"game": "1"}),
        ("annul", {"game": "1"}),
    ):
        interaction = await table.ada.slash(table.channel, f"server {name}", **choices)
        assert "Only the managers of this server" in text(interaction.response)
    assert (await table.match(1)).status == "running"


@pytest.mark.check
async def test_an_invalid_match_number_is_explained(
    table: Table, host: simulator.MemberActor
) -> None:
    for command in ("abort", "annul"):
        interaction = await host.slash(table.channel, f"server {command}", game="abc")
        assert "No game in this server has the number `abc`. Each board shows" in text(
            interaction.response
        )


@pytest.mark.check
async def test_a_manager_who_is_not_a_player_cannot_move(
    table: Table, host: simulator.MemberActor
) -> None:
    game = await table.begin(table.ada, table.bruno)
    interaction = await host.slash(table.channel, "move", move="II,3-III,3", game=str(game))
    assert "You are not playing in that game" in text(interaction.response)
    interaction = await host.slash(table.channel, "move", move="II,3-III,3")
    assert "You have no game in progress" in text(interaction.response)
    await host.send(table.channel, "II,3-III,3", reply_to=table.board)
    assert "resign" not in ids(await table.menu(host))
    assert (await table.match(game)).ply == 0


@pytest.mark.check
async def test_server_health_reports_missing_permissions_to_a_manager(
    table: Table, host: simulator.MemberActor
) -> None:
    await table.begin(table.ada, table.bruno)
    interaction = await host.slash(table.channel, "server health")
    assert text(interaction.response) == (
        "1 game is in progress in this server.\n"
        f"I have every permission I need in <#{table.channel.id}>.\n"
        "No messages are waiting to be posted."
    )
    may(table, me(table), create_public_threads=False)
    await change_settings(table, host, SERVER, threads="on")
    interaction = await host.slash(table.channel, "server health")
    assert (
        f"I am missing **Create Public Threads** in <#{table.channel.id}>, so I post in the channel"
        in text(interaction.response)
    )
    may(table, me(table), attach_files=False)
    interaction = await host.slash(table.channel, "server health")
    assert f"I am missing **Attach Files** in <#{table.channel.id}>" in text(interaction.response)


@pytest.mark.check
async def test_permissions_are_checked_before_the_first_game(
    table: Table, host: simulator.MemberActor
) -> None:
    elsewhere = table.channel.guild.create_text_channel("elsewhere")
    settings = (await host.slash(table.channel, "server settings")).response
    assert "### Settings for this server" in text(settings)
    checked = await host.click(settings, custom_id=ids(settings)["server-health"])
    assert f"every permission I need in <#{table.channel.id}>." in text(checked.response)
    await change_settings(table, host, SERVER, channels=[elsewhere], daily=[table.channel])
    may(table, me(table), send_messages=False)
    checked = await host.click(settings, custom_id=ids(settings)["server-health"])
    assert "I am missing **Send Messages**" in text(checked.response)
    assert f"<#{table.channel.id}>, so I cannot post boards there." in text(checked.response)
    assert f"<#{elsewhere.id}>" not in text(checked.response)


@pytest.mark.check
async def test_the_settings_lead_to_the_forms_of_extensions(
    table: Table, host: simulator.MemberActor
) -> None:
    form = await opened(table, host, SERVER, "Tournaments")
    assert set(fields(form)) == {"organisers", "champion"}


@pytest.mark.check
async def test_a_game_refused_for_a_missing_permission_can_be_tried_again(table: Table) -> None:
    may(table, me(table), attach_files=False)
    for command in ("play", "challenge"):
        refused = await table.ada.slash(table.channel, command, game="halma-8")
        reply = text(refused.response)
        assert "I am missing **Attach Files** in this channel." in reply
        assert reply.endswith("then try again."), "there is no board to post yet"
