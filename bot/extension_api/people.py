"""Players and guilds: settings, names, ratings, quiet hours, the audit log.

Players, guilds, channels and roles are the numbers that Discord gives them.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from bot.service.clock.calendar import (
    DAY,
    Calendar,
    QuietHours,
    add_time,
    awake_at,
    local_date,
    next_local_time,
    parse_quiet,
    with_frozen,
)
from bot.service.clock.reminder_times import next_digest
from bot.service.clock.snowflakes import created_at
from bot.service.guilds import removed_guilds
from bot.service.guilds.guild_settings import (
    board_theme,
    must_be_allowed_channel,
)
from bot.service.guilds.guild_settings import change_setting as change_guild_setting
from bot.service.guilds.guild_settings import load_settings as guild_settings
from bot.service.guilds.guild_settings import record_change as log_guild_change
from bot.service.notifications.digests import turn_on as turn_digest_on
from bot.service.notifications.reminders import record_refused_dm
from bot.service.players.player_settings import load_settings as player_settings
from bot.service.players.players import display_names, user_names
from bot.service.privacy.erasure import pseudonym
from bot.service.rating.player_stats import player_reliability, player_results
from bot.service.rating.rating_rules import MIN_ACCOUNT_AGE, kind_of_game
from bot.service.rating.reliability import MIN_GAMES, barred_until
from bot.store import Tx
from bot.store.guilds import removed_guild_rows
from bot.store.guilds.guild_setting_rows import last_changes as last_guild_changes
from bot.store.match.downtimes import downtimes_since
from bot.store.models import Theme
from bot.store.players.blocks import blocked_among
from bot.store.players.player_rows import ensure_players
from bot.store.rating import rating_queries
from bot.store.rating import ratings as rating_rows
from engine import variant as find

__all__ = [
    "MIN_GAMES",
    "Theme",
    "blocked_among",
    "board_theme",
    "change_guild_setting",
    "display_names",
    "ensure_players",
    "guild_deleted_at",
    "guild_settings",
    "last_guild_changes",
    "log_guild_change",
    "must_be_allowed_channel",
    "next_daily_time",
    "next_weekly_time",
    "player_reliability",
    "player_results",
    "player_settings",
    "pseudonym",
    "quiet_until",
    "rating_bar",
    "ratings_in",
    "record_refused_dm",
    "response_deadline",
    "turn_digest_on",
    "user_names",
]


def ratings_in(tx: Tx, guild: int, variant: str, players: Collection[int]) -> dict[int, int]:
    """Return the ratings of players for a variant in a guild, in whole points.

    Players without a rated game are left out.
    """
    kind = kind_of_game(find(variant))
    rows = rating_queries.ratings_of(tx, guild, players)
    return {row.player: round(row.points / 100) for row in rows if row.kind == kind and row.games}


def response_deadline(
    tx: Tx, player: int, since: int, seconds: int, vacations: Iterable[tuple[int, int]]
) -> int:
    """Return the time until which a player can respond, within this many seconds.

    Quiet hours, downtimes of the bot and `vacations`, which are pairs of start and end, do not count.
    """
    settings = player_settings(tx, player)
    calendar = Calendar(settings.zone, parse_quiet(settings.quiet))
    for start, until in downtimes_since(tx, since):
        calendar = with_frozen(calendar, start, until)
    deadline = add_time(since, seconds, calendar)
    for start, until in vacations:
        calendar = with_frozen(calendar, min(start, deadline), until)
        deadline = add_time(since, seconds, calendar)
    return deadline


DEFAULT_NIGHT = QuietHours(22 * 60, 8 * 60)

"""Quiet hours of a guild that has not set any."""


def next_daily_time(tx: Tx, guild: int, minute: int, now: int) -> int:
    """Return the next time after `now` at this minute of a guild's day.

    It is moved to the end of the guild's quiet hours.
    """
    return next_digest(now, minute, _calendar(tx, guild))


def next_weekly_time(tx: Tx, guild: int, weekday: int, minute: int, now: int) -> int:
    """Return the next time after `now` at this minute of a weekday of a guild.

    Monday is 0. Quiet hours do not matter.
    """
    calendar = _calendar(tx, guild)
    at = next_local_time(now, minute, calendar)
    while local_date(at, calendar).weekday() != weekday:
        at = next_local_time(at, minute, calendar)
    return at


def quiet_until(tx: Tx, guild: int, now: int) -> int:
    """Return the end of a guild's quiet hours, or `now` if it is outside them."""
    return awake_at(now, _calendar(tx, guild))


def _calendar(tx: Tx, guild: int) -> Calendar:
    settings = guild_settings(tx, guild)
    return Calendar(settings["zone"], parse_quiet(settings["quiet"]) or DEFAULT_NIGHT)


def guild_deleted_at(tx: Tx, guild: int) -> int | None:
    """Return when the data of a guild without the bot is deleted.

    Returns None if the guild has the bot.
    """
    removed_at = removed_guild_rows.get_removed_at(tx, guild)
    return None if removed_at is None else removed_at + removed_guilds.HOLD_SECONDS


class RatingBar(NamedTuple):
    """Why a player cannot play rated games."""

    until: int
    """The time at which the player can play them."""
    account_days: int | None
    """The minimum age of an account in days if the account is too new; None for too many aborts."""


def rating_bar(tx: Tx, player: int, now: int) -> RatingBar | None:
    """Return why a player cannot play rated games now, or None."""
    old_enough = created_at(player) + MIN_ACCOUNT_AGE
    if old_enough > now:
        return RatingBar(old_enough, MIN_ACCOUNT_AGE // DAY)
    barred = barred_until([abort.at for abort in rating_rows.aborts_of(tx, player)], now)
    return None if barred is None else RatingBar(barred, None)
