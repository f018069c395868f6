"""Tables of personal and server settings: each setting matches its stored field."""

from dataclasses import fields
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from discord.app_commands import Command, Group

from bot.client import HalmaClient
from bot.commands import server
from bot.commands.me import settings
from bot.commands.me.settings import Overview, Setting, settings_text
from bot.i18n.translator import LANGUAGES, translator_for
from bot.service.guilds.guild_settings import DEFAULTS
from bot.service.players.player_settings import READERS
from bot.store import Store, address
from bot.store.models import PlayerSettings
from bot.views.components import ComponentId
from bot.views.settings_form import settings_form
from tests.bot.bodies import faults

EN = translator_for()
HINTS = get_type_hints(PlayerSettings)
STATE = {"player", "reminded", "dm_blocked", "digest_at", "digested"}
"""Fields that are set by the bot and not by the player."""
EACH = pytest.mark.parametrize("setting", settings.SETTINGS, ids=lambda setting: setting.field)


async def options(database: Path, group: str, name: str) -> dict[str, tuple[str, list[str]]]:
    """Return the description and the choices of each option of a command."""
    store = await Store.open(address(database))
    try:
        tree = HalmaClient(store, clock=lambda: 1_800_000_000).tree
        outer = tree.get_command(group)
        assert isinstance(outer, Group)
        command = outer.get_command(name)
        assert isinstance(command, Command)
        return {
            option.name: (str(option.description), [str(choice.value) for choice in option.choices])
            for option in command.parameters
        }
    finally:
        await store.close()


def values(setting: Setting) -> tuple[object, ...]:
    """Return all values of a setting with fixed choices, or () if it takes free text."""
    hint = HINTS[setting.field]
    return (True, False) if hint is bool else get_args(hint) if get_origin(hint) is Literal else ()


def shown(setting: Setting, value: object) -> str:
    """Return the overview's lines about a setting with this value."""
    chosen = PlayerSettings(1, **{setting.field: value})  # type: ignore[arg-type]
    return "\n".join(setting.lines_about(EN, Overview(chosen, (), ())))


def test_every_field_is_a_personal_setting_with_a_row_or_state_of_the_bot() -> None:
    rows = [setting.field for setting in settings.SETTINGS]
    assert len(set(rows)) == len(rows) == len({setting.option for setting in settings.SETTINGS})
    assert set(rows).isdisjoint(STATE)
    assert {*rows, *STATE} == {field.name for field in fields(PlayerSettings)}


@EACH
def test_a_setting_is_either_chosen_or_read_from_text(setting: Setting) -> None:
    assert bool(values(setting)) != (setting.field in READERS)


@EACH
def test_each_value_has_a_choice_and_its_own_line(setting: Setting) -> None:
    chosen = values(setting)
    if HINTS[setting.field] is not bool:
        assert set(setting.choices) == set(chosen)
    assert len({shown(setting, value) for value in chosen}) == len(chosen)
    if not callable(setting.lines):
        assert set(setting.lines) <= set(chosen)


async def test_options_follow_the_table_in_its_order(database: Path) -> None:
    assert await options(database, "me", "settings") == {
        setting.option: (setting.description, list(setting.choices))
        for setting in settings.SETTINGS
    }


def test_the_overview_follows_the_order_of_the_table() -> None:
    text = settings_text(EN, Overview(PlayerSettings(1), (), ())).splitlines()
    assert text == [
        "Your time zone: `UTC`",
        "You have no quiet hours.",
        "Notifications about your turns: by mention in the game's channel.",
        "Vacation is used automatically when you would otherwise lose a rated game on time.",
        "Boards only you see are shown from the first player's side, as in channels.",
        "Theme for boards only you see: **same as in channels**",
        "-# Changes to time zone and quiet hours apply from your next turn.",
    ]
    chosen = PlayerSettings(
        1,
        "Asia/Tokyo",
        "22:00-08:00",
        "none",
        vacation=False,
        digest=420,
        digest_at=1_800_000_000,
        board_side="mine",
        theme="print",
        confirm_typed=True,
        confirm_taps=False,
        show_name=True,
        share_positions=True,
    )
    assert settings_text(EN, Overview(chosen, (), ())).splitlines() == [
        "Your time zone: `Asia/Tokyo`",
        "Your quiet hours: `22:00-08:00`",
        "Notifications about your turns: not at all.",
        "Vacation is never used automatically.",
        "Next daily digest, if any games are waiting for you: <t:1800000000:f>",
        "Boards only you see are shown from your side.",
        "Theme for boards only you see: **as printed in 1885**",
        "Moves you type must be confirmed.",
        "Moves you tap are played immediately.",
        "Your name is shown in lists of solvers.",
        "Positions from your finished games may be used as puzzles in the servers where you "
        "played them.",
        "-# Changes to time zone and quiet hours apply from your next turn.",
    ]


def test_every_server_setting_has_a_default_and_a_row_in_the_same_order() -> None:
    assert list(server.SETTINGS) == list(DEFAULTS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_server_setting_describes_its_default(language: str) -> None:
    t = translator_for(language)
    for name, setting in server.SETTINGS.items():
        assert setting.describe(t, DEFAULTS[name]), name
        assert t.translate(setting.title), name


async def test_server_set_changes_every_setting_that_is_on_or_off(database: Path) -> None:
    shown = await options(database, "server", "set")
    assert shown["setting"][1] == [
        name for name, usual in DEFAULTS.items() if usual in server.SWITCH
    ]
    assert shown["value"][1] == ["on", "off"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_is_in_a_form_within_the_limits_of_discord(language: str) -> None:
    t = translator_for(language)
    assert {setting.page for setting in settings.SETTINGS} == set(settings.PAGES)
    pages = {setting.page for setting in server.all_settings().values()}
    assert pages - {""} == set(server.PAGES)  # "": an extension has its own form
    chosen = guild_settings_shown()
    forms = [
        (title, [row.as_row(t, PlayerSettings(1)) for row in settings.SETTINGS if row.page == page])
        for page, title in settings.PAGES.items()
    ] + [
        (title, [
            item.as_row(t, name, chosen[name])
            for name, item in server.all_settings().items() if item.page == page
        ])
        for page, title in server.PAGES.items()
    ]  # fmt: skip
    for title, rows in forms:
        form = settings_form(t, ComponentId("change", 0), t.translate(title), rows).to_dict()
        assert faults({"data": form}) == [], (title, language)
        assert "…" not in str(form), "nothing is cut off"


def guild_settings_shown() -> dict[str, str]:
    """Return the displayed settings of a guild that has changed none."""
    return {name: DEFAULTS.get(name, "") for name in server.all_settings()}


def test_a_setting_that_is_not_on_or_off_has_a_short_title() -> None:
    for setting in settings.SETTINGS:
        assert bool(setting.title) != (HINTS[setting.field] is bool), setting.field


def test_the_overview_says_what_time_it_is_in_the_time_zone() -> None:
    text = settings_text(EN, Overview(PlayerSettings(1, "UTC+5:30"), (), (), 1_800_000_000))
    assert "Your time zone: `UTC+5:30`\nIt is 13:30 there now." in text
