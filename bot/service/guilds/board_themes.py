"""Board themes: the guild's for posts, the player's for boards that only they see."""

from collections.abc import Mapping
from typing import cast

from bot.service.guilds import guild_settings
from bot.service.players import player_settings
from bot.store import Tx
from bot.store.models import Theme


async def theme_for_posts(tx: Tx, guild: int | None) -> Theme:
    """Return the theme of boards posted in a guild (None: in direct messages)."""
    return chosen_theme(await guild_settings.load_settings(tx, guild))


def chosen_theme(server: Mapping[str, str]) -> Theme:
    """Return the theme of posted boards from the settings of a guild."""
    return cast(Theme, server["theme"])


async def theme_for_player(tx: Tx, player: int, guild: int | None) -> Theme:
    """Return the theme of boards of this guild's games that only the player sees."""
    preferred = (await player_settings.load_settings(tx, player)).theme
    return await theme_for_posts(tx, guild) if preferred == "posts" else preferred
