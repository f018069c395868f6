"""Hints: which matches allow them, and the positions in which they were used."""

from bot.store import Tx
from bot.store.match import hint_rows
from bot.store.models import Match
from engine import Position
from engine.position import repetition_hash


def has_hints(match: Match) -> bool:
    """Whether players may ask for hints in this match.

    Hints are allowed in an unrated match with a single person, and in a match whose players all
    agreed to hints in the challenge. Matches of an event have no hints.
    """
    return not match.result_counts and (match.is_solo or match.hints)


def may_ask(match: Match, player: int) -> bool:
    """Whether it is this player's turn in a running match that has hints."""
    return match.status == "running" and match.to_move == player and has_hints(match)


def record_hint(tx: Tx, match: Match, position: Position) -> None:
    """Record that a hint was used in a position, to show it with the move.

    No-op in a match with only one person.
    """
    if not match.is_solo:
        hint_rows.add_hint(tx, match.id, repetition_hash(position))
