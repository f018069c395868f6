"""Divisions of a season, with promotion and relegation."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from bot.extensions.tournaments.rules.sections import section_sizes

Order = tuple[tuple[int, ...], ...]
"""Players by division, strongest division first."""

_DIVISIONS_FROM = 9
_TWO_CHANGE_FROM = 7


def divisions(
    last_order: Sequence[Sequence[int]],
    staying: Mapping[int, float | None],
    newcomers: Sequence[tuple[int, float | None]],
) -> Order:
    """Return the divisions of the next season.

    `last_order` has the players of each division in the order of the final standings. `staying` has
    the ratings of the players who continue, and `newcomers` those of all others. After the
    promotions, each newcomer enters the division with the nearest mean rating, or a lower one if it
    is full, because no player is pushed out of a division. Newcomers without a rating begin in the
    lowest division.
    """
    groups = [[player for player in group if player in staying] for group in promoted(last_order)]
    groups = [group for group in groups if group] or [[]]
    sizes = division_sizes(sum(map(len, groups)) + len(newcomers))
    means = [_mean([staying[player] for player in group]) for group in groups]
    for player, rating in sorted(newcomers, key=lambda each: (each[1] is None, -(each[1] or 0.0))):
        for division in range(_nearest(means, rating), len(groups)):
            entered = [list(group) for group in groups]
            entered[division].append(player)
            if division == len(groups) - 1 or not _pushes_out(groups, entered, sizes, staying):
                groups = entered
                break
    return _cut([player for group in groups for player in group], sizes)


def division_sizes(players: int) -> tuple[int, ...]:
    """Return the sizes of the divisions; with fewer than nine players, only one."""
    return section_sizes(players) if players >= _DIVISIONS_FROM else (players,)


def promoted(last_order: Sequence[Sequence[int]]) -> Order:
    """Return the order of the last season after promotion and relegation.

    The first player of each division swaps places with the last player of the next higher one. Two
    players do if both divisions have at least seven players.
    """
    groups = [list(group) for group in last_order]
    for above, below in zip(range(len(groups)), range(1, len(groups)), strict=False):
        sizes = len(last_order[above]), len(last_order[below])
        number = 2 if min(sizes) >= _TWO_CHANGE_FROM else min(1, min(sizes) // 2)
        upper, lower = groups[above], groups[below]
        if number:
            upper[-number:], lower[:number] = lower[:number], upper[-number:]
    return tuple(map(tuple, groups))


def _mean(ratings: Sequence[float | None]) -> float | None:
    known = [rating for rating in ratings if rating is not None]
    return fmean(known) if known else None


def _nearest(means: Sequence[float | None], rating: float | None) -> int:
    """Return the division with the nearest mean rating; the lowest one if unrated."""
    known = [
        (abs(mean - rating), index)
        for index, mean in enumerate(means)
        if mean is not None and rating is not None
    ]
    return min(known)[1] if known else len(means) - 1


def _cut(order: Sequence[int], sizes: Sequence[int]) -> Order:
    """Split an order of players into divisions of these sizes."""
    ends = [sum(sizes[: index + 1]) for index in range(len(sizes))]
    return tuple(tuple(order[end - size : end]) for end, size in zip(ends, sizes, strict=True))


def _pushes_out(
    before: Sequence[Sequence[int]],
    after: Sequence[Sequence[int]],
    sizes: Sequence[int],
    staying: Mapping[int, float | None],
) -> bool:
    """Return whether a newcomer pushes a player below their current division."""
    held = {player: index for index, group in enumerate(before) for player in group}
    place_before, place_after = _division_of(before, sizes), _division_of(after, sizes)
    return any(
        place_after[player] > max(place_before[player], held[player])
        for player in held
        if player in staying
    )


def _division_of(groups: Sequence[Sequence[int]], sizes: Sequence[int]) -> dict[int, int]:
    """Return the index of each player's division, given these sizes."""
    order = [player for group in groups for player in group]
    return {player: index for index, group in enumerate(_cut(order, sizes)) for player in group}
