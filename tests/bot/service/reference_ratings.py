"""Comparison of the stored ratings with naively counted games and refunds."""

from collections.abc import Iterator

from sqlalchemy import select

from bot.service.rating.elo import FLOOR
from bot.store import Tx
from bot.store.driver.statement import Statement
from bot.store.rating import rating_queries, ratings
from bot.store.tables.players import players
from tests.bot.service.random_results import fold

PLAYERS = Statement(select(players.c.id))


def wrong_ratings(tx: Tx) -> Iterator[str]:
    """Yield a sentence for each stored rating that is not the right one."""
    people = tx.column(PLAYERS)
    for guild in (*ratings.guilds_with_games(tx), None):
        games = list(ratings.all_games(tx, guild))
        if len({game.match for game in games}) < len(games):
            yield f"server {guild}: a match was rated twice"
        right = {
            (player, pool.kind): (own.points, own.games)
            for (player, pool), own in fold(games).ratings.items()
            if pool.guild == guild
        }
        stored = {
            (row.player, row.kind): (row.points, row.games)
            for row in rating_queries.ratings_of(tx, guild, people)
        }
        for player, kind in right.keys() | stored.keys():
            shown, own = stored.get((player, kind)), right.get((player, kind))
            if shown != own:
                yield f"server {guild}: {player} has {shown} in {kind}, but the games give {own}"
            elif shown is not None and shown[0] < FLOOR:
                yield f"server {guild}: {player} is below the floor"
