"""Divisions of a season: promotion, relegation and newcomers."""

import random

import pytest

from bot.extensions.tournaments.rules.divisions import division_sizes, divisions, promoted


def names(groups: tuple[tuple[int, ...], ...]) -> str:
    """Return divisions as text: player 101 is A1, player 203 is B3."""
    return " | ".join(
        " ".join(f"{'?ABCDE'[player // 100]}{player % 100}" for player in group) for group in groups
    )


def division(letter: int, size: int) -> list[int]:
    """Return the players of a division: 101, 102 and so on."""
    return [100 * letter + index for index in range(1, size + 1)]


def rated(players: list[int], rating: float) -> dict[int, float | None]:
    """Return players with this rating."""
    return dict.fromkeys(players, rating)


TWO = [division(1, 5), division(2, 5)]
STAYING = rated(TWO[0], 1600.0) | rated(TWO[1], 1400.0)


def test_the_first_swaps_places_with_the_last_of_the_division_above() -> None:
    assert names(divisions(TWO, STAYING, [])) == "A1 A2 A3 A4 B1 | A5 B2 B3 B4 B5"


def test_two_players_swap_where_both_divisions_have_seven() -> None:
    assert names(promoted([division(1, 7), division(2, 7), division(3, 6)])) == (
        "A1 A2 A3 A4 A5 B1 B2 | A6 A7 B3 B4 B5 B6 C1 | B7 C2 C3 C4 C5 C6"
    )


def test_nobody_is_relegated_past_a_division_with_a_single_player() -> None:
    assert names(promoted([division(1, 5), division(2, 1), division(3, 5)])) == (
        "A1 A2 A3 A4 A5 | B1 | C1 C2 C3 C4 C5"
    )


def test_the_places_of_leavers_are_filled_from_below() -> None:
    staying = {player: rating for player, rating in STAYING.items() if player != 102}
    assert names(divisions(TWO, staying, [])) == "A1 A3 A4 B1 A5 | B2 B3 B4 B5"


def test_a_newcomer_enters_the_nearest_division_with_room() -> None:
    staying = {player: rating for player, rating in STAYING.items() if player != 102}
    assert names(divisions(TWO, staying, [(1, 1590.0)])) == "A1 A3 A4 B1 ?1 | A5 B2 B3 B4 B5"
    assert names(divisions(TWO, staying, [(1, 1410.0)])) == "A1 A3 A4 B1 A5 | B2 B3 B4 B5 ?1"
    assert names(divisions(TWO, staying, [(1, None)])) == "A1 A3 A4 B1 A5 | B2 B3 B4 B5 ?1"


def test_a_newcomer_pushes_nobody_out_of_their_division() -> None:
    full = [division(1, 6), division(2, 6)]
    staying = rated(full[0], 1600.0) | rated(full[1], 1400.0)
    # Thirteen players make divisions of 7 and 6, so there is room for one newcomer in the upper
    # one.
    assert names(divisions(full, staying, [(1, 1590.0)])) == (
        "A1 A2 A3 A4 A5 B1 ?1 | A6 B2 B3 B4 B5 B6"
    )
    assert names(divisions(TWO, STAYING, [(1, 1700.0), (2, 1800.0)])) == (
        "A1 A2 A3 A4 B1 ?2 | ?1 A5 B2 B3 B4 B5"
    )


def test_the_first_season_is_by_rating() -> None:
    newcomers = [(player, 1000.0 + player) for player in range(1, 11)] + [(11, None)]
    assert divisions([], {}, newcomers) == ((10, 9, 8, 7, 6, 5), (4, 3, 2, 1, 11))


def test_fewer_than_nine_players_form_one_division() -> None:
    assert division_sizes(8) == (8,)
    assert division_sizes(3) == (3,)
    assert [division_sizes(players) for players in (10, 17, 24)] == [(5, 5), (6, 6, 5), (8, 8, 8)]
    assert divisions([[1, 2, 3]], {1: 1500.0, 2: None, 3: None}, [(4, None)]) == ((1, 2, 3, 4),)


@pytest.mark.parametrize("seed", range(30))
def test_random_seasons_keep_everyone_once_and_demote_nobody_for_a_newcomer(seed: int) -> None:
    rng = random.Random(seed)
    last = [division(letter, rng.randint(4, 8)) for letter in range(1, rng.randint(2, 5))]
    players = [player for group in last for player in group]
    staying = {
        player: rng.choice([None, 1800.0 - player])
        for player in players
        if rng.random() < rng.choice([0.6, 1])
    }
    newcomers = [(player, rng.choice([None, rng.uniform(1200, 1800)])) for player in range(1, 7)]
    after = divisions(last, staying, newcomers[: rng.randint(1, 6)])
    entered = [player for group in after for player in group]
    assert set(entered) - set(range(1, 7)) == set(staying)
    assert len(entered) == len(set(entered))
    assert tuple(map(len, after)) == division_sizes(len(entered))
    stayed = [player for player in entered if player in staying]
    assert stayed == [player for group in promoted(last) for player in group if player in staying]
    # Without the newcomers, but with the same sizes, nobody would be in a higher division.
    held = {player: index for index, group in enumerate(promoted(last)) for player in group}
    ahead = 0
    for index, group in enumerate(after):
        for player in group:
            if player in staying:
                alone = next(
                    number
                    for number in range(len(after))
                    if ahead < sum(map(len, after[: number + 1]))
                )
                assert index <= max(alone, min(held[player], len(after) - 1))
                ahead += 1
