"""Laws of the analysis, over games between computer levels of different strength.

HALMA_ANALYSED_GAMES is the number of games, by default a few dozen. HALMA_ANALYSIS_SEED selects
other games.
"""

import os

import pytest

from engine import analysis
from engine.analysis import expected_result
from tests.engine.analysed_games import (
    FinishedGame,
    change_in_turns_to_go,
    played_game,
    score_when_played_on,
)
from tests.engine.naive_explanations import is_true

pytestmark = pytest.mark.check

GAMES = int(os.environ.get("HALMA_ANALYSED_GAMES", "16"))
SEED = int(os.environ.get("HALMA_ANALYSIS_SEED", "1"))
ALL = 999


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the search to a few positions per move, for speed."""
    monkeypatch.setattr(analysis, "LEAST", 20)
    monkeypatch.setattr(analysis, "MOST", 20)


def no_loss_exceeds_the_change_in_turns_to_go(game: FinishedGame) -> None:
    for turn, lost in enumerate(game.analysis.given, 1):
        assert lost >= 0
        if lost:
            assert lost <= change_in_turns_to_go(game, turn) + 1e-6


def every_turning_point_lowers_the_expected_result(game: FinishedGame) -> None:
    for turn in game.analysis.turning_points(ALL):
        better, played = game.analysis.swings[turn - 1]
        assert expected_result(better) > expected_result(played)
        instead = game.analysis.better[turn - 1]
        assert instead != game.rules.format(game.moves[turn - 1])
        assert instead in map(game.rules.format, game.rules.moves(game.positions[turn - 1]))


def a_winner_is_blamed_only_for_turning_points(game: FinishedGame) -> None:
    notable = game.analysis.notable_turns(game.movers, game.winners, ALL)
    turning = game.analysis.turning_points(ALL)
    assert set(turning) <= set(notable)
    assert all(game.movers[turn - 1] not in game.winners for turn in {*notable} - {*turning})


def every_explanation_is_true(game: FinishedGame) -> None:
    for turn, why in enumerate(game.analysis.reasons, 1):
        if why.kind and not why.kind.startswith("solved"):
            better = game.rules.parse_canonical(game.analysis.better[turn - 1])
            before, played = game.positions[turn - 1], game.moves[turn - 1]
            assert is_true(game.rules, before, played, better, why)


@pytest.mark.parametrize("number", range(GAMES))
def test_the_analysis_of_a_game_obeys_every_law(number: int) -> None:
    game = played_game(number, SEED)
    no_loss_exceeds_the_change_in_turns_to_go(game)
    every_turning_point_lowers_the_expected_result(game)
    a_winner_is_blamed_only_for_turning_points(game)
    every_explanation_is_true(game)


def test_played_on_from_a_turning_point_the_better_move_scores_clearly_more() -> None:
    better, played = list[float](), list[float]()
    game = played_game(5, seed=1)
    for turn in game.analysis.turning_points(ALL):
        seat = game.movers[turn - 1]
        instead = game.after(turn, game.analysis.better[turn - 1])
        better.append(score_when_played_on(game, instead, seat))
        played.append(score_when_played_on(game, game.positions[turn], seat))
    assert better
    assert sum(better) > sum(played)
