"""Integrity check of events and ladders, against their matches and their history."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from bot.extensions.tournaments.models import LadderMove
from bot.extensions.tournaments.service.results import ranked_scores
from bot.extensions.tournaments.store import integrity_rows, ladder_member_rows, pairing_rows
from bot.store import Tx, matches


def find_faults(tx: Tx) -> list[str]:
    """Return a sentence for each inconsistency in events and ladders."""
    return [
        *integrity_rows.find_faults(tx),
        *_wrong_points(tx),
        *_wrong_winners(tx),
        *_wrong_orders(tx),
    ]


def _wrong_points(tx: Tx) -> Iterator[str]:
    """Yield the pairings whose points do not follow from the results of their matches."""
    for pairing in integrity_rows.played_pairings(tx):
        match = matches.get_match(tx, pairing.match or 0)
        stored = [seat.half_points for seat in pairing_rows.seats_of(tx, pairing.id)]
        if match is None or match.outcome is None:
            yield f"Pairing {pairing.id}: it has a score, but its match has no result."
            continue
        points = [each.half_points for each in ranked_scores(match, match.outcome.ranking)]
        if stored != points:
            yield f"Pairing {pairing.id}: its half-points are {stored} instead of {points}."


def _wrong_winners(tx: Tx) -> Iterator[str]:
    """Yield the ladder games whose winner differs from the result of the match.

    A match without a result may have been lost by a player who did not appear.
    """
    for game in integrity_rows.ended_games(tx):
        match = matches.get_match(tx, game.match)
        if match is not None and match.outcome is not None:
            best = match.outcome.ranking[0]
            if game.winner != (match.players[best[0]] if len(best) == 1 else None):
                yield f"Ladder game {game.match}: its winner is not that of the match."


def _wrong_orders(tx: Tx) -> Iterator[str]:
    """Yield the ladders whose order does not follow from their changes of rank."""
    for ladder, moves in groupby(integrity_rows.all_moves(tx), lambda move: move.ladder):
        order = _replayed(list(moves))
        current = [member.player for member in ladder_member_rows.members_by_rank(tx, ladder)]
        if order is not None and set(order) == set(current) and order != current:
            yield f"Ladder {ladder}: its order is not the one that its history gives."


def _replayed(moves: Sequence[LadderMove]) -> list[int] | None:
    """Return the order of a ladder after these changes of rank, the top first.

    Returns None if the history does not decide it. Changes of erased players and old ones have been
    deleted, so that a rank may not fit, and a member who came back may have been placed elsewhere.
    """
    order: list[int] = []
    for move in moves:
        before = order.index(move.player) + 1 if move.player in order else None
        joins_elsewhere = before is None and move.to_rank != len(order) + 1
        if before != move.from_rank or joins_elsewhere:
            return None
        if before is not None:
            order.remove(move.player)
        if move.to_rank is not None:
            order.insert(move.to_rank - 1, move.player)
    return order
