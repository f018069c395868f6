"""Forms for the settings of a server and of a player."""

from typing import Any

import discord
import pytest

from bot.service.guilds import guild_settings
from bot.service.players import player_settings
from bot.service.players.player_settings import PAGES
from bot.store.models import PlayerSettings
from tests.e2e import simulator
from tests.e2e.forms import at_once, forged, labels, shown, submit
from tests.e2e.settings import ME, SERVER, change_settings, mine, opened, server
from tests.e2e.table import Table, parts, text


@pytest.mark.check
async def test_the_forms_of_a_server_show_its_settings(
    table: Table, host: simulator.MemberActor
) -> None:
    await change_settings(
        table, host, SERVER, theme="dark", channels=[table.channel], quiet="22-8", zone="Berlin"
    )
    form = await opened(table, host, SERVER, "Games and boards")
    assert shown(form) == {
        "theme": ["dark"],
        "language": ["-"],
        "switches": ["ratings", "mentions"],
    }
    form = await opened(table, host, SERVER, "Channels and quiet hours")
    values = shown(form)
    assert values["channels"] == [table.channel.id]
    assert (values["zone"], values["quiet"]) == ("Europe/Berlin", "22:00-08:00")
    assert labels(form)[0] == "Game channels"


@pytest.mark.check
async def test_a_form_changes_the_settings_of_a_server(
    table: Table, host: simulator.MemberActor
) -> None:
    form = await opened(table, host, SERVER, "Games and boards")
    done = await submit(
        host, form, theme=["print"], language=["de"], switches=["ratings", "threads", "mentions"]
    )
    content = text(done.response)
    assert "Theme for boards in channels: **as printed in 1885**" in content
    assert f"<@{host.id}> · A thread for each game: off → on" in content
    changed = server(table)
    assert (changed["theme"], changed["language"], changed["threads"]) == ("print", "de", "on")
    form = await opened(table, host, SERVER, "Channels and quiet hours")
    other = table.channel.guild.create_text_channel("elsewhere")
    done = await submit(
        host, form, channels=[table.channel, other], zone="berlin", quiet="10pm-8am"
    )
    assert f"<#{table.channel.id}>, <#{other.id}>" in text(done.response)
    changed = server(table)
    assert (changed["zone"], changed["quiet"]) == ("Europe/Berlin", "22:00-08:00")
    form = await opened(table, host, SERVER, "Channels and quiet hours")
    await submit(host, form, channels=[], zone="", quiet="")
    changed = server(table)
    assert (changed["channels"], changed["zone"], changed["quiet"]) == ("", "UTC", "")


async def retried(
    person: simulator.MemberActor, answer: simulator.InteractionResult
) -> simulator.InteractionResult:
    """Press the button that opens the form again."""
    assert "Nothing has been changed yet." in text(answer.response)
    assert answer.response is not None
    return await person.click(answer.response, label="Correct the form")


@pytest.mark.check
async def test_an_unreadable_text_stores_nothing_and_the_form_opens_with_what_was_entered(
    table: Table, host: simulator.MemberActor
) -> None:
    before = server(table)
    form = await opened(table, host, SERVER, "Channels and quiet hours")
    done = await submit(host, form, zone="Atlantis", quiet="22-8", channels=[table.channel])
    assert "I don't know the time zone `Atlantis`" in text(done.response)
    assert server(table) == before
    form = await retried(host, done)
    values = shown(form)
    assert values["channels"] == [table.channel.id]
    assert (values["zone"], values["quiet"]) == ("Atlantis", "22-8")
    done = await submit(host, form, (table.channel,), zone="Berlin")
    changed = server(table)
    assert (changed["zone"], changed["quiet"]) == ("Europe/Berlin", "22:00-08:00")
    assert changed["channels"] == str(table.channel.id)
    assert "Nothing has been changed" not in text(done.response)
    assert "Correct the form" not in [part.get("label") for part in parts(done.response)]


