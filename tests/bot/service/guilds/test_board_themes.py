"""Board themes, chosen by guilds and by players."""

from typing import get_args

from bot.service.guilds import guild_settings
from bot.service.players import player_settings
from bot.service.players.player_settings import THEMES
from bot.store.models import Theme
from render.theme import ThemeName
from tests.bot.service.club import ADA, BRUNO, GUILD, Club
from tests.transactions import reading, writing


async def seen(club: Club, player: int | None, guild: int | None) -> Theme:
    with reading(club.store) as tx:
        if player is None:
            return guild_settings.board_theme(tx, guild)
        return guild_settings.board_theme(tx, guild, player)


async def test_posts_use_the_theme_of_the_guild_and_private_boards_that_of_the_player(
    club: Club,
) -> None:
    assert await seen(club, None, GUILD) == await seen(club, ADA, GUILD) == "wood"
    with writing(club.store) as tx:
        guild_settings.change_setting(tx, GUILD, "theme", "print", by=ADA, now=club.now)
        player_settings.change_settings(tx, BRUNO, {"theme": "dark"}, now=club.now)
    assert await seen(club, None, GUILD) == await seen(club, ADA, GUILD) == "print"
    assert await seen(club, None, None) == await seen(club, ADA, None) == "wood"
    assert await seen(club, BRUNO, GUILD) == await seen(club, BRUNO, None) == "dark"
    with writing(club.store) as tx:
        player_settings.change_settings(tx, BRUNO, {"theme": "posts"}, now=club.now)
    assert await seen(club, BRUNO, GUILD) == "print"


def test_every_available_theme_can_be_chosen() -> None:
    assert get_args(Theme) == get_args(ThemeName) == tuple(THEMES)
