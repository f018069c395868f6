"""The engine with and without the C module, measured in one run.

`python -m tests.bench.with_and_without_speedups` prints the table of docs/scaling.md.

Each figure is the CPU time of the Python code, divided by that of the C module. Both take turns in
one process, and the least of several rounds counts.
"""

import random
import sys
from collections.abc import Callable
from time import process_time

import click

from engine import Position, Variant, random_turn, search, variant
from engine.speedups import SPEEDUPS
from tests.bench.timing import unseen
from tests.engine.without_speedups import with_tables

KEYS = ("halma", "halma-10", "halma-8", "chinese-checkers", "super-halma", "renpaarden")
ROUNDS = 5
TURNS = 300
SEARCHED = 2_000
"""The number of positions that a search visits."""

Job = Callable[[Variant, list[Position]], object]


def lists(game: Variant, positions: list[Position]) -> object:
    """List the moves of each position."""
    return [game.moves(position) for position in positions]


def ends(game: Variant, positions: list[Position]) -> object:
    """List the starts and ends of each position's moves."""
    return [game.ends(position) for position in positions]


def turns(game: Variant, _: list[Position]) -> object:
    """Play random turns, with the outcome of each position."""
    rng, position = random.Random(3), game.start()
    while position.ply < TURNS and not game.outcome(position):
        position = game.apply(position, random_turn(game, position, rng))
    return position.cells


def searches(game: Variant, positions: list[Position]) -> object:
    """Choose moves at level 4 in a few positions."""
    level, few = search.levels(game)[-1], positions[10 :: len(positions) // 4]
    return [search.choose(game, position, level, nodes=SEARCHED) for position in few]


JOBS: dict[str, Job] = {"lists": lists, "ends": ends, "random turns": turns, "level 4": searches}


def ratio(key: str, job: Job) -> float:
    """Return the CPU time without the C module, divided by that with it."""
    games = [with_tables(variant(key), each) for each in (None, SPEEDUPS)]
    _, positions = unseen(key)
    assert job(games[0], positions) == job(games[1], positions)
    least = [float("inf")] * 2
    for _ in range(ROUNDS):
        for number, game in enumerate(games):
            begun = process_time()
            job(game, positions)
            least[number] = min(least[number], process_time() - begun)
    return least[0] / least[1]


if __name__ == "__main__":
    if SPEEDUPS is None:
        sys.exit("The C module is not in use.")
    click.echo(f"| Game | {' | '.join(JOBS)} |\n|---|{len(JOBS) * '---|'}")
    for key in KEYS:
        row = " | ".join(f"{ratio(key, job):.1f}" for job in JOBS.values())
        click.echo(f"| {variant(key).name} | {row} |")
