"""In which colours boards are drawn: a server's for its posts, a person's for what they alone see."""

from collections.abc import Mapping
from typing import cast

from bot.service.guilds import guild_settings
from bot.service.players import player_settings
from bot.store import Tx
from bot.store.models import Theme


async def of_posts(tx: Tx, guild: int | None) -> Theme:
    """The theme of the boards that are posted in a server; without one, of those in messages."""
    return chosen(await guild_settings.settings(tx, guild))


def chosen(server: Mapping[str, str]) -> Theme:
    """The same, by the settings of the server."""
    return cast(Theme, server["theme"])


async def of_person(tx: Tx, player: int, guild: int | None) -> Theme:
    """The theme of the boards that a person alone sees, of games of this server."""
    wished = (await player_settings.of(tx, player)).theme
    return await of_posts(tx, guild) if wished == "posts" else wished
