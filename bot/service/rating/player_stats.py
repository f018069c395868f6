"""Player statistics apart from the ladder: results, head-to-head and reliability."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.service.rating import rate_match
from bot.service.rating.rating_rules import places
from bot.service.rating.reliability import Ending, reliability
from bot.store import Tx, ratings
from bot.store.models import Match, Played, RatedGame, level_of
from bot.store.models.ratings import Kind
from engine import Outcome

KINDS: tuple[Kind, ...] = ("duel", "melee", "partners")


@dataclass(frozen=True, slots=True)
class Results:
    """Number of games won, tied for first place, and lost."""

    won: int = 0
    shared: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """Total number of games."""
        return self.won + self.shared + self.lost


async def if_resigned(tx: Tx, match: Match, seat: int, *, now: int) -> RatedGame | None:
    """Return the rated game that would result if this seat of a duel resigned now.

    None if it would not be rated.
    """
    if len(match.players) != 2:
        return None
    lost = replace(match, outcome=Outcome(((1 - seat,), (seat,)), "resigned"))
    return await rate_match.counted(tx, lost, now)


async def reliability_of(tx: Tx, user: int, *, now: int) -> int | None:
    """Return the percentage of a player's recent games not lost on time, or None.

    None means that there are too few games to say.
    """
    aborts = await ratings.aborts_of(tx, user)
    found = [Ending(abort.at, "no-show") for abort in aborts if abort.why == "no-show"]
    for game in await ratings.played(tx, user):
        lost_at = rate_match.timed_out(game)
        found.append(Ending(game.at, "played") if lost_at is None else Ending(lost_at, "timeout"))
    return reliability(found, now)


async def results(tx: Tx, user: int, guild: int) -> Results:
    """Return a player's results in a guild, rated or not."""
    finished = await _finished(tx, user, guild)
    return Results(**Counter(_how(game.seat, game.ranking) for game in finished))


async def head_to_head(tx: Tx, user: int, other: int, guild: int) -> Results:
    """Return the results of `user` against `other` in a guild.

    A shared rank, also that of partners, counts as a tie.
    """
    theirs = {game.match: _place(game) for game in await _finished(tx, other, guild)}
    ahead = [
        theirs[game.match] - _place(game)
        for game in await _finished(tx, user, guild)
        if game.match in theirs
    ]
    return Results(**Counter("won" if by > 0 else "lost" if by else "shared" for by in ahead))


async def against_computer(tx: Tx, user: int) -> dict[int, Results]:
    """Return a player's results in two-player games against the computer, by level."""
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for player, seat, ranking in await ratings.against_computer(tx, user):
        level = level_of(player)
        assert level is not None
        found[level][_how(seat, ranking)] += 1
    return {level: Results(**counted) for level, counted in found.items()}


async def _finished(tx: Tx, user: int, guild: int) -> Sequence[Played]:
    return [game for game in await ratings.played(tx, user) if game.guild == guild and game.ranking]


def _how(seat: int, ranking: Sequence[Sequence[int]]) -> str:
    """Return the field of `Results` in which this seat's game counts."""
    return "shared" if len(ranking) == 1 else "won" if seat in ranking[0] else "lost"


def _place(game: Played) -> int:
    return places(game.ranking)[game.seat]
