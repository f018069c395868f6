"""Random games with long hops, as a source of positions to draw."""

import random
from collections.abc import Iterator
from functools import cache
from io import BytesIO

from PIL import Image

from engine import VARIANTS, Move, Position, Variant
from render import Scene, png, scene
from render.theme import THEMES


def opened(data: bytes) -> Image.Image:
    """Decode a PNG file to RGB."""
    return Image.open(BytesIO(data)).convert("RGB")


@cache
def course(key: str, turns: int = 40) -> tuple[tuple[Position, Move | None], ...]:
    """Return the positions of a random game, each with the move that led to it."""
    variant, rng = VARIANTS[key], random.Random(key)
    positions: list[tuple[Position, Move | None]] = [(variant.start(), None)]
    while len(positions) <= turns and variant.outcome(positions[-1][0]) is None:
        moves = sorted(variant.moves(positions[-1][0]), key=lambda move: -len(move.path))
        move = rng.choice(moves[: max(4, len(moves) // 3)])
        positions.append((variant.play(positions[-1][0], move), move))
    return tuple(positions)


def scattered(variant: Variant, rng: random.Random) -> Position:
    """Return a position with all men on random cells.

    Such positions are the most expensive to draw and have the longest descriptions.
    """
    start = variant.start()
    bytes_ = [byte for byte in start.cells if byte]
    kinds = len(variant.kinds)
    for number, left in enumerate(start.stock):
        bytes_ += [(number % kinds) << 4 | number // kinds + 1] * left
    cells = bytearray(len(start.cells))
    for cell, byte in zip(rng.sample(range(len(cells)), len(bytes_)), bytes_, strict=True):
        cells[cell] = byte
    return Position(bytes(cells), 0, stock=tuple(0 for _ in start.stock))


def stages() -> Iterator[tuple[str, Variant, int]]:
    """Yield (name, variant, side) once for each distinct look of the variants."""
    seen = set()
    for key, variant in VARIANTS.items():
        for side in range(len(variant.seats)):
            stage = scene(variant, variant.start(), side=side).stage
            if stage not in seen:
                seen.add(stage)
                yield f"{key}-from-{side}", variant, side


def drawn(shown: Scene) -> Image.Image:
    """Return the finished image of a scene, in RGB."""
    return opened(png(shown))


THEME_NAMES = tuple(THEMES)
