"""Board themes: the guild's for posts, the player's for boards that only they see."""

from collections.abc import Mapping
from typing import cast

from bot.service.guilds import guild_settings
from bot.service.players import player_settings
from bot.store import Tx
from bot.store.models import Theme


async def of_posts(tx: Tx, guild: int | None) -> Theme:
    """Return the theme of boards posted in a guild (None: in direct messages)."""
    return chosen(await guild_settings.settings(tx, guild))


def chosen(server: Mapping[str, str]) -> Theme:
    """Return the theme of posted boards from the settings of a guild."""
    return cast(Theme, server["theme"])


async def of_person(tx: Tx, player: int, guild: int | None) -> Theme:
    """Return the theme of boards of this guild's games that only the player sees."""
    wished = (await player_settings.of(tx, player)).theme
    return await of_posts(tx, guild) if wished == "posts" else wished
