"""Helpers that play rated matches and look up the resulting ratings."""

from bot.service.actions import resignations
from bot.service.match import lifecycle
from bot.service.matchmaking import challenges
from bot.service.rating import player_ratings, settlement
from bot.service.rating.ladder import Rating, RatingPool, get_rating
from bot.store import Tx
from bot.store.match import match_saver
from bot.store.models import ChallengeSeat, Match, RatedGame
from bot.store.rating import ratings
from tests.bot.service.club import ADA, BRUNO, CHANNEL, CLARA, DAVID, GUILD, Club
from tests.bot.service.random_results import fold
from tests.transactions import reading, writing

DAY = 86400
DUEL = RatingPool("duel", GUILD)


async def rated_match(club: Club, first: int = ADA, second: int = BRUNO, turns: int = 10) -> Match:
    match = await club.match(first, second, rated=True)
    for _ in range(turns):
        await club.turn(match)
    return match


def events(tx: Tx, guild: int | None) -> list[RatedGame]:
    """Return all rated games of a guild, including annulled ones.

    If `guild` is None, returns the games that count for the global rating.
    """
    return list(ratings.all_games(tx, guild))


async def of(club: Club, player: int, pool: RatingPool = DUEL) -> Rating:
    """Return a player's rating from a fold, after comparing it with the stored rating."""
    with reading(club.store) as tx:
        assert settlement.find_faults(tx) == []
        games = events(tx, pool.guild)
        stored = player_ratings.ratings_of(tx, pool.guild, player)
    rating = get_rating(fold(games), player, pool)
    if pool.kind in stored:
        assert rating == stored[pool.kind]
    else:
        assert rating.games == 0
    return rating


async def points(club: Club, *players: int) -> list[int]:
    return [(await of(club, player)).points for player in players]


async def four(club: Club, turns: int = 20) -> Match:
    """Return a rated match of ADA, BRUNO, CLARA and DAVID after `turns` moves."""
    with writing(club.store) as tx:
        table = challenges.create(
            tx, challenger=ADA, variant="halma-4",
            places=[ChallengeSeat(p) for p in (BRUNO, CLARA, DAVID)],
            rated=True, guild=GUILD, channel=CHANNEL, interaction=next(club.ids), now=club.now,
        )  # fmt: skip
        for player in (BRUNO, CLARA, DAVID):
            joined = challenges.join(
                tx, table.id, player=player, interaction=next(club.ids), now=club.now, rng=club.rng
            )
    assert joined.match is not None
    for _ in range(turns):
        await club.turn(joined.match)
    return joined.match


async def flag(club: Club, match: Match, *players: int) -> Match:
    """Remove these players together, as if they had timed out."""
    with writing(club.store) as tx:
        now = lifecycle.load(tx, match.id)
        seats = [now.players.index(player) for player in players]
        after = resignations.remove_players(tx, now, seats, why="time", now=club.now)
        match_saver.save(tx, now, after)
        return after
