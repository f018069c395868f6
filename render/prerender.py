"""Prerendering: computes the slow parts of a game's first picture in advance."""

from collections.abc import Iterator
from dataclasses import replace

from engine.variant_definition import Variant
from render.draw import render_scene
from render.layout import WIDTH
from render.scenes import scene
from render.theme import ThemeName


def stage_views(variant: Variant) -> Iterator[tuple[int, int]]:
    """Yield (side, seat to move) for all pictures that a game needs.

    First come the pictures in posts, which are seen from the first player's side whichever seat is
    to move. Then come the views from each other seat, which its player sees when it is their turn.
    """
    seats = range(len(variant.seats))
    yield from ((0, turn) for turn in seats)
    yield from ((seat, seat) for seat in seats[1:])


def prerender_stage(
    variant: Variant,
    side: int,
    turn: int,
    theme: ThemeName = "wood",
    *,
    width: int = WIDTH,
) -> None:
    """Fill the caches shared by all pictures of a game from one side.

    The caches hold the board with the goal frame of the seat to move, its palette, and the men of
    the start position. Filling them takes up to a fifth of a second. Thread-safe.
    """
    start = replace(variant.start(), turn=turn)
    render_scene(scene(variant, start, side=side, theme=theme, width=width))
