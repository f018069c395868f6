"""What is counted of a person besides the ladder: results, games against others, reliability."""

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
    """How often somebody won, shared the first place, and did neither."""

    won: int = 0
    shared: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many games that is."""
        return self.won + self.shared + self.lost


async def if_resigned(tx: Tx, match: Match, seat: int, *, now: int) -> RatedGame | None:
    """What this match of two would say to the ratings if this seat resigned now; None: nothing."""
    if len(match.players) != 2:
        return None
    lost = replace(match, outcome=Outcome(((1 - seat,), (seat,)), "resigned"))
    return await rate_match.counted(tx, lost, now)


async def reliability_of(tx: Tx, user: int, *, now: int) -> int | None:
    """The share of a person's last games that they did not lose on time, in per cent; None: too few."""
    aborts = await ratings.aborts_of(tx, user)
    found = [Ending(abort.at, "no-show") for abort in aborts if abort.why == "no-show"]
    for game in await ratings.played(tx, user):
        lost_at = rate_match.timed_out(game)
        found.append(Ending(game.at, "played") if lost_at is None else Ending(lost_at, "timeout"))
    return reliability(found, now)


async def results(tx: Tx, user: int, guild: int) -> Results:
    """How a person's finished games in a server ended, rated or not."""
    finished = await _finished(tx, user, guild)
    return Results(**Counter(_how(game.seat, game.ranking) for game in finished))


async def head_to_head(tx: Tx, user: int, other: int, guild: int) -> Results:
    """How the games of two people ended in a server, from the first one's side.

    Partners, and others who share a place, have shared it.
    """
    theirs = {game.match: _place(game) for game in await _finished(tx, other, guild)}
    ahead = [
        theirs[game.match] - _place(game)
        for game in await _finished(tx, user, guild)
        if game.match in theirs
    ]
    return Results(**Counter("won" if by > 0 else "lost" if by else "shared" for by in ahead))


async def against_computer(tx: Tx, user: int) -> dict[int, Results]:
    """How a person's games for two against the computer ended, anywhere, by its level."""
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for player, seat, ranking in await ratings.against_computer(tx, user):
        level = level_of(player)
        assert level is not None
        found[level][_how(seat, ranking)] += 1
    return {level: Results(**counted) for level, counted in found.items()}


async def _finished(tx: Tx, user: int, guild: int) -> Sequence[Played]:
    return [game for game in await ratings.played(tx, user) if game.guild == guild and game.ranking]


def _how(seat: int, ranking: Sequence[Sequence[int]]) -> str:
    """What a seat did in a game."""
    return "shared" if len(ranking) == 1 else "won" if seat in ranking[0] else "lost"


def _place(game: Played) -> int:
    return places(game.ranking)[game.seat]