@pytest.mark.check
async def test_a_corrected_form_does_not_undo_what_someone_else_has_changed(
    table: Table, host: simulator.MemberActor
) -> None:
    form = await opened(table, host, SERVER, "Channels and quiet hours")
    done = await submit(host, form, zone="Atlantis")
    await change_settings(table, host, SERVER, quiet="0-8")
    await submit(host, await retried(host, done), zone="Tokyo")
    changed = server(table)
    assert (changed["zone"], changed["quiet"]) == ("Asia/Tokyo", "00:00-08:00")


@pytest.mark.check
async def test_what_does_not_fit_on_the_button_is_left_out_of_the_form(
    table: Table, host: simulator.MemberActor
) -> None:
    form = await opened(table, host, SERVER, "Channels and quiet hours")
    done = await submit(host, form, zone="\u5c71" * 100, quiet="never")
    values = shown(await retried(host, done))
    assert (values["zone"], values["quiet"]) == ("UTC", "never")


@pytest.mark.check
@pytest.mark.parametrize(
    "entered",
    [
        "?",
        "?zone",
        "?zone=%ff%00&zone=2",
        "?theme=neon&language=xx",
        "?daily=here&champion=1",
        "?a=b",
    ],
)
async def test_hostile_values_on_the_button_of_a_form_do_no_harm(
    table: Table, host: simulator.MemberActor, entered: str
) -> None:
    panel = (await host.slash(table.channel, SERVER)).response
    for page in guild_settings.all_pages():
        custom_id = f"h:server-form:0:0:{page}{entered}"
        (answer,) = await table.at_once([(host, panel, custom_id)])
        assert answer.modal is not None, page


@pytest.mark.check
async def test_an_outdated_form_keeps_what_someone_else_has_changed(
    table: Table, host: simulator.MemberActor
) -> None:
    form = await opened(table, host, SERVER, "Games and boards")
    await change_settings(table, host, SERVER, theme="dark", worldwide="on")
    await submit(host, form, switches=["ratings"])
    changed = server(table)
    assert changed["theme"] == "dark"
    assert changed["worldwide"] == "on"
    assert changed["mentions"] == "off"


@pytest.mark.check
async def test_two_managers_can_change_different_settings_at_once(
    table: Table, host: simulator.MemberActor
) -> None:
    guild = table.channel.guild
    other = guild.add_member(
        table.env.create_user("other"),
        roles=[guild.create_role("other", permissions=discord.Permissions(manage_guild=True))],
    )
    forms = [await opened(table, person, SERVER, "Games and boards") for person in (host, other)]
    await at_once(
        table,
        [(host, forms[0], {"theme": ["print"]}), (other, forms[1], {"switches": ["ratings"]})],
    )
    changed = server(table)
    assert (changed["theme"], changed["ratings"], changed["mentions"]) == ("print", "on", "off")


@pytest.mark.check
async def test_only_managers_open_and_submit_the_forms_of_a_server(
    table: Table, host: simulator.MemberActor
) -> None:
    interaction = await host.slash(table.channel, SERVER)
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
    ("games", {"type": 22, "custom_id": "switches:5", "values": ["ratings"]}),
    ("games", {"type": 4, "custom_id": "", "value": "1"}),
    ("games", {"type": 4, "custom_id": "unknown", "value": "1"}),
    ("games", {"type": 4, "custom_id": "abort:0", "value": "1"}),
)


@pytest.mark.check
@pytest.mark.parametrize(("page", "field"), HOSTILE, ids=str)
async def test_hostile_values_in_a_form_of_a_server_are_answered(
    table: Table, host: simulator.MemberActor, page: str, field: dict[str, Any]
) -> None:
    before = server(table)
    answered = await forged(table, host, f"m:server-change:0:0:{page}", [field])
    content = text(answered.response)
    assert content.strip()
    assert "went wrong" not in content
    assert server(table) == before


