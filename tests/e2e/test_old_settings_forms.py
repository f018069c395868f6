"""Settings forms from before an update, and settings of absent extensions."""

from dataclasses import replace

import pytest

from bot.service.guilds import guild_settings
from bot.service.players import player_settings
from bot.setting_definition import Setting
from tests.e2e import simulator
from tests.e2e.forms import forged, submit
from tests.e2e.settings import ME, SERVER, change_settings, mine, server
from tests.e2e.table import Table, text


@pytest.mark.check
async def test_a_form_opened_before_an_update_is_answered_and_changes_nothing(
    table: Table, host: simulator.MemberActor
) -> None:
    """Fields were named after options, and extensions had forms of their own."""
    for custom_id, field in (
        ("m:me-change:0:0:time", {"type": 4, "custom_id": "timezone:0", "value": "Berlin"}),
        ("m:me-change:0:0:boards", {"type": 22, "custom_id": "switches:2", "values": []}),
        ("m:server-change:0:0:games", {"type": 22, "custom_id": "switches:13", "values": []}),
        ("m:daily-change:0:0", {"type": 21, "custom_id": "post", "value": "on"}),
        ("m:club-change:0:0", {"type": 21, "custom_id": "organisers", "value": "managers"}),
    ):
        before = server(table), mine(table, host)
        answered = await forged(table, host, custom_id, [field])
        assert "no longer works" in text(answered.response), custom_id
        assert (server(table), mine(table, host)) == before
    panel = (await host.slash(table.channel, SERVER)).response
    for action in ("h:club-settings:0:0", "h:daily-form:0:0", "h:server-form:0:0:"):
        (answer,) = await table.at_once([(host, panel, action)])
        assert "no longer works" in text(answer.response)
    (answer,) = await table.at_once([(host, panel, "h:server-form:0:0:games")])
    assert answer.modal is not None


@pytest.mark.check
async def test_settings_of_an_extension_that_is_away_are_kept_and_not_shown(
    table: Table, host: simulator.MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    extra = Setting(name="extra", title="Extra", page="boards", default="off")
    own, guild = player_settings.all_settings, guild_settings.all_settings
    with monkeypatch.context() as installed:
        installed.setattr(player_settings, "all_settings", lambda: [*own(), extra])
        installed.setattr(
            guild_settings, "all_settings", lambda: [*guild(), replace(extra, page="games")]
        )
        await change_settings(table, host, ME, extra="on")
        await change_settings(table, host, SERVER, extra="on")
        panel = (await host.slash(table.channel, ME)).response
        form = await host.click(panel, label="Boards, moves and privacy")
    assert "Extra" not in text((await host.slash(table.channel, ME)).response)
    shown_to_managers = text((await host.slash(table.channel, SERVER)).response)
    assert "Extra: **" not in shown_to_managers
    done = await submit(host, form, board_side="mine")
    assert "no longer works" in text(done.response), "its form is out of date"
    await change_settings(table, host, ME, theme="dark")
    await change_settings(table, host, SERVER, theme="dark")
    with monkeypatch.context() as installed:
        installed.setattr(player_settings, "all_settings", lambda: [*own(), extra])
        installed.setattr(guild_settings, "all_settings", lambda: [*guild(), extra])
        assert player_settings.values_of(mine(table, host))["extra"] == "on"
        assert server(table)["extra"] == "on"
