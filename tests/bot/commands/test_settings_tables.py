"""Tables of personal and server settings: storage, overview and forms."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from bot import extension_points
from bot.commands.me.settings import Overview, settings_text
from bot.i18n.translator import LANGUAGES, translator_for
from bot.service.guilds import guild_settings
from bot.service.players import player_settings
from bot.setting_definition import OFF, ON, Setting
from bot.store.models import PlayerSettings
from bot.views.components import ComponentId
from bot.views.settings_form import EMPTY, describe, settings_form
from tests.bot.bodies import faults

EN = translator_for()
HINTS = get_type_hints(PlayerSettings)
STATE = {"player", "reminded", "dm_blocked", "digest_at", "digested", "others"}
"""Fields that are set by the bot and not by the player."""
PUZZLES = {"show_name", "share_positions"}
"""Fields of the settings that the puzzles offer."""
TABLES: dict[str, tuple[Sequence[Setting], Mapping[str, str]]] = {
    "me": (player_settings.all_settings(), player_settings.PAGES),
    "server": (guild_settings.all_settings(), guild_settings.all_pages()),
}
EACH = pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=f"{table}-{row.name}")
        for table, (rows, _) in TABLES.items()
        for row in rows
    ],
)


def test_every_field_is_a_personal_setting_with_a_row_or_state_of_the_bot() -> None:
    rows = {row.name for row in player_settings.all_settings()}
    assert rows.isdisjoint(STATE)
    missing = {field.name for field in fields(PlayerSettings)} - rows - STATE
    assert missing <= (set() if "puzzles" in extension_points.names() else PUZZLES)


@pytest.mark.parametrize("table", TABLES)
def test_names_are_unique_and_pages_exist(table: str) -> None:
    rows, pages = TABLES[table]
    assert len({row.name for row in rows}) == len(rows)
    assert {row.page for row in rows} == set(pages)


def test_defaults_are_those_of_the_stored_fields() -> None:
    assert player_settings.values_of(PlayerSettings(1)) == {
        row.name: row.default for row in player_settings.all_settings()
    }


@EACH
def test_each_default_is_a_value_that_can_be_read_and_described(row: Setting) -> None:
    if row.kind == "switch":
        assert row.default in (ON, OFF)
    elif row.kind == "choice":
        assert row.default in row.choices
    else:
        assert row.read(row.default) == row.default if row.default else row.empty
    for language in LANGUAGES:
        assert describe(translator_for(language), row, row.default)


@EACH
@pytest.mark.parametrize("value", ["", "neon", "1 2"])
def test_a_value_that_no_longer_exists_is_shown_as_it_is(row: Setting, value: str) -> None:
    assert "Project-Id" not in describe(translator_for("de"), row, value)


@pytest.mark.parametrize("row", player_settings.all_settings(), ids=lambda row: row.name)
def test_the_choices_of_a_column_are_its_type(row: Setting) -> None:
    hint = HINTS.get(row.name)
    if get_origin(hint) is Literal:
        assert set(row.choices) == set(get_args(hint))
    assert (hint is bool) == (row.kind == "switch" and row.name in HINTS)


def test_the_overview_follows_the_order_of_the_table() -> None:
    text = settings_text(EN, Overview(PlayerSettings(1), (), (), 1_800_000_000)).splitlines()
    titles = [row.title for row in player_settings.all_settings()]
    assert [line.partition(": **")[0] for line in text[:-1]] == titles
    assert text[:5] == [
        "Time zone: **`UTC`** · It is 08:00 there now.",
        "Quiet hours: **never**",
        "Notifications: **by mention in the game's channel**",
        "Daily digest: **`off`**",
        "Use vacation automatically instead of losing a rated game on time: **on**",
    ]
    assert text[-1] == "-# Changes to time zone and quiet hours apply from your next turn."
    chosen = PlayerSettings(
        1, "UTC+5:30", "22:00-08:00", "none", vacation=False, digest=420, digest_at=1_800_000_000,
        board_side="mine", theme="print", confirm_typed=True,
    )  # fmt: skip
    text = settings_text(EN, Overview(chosen, (), (), 1_800_000_000)).splitlines()
    assert text[:9] == [
        "Time zone: **`UTC+5:30`** · It is 13:30 there now.",
        "Quiet hours: **`22:00-08:00`**",
        "Notifications: **not at all**",
        "Daily digest: **`07:00`**",
        "Use vacation automatically instead of losing a rated game on time: **off**",
        "Viewpoint: **my side**",
        "Theme for boards only you see: **as printed in 1885**",
        "Confirm typed moves: **on**",
        "Confirm tapped moves: **on**",
    ]
    assert text[-2] == "Next daily digest, if any games are waiting for you: <t:1800000000:f>"


@pytest.mark.parametrize("table", TABLES)
def test_a_form_selects_each_choice_that_is_stored(table: str) -> None:
    rows, _ = TABLES[table]
    for row in rows:
        for value in row.choices:
            form = settings_form(EN, ComponentId("change", 0), "Title", [row], {row.name: value})
            [field] = form.to_dict()["components"]
            selected = [
                each["value"] for each in field["component"]["options"] if each.get("default")
            ]
            assert selected == [value or EMPTY], row.name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", TABLES)
def test_every_form_is_within_the_limits_of_discord(table: str, language: str) -> None:
    t = translator_for(language)
    rows, pages = TABLES[table]
    usual = {row.name: row.default for row in rows}
    for page, title in pages.items():
        mine = [row for row in rows if row.page == page]
        form = settings_form(t, ComponentId("change", 0), t.translate(title), mine, usual)
        assert faults({"data": form.to_dict()}) == [], (title, language)
        assert "…" not in str(form.to_dict()), "nothing is cut off"
