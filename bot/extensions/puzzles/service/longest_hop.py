"""Longest-hop puzzles, from finished matches whose players all share positions."""

import random

from bot.extensions.puzzles.store import longest_hop_answers
from bot.service import position_cache
from bot.service.actions import moves
from bot.service.errors import Damaged, NotFound, RulesChanged
from bot.service.players import player_settings
from bot.service.results import View
from bot.store import Tx, player_rows
from engine import Move, Variant
from engine.analysis import jumps_of

NEWEST = 50
"""Number of a guild's newest matches to choose from."""
GAMES, POSITIONS = 3, 6
"""Number of matches that are sampled, and of positions in each."""
LEAST = 3
"""The smallest number of jumps that makes a puzzle."""


async def pick(tx: Tx, guild: int, rng: random.Random) -> View:
    """Return a random position with a long hop.

    Raises `NotFound` if the guild has none that its players share.
    """
    numbers = await longest_hop_answers.lent(tx, guild, NEWEST)
    for number in rng.sample(numbers, min(GAMES, len(numbers))):
        try:
            last = (await moves.view(tx, number)).ply
            plies = rng.sample(range(last), min(POSITIONS, last))
            views = [await moves.view(tx, number, ply) for ply in plies]
        except (RulesChanged, Damaged):
            continue
        best = max(views, key=lambda view: longest(*possible(view)), default=None)
        if best is not None and longest(*possible(best)) >= LEAST:
            return best
    raise NotFound(what="problem", key=guild)


async def position(tx: Tx, match: int, ply: int) -> View:
    """Return the position of a puzzle. Raises `NotFound` if it is not shared any more."""
    if not await longest_hop_answers.allowed(tx, match):
        raise NotFound(what="problem", key=match)
    return await moves.view(tx, match, ply)


def possible(view: View) -> tuple[Variant, list[Move]]:
    """Return the rules and the legal moves of a position."""
    rules = position_cache.rules(view.match)
    return rules, rules.moves(view.position)


def longest(rules: Variant, known: list[Move]) -> int:
    """Return the number of jumps of the longest hop, each by its shortest route."""
    return max((jumps_of(rules, move) for move in known), default=0)


async def found(tx: Tx, view: View, jumps: int, *, player: int, now: int) -> int:
    """Record that this player found the longest hop.

    Returns who found it first: 0 if that is another player who does not show their name.
    """
    await player_rows.ensure(tx, [player], now)
    await longest_hop_answers.add(tx, view.match.id, view.ply, player, jumps, now)
    first = await longest_hop_answers.first(tx, view.match.id, view.ply)
    assert first is not None
    return first if first == player or (await player_settings.of(tx, first)).show_name else 0
