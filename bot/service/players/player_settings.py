"""Player settings: time zone, quiet hours, digest and reminder preferences.

`SETTINGS` is the table of all personal settings of the core. A setting with a field in
`PlayerSettings` has a column of its own. The others are stored by name in one JSON column.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from bot import extension_points
from bot.i18n.time_zone_input import find_zone
from bot.i18n.translator import N_
from bot.service.clock.calendar import (
    Calendar,
    InvalidTime,
    local_date,
    parse_quiet,
    parse_time_of_day,
)
from bot.service.clock.reminder_times import Alarm, alarms
from bot.service.clock.reminder_times import next_digest as digest_from
from bot.service.clock.time_control import STANDARD
from bot.setting_definition import OFF, ON, Setting, read_changes
from bot.store import Tx
from bot.store.models import PlayerSettings
from bot.store.players import player_rows, player_setting_rows

COLUMNS = frozenset(field.name for field in fields(PlayerSettings)) - {"player", "others"}
"""Names of the settings with a column, and of values that the bot itself stores beside them."""


def read_quiet_hours(text: str) -> str:
    """Parse quiet hours and return them in stored form, or "" for none.

    Raises `InvalidTime`.
    """
    hours = parse_quiet(text)
    return "" if hours is None else str(hours)


def read_daily_time(text: str) -> str:
    """Parse a time of day and return it, such as "07:30"; "off" for none.

    Accepts e.g. 7, 07:30, 7pm and noon. Raises `InvalidTime` (unreadable-hour).
    """
    if text.strip().casefold() == OFF:
        return OFF
    minute = parse_time_of_day(text)
    if minute is None or minute == 1440:
        raise InvalidTime("unreadable-hour", text=text)
    return _text_of(minute)


THEMES: Mapping[str, str] = {
    "wood": N_("wood"),
    "dark": N_("dark"),
    "contrast": N_("high contrast"),
    "colourblind": N_("colour-blind friendly"),
    "print": N_("as printed in 1885"),
}
"""Display names by theme (`bot.store.models.Theme`)."""
PAGES: Mapping[str, str] = {
    "time": N_("Time and notifications"),
    "boards": N_("Boards, moves and privacy"),
}
"""Titles of the forms by page. A form has at most five fields; all switches are one field."""
SETTINGS = (
    Setting(
        name="zone",
        title=N_("Time zone"),
        page="time",
        kind="text",
        default="UTC",
        hint=N_("Your time zone, e.g. Berlin"),
        read=find_zone,
    ),
    Setting(
        name="quiet",
        title=N_("Quiet hours"),
        page="time",
        kind="text",
        hint=N_("Hours without reminders, e.g. 22-8 or 10pm-8am; 0-0 for none"),
        empty=N_("never"),
        read=read_quiet_hours,
    ),
    Setting(
        name="remind",
        title=N_("Notifications"),
        page="time",
        kind="choice",
        default="channel",
        hint=N_("How to notify you when it is your turn"),
        choices={
            "channel": N_("by mention in the game's channel"),
            "dm": N_("by direct message"),
            "none": N_("not at all"),
        },
    ),
    Setting(
        name="digest",
        title=N_("Daily digest"),
        page="time",
        kind="text",
        default=OFF,
        hint=N_("Time of a daily message that lists your turns, e.g. 7 or 19:30; or off"),
        read=read_daily_time,
    ),
    Setting(
        name="vacation",
        title=N_("Use vacation automatically instead of losing a rated game on time"),
        page="time",
        default=ON,
    ),
    Setting(
        name="board_side",
        title=N_("Viewpoint"),
        page="boards",
        kind="choice",
        default="first",
        hint=N_("Which side you see your private boards from"),
        choices={"first": N_("first player's side"), "mine": N_("my side")},
    ),
    Setting(
        name="theme",
        title=N_("Theme for boards only you see"),
        page="boards",
        kind="choice",
        default="posts",
        choices={"posts": N_("same as in channels"), **THEMES},
    ),
    Setting(name="confirm_typed", title=N_("Confirm typed moves"), page="boards", default=OFF),
    Setting(name="confirm_taps", title=N_("Confirm tapped moves"), page="boards", default=ON),
)
"""All personal settings of the core, in the order in which they are shown."""


def all_settings() -> list[Setting]:
    """Return the personal settings of the core and, after them, those of extensions."""
    more = [row for each in extension_points.installed() for row in each.player_settings]
    return [*SETTINGS, *more]


def load_settings(tx: Tx, player: int) -> PlayerSettings:
    """Return this player's settings, or the defaults."""
    return player_setting_rows.get_settings(tx, player) or PlayerSettings(player)


def values_of(settings: PlayerSettings) -> dict[str, str]:
    """Return the value of each personal setting by name, as text.

    A stored setting that no installed extension has is left out.
    """
    return {
        row.name: _text_of(getattr(settings, row.name))
        if row.name in COLUMNS
        else settings.others.get(row.name, row.default)
        for row in all_settings()
    }


def change_settings(tx: Tx, player: int, changes: Mapping[str, str], *, now: int) -> PlayerSettings:
    """Change settings, given as text by name, and return all settings of the player.

    Empty text restores the default, which is not stored if the setting has no column. A new time
    zone and new quiet hours apply from the next turn. Raises `InvalidTime`; then nothing is
    changed.
    """
    rows = all_settings()
    read = read_changes(rows, changes)
    settings = load_settings(tx, player)
    columns = {name: _in_column(name, text) for name, text in read.items() if name in COLUMNS}
    usual = {row.name: row.default for row in rows}
    others = {**settings.others, **{name: read[name] for name in read if name not in COLUMNS}}
    others = {name: value for name, value in others.items() if value != usual.get(name)}
    settings = replace(settings, **columns, others=others)
    if read.keys() & {"remind", "digest"}:
        settings = replace(settings, dm_blocked=False)
    if read.keys() & {"zone", "quiet", "digest"}:
        settings = replace(settings, digest_at=next_digest(settings, now))
    player_rows.ensure_players(tx, [player], now)
    player_setting_rows.put_settings(tx, settings)
    for row in rows:
        if row.name in read and row.change is not None:
            row.change(tx, player, read[row.name], now=now)
    return settings


def _text_of(value: object) -> str:
    """Return the value of a column as text: a switch, a minute of the day, or text."""
    match value:
        case bool():
            return ON if value else OFF
        case int():
            return f"{value // 60:02}:{value % 60:02}"
    return OFF if value is None else str(value)


def _in_column(name: str, text: str) -> Any:
    """Return the value of a column from its text."""
    if name == "digest":
        return None if text == OFF else parse_time_of_day(text)
    return text == ON if text in (ON, OFF) else text


def next_digest(settings: PlayerSettings, now: int) -> int | None:
    """Return when the player's next digest is due, or None if digests are off.

    It is after `now` and outside quiet hours. At most one digest is due per local day.
    """
    if settings.digest is None:
        return None
    days = Calendar(settings.zone, parse_quiet(settings.quiet))
    at = digest_from(now, settings.digest, days)
    if settings.digested is not None and local_date(at, days) == local_date(
        settings.digested, days
    ):
        at = digest_from(at, settings.digest, days)
    return at


def preview_reminders(settings: PlayerSettings, now: int) -> tuple[Alarm, ...]:
    """Return the reminders of a turn that begins now with the standard time control."""
    days = Calendar(settings.zone, parse_quiet(settings.quiet))
    return alarms(STANDARD, now, STANDARD.bank, days) if settings.remind != "none" else ()
