"""Stages drawn ahead: what takes long in a game's first picture, made before anyone asks for it."""

from collections.abc import Iterator
from dataclasses import replace

from engine.variant_definition import Variant
from render.draw import picture
from render.layout import WIDTH
from render.scenes import scene
from render.theme import ThemeName


def points_of_view(variant: Variant) -> Iterator[tuple[int, int]]:
    """(side, seat to move) of the pictures that a game needs.

    First what the posts show, the first player's side whoever is to move; then for each other seat its
    own side, which its player sees when they are to move.
    """
    seats = range(len(variant.seats))
    yield from ((0, turn) for turn in seats)
    yield from ((seat, seat) for seat in seats[1:])


def warm(
    variant: Variant,
    side: int,
    turn: int,
    theme: ThemeName = "wood",
    *,
    width: int = WIDTH,
) -> None:
    """Keeps ready what the pictures of a game from this side have in common, with this seat to move.

    The board, its colours and the men of the start: up to a fifth of a second. Safe from any thread.
    """
    start = replace(variant.start(), turn=turn)
    picture(scene(variant, start, side=side, theme=theme, width=width))
