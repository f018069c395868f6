"""Naive implementation of the standings, used as a test oracle.

It follows the written rules with fractions of points and loops over all pairs of entrants. It
shares no code with `bot.extensions.tournaments.rules`.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import groupby
from typing import Any

from bot.extensions.tournaments.rules.results import Result

Number = Fraction | int
Teams = tuple[tuple[int, ...], ...]
Criterion = Callable[[list[int]], dict[int, Number] | None]


def bye(number: int) -> Result:
    """Return the result of a bye, which scores a full point."""
    return Result((number,), (2,), (False,))


def score(number: int, results: list[Result]) -> Fraction:
    """Return the points of an entrant."""
    total = Fraction(0)
    for each in results:
        for seat, entrant in enumerate(each.numbers):
            if entrant == number:
                total += Fraction(each.half_points[seat], 2)
    return total


def games_of(number: int, results: list[Result]) -> list[tuple[int, Fraction, bool]]:
    """Return (opponent, points, whether either forfeited) for each two-player game."""
    games = []
    for each in results:
        if len(each.numbers) == 2 and number in each.numbers:
            seat = each.numbers.index(number)
            points = Fraction(each.half_points[seat], 2)
            games.append((each.numbers[1 - seat], points, True in each.forfeit))
    return games


def free(number: int, results: list[Result]) -> int:
    """Return the number of byes that an entrant has had."""
    return len([each for each in results if each.numbers == (number,)])


def direct(group: list[int], results: list[Result]) -> dict[int, Number] | None:
    """Return the points among a group; None unless all of them have met."""
    values: dict[int, Number] = {}
    for number in group:
        games = [game for game in games_of(number, results) if game[0] in group]
        if {opponent for opponent, _, _ in games} != set(group) - {number}:
            return None
        values[number] = sum((points for _, points, _ in games), Fraction(0))
    return values


def wins(number: int, results: list[Result]) -> int:
    """Return the number of wins on the board."""
    return len(
        [1 for _, points, forfeit in games_of(number, results) if points == 1 and not forfeit]
    )


def sonneborn(number: int, results: list[Result]) -> Fraction:
    """Return the Sonneborn-Berger score."""
    total = free(number, results) * score(number, results)
    for opponent, points, _ in games_of(number, results):
        total += points * score(opponent, results)
    return total


def buchholz(number: int, results: list[Result]) -> list[Fraction]:
    """Return the points of the opponents in a Swiss event, in ascending order."""
    opponents = [opponent for opponent, _, _ in games_of(number, results)]
    return sorted(score(each, results) for each in opponents + [number] * free(number, results))


def place_at(number: int, table: Result) -> int:
    """Return the place of an entrant at a table."""
    own = table.half_points[table.numbers.index(number)]
    return 1 + len([points for points in table.half_points if points > own])


def tables_of(number: int, results: list[Result]) -> list[Result]:
    """Return the tables at which an entrant played."""
    return [each for each in results if number in each.numbers]


def on_place(number: int, place: int, results: list[Result]) -> int:
    """Return how often an entrant took this place."""
    return [place_at(number, each) for each in tables_of(number, results)].count(place)


def ahead(group: list[int], results: list[Result]) -> dict[int, Number]:
    """Return how many places each entrant is ahead of the group at common tables."""
    values: dict[int, Number] = {}
    for number in group:
        values[number] = sum(
            place_at(other, table) - place_at(number, table)
            for table in tables_of(number, results)
            for other in group
            if other in table.numbers
        )
    return values


def met_points(number: int, results: list[Result], teams: Teams | None = None) -> Fraction:
    """Return the points of all opponents at tables; partners do not count."""
    total = Fraction(0)
    for table in tables_of(number, results):
        own_seat = table.numbers.index(number)
        for seat, other in enumerate(table.numbers):
            partners = any(own_seat in team and seat in team for team in teams or [])
            if other != number and not partners:
                total += score(other, results)
    return total


def split(group: list[int], criteria: list[tuple[Criterion, bool]]) -> list[list[int]]:
    """Return groups, best first.

    The flag of a criterion says whether to apply it again to the remaining groups.
    """
    if len(group) < 2 or not criteria:
        return [group]
    criterion, again = criteria[0]
    values = criterion(group)
    if values is None or min(values.values()) == max(values.values()):
        return split(group, criteria[1:])
    ordered = sorted(group, key=lambda number: -values[number])
    parts = [list(part) for _, part in groupby(ordered, key=lambda number: values[number])]
    rest = criteria if again else criteria[1:]
    return [piece for part in parts for piece in split(part, rest)]


def each_alone(value: Callable[[int], Number]) -> tuple[Criterion, bool]:
    """Return a criterion that considers one entrant at a time."""
    return (lambda group: {number: value(number) for number in group}), False


def section_groups(numbers: list[int], results: list[Result]) -> list[list[int]]:
    """Return the order of a section. Entrants in one group share a place."""
    return split(
        sorted(numbers),
        [
            each_alone(lambda number: score(number, results)),
            ((lambda group: direct(group, results)), True),
            each_alone(lambda number: wins(number, results)),
            each_alone(lambda number: sonneborn(number, results)),
        ],
    )


def rounds_groups(numbers: list[int], results: list[Result]) -> list[list[int]]:
    """Return the order of a Swiss event."""
    return split(
        sorted(numbers),
        [
            each_alone(lambda number: score(number, results)),
            ((lambda group: direct(group, results)), True),
            each_alone(lambda number: sum(buchholz(number, results)[1:], Fraction(0))),
            each_alone(lambda number: sum(buchholz(number, results), Fraction(0))),
            each_alone(lambda number: sonneborn(number, results)),
        ],
    )


def table_groups(
    numbers: list[int], results: list[Result], teams: Teams | None = None
) -> list[list[int]]:
    """Return the order of an event of tables."""
    return split(
        sorted(numbers),
        [
            each_alone(lambda number: score(number, results)),
            each_alone(lambda number: on_place(number, 1, results)),
            each_alone(lambda number: on_place(number, 2, results)),
            ((lambda group: ahead(group, results)), True),
            each_alone(lambda number: met_points(number, results, teams)),
        ],
    )


def cup_winner(present: list[int], games: list[Mapping[str, Any]]) -> int | None:
    """Return which of at most two seeds advances; `present` has the better one first.

    `games` are exported pairings.
    """
    if len(present) < 2:
        return present[0] if present else None
    points = dict.fromkeys(present, 0)
    won: dict[int, list[tuple[int, int]]] = {seed: [] for seed in present}
    for game in games:
        for seat in game["seats"]:
            points[seat["seed"]] += seat["half_points"] or 0
            if seat["half_points"] == 2 and game["margin"] is not None:
                won[seat["seed"]].append((game["margin"], -game["turns"]))
    better, other = present
    if points[better] != points[other]:
        return max(present, key=lambda seed: points[seed])
    if len(won[better]) != len(won[other]):
        return max(present, key=lambda seed: len(won[seed]))
    return other if max(won[other], default=(0, 0)) > max(won[better], default=(0, 0)) else better
