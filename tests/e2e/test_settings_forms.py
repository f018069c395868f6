"""Forms for the settings of a server and of a player."""

from typing import Any

import discord
import pytest
import simcord

from bot.commands.me.settings import PAGES, SETTINGS
from bot.service.guilds import guild_settings
from bot.service.players import player_settings
from bot.store.models import PlayerSettings
from tests.e2e.forms import at_once, forged, labels, shown, submit
from tests.e2e.table import Table, ids, text
from tests.transactions import reading


@pytest.fixture
def host(table: Table) -> simcord.MemberActor:
    """Return a member with the Manage Server permission."""
    role = table.channel.guild.create_role(
        "host", permissions=discord.Permissions(manage_guild=True)
    )
    return table.channel.guild.add_member(table.env.create_user("host"), roles=[role])


async def opened(
    table: Table, person: simcord.MemberActor, command: str, label: str
) -> simcord.InteractionResult:
    """Open a form of `/server settings` or `/me settings`."""
    interaction = await person.slash(table.channel, command)
    assert interaction.response is not None
    return await person.click(interaction.response, label=label)


def server(table: Table) -> dict[str, str]:
    """Return the stored settings of the guild."""
    with reading(table.store) as tx:
        return guild_settings.load_settings(tx, table.channel.guild.id)


def mine(table: Table, person: simcord.MemberActor) -> PlayerSettings:
    """Return the stored settings of a player."""
    with reading(table.store) as tx:
        return player_settings.load_settings(tx, person.id)


@pytest.mark.check
async def test_the_forms_of_a_server_show_its_settings(
    table: Table, host: simcord.MemberActor
) -> None:
    await host.slash(table.channel, "server theme", theme="dark")
    await host.slash(table.channel, "server channels", games="allow")
    await host.slash(table.channel, "server quiet_hours", hours="22-8", timezone="Berlin")
    form = await opened(table, host, "server settings", "Games and boards")
    assert shown(form) == {
        "theme": ["dark"],
        "language": ["-"],
        "switches": ["ratings", "mentions"],
    }
    form = await opened(table, host, "server settings", "Channels and quiet hours")
    values = shown(form)
    assert values["channels"] == [table.channel.id]
    assert (values["zone"], values["quiet"]) == ("Europe/Berlin", "22:00-08:00")
    assert labels(form)[0] == "Game channels"


@pytest.mark.check
async def test_a_form_changes_the_settings_of_a_server(
    table: Table, host: simcord.MemberActor
) -> None:
    form = await opened(table, host, "server settings", "Games and boards")
    done = await submit(
        host, form, theme=["print"], language=["de"], switches=["ratings", "threads", "mentions"]
    )
    content = text(done.response)
    assert "Theme for boards in channels: **as printed in 1885**" in content
    assert f"<@{host.id}> · A thread for each game: off → on" in content
    changed = server(table)
    assert (changed["theme"], changed["language"], changed["threads"]) == ("print", "de", "on")
    form = await opened(table, host, "server settings", "Channels and quiet hours")
    other = table.channel.guild.create_text_channel("elsewhere")
    done = await submit(
        host, form, channels=[table.channel, other], zone="berlin", quiet="10pm-8am"
    )
    assert f"<#{table.channel.id}>, <#{other.id}>" in text(done.response)
    changed = server(table)
    assert (changed["zone"], changed["quiet"]) == ("Europe/Berlin", "22:00-08:00")
    form = await opened(table, host, "server settings", "Channels and quiet hours")
    await submit(host, form, channels=[], zone="", quiet="")
    defaults = guild_settings.DEFAULTS
    assert all(server(table)[name] == defaults[name] for name in ("channels", "zone", "quiet"))


@pytest.mark.check
async def test_an_unreadable_text_changes_nothing_and_the_rest_is_saved(
    table: Table, host: simcord.MemberActor
) -> None:
    form = await opened(table, host, "server settings", "Channels and quiet hours")
    done = await submit(host, form, zone="Atlantis", quiet="22-8")
    assert "I don't know the time zone `Atlantis`" in text(done.response)
    assert server(table)["zone"] == "UTC"
    assert server(table)["quiet"] == "22:00-08:00"
    assert done.response is not None
    assert "server-form" in ids(done.response), "the form can be opened again"


