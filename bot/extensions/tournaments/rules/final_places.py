"""Final places of an event with two stages: the finalists, then everyone else."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from bot.extensions.tournaments.rules.standings import Row


def places_of_one_stage(rows: Sequence[Row]) -> dict[int, int]:
    """Return the places of an event with one section."""
    return {row.number: row.place for row in rows}


def places_after_sections(
    final: Mapping[int, int],
    sections: Sequence[Sequence[tuple[int, Row]]],
    finalists: Sequence[int],
) -> dict[int, int]:
    """Return the place of each entrant in an event with sections and a final.

    `final` has the places of the finalists, and `sections` the (entrant, row) pairs of each
    section. All other entrants follow by the place in their section, then by points per game, and
    equal entrants share a place. Finalists who were struck in the final have no place.
    """
    keys = {
        entrant: (row.place, -Fraction(row.points, row.games or 1))
        for rows in sections
        for entrant, row in rows
        if entrant not in finalists
    }
    return dict(final) | {
        entrant: len(final) + 1 + sum(other < own for other in keys.values())
        for entrant, own in keys.items()
    }


def places_after_divisions(divisions: Sequence[Sequence[tuple[int, Row]]]) -> dict[int, int]:
    """Return the place of each entrant of a season, starting with division 1."""
    places: dict[int, int] = {}
    for rows in divisions:
        before = len(places)
        places |= {entrant: before + row.place for entrant, row in rows}
    return places
