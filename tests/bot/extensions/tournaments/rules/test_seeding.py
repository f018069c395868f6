"""Seeds by rating, and numbers by lot."""

from collections import Counter

from bot.extensions.tournaments.rules.seeding import lots, seeds


def test_the_strongest_is_seed_1_and_the_unrated_come_last() -> None:
    entrants = [(11, None), (12, 1500.0), (13, 1720.5), (14, None), (15, 1600.0), (16, 0.0)]
    drawn = seeds(entrants, 7)
    assert drawn[:4] == (13, 15, 12, 16)
    assert set(drawn[4:]) == {11, 14}


def test_equal_ratings_are_ordered_by_a_repeatable_lot() -> None:
    entrants = [(player, 1500.0) for player in range(8)]
    drawn = {seeds(entrants, event) for event in range(40)}
    assert len(drawn) > 30
    assert seeds(entrants, 3) == seeds(list(entrants), 3)


def test_numbers_are_drawn_for_each_section_and_stage_separately() -> None:
    members = tuple(range(1, 9))
    draws = [lots(event, stage, section, members) for event, stage, section in PLACES]
    assert len(set(draws)) == len(draws)
    assert all(sorted(draw) == list(members) for draw in draws)
    assert lots(5, 1, 2, members) == lots(5, 1, 2, members)


def test_lots_depend_only_on_positions_so_that_the_draw_can_be_repeated() -> None:
    assert lots(5, 1, 2, (10, 20, 30)) == tuple(10 * seed for seed in lots(5, 1, 2, (1, 2, 3)))


def test_no_seed_is_favoured_by_the_lots() -> None:
    first = Counter(lots(event, 1, 1, range(1, 5))[0] for event in range(2000))
    assert all(400 < first[number] < 600 for number in range(1, 5))


PLACES = [(event, stage, section) for event in (1, 2, 3) for stage in (1, 2) for section in (1, 2)]
"""Combinations of an event, a stage and a section."""
