"""The longest hop in a position of a real game, where all who played it allow it."""

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
"""So many games of a server are chosen from."""
GAMES, POSITIONS = 3, 6
"""So many of them are looked at, and so many positions of each."""
LEAST = 3
"""A hop of fewer jumps is no problem."""


async def pick(tx: Tx, guild: int, rng: random.Random) -> View:
    """A position with a long hop. NotFound: the server has none that its players allow."""
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
    """The position of a problem. NotFound: its players do not allow it any more."""
    if not await longest_hop_answers.allowed(tx, match):
        raise NotFound(what="problem", key=match)
    return await moves.view(tx, match, ply)


def possible(view: View) -> tuple[Variant, list[Move]]:
    """The rules, and what can be played there."""
    rules = position_cache.rules(view.match)
    return rules, rules.moves(view.position)


def longest(rules: Variant, known: list[Move]) -> int:
    """How many jumps the longest of these hops makes, by its shortest route."""
    return max((jumps_of(rules, move) for move in known), default=0)


async def found(tx: Tx, view: View, jumps: int, *, player: int, now: int) -> int:
    """This person has found it; who was first: 0 if it is another, who is not to be named."""
    await player_rows.ensure(tx, [player], now)
    await longest_hop_answers.add(tx, view.match.id, view.ply, player, jumps, now)
    first = await longest_hop_answers.first(tx, view.match.id, view.ply)
    assert first is not None
    return first if first == player or (await player_settings.of(tx, first)).show_name else 0
