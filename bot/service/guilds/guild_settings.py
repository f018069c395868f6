"""Guild settings, with an audit log, and moderation of the guild's matches.

`SETTINGS` is the table of all guild settings of the core. A guild manager may change settings,
abort a match and annul a rated game, but never make a move.
"""

from collections.abc import Mapping
from typing import cast

from bot import extension_points
from bot.i18n.time_zone_input import find_zone
from bot.i18n.translator import LANGUAGE_NAMES, N_
from bot.service.actions import annulment
from bot.service.clock.calendar import Calendar, awake_at, parse_quiet
from bot.service.errors import Finished, NotFound, WrongChannel
from bot.service.match import lifecycle
from bot.service.players import player_settings
from bot.service.players.player_settings import THEMES, read_quiet_hours
from bot.setting_definition import OFF, ON, Setting, read_changes
from bot.store import Tx
from bot.store.guilds import guild_setting_rows
from bot.store.match import match_saver, matches
from bot.store.models import Match, SettingChange, Theme
from bot.store.players import player_rows

DEFAULT_THEME: Theme = "wood"
FROM_NOW_ON = N_("For games that start from now on")
PAGES: Mapping[str, str] = {
    "games": N_("Games and boards"),
    "channels": N_("Channels and quiet hours"),
}
"""Titles of the forms by page. A form has at most five fields; all switches are one field."""
SETTINGS = (
    Setting(name="ratings", title=N_("Rated games"), page="games", default=ON, hint=FROM_NOW_ON),
    Setting(
        name="worldwide",
        title=N_("Global ratings"),
        page="games",
        default=OFF,
        hint=FROM_NOW_ON,
    ),
    Setting(
        name="threads",
        title=N_("A thread for each game"),
        page="games",
        default=ON,
        hint=FROM_NOW_ON,
    ),
    Setting(name="mentions", title=N_("Mentions in channels"), page="games", default=ON),
    Setting(
        name="theme",
        title=N_("Theme for boards in channels"),
        page="games",
        kind="choice",
        default=DEFAULT_THEME,
        choices=THEMES,
    ),
    Setting(
        name="language",
        title=N_("Language in channels"),
        page="games",
        kind="choice",
        choices={"": N_("the server's own"), **LANGUAGE_NAMES},
    ),
    Setting(
        name="channels",
        title=N_("Game channels"),
        page="channels",
        kind="channels",
        hint=N_("Leave empty for all channels"),
        empty=N_("all"),
    ),
    Setting(
        name="zone",
        title=N_("Server time zone"),
        page="channels",
        kind="text",
        default="UTC",
        hint=N_("For the quiet hours, e.g. Berlin"),
        read=find_zone,
    ),
    Setting(
        name="quiet",
        title=N_("Quiet hours (no mentions)"),
        page="channels",
        kind="text",
        hint=N_("e.g. 22:00-08:00; 0-0 for none"),
        empty=N_("never"),
        read=read_quiet_hours,
    ),
)
"""All guild settings of the core, in the order in which they are shown."""
MAX_CHANGES = 10
"""Maximum number of audit log entries shown."""


def all_settings() -> list[Setting]:
    """Return the guild settings of the core and, after them, those of extensions."""
    return [
        *SETTINGS,
        *(row for each in extension_points.installed() for row in each.guild_settings),
    ]


def all_pages() -> dict[str, str]:
    """Return the titles of the forms by page, including those of extensions."""
    pages = dict(PAGES)
    for extension in extension_points.installed():
        pages |= extension.guild_pages
    return pages


def load_settings(tx: Tx, guild: int | None) -> dict[str, str]:
    """Return all settings of a guild. Without a guild, returns the defaults."""
    stored = {} if guild is None else guild_setting_rows.chosen_settings(tx, guild)
    return {row.name: stored.get(row.name, row.default) for row in all_settings()}


def change_setting(tx: Tx, guild: int, setting: str, value: str, *, by: int, now: int) -> bool:
    """Change a setting and log who changed it.

    Returns False if it already had this value.
    """
    before = load_settings(tx, guild)[setting]
    if before == value:
        return False
    guild_setting_rows.set_setting(tx, guild, setting, value)
    record_change(tx, guild, by, setting, before, value, now)
    return True


