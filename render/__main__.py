"""Write sample pictures of games to a folder: `python -m render FOLDER [KEY ...]`."""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

from engine import VARIANTS, Move, Position, Variant
from render.draw import png
from render.scenes import scene
from render.theme import THEMES

TURNS = (0, 5, 40)
"""The plies after which pictures of each game are written."""


def main(arguments: list[str] | None = None) -> None:
    """Write pictures of the named games (default: all), from all sides, in all themes."""
    parser = argparse.ArgumentParser(prog="python -m render", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("keys", nargs="*", metavar="KEY", help="games; all if none is named")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.keys) - set(VARIANTS):
        parser.error(f"no such game: {', '.join(sorted(unknown))}")
    asked.folder.mkdir(parents=True, exist_ok=True)
    for key in asked.keys or VARIANTS:
        for position, last in _game(VARIANTS[key]):
            for side, seat in enumerate(VARIANTS[key].seats):
                for theme in THEMES:
                    data = png(scene(VARIANTS[key], position, last=last, side=side, theme=theme))
                    name = f"{key}-{position.ply:03}-{seat.name.lower()}-{theme}.png"
                    (asked.folder / name).write_bytes(data)


def _game(variant: Variant) -> Iterator[tuple[Position, Move | None]]:
    """Yield the positions of a random game at each ply of `TURNS`, and at its end.

    Each position comes with the last move, or None before the first move. Long moves are preferred,
    so that the game contains many hops.
    """
    rng, last = random.Random(variant.key), None
    position = variant.start()
    for turn in range(max(TURNS) + 1):
        over = variant.outcome(position) is not None
        if over or turn in TURNS:
            yield position, last
        if over:
            return
        moves = sorted(variant.moves(position), key=lambda move: -len(move.path))
        last = rng.choice(moves[: max(4, len(moves) // 3)])
        position = variant.play(position, last)


if __name__ == "__main__":
    main()
