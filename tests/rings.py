"""The games and the theme that represent all others in `make test`."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine import VARIANTS, Variant
from engine.move_generation.movers import Mover

THEME = "wood"
"""The theme that represents the others."""


def _mover(mover: Mover) -> tuple[object, ...]:
    """Return what distinguishes a mover from others, apart from its directions."""
    flags = (getattr(mover, name, False) for name in ("foes_only", "relay"))
    return type(mover).__name__, *flags, getattr(mover, "far", 1) > 1


def kind(game: Variant) -> tuple[object, ...]:
    """Return what the laws of games depend on: board, movers, drops, teams, ..."""
    return (
        game.board.shape,
        frozenset(_mover(mover) for each in game.kinds for mover in each.movers),
        bool(game.stock),
        game.routes,
        game.restriction,
        game.side_effect,
        game.link_allowed,
        any(seat.team >= 0 for seat in game.seats),
    )


def movers_and_aim(game: Variant) -> tuple[object, ...]:
    """Return what decides which code of the engine a game runs."""
    return frozenset(_mover(mover) for each in game.kinds for mover in each.movers), game.won_by


def seats(game: Variant) -> tuple[object, ...]:
    """Return whether more than two seats play."""
    return (len(game.seats) > 2,)


def representatives(
    games: Iterable[Variant], kind: Callable[[Variant], tuple[object, ...]] = kind
) -> frozenset[str]:
    """Return the key of the game of each kind that has the smallest board."""
    by_size = sorted(games, key=lambda game: (len(game.board.points), len(game.seats)))
    return frozenset({kind(game): game.key for game in reversed(by_size)}.values())


REPRESENTATIVES = representatives(VARIANTS.values())
FAST_GAMES = [VARIANTS[key] for key in sorted(REPRESENTATIVES)]
MEASURED = representatives(FAST_GAMES, movers_and_aim) | representatives(FAST_GAMES, seats)
"""The games in which `make check` measures the coverage of the engine."""


def games_of(parameters: Mapping[str, Any]) -> frozenset[str]:
    """Return the keys, with options, of the games that are among a test's parameters."""
    keys = (each.key if isinstance(each, Variant) else each for each in parameters.values())
    return frozenset(key for key in keys if isinstance(key, str) and key.split("+")[0] in VARIANTS)