def change_settings(
    tx: Tx, guild: int, changes: Mapping[str, str], *, by: int, now: int
) -> dict[str, str]:
    """Change settings, given as text by name, and return all settings of the guild.

    Empty text restores the default. Raises `InvalidTime`; then nothing is changed.
    """
    setters = {row.name: row.change for row in all_settings()}
    for name, value in read_changes(all_settings(), changes).items():
        if setter := setters[name]:
            setter(tx, guild, value, by=by, now=now)
        else:
            change_setting(tx, guild, name, value, by=by, now=now)
    return load_settings(tx, guild)


def allowed_channels(tx: Tx, guild: int) -> tuple[int, ...]:
    """Return the channels in which games may be started, or () for all."""
    return tuple(int(channel_id) for channel_id in (load_settings(tx, guild))["channels"].split())


def is_channel_allowed(tx: Tx, guild: int, channel: int, parent: int | None) -> bool:
    """Whether games may be played in this channel, or in this thread of `parent`."""
    chosen = allowed_channels(tx, guild)
    return not chosen or channel in chosen or parent in chosen


def must_be_allowed_channel(tx: Tx, guild: int, channel: int, parent: int | None) -> None:
    """Raise `WrongChannel`, with the allowed channels, if this channel is not allowed."""
    if not is_channel_allowed(tx, guild, channel, parent):
        raise WrongChannel(channels=allowed_channels(tx, guild))


def mentions_allowed_at(server: Mapping[str, str], now: int) -> int | None:
    """Return when the guild's channels next allow mentions, or None if never."""
    if server["mentions"] == OFF:
        return None
    return awake_at(now, Calendar(server["zone"], parse_quiet(server["quiet"])))


def abortable_match(tx: Tx, guild: int, match_id: int) -> Match:
    """Return a running match of the guild. Raises the same errors as `abort_match`."""
    match = _match_in_guild(tx, guild, match_id)
    if match.status != "running":
        raise Finished(match)
    return match


def abort_match(tx: Tx, guild: int, match_id: int, *, by: int, now: int) -> Match:
    """Abort a running match of the guild without a result.

    Raises `NotFound` (also for a match of another guild), `Finished`.
    """
    match = abortable_match(tx, guild, match_id)
    record_change(tx, guild, by, f"match {match_id}", match.status, "aborted", now)
    over = lifecycle.finish(tx, match, "aborted", None, now)
    match_saver.save(tx, match, over)
    return over


def annul_match(tx: Tx, guild: int, match_id: int, *, by: int, now: int) -> Match:
    """Annul a rated game of the guild, so that it no longer affects ratings.

    Raises `NotFound` (also for a match of another guild), `NotRated`, `NotOver`, `AlreadyAnnulled`.
    """
    match = _match_in_guild(tx, guild, match_id)
    player_rows.ensure_players(tx, [by], now)
    annulment.annul(tx, match, by=by, now=now)
    record_change(tx, guild, by, f"match {match_id}", "rated", "annulled", now)
    return match


def recent_changes(tx: Tx, guild: int) -> list[SettingChange]:
    """Return the latest entries of the audit log, newest first."""
    return guild_setting_rows.last_changes(tx, guild, MAX_CHANGES)


def _match_in_guild(tx: Tx, guild: int, match_id: int) -> Match:
    match = matches.get_match(tx, match_id)
    if match is None or match.guild != guild:
        raise NotFound(what="match", key=match_id, why="server")
    return match


def record_change(
    tx: Tx, guild: int, by: int, what: str, before: str, after: str, now: int
) -> None:
    """Add a decision of a manager to the guild's audit log."""
    player_rows.ensure_players(tx, [by], now)
    guild_setting_rows.add_change(tx, SettingChange(guild, by, now, what, before, after))


def board_theme(tx: Tx, guild: int | None, reader: int | None = None) -> Theme:
    """Return the theme of boards posted in a guild, or in DMs if `guild` is None.

    With a reader, it is the theme of the guild's boards that are shown only to this player.
    """
    preferred = "posts" if reader is None else player_settings.load_settings(tx, reader).theme
    return chosen_theme(load_settings(tx, guild)) if preferred == "posts" else preferred


def chosen_theme(server: Mapping[str, str]) -> Theme:
    """Return the theme for posted boards that is chosen in these guild settings."""
    return cast(Theme, server["theme"])
