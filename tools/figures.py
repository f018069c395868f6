"""Verification of all figures by the engine's rules."""

from collections import Counter
from collections.abc import Callable

from engine import puzzles
from engine.errors import EngineError
from engine.puzzles import catalogue
from engine.puzzles.problems import BRINGING_OUT

_REPORT_EVERY = 5_000
"""Number of figures checked per line of progress output."""


def faults(number: int) -> list[str]:
    """Return the errors in a figure or its solution; [] if it is correct."""
    try:
        now = BRINGING_OUT.start()
        for move in puzzles.figure_solution(number):
            now = BRINGING_OUT.play(now, move)
    except (EngineError, ValueError) as error:
        return [f"{number}: {error}"]
    cells = frozenset(BRINGING_OUT.standing(now, 0))
    right = {
        "its way forms another figure": cells == puzzles.figure(number),
        "its way has not nineteen turns": now.ply == len(puzzles.YARD),
        "it is not symmetrical and outside the yard": puzzles.is_brought_out(cells),
        "another figure is the same": puzzles.number_of(cells) == number,
    }
    return [f"{number}: {wrong}" for wrong, fine in right.items() if not fine]


def check(report: Callable[[str], None]) -> bool:
    """Verify every figure, and return whether all are correct.

    Calls `report` with each fault, the progress and a table of the figures by outermost row.
    """
    rows: Counter[int] = Counter()
    faults_found = 0
    for number in range(1, puzzles.count() + 1):
        for fault in faults(number):
            report(fault)
            faults_found += 1
        rows[puzzles.outermost(number)] += 1
        if number % _REPORT_EVERY == 0:
            report(f"{number:,} figures checked")
    report("\nOutermost row   figures")
    for row, figures in sorted(rows.items()):
        report(f"{row:13}{figures:10,}")
    report(f"{'all':>13}{rows.total():10,}")
    days = {catalogue.problem_of_day(day) for day in range(puzzles.count())}
    if len(days) < puzzles.count():
        report("some figure has no day of its own")
        faults_found += 1
    return not faults_found
