"""Longest-hop puzzles, from finished matches whose players all share positions."""

import random

from bot.extension_api.matches import MatchView, cached_variant, view_at
from bot.extension_api.people import ensure_players, player_settings
from bot.extension_api.transactions import UNPLAYABLE, NotFound, Tx
from bot.extensions.puzzles.store import longest_hop_answers
from engine import Move, Variant
from engine.jumps import jumps_of

RECENT_MATCHES = 50
"""Number of a guild's newest matches to choose from."""
GAMES, POSITIONS = 3, 6
"""Number of matches that are sampled, and of positions in each."""
MIN_JUMPS = 3
"""Minimum number of jumps of the longest hop in a puzzle."""


def pick_position(tx: Tx, guild: int, rng: random.Random) -> MatchView:
    """Return a random position with a long hop.

    Only a random sample of the guild's shared matches is searched. Raises `NotFound` if none of the
    sampled positions has a long hop.
    """
    numbers = longest_hop_answers.shared_matches(tx, guild, RECENT_MATCHES)
    for number in rng.sample(numbers, min(GAMES, len(numbers))):
        try:
            last = view_at(tx, number).ply
            plies = rng.sample(range(last), min(POSITIONS, last))
            views = [view_at(tx, number, ply) for ply in plies]
        except UNPLAYABLE:
            continue
        best = max(views, key=lambda view: longest_jump_count(*possible_moves(view)), default=None)
        if best is not None and longest_jump_count(*possible_moves(best)) >= MIN_JUMPS:
            return best
    raise NotFound(what="problem", key=guild)


def load_problem(tx: Tx, match: int, ply: int) -> MatchView:
    """Return the position of a puzzle.

    Raises `NotFound` if it is no longer shared.
    """
    if not longest_hop_answers.is_shared(tx, match):
        raise NotFound(what="problem", key=match)
    return view_at(tx, match, ply)


def possible_moves(view: MatchView) -> tuple[Variant, list[Move]]:
    """Return the rules and the legal moves of a position."""
    rules = cached_variant(view.match)
    return rules, rules.moves(view.position)


def longest_jump_count(rules: Variant, hops: list[Move]) -> int:
    """Return the largest number of jumps in one of these moves; 0 if there are none."""
    return max((jumps_of(rules, move) for move in hops), default=0)


def record_solver(tx: Tx, view: MatchView, jumps: int, *, player: int, now: int) -> int:
    """Record that this player found the longest hop.

    Returns the player who found it first, or 0 if that is another player with a hidden name.
    """
    ensure_players(tx, [player], now)
    longest_hop_answers.add_answer(tx, view.match.id, view.ply, player, jumps, now)
    first = longest_hop_answers.first_finder(tx, view.match.id, view.ply)
    assert first is not None
    return first if first == player or player_settings(tx, first).show_name else 0
