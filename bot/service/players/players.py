"""Player records: names and locales of everyone the bot has met."""

from collections.abc import Iterable

from bot.i18n.escaping import plain_text
from bot.service.computer_levels import stored_computer_name
from bot.service.errors import NotFound
from bot.store import Tx
from bot.store.models import Player, level_of
from bot.store.players import player_rows

NAME = 100
"""Maximum length of a stored name. Discord allows 32 characters."""


def record_seen(
    tx: Tx, player: int, name: str, locale: str | None = None, user_name: str = "", *, now: int
) -> str:
    """Update a player's names and, unless it is None, their locale.

    Returns the hints that this player has already been shown, separated by spaces.
    """
    player_rows.ensure_players(tx, [player], now)
    return player_rows.update_player(tx, player, name, locale, now, user_name)


def load_player(tx: Tx, player: int) -> Player:
    """Return this player. Raises `NotFound` if the bot has never met them."""
    stored = player_rows.get_player(tx, player)
    if stored is None:
        raise NotFound(what="player", key=player)
    return stored


def user_names(tx: Tx, players: Iterable[int]) -> dict[int, str]:
    """Return the last known user name of each player who has one.

    A picture shows it if its typeface lacks letters of the display name.
    """
    return player_rows.get_user_names(tx, list(players))


def display_names(tx: Tx, players: Iterable[int]) -> dict[int, str]:
    """Return the last known display name of each player, or "" if unknown.

    Each name is a single line without invisible characters. A computer player is named by its
    level, whatever name an earlier version has stored.
    """
    wanted = list(players)
    names_by_id = player_rows.get_names(tx, wanted)
    return {
        player: plain_text(names_by_id.get(player, ""), NAME)
        if (level := level_of(player)) is None
        else stored_computer_name(level)
        for player in wanted
    }
