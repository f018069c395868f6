"""In which colours boards are drawn, by the choice of a server and of a person."""

from typing import get_args

from bot.service.people import settings
from bot.service.server import servers, themes
from bot.store.values import Theme
from bot.views.themes import THEMES
from render.theme import ThemeName
from tests.bot.service.club import ADA, BRUNO, GUILD, Club


async def seen(club: Club, player: int | None, guild: int | None) -> Theme:
    async with club.store.read() as tx:
        if player is None:
            return await themes.of_posts(tx, guild)
        return await themes.of_person(tx, player, guild)


async def test_posts_follow_the_server_and_private_boards_the_person_if_they_have_chosen(
    club: Club,
) -> None:
    assert await seen(club, None, GUILD) == await seen(club, ADA, GUILD) == "wood"
    async with club.store.write() as tx:
        await servers.choose(tx, GUILD, "theme", "print", by=ADA, now=club.now)
        await settings.change(tx, BRUNO, theme="dark", now=club.now)
    assert await seen(club, None, GUILD) == await seen(club, ADA, GUILD) == "print"
    assert await seen(club, None, None) == await seen(club, ADA, None) == "wood"
    assert await seen(club, BRUNO, GUILD) == await seen(club, BRUNO, None) == "dark"
    async with club.store.write() as tx:
        await settings.change(tx, BRUNO, theme="posts", now=club.now)
    assert await seen(club, BRUNO, GUILD) == "print"


def test_every_theme_that_can_be_drawn_can_be_chosen() -> None:
    assert get_args(Theme) == get_args(ThemeName) == tuple(THEMES)
