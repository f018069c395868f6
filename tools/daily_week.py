"""Head starts of the daily puzzles: the week becomes harder day by day.

A puzzle begins after some turns of the stored solution. From there, a simple player needs a number
of hints that depends on the weekday. Within the weekday's range, the beginning is chosen after which
about the intended number of attempts succeed without hints. On Sundays no turns are played.
"""

import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple

from engine import puzzles
from engine.puzzles import YARD, catalogue
from tools.simple_player import ATTEMPTS, SimplePlayer

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MEASURED_DAYS = 3_653
"""Number of days for which beginnings are measured. Later puzzles only count the hints."""


class Aim(NamedTuple):
    """The intended difficulty of a weekday's puzzle for the simple player."""

    hints: range
    """The numbers of hints that the player may need."""
    successes: int
    """The intended number of successful attempts without hints, of `ATTEMPTS`."""


AIMS: dict[str, Aim] = {
    "Mon": Aim(range(1), ATTEMPTS),
    "Tue": Aim(range(3), 11),
    "Wed": Aim(range(1, 3), 9),
    "Thu": Aim(range(2, 5), 5),
    "Fri": Aim(range(4, 7), 3),
    "Sat": Aim(range(5, 8), 1),
}
"""The aim of each weekday but Sunday."""


def weekday(number: int) -> str:
    """Return the weekday on which a figure is the daily puzzle. Day 0 is a Tuesday."""
    return WEEKDAYS[(catalogue.day_of(number) + 1) % len(WEEKDAYS)]


def choose_head_start(number: int) -> int:
    """Return how many turns are already played in a figure's daily puzzle.

    If several beginnings are equally near to the aim, the one with most turns is chosen, and so it
    is after `MEASURED_DAYS`.
    """
    aim = AIMS.get(weekday(number))
    if aim is None:
        return 0
    player, easy_after = SimplePlayer(number), catalogue.easy_after(number)
    beginnings = [easy_after - hints for hints in aim.hints if hints <= easy_after]
    if catalogue.day_of(number) >= MEASURED_DAYS:
        return max(beginnings, default=0)
    return min(
        beginnings,
        key=lambda played: abs(player.count_successes(played) - aim.successes),
        default=0,
    )


def write_head_starts(path: Path, tick: Callable[[int], None]) -> None:
    """Write `choose_head_start` of all figures as a table of the catalogue.

    `tick` is called with each figure number before it is measured.
    """
    table = bytearray()
    for number in range(1, catalogue.count() + 1):
        tick(number)
        table.append(choose_head_start(number))
    path.write_bytes(zlib.compress(bytes(table), 9))


def week_table(weeks: int) -> Iterator[str]:
    """Yield the rows of the table of the week in docs/figures.md.

    They describe the puzzles of the first `weeks` whole weeks.
    """
    days = [
        [puzzles.problem_of_day(6 + place + 7 * week) for week in range(weeks)]
        for place in range(len(WEEKDAYS))
    ]
    yield _row("", WEEKDAYS)
    yield "|" + "---|" * (1 + len(WEEKDAYS))
    yield _row("Difficulty: most frequent", [_usual_word(numbers) for numbers in days])
    left = [[len(YARD) - catalogue.head_start(number) for number in each] for each in days]
    yield _row("Men left in the yard: median", [f"{median(men):.0f}" for men in left])
    yield _row("fewest to most", [f"{min(men)}–{max(men)}" for men in left])
    for hints, name in enumerate(("without a hint", "with one hint", "with two", "with three")):
        shares = [mean(_success_rate(number, hints) for number in each) for each in days]
        yield _row(f"Attempts that succeed {name}", [f"{share:.0%}" for share in shares])
    obvious = [mean(_obvious_share(number) for number in each) for each in days]
    yield _row("Obvious turns in the stored solution", [f"{share:.0%}" for share in obvious])


def _row(name: str, cells: Sequence[str]) -> str:
    return f"| {' | '.join((name, *cells))} |"


def _usual_word(numbers: Sequence[int]) -> str:
    words = [catalogue.difficulty(number, catalogue.head_start(number)) for number in numbers]
    return max(catalogue.DIFFICULTIES, key=words.count)


def _success_rate(number: int, hints: int) -> float:
    played = min(catalogue.head_start(number) + hints, len(YARD) - 1)
    return SimplePlayer(number).count_successes(played) / ATTEMPTS


def _obvious_share(number: int) -> float:
    player = SimplePlayer(number)
    return mean(map(player.is_obvious, range(catalogue.head_start(number), len(YARD))))
