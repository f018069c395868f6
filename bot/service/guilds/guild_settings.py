"""Guild settings, with an audit log, and moderation of the guild's matches.

A guild manager may change settings, abort a match and annul a rated game, but never make a move.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from bot import extensions
from bot.service.actions import annulment
from bot.service.clock.calendar import (
    Calendar,
    InvalidTime,
    awake_at,
    find_zone,
    parse_quiet,
)
from bot.service.errors import Finished, NotFound, WrongChannel
from bot.service.match import lifecycle
from bot.service.players.player_settings import read_quiet_hours
from bot.store import Tx, guild_setting_rows, match_saver, matches, player_rows
from bot.store.models import Match, SettingChange

ON, OFF = "on", "off"
DEFAULTS: Mapping[str, str] = MappingProxyType(
    {
        "ratings": ON,  # whether new games may be rated
        "worldwide": OFF,  # whether rated games also count towards the global pools
        "threads": ON,  # whether each new game gets its own thread where the bot may open one
        "mentions": ON,  # whether players are mentioned in channels
        "theme": "wood",  # the `Theme` of posted boards
        "language": "",  # of channel posts; "" for the guild's own language
        "channels": "",  # ids of the channels in which games may be started; "" for all
        "zone": "UTC",  # the time zone of `quiet`
        "quiet": "",  # hours without mentions in channels, as `calendar.parse_quiet` reads them
    }
)
"""The default value of each core setting.

Settings of extensions are empty by default.
"""
MAX_CHANGES = 10
"""Maximum number of audit log entries shown."""


def load_settings(tx: Tx, guild: int | None) -> dict[str, str]:
    """Return all settings of a guild. Without a guild, returns the defaults."""
    stored = {} if guild is None else guild_setting_rows.chosen_settings(tx, guild)
    defaults = {**DEFAULTS, **{setting.name: "" for setting in extension_settings()}}
    return {setting: stored.get(setting, usual) for setting, usual in defaults.items()}


def extension_settings() -> list[extensions.GuildSetting]:
    """Return the guild settings of the installed extensions."""
    return [setting for extension in extensions.installed() for setting in extension.guild_settings]


def change_setting(tx: Tx, guild: int, setting: str, value: str, *, by: int, now: int) -> bool:
    """Change a setting and log who changed it.

    Returns False if it already had this value.
    """
    before = (load_settings(tx, guild))[setting]
    if before == value:
        return False
    guild_setting_rows.set_setting(tx, guild, setting, value)
    record_change(tx, guild, by, setting, before, value, now)
    return True


def change_settings(
    tx: Tx, guild: int, changes: Mapping[str, str], *, by: int, now: int
) -> list[InvalidTime]:
    """Change settings from typed text; empty text restores the default.

    Settings in `READERS` are parsed. Returns the errors of the settings that cannot be read, which
    remain unchanged.
    """
    errors = []
    setters = {setting.name: setting.change for setting in extension_settings()}
    for name, typed in changes.items():
        try:
            value = READERS[name](typed) if typed and name in READERS else typed
        except InvalidTime as error:
            errors.append(error)
            continue
        if setter := setters.get(name):
            setter(tx, guild, value, by=by, now=now)
        else:
            change_setting(tx, guild, name, value or DEFAULTS.get(name, ""), by=by, now=now)
    return errors


READERS: Mapping[str, Callable[[str], str]] = {"zone": find_zone, "quiet": read_quiet_hours}
"""Parser of each setting that is typed as text."""


def allowed_channels(tx: Tx, guild: int) -> tuple[int, ...]:
    """Return the channels in which games may be started, or () for all."""
    return tuple(int(channel_id) for channel_id in (load_settings(tx, guild))["channels"].split())


def set_channel_allowed(
    tx: Tx, guild: int, channel: int | None, is_allowed: bool, *, by: int, now: int
) -> tuple[int, ...]:
    """Allow or forbid games in this channel and return the allowed channels.

    All channels are allowed if `channel` is None, or when the last allowed channel is forbidden.
    """
    current = allowed_channels(tx, guild)
    if channel is None:
        wanted: tuple[int, ...] = ()
    else:
        others = tuple(channel_id for channel_id in current if channel_id != channel)
        wanted = (*others, channel) if is_allowed else others
    if set(wanted) != set(current):
        change_setting(tx, guild, "channels", " ".join(map(str, wanted)), by=by, now=now)
    return allowed_channels(tx, guild)


def is_channel_allowed(tx: Tx, guild: int, channel: int, parent: int | None) -> bool:
    """Whether games may be played in this channel, or in this thread of `parent`."""
    chosen = allowed_channels(tx, guild)
    return not chosen or channel in chosen or parent in chosen


def must_be_allowed_channel(tx: Tx, guild: int, channel: int, parent: int | None) -> None:
    """Raise `WrongChannel`, with the allowed channels, if this channel is not allowed."""
    if not is_channel_allowed(tx, guild, channel, parent):
        raise WrongChannel(channels=allowed_channels(tx, guild))


def set_quiet_hours(tx: Tx, guild: int, zone: str, quiet: str, *, by: int, now: int) -> bool:
    """Set the quiet hours in which the guild's channels mention no player.

    If `quiet` is empty, or if its start and end are equal, there are no quiet hours. Returns False
    if nothing has changed. Raises `InvalidTime`.
    """
    written = read_quiet_hours(quiet)
    moved = change_setting(tx, guild, "zone", find_zone(zone), by=by, now=now)
    return change_setting(tx, guild, "quiet", written, by=by, now=now) or moved


def mentions_allowed_at(server: Mapping[str, str], now: int) -> int | None:
    """Return when the guild's channels next allow mentions, or None if never."""
    if server["mentions"] == OFF:
        return None
    return awake_at(now, Calendar(server["zone"], parse_quiet(server["quiet"])))


def abort_match(tx: Tx, guild: int, match_id: int, *, by: int, now: int) -> Match:
    """Abort a running match of the guild without a result.

    Raises `NotFound` (also for a match of another guild), `Finished`.
    """
    match = _match_in_guild(tx, guild, match_id)
    if match.status != "running":
        raise Finished(match)
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
