"""Standings of sections, tables and Swiss rounds, with their tie-breaks.

The order of the tie-breaks is fixed and published, as FIDE requires (Handbook, C.07). Entrants who
are equal in all tie-breaks share a place.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from bot.extensions.tournaments.rules import tie_breaks
from bot.extensions.tournaments.rules.results import Result
from bot.extensions.tournaments.rules.tie_breaks import TieBreak, Values


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the standings.

    A tie-break is None if the format does not use it.
    """

    number: int
    place: int
    shared: bool
    """Whether others have the same place."""
    points: int
    """Half-points."""
    games: int
    """Number of scored games, including forfeits but not byes."""
    direct: int | None = None
    """Half-points in games among entrants with equal points.

    None unless all of them have met.
    """
    wins: int | None = None
    """Games won on the board."""
    sonneborn_berger: int | None = None
    """Sonneborn-Berger score, in quarter points."""
    buchholz: int | None = None
    """Buchholz score, in half-points."""
    buchholz_cut: int | None = None
    """Buchholz score without the worst opponent, in half-points."""
    firsts: int | None = None
    """Number of tables with place 1, shared or not."""
    seconds: int | None = None
    """Number of tables with place 2, shared or not."""
    place_difference: int | None = None
    """Number of places ahead of the others with equal points, at common tables."""
    opponents_points: int | None = None
    """Half-points of all opponents, counted once per meeting."""
    former_place: int | None = None
    """Place in the previous stage, which breaks ties in the final of tables."""


def section_standings(
    numbers: Sequence[int], results: Sequence[Result], struck: Collection[int] = ()
) -> tuple[Row, ...]:
    """Return the standings of a section, best first.

    Ties are broken by direct encounter, wins on the board and Sonneborn-Berger. Struck entrants
    have no row, and their games count for nobody.
    """
    numbers, results = _without(struck, numbers, results)
    rows = _rows(numbers, results, *section_tie_breaks(results))
    won, berger = tie_breaks.wins(results), tie_breaks.sonneborn_berger(results)
    direct = partial(tie_breaks.direct_encounter, results=results)
    among = _among_equal(rows, direct)
    return tuple(
        replace(
            row,
            direct=among.get(row.number),
            wins=won[row.number],
            sonneborn_berger=berger[row.number],
        )
        for row in rows
    )


def section_tie_breaks(results: Sequence[Result]) -> tuple[TieBreak, ...]:
    """Return the tie-breaks of a section after the points, computed lazily."""
    return (
        TieBreak(partial(tie_breaks.direct_encounter, results=results), among_tied=True),
        TieBreak(lambda group: tie_breaks.wins(results)),
        TieBreak(lambda group: tie_breaks.sonneborn_berger(results)),
    )


def rounds_standings(numbers: Sequence[int], results: Sequence[Result]) -> tuple[Row, ...]:
    """Return the standings of a Swiss event, best first.

    Ties are broken by direct encounter, Buchholz without the worst opponent, Buchholz and
    Sonneborn-Berger. The results of withdrawn entrants stand, so `numbers` includes them.
    """
    cut, whole = tie_breaks.buchholz_cut(results), tie_breaks.buchholz(results)
    berger = tie_breaks.sonneborn_berger(results)
    direct = partial(tie_breaks.direct_encounter, results=results)
    rows = _rows(
        numbers,
        results,
        TieBreak(direct, among_tied=True),
        TieBreak(lambda group: cut),
        TieBreak(lambda group: whole),
        TieBreak(lambda group: berger),
    )
    among = _among_equal(rows, direct)
    return tuple(
        replace(
            row,
            direct=among.get(row.number),
            sonneborn_berger=berger[row.number],
            buchholz=whole[row.number],
            buchholz_cut=cut[row.number],
        )
        for row in rows
    )


