"""Player statistics apart from the ladder: results, head-to-head and reliability."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.service.rating import rate_match
from bot.service.rating.rating_rules import places_of
from bot.service.rating.reliability import SeatEnding, reliability
from bot.store import Tx
from bot.store.models import Match, PlayedSeat, RatedGame, level_of
from bot.store.models.ratings import Kind
from bot.store.rating import ratings
from engine import Outcome

KINDS: tuple[Kind, ...] = ("duel", "melee", "partners")


class Results(NamedTuple):
    """Number of games won, drawn (all players share a rank) and lost."""

    won: int = 0
    shared: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """Total number of games."""
        return self.won + self.shared + self.lost


def preview_resignation(tx: Tx, match: Match, seat: int, *, now: int) -> RatedGame | None:
    """Return the rated game that would result if this seat resigned from a duel now.

    Returns None if that game would not be rated.
    """
    if len(match.players) != 2:
        return None
    lost = replace(match, outcome=Outcome(((1 - seat,), (seat,)), "resigned"))
    return rate_match.rated_game_of(tx, lost, now)


def player_reliability(tx: Tx, user: int, *, now: int) -> int | None:
    """Return a player's reliability as a percentage, or None with too few games.

    Losses on time and no-shows lower it, resignations do not.
    """
    aborts = ratings.aborts_of(tx, user)
    endings = [SeatEnding(abort.at, "no-show") for abort in aborts if abort.why == "no-show"]
    for game in ratings.finished_games_of(tx, user):
        lost_at = rate_match.timed_out_at(game)
        endings.append(
            SeatEnding(game.at, "played") if lost_at is None else SeatEnding(lost_at, "timeout")
        )
    return reliability(endings, now)


def player_results(tx: Tx, user: int, guild: int) -> Results:
    """Return a player's results in a guild, rated or not."""
    finished = _finished(tx, user, guild)
    return Results(**Counter(_result_of(game.seat, game.ranking) for game in finished))


def head_to_head(tx: Tx, user: int, other: int, guild: int) -> Results:
    """Return the results of `user` against `other` in a guild.

    A rank shared by the two counts as a draw, even if they were partners.
    """
    ahead = []
    for seat, other_seat, ranking in ratings.common_games_of(tx, user, other, guild):
        places = places_of(ranking)
        ahead.append(places[other_seat] - places[seat])
    return Results(**Counter("won" if by > 0 else "lost" if by else "shared" for by in ahead))


def computer_results(tx: Tx, user: int) -> dict[int, Results]:
    """Return a player's results in two-player games against the computer, by level."""
    counts_by_level: dict[int, Counter[str]] = defaultdict(Counter)
    for player, seat, ranking in ratings.computer_games_of(tx, user):
        level = level_of(player)
        assert level is not None
        counts_by_level[level][_result_of(seat, ranking)] += 1
    return {level: Results(**counted) for level, counted in counts_by_level.items()}


def _finished(tx: Tx, user: int, guild: int) -> Sequence[PlayedSeat]:
    return [
        game for game in ratings.finished_games_of(tx, user) if game.guild == guild and game.ranking
    ]


def _result_of(seat: int, ranking: Sequence[Sequence[int]]) -> str:
    """Return the field of `Results` towards which this seat's game counts."""
    return "shared" if len(ranking) == 1 else "won" if seat in ranking[0] else "lost"
