"""Game lengths measured by self-play, and the page docs/lengths.md.

The `turns` measured for each game are also stored in its `Variant.turns`.
"""

from collections import Counter
from collections.abc import Iterable
from random import Random
from statistics import median
from typing import NamedTuple

from bot.service.clock.calendar import DAY
from bot.service.clock.time_control import QUICK_PLY, SLOW_PLY, STANDARD, longest_time
from engine import VARIANTS, Variant, search
from engine.record import replay_record


class Length(NamedTuple):
    """The usual length of one game."""

    turns: int
    """Median number of turns of all seats together."""
    most: int
    """90th percentile of the number of turns of all seats together."""
    own: int
    """Median number of turns of the winner."""


MEASURED: dict[str, Length] = {
    "caesar": Length(68, 90, 34),
    "carrera": Length(79, 79, 40),
    "chinese-checkers": Length(84, 89, 42),
    "chinese-checkers-3": Length(126, 137, 42),
    "chinese-checkers-4": Length(135, 143, 34),
    "chinese-checkers-6": Length(194, 206, 33),
    "halma": Length(130, 145, 65),
    "halma-4": Length(196, 214, 50),
    "halma-4-opposite": Length(213, 227, 55),
    "halma-4-adjacent": Length(216, 233, 56),
    "hexma": Length(86, 132, 44),
    "hexma-3": Length(173, 325, 58),
    "hexma-hex": Length(78, 139, 39),
    "le-grec": Length(22, 25, 11),
    "le-zug": Length(150, 164, 76),
    "le-zug-back": Length(218, 270, 110),
    "platonic": Length(110, 118, 56),
    "platonic-3": Length(151, 163, 50),
    "platonic-4": Length(178, 191, 45),
    "platonic-advanced": Length(84, 100, 42),
    "platonic-advanced-3": Length(113, 121, 38),
    "platonic-advanced-4": Length(147, 160, 37),
    "pythagoreic": Length(84, 92, 42),
    "pythagoreic-3": Length(109, 119, 37),
    "pythagoreic-4": Length(138, 148, 34),
    "pythagoreic-advanced": Length(62, 68, 32),
    "pythagoreic-advanced-3": Length(83, 91, 28),
    "pythagoreic-advanced-4": Length(103, 113, 26),
    "renpaarden": Length(126, 206, 64),
    "halma-8": Length(37, 44, 19),
    "halma-10": Length(66, 71, 34),
    "super-chinese-checkers": Length(56, 60, 28),
    "super-chinese-checkers-3": Length(57, 71, 20),
    "super-chinese-checkers-4": Length(85, 91, 22),
    "super-chinese-checkers-6": Length(124, 158, 21),
    "super-halma": Length(72, 76, 36),
    "super-halma-10": Length(57, 58, 29),
    "top-secret": Length(136, 147, 68),
    "top-secret-centre": Length(72, 77, 36),
}
"""Measured lengths by variant key, 20 games each."""

_HEAD = f"""\
# How long a game lasts

Measured lengths: the computer played each game twenty times against itself. People need about as
many turns in the opening, and more at the end.

- **Turns** counts the turns of all players together. Half of the games take no more.
- **Most** is the same for nine games of ten.
- **Winner's own** counts only the winner's turns.
- **Days, prompt** is for players who look in four times a day (a turn every
  {QUICK_PLY // 3600} hours), and **Days, slow** for players who look in once (every
  {SLOW_PLY // 3600} hours).
- **Days, at most** is the longest a usual game can take with the standard clock, `{STANDARD}`,
  without vacations, pauses and quiet hours.

Each challenge shows how long its game is likely to take with its own clock.

| Game | Key | Players | Turns | Most | Winner's own | Days, prompt | Days, slow | Days, at most |
|---|---|---|---|---|---|---|---|---|
"""
_FOOT = """
`python -m tools lengths --markdown` prints this page from the figures in `tools/lengths.py`.
`python -m tools lengths` measures them again, for all games or for the named ones.
"""


def length_page() -> str:
    """Return the whole page, with the shortest game first."""
    games = sorted(MEASURED.items(), key=lambda game: (game[1].turns, game[0]))
    return _HEAD + "".join(_row(key) for key, _ in games) + _FOOT


def _row(key: str) -> str:
    game, length = VARIANTS[key], MEASURED[key]
    seats, turns = len(game.seats), length.turns
    most = sum(longest_time(STANDARD, len(range(seat, turns, seats))) for seat in range(seats))
    figures = (
        seats,
        turns,
        length.most,
        length.own,
        *(max(1, round(turns * pace / DAY)) for pace in (QUICK_PLY, SLOW_PLY)),
        round(most / DAY),
    )
    return f"| {game.name} | `{key}` | {' | '.join(map(str, figures))} |\n"


def measure(variant: Variant, seeds: Iterable[int]) -> Length:
    """Measure the length by self-play, one game per seed."""
    games = [_played(variant, seed) for seed in seeds]
    turns = sorted(turns for turns, _ in games)
    most = turns[-(-len(turns) * 9 // 10) - 1]
    return Length(round(median(turns)), most, round(median(own for _, own in games)))


def _played(variant: Variant, seed: int) -> tuple[int, int]:
    """Play a game; return the number of turns of all seats, and of the winner.

    If the win is shared, the second number is the maximum over the winners.
    """
    record = search.self_play(variant, Random(seed))
    assert record.result is not None
    made: Counter[int] = Counter()
    position = replay_record(record)
    while position.before is not None:
        position = position.before
        made[position.turn] += 1
    return len(record.turns), max(made[seat] for seat in record.result.ranking[0])
