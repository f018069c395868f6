"""Following people: who may be followed, and by whom."""

from bot.extension_api.people import (
    blocked_among,
    ensure_players,
    player_settings,
    turn_digest_on,
)
from bot.extension_api.transactions import Tx
from bot.extensions.following.errors import NotFollowable, TooManyFollowed
from bot.extensions.following.models import Follow
from bot.extensions.following.service.watching import QUIET_YEAR
from bot.extensions.following.store import follow_rows

MOST_PEOPLE = 50
"""Maximum number of people whom a player follows."""
SETTING = "not_followed"
"""Name of the setting of players whom nobody may follow."""


def follow(tx: Tx, person: int, *, player: int, guild: int, now: int) -> bool:
    """Follow a person in a guild.

    Returns whether the player's daily digest was off until now. Raises `NotFollowable`,
    `TooManyFollowed`.
    """
    if person == player or person <= 0 or blocked_among(tx, player, [person]) is not None:
        raise NotFollowable
    if player_settings(tx, person).others.get(SETTING) == "on":
        raise NotFollowable
    known = follow_rows.get_follow(tx, player, person, guild)
    if known is None and follow_rows.count_followed(tx, player) >= MOST_PEOPLE:
        raise TooManyFollowed(limit=MOST_PEOPLE, why="people")
    ensure_players(tx, [person], now)
    follow_rows.add_follow(tx, Follow(player, person, guild, now, now + QUIET_YEAR))
    return turn_digest_on(tx, player, now=now)


def on_setting_changed(tx: Tx, player: int, value: str, *, now: int) -> None:
    """End all follows of a player who may no longer be followed."""
    if value == "on":
        follow_rows.remove_followers(tx, player)
