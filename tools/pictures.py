"""Pictures of whole games, as the bot posts them, in a folder to look through."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

from engine import VARIANTS, Variant, search, variant
from render import png, scene


def write_pictures(
    folder: Path,
    keys: Iterable[str] = (),
    *,
    every: int = 1,
    seed: int = 5,
    tell: Callable[[str], None] = lambda line: None,
) -> int:
    """Play each game (all, if none is named) to its end and write its boards; how many were written.

    The computer plays both sides with this seed. The first and the last board are always written, and
    of those between one in `every`. KeyError for a key that there is not.
    """
    written = 0
    for game in [variant(key) for key in keys] or list(VARIANTS.values()):
        number = _write(folder, game, every, seed)
        tell(f"{game.key}: {number}")
        written += number
    return written


def _write(folder: Path, game: Variant, every: int, seed: int) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    rng, position, last = Random(seed), game.start(), None
    written = 0
    while True:
        over = game.outcome(position)
        if over or position.ply % every == 0:
            name = f"{game.key.replace('+', '-')}-{position.ply:03}.png"
            (folder / name).write_bytes(png(scene(game, position, last=last)))
            written += 1
        if over:
            return written
        last = search.choose(game, position, search.levels(game)[1], seed=rng.getrandbits(32))
        position = game.apply(position, last)
