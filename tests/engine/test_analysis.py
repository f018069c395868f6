"""Analysis of a finished game: the race, the longest hop, and wasted moves."""

import random
from functools import cache

import pytest

from engine import VARIANTS, analysis, variant
from engine.analysis import Analysis, PlayedGame, analysed, jumps_of, total_loss
from engine.search import choose, levels
from engine.search.tablebase import solved_results


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the search to a few positions per move, for speed."""
    monkeypatch.setattr(analysis, "LEAST", 20)
    monkeypatch.setattr(analysis, "MOST", 20)


@cache
def game(key: str, most: int = 200, blunder: int = 0) -> PlayedGame:
    """Return a game of a weak level against itself.

    Move number `blunder` is deliberately bad; 0 means that no move is.
    """
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
    return PlayedGame(key, tuple(moves))


def test_a_blunder_is_a_turning_point_with_a_better_legal_move() -> None:
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
        position = rules.apply(position, rules.parse_canonical(text))


def test_the_estimate_of_turns_left_peaks_at_the_start_and_ends_at_zero() -> None:
    found = analysed(game("halma-8"))
    assert min(found.to_go[-1]) == 0
    assert max(found.to_go[0]) == max(max(turns) for turns in found.to_go)


def test_the_longest_hop_is_the_first_with_the_most_jumps() -> None:
    played = game("halma-8")
    found = analysed(played)
    rules, position, jumps = variant("halma-8"), variant("halma-8").start(), list[int]()
    for text in played.moves:
        jumps.append(jumps_of(rules, rules.parse(position, text)))
        position = rules.apply(position, rules.parse_canonical(text))
    assert found.jumps == max(jumps) > 1
    assert found.longest == jumps.index(found.jumps) + 1


def test_losses_are_summed_by_seat() -> None:
    given = Analysis((), (1.0, 2.5, 0.0, 4.0), ("",) * 4, 0, 0)
    assert total_loss(given, [0, 1, 0, 1], 2) == [1.0, 6.5]
    assert given.turning_points() == [1, 2, 4]
    assert given.turning_points(2) == [2, 4]


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_the_first_move_of_every_variant_can_be_analysed(key: str) -> None:
    found = analysed(game(key, most=1))
    [lost] = found.given
    assert 0 <= lost <= 20


def test_a_forced_move_gives_nothing_away() -> None:
    rules, rng, position = variant("platonic"), random.Random(1), variant("platonic").start()
    moves = list[str]()
    while len(found := list(rules.moves(position))) > 1:
        move = rng.choice(found)
        moves.append(rules.format(move))
        position = rules.apply(position, move)
    judged = analysed(PlayedGame("platonic", (*moves, rules.format(found[0]))))
    assert (judged.given[-1], judged.better[-1]) == (0.0, "")


def test_the_analysis_of_a_game_without_moves_is_empty() -> None:
    found = analysed(PlayedGame("halma-8", ()))
    assert (found.given, found.longest, found.turning_points()) == ((), 0, [])


def test_in_a_solved_variant_only_moves_that_worsen_the_result_are_mistakes() -> None:
    played = game("le-grec", most=40)
    found = analysed(played)
    assert len(found.ends) == len(played.moves)
    rules, position = variant("le-grec"), variant("le-grec").start()
    for turn, text in enumerate(played.moves, 1):
        known = solved_results(rules, position)
        best = max(verdict.result for verdict in known.values())
        mistake = found.ends[turn - 1] < best
        assert bool(found.better[turn - 1]) == mistake
        assert (found.given[turn - 1] > 0) == mistake
        position = rules.apply(position, rules.parse_canonical(text))
