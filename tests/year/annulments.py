"""Annulments in the simulated year: a manager annuls rated games now and then."""

from functools import partial

from bot.service.guilds import guild_settings
from tests import raw
from tests.year.simulated_world import Broken, World

DAY = 86400
EVERY = 5 * DAY


async def annul_now_and_then(world: World, until: int) -> None:
    """Annul a random rated game, and again every few days."""
    if world.now + EVERY < until:
        world.at(world.now + EVERY, partial(annul_now_and_then, world, until))
    if world.database.away:
        return
    games = raw.look(world.store, "SELECT match, guild FROM rated_games ORDER BY match")
    if not games:
        return
    game = world.rng.choice(games)
    try:
        await world.ask(
            "annul",
            guild_settings.annul_match,
            game["guild"],
            game["match"],
            by=1,
            may="already-annulled",
        )
    except Broken:
        return
