"""A finished game is looked through: the race, the longest hop, and what was given away."""

import random
from functools import cache

import pytest

from engine import VARIANTS, analysis, variant
from engine.analysis import Analysis, Played, analysed, given_away, jumps_of
from engine.search import choose, levels
from engine.search.tablebase import verdicts


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few positions are enough to see what is said of them."""
    monkeypatch.setattr(analysis, "LEAST", 20)
    monkeypatch.setattr(analysis, "MOST", 20)


@cache
def game(key: str, most: int = 200, blunder: int = 0) -> Played:
    """A sensible game, but for one turn that is wasted."""
    rules, rng, moves = variant(key), random.Random(key), list[str]()
    position = rules.start()
    while len(moves) < most and rules.outcome(position) is None:
        move = choose(
            rules, position, levels(rules)[0 if most < 9 else 1], seed=rng.getrandbits(30)
        )
        if len(moves) + 1 == blunder:
            move = min(
                rules.moves(position), key=lambda move: move.path[-1] * (-1) ** position.turn
            )
        moves.append(rules.format(move))
        position = rules.apply(position, move)
    return Played(key, tuple(moves))


def test_a_wasted_turn_is_a_turning_point_with_a_better_move_that_is_possible_there() -> None:
    played = game("halma-8", blunder=15)
    shares: list[float] = []
    found = analysed(played, shares.append)
    assert len(found.to_go) == len(played.moves) + 1
    assert len(found.given) == len(found.better) == len(played.moves)
    assert shares[-1] == 1.0
    assert 15 in found.turning_points()
    rules, position = variant("halma-8"), variant("halma-8").start()
    for text, better in zip(played.moves, found.better, strict=True):
        if better:
            assert better != text
            assert better in [rules.format(move) for move in rules.moves(position)]
        position = rules.apply(position, rules.printed(text))


def test_the_race_is_lost_turn_by_turn_and_is_over_for_the_winner() -> None:
    found = analysed(game("halma-8"))
    assert min(found.to_go[-1]) == 0
    assert max(found.to_go[0]) == max(max(turns) for turns in found.to_go)


def test_the_longest_hop_is_the_first_with_the_most_jumps() -> None:
    played = game("halma-8")
    found = analysed(played)
    rules, position, jumps = variant("halma-8"), variant("halma-8").start(), list[int]()
    for text in played.moves:
        jumps.append(jumps_of(rules, rules.parse(position, text)))
        position = rules.apply(position, rules.printed(text))
    assert found.jumps == max(jumps) > 1
    assert found.longest == jumps.index(found.jumps) + 1


def test_what_is_given_away_is_summed_by_seat() -> None:
    given = Analysis((), (1.0, 2.5, 0.0, 4.0), ("",) * 4, 0, 0)
    assert given_away(given, [0, 1, 0, 1], 2) == [1.0, 6.5]
    assert given.turning_points() == [1, 2, 4]
    assert given.turning_points(2) == [2, 4]


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_the_beginning_of_any_game_can_be_looked_through(key: str) -> None:
    found = analysed(game(key, most=1))
    [lost] = found.given
    assert 0 <= lost <= 20


def test_where_only_one_move_is_possible_nothing_is_given_away() -> None:
    rules, rng, position = variant("platonic"), random.Random(1), variant("platonic").start()
    moves = list[str]()
    while len(found := list(rules.moves(position))) > 1:
        move = rng.choice(found)
        moves.append(rules.format(move))
        position = rules.apply(position, move)
    judged = analysed(Played("platonic", (*moves, rules.format(found[0]))))
    assert (judged.given[-1], judged.better[-1]) == (0.0, "")


def test_a_game_in_which_nobody_moved_has_nothing_to_say() -> None:
    found = analysed(Played("halma-8", ()))
    assert (found.given, found.longest, found.turning_points()) == ((), 0, [])


def test_of_a_solved_game_each_turn_is_won_drawn_or_lost_and_only_worse_ones_are_mistakes() -> None:
    played = game("le-grec", most=40)
    found = analysed(played)
    assert len(found.ends) == len(played.moves)
    rules, position = variant("le-grec"), variant("le-grec").start()
    for turn, text in enumerate(played.moves, 1):
        known = verdicts(rules, position)
        best = max(verdict.result for verdict in known.values())
        mistake = found.ends[turn - 1] < best
        assert bool(found.better[turn - 1]) == mistake
        assert (found.given[turn - 1] > 0) == mistake
        position = rules.apply(position, rules.printed(text))
