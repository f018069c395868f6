"""Final places of events with two stages and of seasons."""

from bot.extensions.tournaments.rules.final_places import (
    places_after_divisions,
    places_after_sections,
)
from bot.extensions.tournaments.rules.standings import Row


def row(number: int, place: int, points: int, games: int) -> Row:
    """Return a line of the standings."""
    return Row(number, place, False, points, games)


SECTIONS = (
    [(1, row(1, 1, 8, 4)), (4, row(2, 2, 6, 4)), (5, row(3, 3, 4, 4)), (8, row(4, 4, 1, 4))],
    [(2, row(3, 1, 9, 6)), (3, row(1, 2, 7, 6)), (6, row(2, 3, 6, 6)), (7, row(4, 4, 2, 6))],
)


def test_other_entrants_follow_the_finalists_by_place_then_points_per_game() -> None:
    final = {2: 1, 1: 2, 3: 3, 4: 4}
    places = places_after_sections(final, SECTIONS, [1, 2, 3, 4])
    assert places == {2: 1, 1: 2, 3: 3, 4: 4, 5: 5, 6: 5, 7: 7, 8: 8}


def test_a_player_struck_in_the_final_has_no_place() -> None:
    places = places_after_sections({2: 1, 1: 2, 3: 3}, SECTIONS, [1, 2, 3, 4])
    assert places == {2: 1, 1: 2, 3: 3, 5: 4, 6: 4, 7: 6, 8: 7}


def test_in_a_season_the_higher_division_comes_first() -> None:
    assert places_after_divisions(SECTIONS) == {1: 1, 4: 2, 5: 3, 8: 4, 2: 5, 3: 6, 6: 7, 7: 8}
