"""Results of matches. Each scores its pairing exactly once.

The code runs in the transaction that ends the match, so it uses few statements. The next matches,
stages and posts are left to the jobs.
"""

from collections.abc import Sequence

from bot.extension_api.matches import Match, cached_variant, current_position
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.models import PairingState
from bot.extensions.tournaments.rules.results import points_of
from bot.extensions.tournaments.service import forums, ladder_results
from bot.extensions.tournaments.store import entrant_rows, event_rows, pairing_rows
from bot.extensions.tournaments.store.pairing_rows import MatchPairing, SeatScore
from engine.outcome import teams_of
from engine.search import distance

Ranking = tuple[tuple[int, ...], ...]


def on_match_finished(tx: Tx, match: Match, now: int, no_show: int | None) -> None:
    """Score the pairing of a match that has just ended, or change its ladder.

    `no_show` is the seat whose time ran out before its first move, or None.
    """
    pairing = pairing_rows.pairing_of_match(tx, match.id)
    if pairing is None:
        ladder_results.on_match_finished(tx, match, now, no_show)
        return
    forums.queue_tags(tx, pairing.pairing, match, now)
    state, scores = _scores(match, no_show)
    margin, turns = _margin(tx, match, no_show) if pairing.format == "cup" else (None, None)
    if not pairing_rows.score(
        tx, pairing.pairing.id, state, scores, now=now, margin=margin, turns=turns
    ):
        return
    event_rows.record_change(tx, pairing.pairing.event, now)
    silent = _out_of_time(match) if no_show is None else (no_show,)
    _record_timeouts(tx, pairing, match, silent, now)


def on_player_left(tx: Tx, match: Match, seats: Sequence[int], why: str, now: int) -> None:
    """Ask players who have run out of time at a table whether they are still playing."""
    pairing = pairing_rows.pairing_of_match(tx, match.id)
    if pairing is not None and why == "time":
        _record_timeouts(tx, pairing, match, seats, now)


def _record_timeouts(
    tx: Tx, match_pairing: MatchPairing, match: Match, seats: Sequence[int], now: int
) -> None:
    if seats:
        players = [match.players[seat] for seat in seats]
        entrant_rows.record_timeout(tx, match_pairing.pairing.event, players, now)


def _scores(match: Match, no_show: int | None) -> tuple[PairingState, tuple[SeatScore, ...]]:
    """Return the new state of a finished match's pairing, and the scores by seat."""
    seats = len(match.players)
    if match.outcome is not None:
        return "scored", ranked_scores(match, match.outcome.ranking)
    if no_show is None:
        return "void", tuple(SeatScore(None) for _ in range(seats))
    others = tuple(seat for seat in range(seats) if seat != no_show)
    teams = teams_of(cached_variant(match))
    points = points_of((others, (no_show,)), seats, None if len(teams) == seats else teams)
    return "forfeit", tuple(
        SeatScore(each, forfeit=seat == no_show) for seat, each in enumerate(points)
    )


def ranked_scores(match: Match, ranking: Ranking) -> tuple[SeatScore, ...]:
    """Return the scores by seat for a ranking of the seats, best first."""
    seats = len(match.players)
    teams = teams_of(cached_variant(match))
    points = points_of(ranking, seats, None if len(teams) == seats else teams)
    places = {
        seat: 1 + sum(map(len, ranking[:at])) for at, group in enumerate(ranking) for seat in group
    }
    return tuple(SeatScore(points[seat], places[seat]) for seat in range(seats))


def _out_of_time(match: Match) -> tuple[int, ...]:
    """Return the seats whose time ran out when the match ended."""
    if match.outcome is None or match.outcome.reason != "time":
        return ()
    present = [
        tuple(seat for seat in group if seat not in match.departed_seats)
        for group in match.outcome.ranking
    ]
    return next((group for group in reversed(present) if group), ())


def _margin(tx: Tx, match: Match, no_show: int | None) -> tuple[int | None, int | None]:
    """Return the number of turns that the loser still needed and that the winner took.

    Both are None if nobody won. They are also counted if the loser resigned or ran out of time,
    because it would otherwise pay to resign a game rather than to lose it by many turns.
    """
    if no_show is not None:
        winner, loser = 1 - no_show, no_show
    elif match.outcome is not None and len(match.outcome.ranking) == 2:
        (winner,), (loser,) = match.outcome.ranking
    else:
        return None, None
    rules = cached_variant(match)
    position = current_position(tx, match, rules)
    return distance(rules, position, loser), (match.turn_count + 1 - winner) // 2