@pytest.mark.check
async def test_an_outdated_form_keeps_what_someone_else_has_changed(
    table: Table, host: simcord.MemberActor
) -> None:
    form = await opened(table, host, "server settings", "Games and boards")
    await host.slash(table.channel, "server theme", theme="dark")
    await host.slash(table.channel, "server set", setting="worldwide", value="on")
    await submit(host, form, switches=["ratings"])
    changed = server(table)
    assert changed["theme"] == "dark"
    assert changed["worldwide"] == "on"
    assert changed["mentions"] == "off"


@pytest.mark.check
async def test_two_managers_can_change_different_settings_at_once(
    table: Table, host: simcord.MemberActor
) -> None:
    guild = table.channel.guild
    other = guild.add_member(
        table.env.create_user("other"),
        roles=[guild.create_role("other", permissions=discord.Permissions(manage_guild=True))],
    )
    forms = [
        await opened(table, person, "server settings", "Games and boards")
        for person in (host, other)
    ]
    await at_once(
        table,
        [(host, forms[0], {"theme": ["print"]}), (other, forms[1], {"switches": ["ratings"]})],
    )
    changed = server(table)
    assert (changed["theme"], changed["ratings"], changed["mentions"]) == ("print", "on", "off")


@pytest.mark.check
async def test_only_managers_open_and_submit_the_forms_of_a_server(
    table: Table, host: simcord.MemberActor
) -> None:
    interaction = await host.slash(table.channel, "server settings")
    assert interaction.response is not None
    for action in ("server-form", "server-change"):
        results = await table.at_once([(table.ada, interaction.response, f"h:{action}:0:0:games")])
        assert "Only the managers of this server" in text(results[0].response)
    before = server(table)
    theme = {"type": 21, "custom_id": "theme:0", "value": "dark"}
    answered = await forged(table, table.ada, "m:server-change:0:0:games", [theme])
    assert "Only the managers of this server" in text(answered.response)
    assert server(table) == before


HOSTILE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("games", {"type": 3, "custom_id": "theme:0", "values": ["neon"]}),
    ("games", {"type": 3, "custom_id": "theme:0", "values": []}),
    ("games", {"type": 3, "custom_id": "language:0", "values": ["x" * 4000]}),
    ("channels", {"type": 8, "custom_id": "channels:0", "values": ["1"]}),
    ("channels", {"type": 8, "custom_id": "channels:0", "values": ["here"]}),
    ("channels", {"type": 8, "custom_id": "channels:0", "values": ["9" * 30]}),
    ("channels", {"type": 4, "custom_id": "zone:0", "value": "x" * 4000}),
    ("channels", {"type": 4, "custom_id": "quiet:0", "value": "\u202e\x00"}),
    ("nowhere", {"type": 4, "custom_id": "zone:0", "value": "Berlin"}),
    *(
        (page, {"type": 4, "custom_id": f"{name}:0", "value": "\ud83d"})
        for page, name in (("games", "language"), ("times", "zone"), ("times", "quiet"))
    ),
    ("channels", {"type": 8, "custom_id": "channels:0", "values": ["\ud83d"]}),
    ("games", {"type": 22, "custom_id": "switches:" + "9" * 80, "values": None}),
    ("games", {"type": 22, "custom_id": "switches:x", "values": ["ratings"]}),
    ("games", {"type": 4, "custom_id": "unknown", "value": "1"}),
    ("games", {"type": 4, "custom_id": "abort:0", "value": "1"}),
)


@pytest.mark.check
@pytest.mark.parametrize(("page", "field"), HOSTILE, ids=str)
async def test_hostile_values_in_a_form_of_a_server_are_answered(
    table: Table, host: simcord.MemberActor, page: str, field: dict[str, Any]
) -> None:
    before = server(table)
    answered = await forged(table, host, f"m:server-change:0:0:{page}", [field])
    content = text(answered.response)
    assert content.strip()
    assert "went wrong" not in content
    after = server(table)
    switches = {"ratings", "worldwide", "threads", "mentions"}
    assert {name for name in before if before[name] != after[name]} <= switches


@pytest.mark.check
@pytest.mark.parametrize("page", PAGES)
async def test_lone_surrogates_in_a_form_of_a_player_are_answered(table: Table, page: str) -> None:
    before = mine(table, table.ada)
    for row in SETTINGS:
        field = {"type": 4, "custom_id": f"{row.option}:0", "value": "\ud83d"}
        answered = await forged(table, table.ada, f"m:me-change:0:0:{page}", [field])
        assert "went wrong" not in text(answered.response)
    assert mine(table, table.ada) == before


