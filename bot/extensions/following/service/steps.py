"""The steps that each side of a game still needs."""

from bot.extension_api.matches import Match, cached_variant, current_position
from bot.extension_api.transactions import UNPLAYABLE, Tx
from engine import Position, Variant
from engine.search import distance


def steps_of(game: Variant, position: Position) -> list[int]:
    """Return the steps of each seat to its goal.

    Empty in a game that is not won by steps alone: where men are dropped, or edges are joined.
    """
    seats = range(len(game.seats))
    if game.remaining_work is not None or not all(seat.goal for seat in game.seats):
        return []
    if game.drops(game.start()):
        return []
    return [distance(game, position, seat) for seat in seats]


def steps_left(tx: Tx, match: Match) -> list[int]:
    """Return the steps of each seat of a match, as `steps_of` does.

    Empty if no move can be made in the match.
    """
    try:
        game = cached_variant(match)
        return steps_of(game, current_position(tx, match, game))
    except UNPLAYABLE:
        return []