def table_standings(
    numbers: Sequence[int],
    results: Sequence[Result],
    teams: Sequence[Sequence[int]] | None = None,
) -> tuple[Row, ...]:
    """Return the standings of tables of 3, 4 or 6, best first.

    Ties are broken by first places, second places, the places among tied entrants at common tables,
    and the points of all opponents. Nobody is struck, because that would change the order of the
    other entrants. `teams` has the seats of partners, counted from 0.
    """
    firsts = tie_breaks.times_on_place(1, results)
    seconds = tie_breaks.times_on_place(2, results)
    met = tie_breaks.opponents_points(results, teams)
    ahead = partial(tie_breaks.place_differences, results=results)
    rows = _rows(
        numbers,
        results,
        TieBreak(lambda group: firsts),
        TieBreak(lambda group: seconds),
        TieBreak(ahead, among_tied=True),
        TieBreak(lambda group: met),
    )
    among = _among_equal(rows, ahead)
    return tuple(
        replace(
            row,
            firsts=firsts[row.number],
            seconds=seconds[row.number],
            place_difference=among.get(row.number),
            opponents_points=met[row.number],
        )
        for row in rows
    )


def table_final_standings(
    numbers: Sequence[int], results: Sequence[Result], former_places: Mapping[int, int]
) -> tuple[Row, ...]:
    """Return the standings of the final of tables, best first.

    Ties are broken by the place in the previous stage.
    """
    former = {number: -place for number, place in former_places.items()}
    rows = _rows(numbers, results, TieBreak(lambda group: former))
    return tuple(replace(row, former_place=former_places[row.number]) for row in rows)


def _without(
    struck: Collection[int], numbers: Sequence[int], results: Sequence[Result]
) -> tuple[Sequence[int], Sequence[Result]]:
    """Return the numbers and results that remain without these entrants."""
    gone = set(struck)
    return (
        [number for number in numbers if number not in gone],
        [each for each in results if gone.isdisjoint(each.numbers)],
    )


def _rows(numbers: Sequence[int], results: Sequence[Result], *breaks: TieBreak) -> tuple[Row, ...]:
    """Return rows ordered by points and these tie-breaks.

    The given rows contain only points and games.
    """
    points, games = tie_breaks.points(results), tie_breaks.games(results)
    rows: list[Row] = []
    for group in tie_breaks.ranked(sorted(numbers), (TieBreak(lambda group: points), *breaks)):
        place, shared = len(rows) + 1, len(group) > 1
        rows += (Row(number, place, shared, points[number], games[number]) for number in group)
    return tuple(rows)


def _among_equal(
    rows: Sequence[Row], values: Callable[[Sequence[int]], Values | None]
) -> dict[int, int]:
    """Return a tie-break of each entrant within their group of equal points."""
    result: dict[int, int] = {}
    for points in {row.points for row in rows}:
        group = [row.number for row in rows if row.points == points]
        among = values(group) if len(group) > 1 else None
        result.update({number: among[number] for number in group} if among is not None else {})
    return result


Decided = Literal[
    "direct",
    "wins",
    "sonneborn_berger",
    "firsts",
    "seconds",
    "place_difference",
    "opponents_points",
    "seed",
]
"""A tie-break, by its column of the standings, or the seed if the place is shared."""


SECTIONS: tuple[Decided, ...] = ("direct", "wins", "sonneborn_berger")


TABLES: tuple[Decided, ...] = ("firsts", "seconds", "place_difference", "opponents_points")
"""The tie-breaks of each format, in their order."""


def deciding_tie_break(ahead: Row, behind: Row) -> Decided | None:
    """Return what put a row ahead of another one; None if that was the points.

    Direct encounter and place difference are applied again to the entrants who remain tied, which
    the rows do not show. They have decided if nothing else explains the order.
    """
    if ahead.points != behind.points:
        return None
    if ahead.place == behind.place:
        return "seed"
    applied_again: Decided = "direct" if ahead.firsts is None else "place_difference"
    for name in SECTIONS if ahead.firsts is None else TABLES:
        own, other = getattr(behind, name), getattr(ahead, name)
        if own is not None and other is not None and own != other:
            return name if other > own else applied_again
    return applied_again