@pytest.mark.check
async def test_the_forms_of_a_player_show_and_change_their_settings(table: Table) -> None:
    form = await opened(table, table.ada, "me settings", "Time and notifications")
    assert shown(form) == {
        "timezone": "UTC",
        "quiet_hours": "",
        "reminders": "channel",
        "digest": "off",
        "switches": ["vacation"],
    }
    done = await submit(
        table.ada, form, timezone="berlin", quiet_hours="22-8", reminders="dm", digest="7:30",
        switches=[],
    )  # fmt: skip
    assert "Your time zone: `Europe/Berlin`" in text(done.response)
    settings = mine(table, table.ada)
    assert (settings.zone, settings.quiet, settings.remind) == (
        "Europe/Berlin",
        "22:00-08:00",
        "dm",
    )
    assert (settings.digest, settings.vacation) == (450, False)
    form = await opened(table, table.ada, "me settings", "Time and notifications")
    assert shown(form)["digest"] == "07:30"
    await submit(table.ada, form, timezone="", quiet_hours="", digest="")
    settings = mine(table, table.ada)
    assert (settings.zone, settings.quiet, settings.digest) == ("UTC", "", None)
    form = await opened(table, table.ada, "me settings", "Boards, moves and privacy")
    assert shown(form) == {"viewpoint": "first", "theme": ["posts"], "switches": ["confirm_taps"]}
    await submit(table.ada, form, viewpoint="mine", theme=["dark"], switches=["confirm_typed"])
    settings = mine(table, table.ada)
    assert (settings.board_side, settings.theme) == ("mine", "dark")
    assert (settings.confirm_typed, settings.confirm_taps) == (True, False)


@pytest.mark.check
async def test_a_players_unreadable_text_changes_nothing_and_the_rest_is_saved(
    table: Table,
) -> None:
    form = await opened(table, table.ada, "me settings", "Time and notifications")
    done = await submit(table.ada, form, digest="teatime", quiet_hours="never", reminders="none")
    content = text(done.response)
    assert "I could not read `teatime` as a time." in content
    assert "I could not read `never` as quiet hours." in content
    settings = mine(table, table.ada)
    assert (settings.digest, settings.quiet, settings.remind) == (None, "", "none")


@pytest.mark.check
async def test_a_players_outdated_form_keeps_what_has_changed_since(table: Table) -> None:
    form = await opened(table, table.ada, "me settings", "Boards, moves and privacy")
    await table.ada.slash(table.channel, "me settings", theme="dark", show_name=True)
    await submit(table.ada, form, viewpoint="mine")
    settings = mine(table, table.ada)
    assert (settings.theme, settings.show_name, settings.board_side) == ("dark", True, "mine")


@pytest.mark.check
async def test_a_submitted_form_replaces_the_settings_shown(table: Table) -> None:
    interaction = await table.ada.slash(table.channel, "me settings")
    assert interaction.response is not None
    form = await table.ada.click(interaction.response, label="Boards, moves and privacy")
    done = await submit(table.ada, form, viewpoint="mine")
    assert done.response is not None
    assert done.response.id == interaction.response.id


@pytest.mark.check
@pytest.mark.parametrize(
    "field",
    [
        {"type": 21, "custom_id": "reminders:0", "value": "telepathy"},
        {"type": 21, "custom_id": "reminders:0", "value": None},
        {"type": 4, "custom_id": "timezone:0", "value": "x" * 4000},
        {"type": 4, "custom_id": "player:0", "value": "1"},
        {"type": 4, "custom_id": "digest:0", "value": "24:00"},
        {"type": 22, "custom_id": "switches:²", "values": ["vacation"]},
    ],
    ids=str,
)
async def test_hostile_values_in_a_players_form_change_nothing(
    table: Table, field: dict[str, Any]
) -> None:
    answered = await forged(table, table.ada, "m:me-change:0:0:time", [field])
    assert text(answered.response).strip()
    assert "went wrong" not in text(answered.response)
    assert mine(table, table.ada) == PlayerSettings(table.ada.id)


@pytest.mark.check
async def test_a_form_changes_the_settings_of_the_player_who_submits_it(table: Table) -> None:
    theme = {"type": 3, "custom_id": "theme:0", "values": ["dark"]}
    await forged(table, table.bruno, "m:me-change:0:0:boards", [theme])
    assert mine(table, table.bruno).theme == "dark"
    assert mine(table, table.ada).theme == "posts"
