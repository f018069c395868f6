"""Time limits of the computer's levels: how many moves could take too long.

    python -m tests.bench.time_limits [--positions N] [--nodes N] [--share S] [KEYS]

Every level chooses one move in each of N positions. Half of them are from random games, the others
from games of the level Runner. Each position is new to the process.

A search notices its deadline only when it looks at the clock. The benchmark therefore measures the
longest time between two looks, as CPU time, with a clock that never reaches the deadline. A move could
take too long if that time after the deadline, or the time before the first look, exceeds the limit.
CPU time is divided by S, the share of a core that the process gets: with 0.5, the machine is half busy.
The results are therefore independent of what else the machine does.
"""

import random
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise
from statistics import median

import click

from bot.runtime.computer_jobs import MARGIN
from engine import VARIANTS, Position, Variant, random_turn, search, variant
from engine.position import from_snapshot, repetition_hash
from engine.search import budget

PER_GAME = 40
"""Number of positions taken from each game."""


class Looks:
    """A stopped clock that records when the search budget reads it."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def __call__(self) -> float:
        """Record the CPU time of a look. Returns 0."""
        self.times.append(time.process_time())
        return 0.0


def positions(game: Variant, seed: int = 0) -> Iterator[Position]:
    """Yield positions with their history, from random and from computer games."""
    rng = random.Random(f"{game.key} {seed}")
    runner = search.levels(game)[min(1, len(search.levels(game)) - 2)]
    for number in range(10**6):
        course = [game.start()]
        while len(course) < max(game.turns, 2 * PER_GAME) and not game.outcome(course[-1]):
            position, lot = course[-1], rng.getrandbits(32)
            if number % 2:
                move = search.choose(game, position, runner, seed=lot)
            else:
                move = random_turn(game, position, rng)
            course.append(game.apply(position, move))
        for at in rng.sample(range(len(course) - 1), min(PER_GAME, len(course) - 1)):
            yield _new_to_the_process(game, course[at], course[:at])


def _new_to_the_process(game: Variant, position: Position, before: list[Position]) -> Position:
    """Return the position as a worker process loads it."""
    marks = tuple(map(repetition_hash, before))
    return from_snapshot(game.load(game.dump(position)), marks)


def longest(game: Variant, position: Position, level: search.Level, share: float) -> float:
    """Return how long a move could take at most, in seconds."""
    clock = Looks()
    budget.clock = clock
    clock()
    search.choose(game, position, level, seed=position.ply, seconds=level.seconds)
    clock()
    gaps = [(after - before) / share for before, after in pairwise(clock.times)]
    whole = (clock.times[-1] - clock.times[0]) / share
    if level in search.levels(game) and whole <= level.seconds:
        return whole
    first, *others = gaps[1:]
    return max(gaps[0] + first, MARGIN * level.seconds + max(others, default=0.0))


@click.command()
@click.argument("keys", nargs=-1)
@click.option("--positions", "number", default=100, show_default=True)
@click.option("--nodes", default=10**6, help="Limit of the searches of levels 3 and 4.")
@click.option("--share", default=0.5, show_default=True, help="Share of a core.")
@click.option("--show", default=0, show_default=True, help="Slowest positions to print.")
def main(keys: tuple[str, ...], number: int, nodes: int, share: float, show: int) -> None:
    """Print for each game and level how many moves could exceed the limit."""
    for key in keys or VARIANTS:
        game = variant(key)
        drawn = list(islice(positions(game), number))
        for level in search.levels(game):
            most = min(nodes, level.budget(level.seconds))
            limited = level if level.depth < 2 else replace(level, nodes=most, timed_nodes=most)
            taken = [(longest(game, each, limited, share), game.dump(each)) for each in drawn]
            taken.sort(reverse=True)
            over = sum(seconds > level.seconds for seconds, _ in taken)
            middle = median(seconds for seconds, _ in taken)
            click.echo(
                f"{key} {level.name}: {over} of {number} over {level.seconds} s; "
                f"median {1000 * middle:.0f} ms, longest {1000 * taken[0][0]:.0f} ms"
            )
            for seconds, position in taken[:show]:
                click.echo(f"    {1000 * seconds:.0f} ms {position}")


if __name__ == "__main__":
    main()
