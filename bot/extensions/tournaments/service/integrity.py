"""Integrity check of events and ladders, against their matches and their history."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from bot.extension_api.matches import Match, get_match
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.models import LadderMove, Pairing
from bot.extensions.tournaments.service import catch_up
from bot.extensions.tournaments.service.event_state import load_state
from bot.extensions.tournaments.service.final_order import final_places
from bot.extensions.tournaments.service.results import ranked_scores
from bot.extensions.tournaments.store import (
    entrant_rows,
    event_rows,
    integrity_rows,
    ladder_member_rows,
    pairing_rows,
)


def find_faults(tx: Tx) -> list[str]:
    """Return a sentence for each inconsistency in events and ladders."""
    return [
        *integrity_rows.find_faults(tx),
        *_wrong_points(tx),
        *_wrong_winners(tx),
        *_wrong_orders(tx),
        *_wrong_places(tx),
        *(
            f"Pairing {pairing.id}: its match should have begun."
            for _, pairing in catch_up.lost_openings(tx)
        ),
        *(
            f"Event {event.id}: its next matches should have begun."
            for event in catch_up.forgotten_openings(tx)
        ),
    ]


def repair(tx: Tx, now: int) -> list[str]:
    """Mend what `find_faults` reports, and return a sentence for each change.

    Ranks follow from the history of the ladder or, if that is incomplete, become dense in their
    present order. Equal ranks are then decided by the time of joining, then by the player's id.
    """
    done = []
    if number := integrity_rows.clear_ranks_of_inactive(tx):
        done.append(f"Ladders: {number} inactive members no longer have a rank.")
    broken = integrity_rows.wrong_ladders(tx)
    for ladder, order in _orders_by_history(tx).items():
        if order != [each.player for each in ladder_member_rows.members_by_rank(tx, ladder)]:
            broken = [*broken, ladder]
    for ladder in sorted(set(broken)):
        ladder_member_rows.set_ranks(tx, ladder, _orders_by_history(tx).get(ladder, []))
        done.append(f"Ladder {ladder}: its ranks are 1, 2, 3 and so on again.")
    if number := integrity_rows.mark_begun(tx):
        done.append(f"Pairings: {number} with a match no longer wait.")
    done += catch_up.score_ended(tx, now)
    for pairing, match, _ in _wrongly_scored(tx):
        scores = ranked_scores(match, match.outcome.ranking if match.outcome else ())
        pairing_rows.score(
            tx,
            pairing.id,
            "scored",
            scores,
            now=pairing.scored_at or now,
            before=("scored",),
            margin=pairing.margin,
            turns=pairing.turns,
        )
        event_rows.record_change(tx, pairing.event, now)
        done.append(f"Pairing {pairing.id}: scored again by its match.")
    for event, _, places in _misplaced(tx):
        entrant_rows.set_places(tx, event, sorted(places.items()))
        done.append(f"Event {event}: its places follow from its results again.")
    return [*done, *catch_up.begin_pending(tx, now)]


def _misplaced(tx: Tx) -> Iterator[tuple[int, bool, dict[int, int | None]]]:
    """Yield the finished events whose places do not follow from their results.

    Each has whether the champions differ, and the right places.
    """
    for event in integrity_rows.finished_events(tx):
        state = load_state(tx, event)
        if not state.sections or any(section.unfinished for section in state.sections):
            continue
        right = final_places(tx, state)
        players = [each for each in state.entrants if each.seed is not None]
        stored = {each.player: each.place for each in players}
        expected = {player: right.get(player) for player in stored}
        if stored != expected:
            champions = {player for player, place in stored.items() if place == 1}
            differ = champions != {player for player, place in expected.items() if place == 1}
            yield event.id, differ, expected


def _wrong_places(tx: Tx) -> Iterator[str]:
    """Yield the finished events whose places do not follow from their results."""
    for event, has_wrong_champion, _ in _misplaced(tx):
        what = "champion does" if has_wrong_champion else "places do"
        yield f"Event {event}: its {what} not follow from its results."


def _wrongly_scored(tx: Tx) -> Iterator[tuple[Pairing, Match, list[int | None]]]:
    """Yield the pairings whose points differ from the result of their match.

    Each has the match and the stored points.
    """
    for pairing in integrity_rows.played_pairings(tx):
        match = get_match(tx, pairing.match or 0)
        stored = [seat.half_points for seat in pairing_rows.seats_of(tx, pairing.id)]
        if match is None or match.outcome is None:
            continue
        if stored != [each.half_points for each in ranked_scores(match, match.outcome.ranking)]:
            yield pairing, match, stored


def _wrong_points(tx: Tx) -> Iterator[str]:
    """Yield the pairings whose points do not follow from the results of their matches."""
    for pairing in integrity_rows.played_pairings(tx):
        match = get_match(tx, pairing.match or 0)
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
        match = get_match(tx, game.match)
        if match is not None and match.outcome is not None:
            best = match.outcome.ranking[0]
            if game.winner != (match.players[best[0]] if len(best) == 1 else None):
                yield f"Ladder game {game.match}: its winner is not that of the match."


def _wrong_orders(tx: Tx) -> Iterator[str]:
    """Yield the ladders whose order does not follow from their changes of rank."""
    for ladder, order in _orders_by_history(tx).items():
        if order != [member.player for member in ladder_member_rows.members_by_rank(tx, ladder)]:
            yield f"Ladder {ladder}: its order is not the one that its history gives."


def _orders_by_history(tx: Tx) -> dict[int, list[int]]:
    """Return the order of each ladder whose changes of rank decide it."""
    orders = {}
    for ladder, moves in groupby(integrity_rows.all_moves(tx), lambda move: move.ladder):
        order = _replayed(list(moves))
        current = {member.player for member in ladder_member_rows.members_by_rank(tx, ladder)}
        if order is not None and set(order) == current:
            orders[ladder] = order
    return orders


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