@pytest.mark.check
@pytest.mark.parametrize("page", PAGES)
async def test_lone_surrogates_in_a_form_of_a_player_are_answered(table: Table, page: str) -> None:
    before = mine(table, table.ada)
    for row in player_settings.all_settings():
        field = {"type": 4, "custom_id": f"{row.name}:0", "value": "\ud83d"}
        answered = await forged(table, table.ada, f"m:me-change:0:0:{page}", [field])
        assert "went wrong" not in text(answered.response)
    assert mine(table, table.ada) == before


@pytest.mark.check
async def test_the_forms_of_a_player_show_and_change_their_settings(table: Table) -> None:
    form = await opened(table, table.ada, ME, "Time and notifications")
    assert shown(form) == {
        "zone": "UTC",
        "quiet": "",
        "remind": "channel",
        "digest": "off",
        "switches": ["vacation"],
    }
    done = await submit(
        table.ada, form, zone="berlin", quiet="22-8", remind="dm", digest="7:30", switches=[]
    )
    assert "Time zone: **`Europe/Berlin`** · It is" in text(done.response)
    settings = mine(table, table.ada)
    assert (settings.zone, settings.quiet, settings.remind) == (
        "Europe/Berlin",
        "22:00-08:00",
        "dm",
    )
    assert (settings.digest, settings.vacation) == (450, False)
    form = await opened(table, table.ada, ME, "Time and notifications")
    assert shown(form)["digest"] == "07:30"
    await submit(table.ada, form, zone="", quiet="", digest="")
    settings = mine(table, table.ada)
    assert (settings.zone, settings.quiet, settings.digest) == ("UTC", "", None)
    form = await opened(table, table.ada, ME, "Boards, moves and privacy")
    assert shown(form) == {"board_side": "first", "theme": ["posts"], "switches": ["confirm_taps"]}
    await submit(table.ada, form, board_side="mine", theme=["dark"], switches=["confirm_typed"])
    settings = mine(table, table.ada)
    assert (settings.board_side, settings.theme) == ("mine", "dark")
    assert (settings.confirm_typed, settings.confirm_taps) == (True, False)


@pytest.mark.check
async def test_a_players_unreadable_texts_are_all_named_and_store_nothing(table: Table) -> None:
    form = await opened(table, table.ada, ME, "Time and notifications")
    done = await submit(table.ada, form, digest="teatime", quiet="never", remind="none")
    content = text(done.response)
    assert "I could not read `teatime` as a time." in content
    assert "I could not read `never` as quiet hours." in content
    assert mine(table, table.ada) == PlayerSettings(table.ada.id)
    form = await retried(table.ada, done)
    values = shown(form)
    assert (values["digest"], values["quiet"], values["remind"]) == ("teatime", "never", "none")
    await submit(table.ada, form, digest="17", quiet="")
    settings = mine(table, table.ada)
    assert (settings.digest, settings.quiet, settings.remind) == (17 * 60, "", "none")


@pytest.mark.check
async def test_a_players_outdated_form_keeps_what_has_changed_since(table: Table) -> None:
    form = await opened(table, table.ada, ME, "Boards, moves and privacy")
    await change_settings(table, table.ada, ME, theme="dark", show_name="on")
    await submit(table.ada, form, board_side="mine")
    settings = mine(table, table.ada)
    assert (settings.theme, settings.show_name, settings.board_side) == ("dark", True, "mine")


@pytest.mark.check
async def test_a_submitted_form_replaces_the_settings_shown(table: Table) -> None:
    interaction = await table.ada.slash(table.channel, ME)
    assert interaction.response is not None
    form = await table.ada.click(interaction.response, label="Boards, moves and privacy")
    done = await submit(table.ada, form, board_side="mine")
    assert done.response is not None
    assert done.response.id == interaction.response.id


@pytest.mark.check
@pytest.mark.parametrize(
    "field",
    [
        {"type": 21, "custom_id": "remind:0", "value": "telepathy"},
        {"type": 21, "custom_id": "remind:0", "value": None},
        {"type": 4, "custom_id": "zone:0", "value": "x" * 4000},
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
