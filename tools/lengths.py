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
    "caesar": Length(94, 102, 48),
    "carrera": Length(79, 79, 40),
    "chinese-checkers": Length(101, 105, 51),
    "chinese-checkers-3": Length(143, 152, 48),
    "chinese-checkers-4": Length(161, 176, 41),
    "chinese-checkers-5": Length(182, 203, 37),
    "chinese-checkers-6": Length(206, 212, 35),
    "chinese-checkers-4-partners": Length(171, 183, 44),
    "chinese-checkers-6-partners": Length(220, 229, 38),
    "chinese-checkers-15": Length(120, 123, 60),
    "chinese-checkers-3-15": Length(146, 161, 49),
    "halma": Length(164, 172, 82),
    "halma-4": Length(263, 269, 66),
    "halma-4-opposite": Length(266, 277, 67),
    "halma-4-adjacent": Length(272, 285, 70),
    "hexma": Length(73, 126, 36),
    "hexma-3": Length(223, 290, 75),
    "hexma-hex": Length(114, 179, 58),
    "le-grec": Length(22, 24, 11),
    "le-zug": Length(166, 180, 83),
    "le-zug-back": Length(170, 179, 85),
    "platonic": Length(114, 129, 57),
    "platonic-3": Length(147, 163, 49),
    "platonic-4": Length(186, 191, 47),
    "platonic-advanced": Length(89, 97, 45),
    "platonic-advanced-3": Length(137, 154, 46),
    "platonic-advanced-4": Length(159, 254, 40),
    "pythagoreic": Length(90, 93, 45),
    "pythagoreic-3": Length(107, 121, 36),
    "pythagoreic-4": Length(141, 147, 36),
    "pythagoreic-advanced": Length(82, 105, 41),
    "pythagoreic-advanced-3": Length(90, 98, 30),
    "pythagoreic-advanced-4": Length(127, 156, 32),
    "renpaarden": Length(78, 85, 39),
    "halma-8": Length(46, 50, 23),
    "halma-10": Length(79, 81, 40),
    "skoczki": Length(104, 113, 52),
    "ugolki": Length(87, 96, 44),
    "ugolki-9": Length(77, 82, 39),
    "ugolki-10": Length(82, 91, 41),
    "ugolki-16": Length(113, 119, 56),
    "super-chinese-checkers": Length(53, 60, 27),
    "super-chinese-checkers-3": Length(66, 75, 22),
    "super-chinese-checkers-4": Length(82, 89, 21),
    "super-chinese-checkers-6": Length(111, 140, 19),
    "super-halma": Length(79, 86, 40),
    "super-halma-10": Length(61, 64, 31),
    "top-secret": Length(136, 143, 68),
    "top-secret-centre": Length(73, 75, 37),
}
"""Measured lengths by variant key, 5 to 20 games each."""

_HEAD = f"""\
# How long a game lasts

Measured lengths: the level Runner played each game seven to twenty times against itself, and five
times on the largest boards. People need about as many turns in the opening, and more at the end.

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
