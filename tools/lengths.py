"""How long games last: measured by play of the computer, and the page docs/lengths.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from statistics import median

from bot.service.clock.calendar import DAY
from bot.service.clock.time_control import QUICK_PLY, SLOW_PLY, STANDARD, longest
from engine import VARIANTS, Variant, search
from engine.lengths import MEASURED, Length
from engine.record import replay

_HEAD = f"""\
# How long a game lasts

Measured, not guessed: the computer played each game twenty times against itself. People need
about as many turns in the opening and more in the end. All turns are those of all players together,
but for the winner's own. Half of the games take no more turns than "turns" says, nine of ten no
more than "most".

Days are for players who look in four times a day (a turn every {QUICK_PLY // 3600} hours) and for
such as look in once (every {SLOW_PLY // 3600}). The last column is the longest that a usual game takes
by the standard clock, `{STANDARD}`, without vacations, pauses and nights. A challenge
says on its post how long its game is likely to take with its own clock.

| Game | Key | Players | Turns | Most | Winner's own | Days, prompt | Days, slow | Days, at most |
|---|---|---|---|---|---|---|---|---|
"""
_FOOT = """
This page is printed by `python -m tools lengths --markdown` from the figures in `engine/lengths.py`,
which `python -m tools lengths` measures again, for all games or for those named.
"""


def length_page() -> str:
    """The whole page, the games from the shortest to the longest."""
    games = sorted(MEASURED.items(), key=lambda game: (game[1].turns, game[0]))
    return _HEAD + "".join(_row(key) for key, _ in games) + _FOOT


def _row(key: str) -> str:
    game, length = VARIANTS[key], MEASURED[key]
    seats, turns = len(game.seats), length.turns
    most = sum(longest(STANDARD, len(range(seat, turns, seats))) for seat in range(seats))
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
    """What the games say that the computer plays against itself from these seeds."""
    games = [_played(variant, seed) for seed in seeds]
    turns = sorted(turns for turns, _ in games)
    most = turns[-(-len(turns) * 9 // 10) - 1]
    return Length(round(median(turns)), most, round(median(own for _, own in games)))


def _played(variant: Variant, seed: int) -> tuple[int, int]:
    """The turns of a game, and those of its winner (of a shared win, the most of one seat)."""
    record = search.self_play(variant, Random(seed))
    assert record.result is not None
    made: Counter[int] = Counter()
    position = replay(record)
    while position.before is not None:
        position = position.before
        made[position.turn] += 1
    return len(record.turns), max(made[seat] for seat in record.result.ranking[0])
