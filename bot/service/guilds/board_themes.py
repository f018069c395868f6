"""Board themes: the guild's theme for posts, and the player's for private boards."""

from collections.abc import Mapping
from typing import cast

from bot.service.guilds import guild_settings
from bot.service.players import player_settings
from bot.store import Tx
from bot.store.models import Theme


def theme_for_posts(tx: Tx, guild: int | None) -> Theme:
    """Return the theme of boards posted in a guild, or in DMs if `guild` is None."""
    return chosen_theme(guild_settings.load_settings(tx, guild))


def chosen_theme(server: Mapping[str, str]) -> Theme:
    """Return the theme for posted boards that is chosen in these guild settings."""
    return cast(Theme, server["theme"])


def theme_for_player(tx: Tx, player: int, guild: int | None) -> Theme:
    """Return the theme of this guild's boards that are shown only to the player."""
    preferred = (player_settings.load_settings(tx, player)).theme
    return theme_for_posts(tx, guild) if preferred == "posts" else preferred
