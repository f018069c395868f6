"""Pictures of whole games, as the bot posts them."""

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

from engine import VARIANTS, Variant, puzzles, search, variant
from engine.puzzles import catalogue
from render import png, scene
from render.crop import ROOM_FOR_LABELS, render_crop
from render.scenes import Marker


def write_pictures(
    folder: Path,
    keys: Iterable[str] = (),
    *,
    every: int = 1,
    seed: int = 5,
    report: Callable[[str], None] = lambda line: None,
) -> int:
    """Play the named games, or all games if none is named, and write their boards.

    The computer plays all seats with this seed. The first and the last board are always written, and
    one in `every` of the others. Returns the number of pictures. Raises KeyError for an unknown key.
    """
    written = 0
    for game in [variant(key) for key in keys] or list(VARIANTS.values()):
        number = _write(folder, game, every, seed)
        report(f"{game.key}: {number}")
        written += number
    return written


def write_days(folder: Path, number: int) -> None:
    """Write the puzzles of the first days, one file per day."""
    folder.mkdir(parents=True, exist_ok=True)
    for day in range(number):
        figure = catalogue.problem_of_day(day)
        rules = puzzles.get_problem(f"figure-{figure}").variant
        (seat,) = rules.seats
        marks = [Marker(cell, "target") for cell in sorted(seat.goal)]
        data = render_crop(
            scene(rules, rules.start(), marks=marks), seat.home | seat.goal, ROOM_FOR_LABELS
        )
        (folder / f"day-{day + 1:05}-figure-{figure}.png").write_bytes(data)


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
