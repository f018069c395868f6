"""Command-line entry point of the simulated year: `python -m tests.year`."""

import asyncio
import gc
import os
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path

import click
import structlog

from engine import VARIANTS
from tests.extensions import extension_modules
from tests.year.features import missing
from tests.year.inline import inline, memory
from tests.year.report import report
from tests.year.simulation import SLOWEST, Plan, Result, simulate

BESIDE = extension_modules("beside_year")
"""Simulations of extensions in worlds of their own: `simulate` and `FEATURES`."""


@click.command()
@click.option("--players", default=500, show_default=True, type=click.IntRange(min=8))
@click.option(
    "--games",
    default=1000,
    show_default=True,
    type=click.IntRange(min=1),
    help="Number of matches to start.",
)
@click.option("--days", default=365, show_default=True, type=click.IntRange(min=8))
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--worlds",
    default=0,
    help="Number of parallel processes among which the players are divided; "
    "0: one per core, with at least 50 players each.",
)
@click.option("--keep", type=click.Path(path_type=Path), help="Leave the databases in this folder.")
def year(players: int, games: int, days: int, seed: int, worlds: int, keep: Path | None) -> None:
    """Simulate a year of correspondence play, checking everything along the way."""
    number = worlds or min(os.cpu_count() or 1, max(1, players // 50))
    began = time.monotonic()
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        where = keep or Path(folder)
        where.mkdir(parents=True, exist_ok=True)
        plans = [
            Plan(
                people=players // number,
                games=games // number,
                days=days,
                seed=seed * 100 + n,
                folder=where,
                name=f"world-{n + 1}",
                every=n == 0 and games // number > 2 * len(VARIANTS),
            )
            for n in range(number)
        ]
        with ProcessPoolExecutor(number) as pool:
            beside = [
                pool.submit(live_beside, module.__name__, players, days, seed) for module in BESIDE
            ]
            results = list(pool.map(live, plans))
            others = [each.result() for each in beside]
    tally: Counter[str] = Counter()
    for result in results:
        tally.update(result.tally)
    for what in SLOWEST:
        tally[what] = max(result.tally[what] for result in results)
    faults = [
        f"{plan.name}: {fault}"
        for plan, r in zip(plans, results, strict=True)
        for fault in r.faults
    ]
    for more, other_faults in others:
        tally.update(more)
        faults += other_faults
    faults += missing(tally, year=days >= 365 and players >= 500)
    about = f"{players} players, {days} days, seed {seed}, {number} parallel worlds"
    click.echo(report(tally, faults, seconds=time.monotonic() - began, about=about), nl=False)
    sys.exit(1 if faults else 0)


def live(plan: Plan) -> Result:
    """Simulate one world in the current process."""
    _prepare()
    with inline():
        return asyncio.run(simulate(plan, click.echo))


def live_beside(
    module: str, players: int, days: int, seed: int
) -> tuple[dict[str, int], list[str]]:
    """Simulate a world of an extension in the current process.

    Returns its tally and faults.
    """
    _prepare()
    with inline():
        result: tuple[dict[str, int], list[str]] = asyncio.run(
            import_module(module).simulate(players, days, seed)
        )
    return result


def _prepare() -> None:
    """Configure the logs and the garbage collection of the current process."""
    # Refusals by Discord, which the bot logs as warnings, are part of the simulation.
    structlog.configure(
        logger_factory=structlog.PrintLoggerFactory(sys.stderr), wrapper_class=QUIET
    )
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)  # collections are slow, because positions hold their history


QUIET = structlog.make_filtering_bound_logger(40)  # the numeric log level of errors

if __name__ == "__main__":
    year()
