"""Sections of an all-play-all (round-robin) event: sizes, entrants, qualification.

Everyone in a section plays everyone else. The pairings follow the Berger tables (FIDE Handbook,
C.05, annex 1), in which the first of a pair moves first.
"""

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from functools import cache

from bot.extensions.tournaments.rules.standings import Row

LARGEST = 8
"""Maximum number of entrants in a section, and in the final."""
DOUBLE_UP_TO = 4
"""Maximum size of sections with two games per pair.

A single game per pair would give too few games.
"""
_GOING_ON = ((1, 0), (3, 2), (LARGEST, 1))
"""Qualifiers per section, as (maximum number of sections, qualifiers).

Finals then have 4 to 8 entrants.
"""


def section_letter(section: int) -> str:
    """Return the letter of a section, starting with "A"."""
    return chr(ord("A") + section - 1)


def section_sizes(entrants: int) -> tuple[int, ...]:
    """Return the sizes of the sections, largest first. They differ by at most one."""
    count = -(-entrants // LARGEST)
    small, larger = divmod(entrants, count)
    return (small + 1,) * larger + (small,) * (count - larger)


def snake(entrants: int) -> tuple[tuple[int, ...], ...]:
    """Return the seeds of each section, so that all sections are about equally strong.

    Seeds are dealt to the sections in alternating directions, skipping full sections.
    """
    sizes = section_sizes(entrants)
    sections: list[list[int]] = [[] for _ in sizes]
    seed = 0
    while seed < entrants:
        for section, size in zip(sections, sizes, strict=True):
            if len(section) < size and seed < entrants:
                seed += 1
                section.append(seed)
        sections.reverse()
        sizes = sizes[::-1]
    return tuple(tuple(section) for section in sorted(sections))


@cache
def berger(entrants: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the rounds of the Berger table: pairs of (first to move, second to move).

    With an odd number of entrants, one entrant has a bye in each round.
    """
    even = entrants + entrants % 2
    rounds = []
    for number in range(1, even):
        odd = number % 2 == 1
        anchor = (number + 1) // 2 if odd else (even + number) // 2
        pairs = [(anchor, even) if odd else (even, anchor)]
        pairs += [
            ((anchor + step - 1) % (even - 1) + 1, (anchor - step - 1) % (even - 1) + 1)
            for step in range(1, even // 2)
        ]
        rounds.append(tuple(pair for pair in pairs if max(pair) <= entrants))
    return tuple(rounds)


def games_each_default(entrants: int) -> int:
    """Return the default number of games per pair in a section of this size."""
    return 2 if entrants <= DOUBLE_UP_TO else 1


def section_pairings(entrants: int, games_each: int) -> tuple[tuple[int, int], ...]:
    """Return all pairings in opening order, as (first to move, second to move).

    With two games per pair, the table is repeated with the sides swapped.
    """
    once = tuple(pair for pairs in berger(entrants) for pair in pairs)
    again = tuple((second, first) for first, second in once)
    return once + again if games_each == 2 else once


def qualifiers_per_section(sections: int) -> int:
    """Return the number of qualifiers per section; 0 if there is no final."""
    limits = [limit for limit, _ in _GOING_ON]
    return _GOING_ON[bisect_left(limits, sections)][1]


def final_size(sections: int) -> int:
    """Return the size of the final if no places are shared; 0 if there is no final."""
    return sections * qualifiers_per_section(sections)


def sharing_qualifiers(
    rows: Sequence[Row], places: int, withdrawn: Collection[int] = ()
) -> tuple[int, ...]:
    """Return the best `places` numbers and all others tied with the last of them.

    Withdrawn entrants do not advance; those behind them move up.
    """
    left = [row for row in rows if row.number not in withdrawn]
    last = max((row.place for row in left[:places]), default=0)
    return tuple(row.number for row in left if row.place <= last)


def finalists(
    sections: Sequence[Sequence[Row]],
    seeds: Sequence[Mapping[int, int]],
    withdrawn: Sequence[Collection[int]] | None = None,
) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of each section that advance to the final, best first.

    All entrants tied for the last place advance if the final then has at most eight entrants.
    Otherwise, the better seeds advance, in every section. `seeds` has the seed of each number, by
    section, and `withdrawn` the numbers of the entrants who have left the event.
    """
    places = qualifiers_per_section(len(sections))
    gone = withdrawn or [()] * len(sections)
    everyone = tuple(
        sharing_qualifiers(rows, places, left) for rows, left in zip(sections, gone, strict=True)
    )
    if sum(map(len, everyone)) <= LARGEST:
        return everyone
    return tuple(
        best_by_seed(rows, places, seed, left)
        for rows, seed, left in zip(sections, seeds, gone, strict=True)
    )


def best_by_seed(
    rows: Sequence[Row],
    places: int,
    seeds: Mapping[int, int],
    withdrawn: Collection[int] = (),
) -> tuple[int, ...]:
    """Return the best `places` numbers; ties are broken in favour of the better seed.

    It is also used for the final of tables, which always has as many entrants as seats.
    """
    left = [row for row in rows if row.number not in withdrawn]
    left.sort(key=lambda row: (row.place, seeds[row.number]))
    return tuple(row.number for row in left[:places])
