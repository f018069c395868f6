"""Final places of an event: by its stages, then by who came and who stayed.

Nobody wins by others not coming: an entrant without a move is never the champion, and entrants who
left are ranked behind all who stayed.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from bot.extensions.tournaments.rules.standings import Row


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


BEHIND_ALL = frozenset({"left", "removed", "erased"})
"""Reasons for leaving an event that put an entrant behind all who stayed.

The results of those who were withdrawn after timeouts stand.
"""


class Presence(NamedTuple):
    """Whether an entrant has made a move in an event, and why they have left it."""

    moved: bool
    left_why: str | None = None

    @property
    def group(self) -> int:
        """Return 0 for players, 1 for entrants without a move, 2 for those who left."""
        if self.left_why in BEHIND_ALL:
            return 2
        return 0 if self.moved else 1


def places_by_presence(
    places: Mapping[int, int],
    presence: Mapping[int, Presence],
    contenders: Collection[int],
    points: Mapping[int, int],
) -> dict[int, int]:
    """Return the final places, given those that the results alone would give.

    Entrants without a move follow all who have made one, and those who left or were removed follow
    everyone else. An entrant withdrawn after timeouts follows those who stayed with as many
    `points`, which are those of the deciding section. There is no first place if the best entrant
    is not among the `contenders` or has not made a move, and no place at all if nobody has stayed.
    """
    if all(presence[entrant].left_why is not None for entrant in presence):
        return {}
    best_with: dict[int, int] = {}
    for entrant in places.keys() & points.keys():
        own = places[entrant]
        best_with[points[entrant]] = min(own, best_with.get(points[entrant], own))

    def key(entrant: int) -> tuple[int, int, bool, int]:
        has_left = presence[entrant].left_why is not None
        place = places[entrant]
        if entrant not in points:
            return (presence[entrant].group, place, False, place)
        return (presence[entrant].group, best_with[points[entrant]], has_left, place)

    keys = {entrant: key(entrant) for entrant in places}
    ahead = {entrant: sum(other < own for other in keys.values()) for entrant, own in keys.items()}
    has_champion = any(
        not ahead[entrant] and entrant in contenders and presence[entrant].group == 0
        for entrant in keys
    )
    first = 1 if has_champion else 2
    return {entrant: first + number for entrant, number in ahead.items()}
