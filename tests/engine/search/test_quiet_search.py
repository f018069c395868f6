"""Quiet searches: when a position is quiet, and the values of its best turns."""

from dataclasses import replace
from random import Random
from types import ModuleType

import pytest

from engine import VARIANTS, Position, Variant, search, variant
from engine.search import alpha_beta
from engine.search.alpha_beta import AlphaBetaSearch
from engine.search.budget import SearchBudget
from engine.search.candidate_moves import Pair
from engine.search.evaluation import WON, Evaluator
from engine.search.level import RUNNER
from engine.search.quiet_search import DEEPEST, QuietResult, QuietSearch
from engine.speedups import SPEEDUPS
from tests.engine.boards import placed
from tests.engine.sample_games import course, sample
from tests.engine.without_speedups import WAYS, with_tables

ALL = 1_000_000
"""More than the value of any position."""
ALL_BUT_ONE = "VI,7 VI,8 VII,6 VII,7 VII,8 VIII,5 VIII,6 VIII,7 VIII,8"
"""The goal of the first seat in Halma 8×8, without V,8."""
QUIET = sorted(key for key, game in VARIANTS.items() if Evaluator(game, 0).quiet_listers)
"""The games that have quiet positions."""


def quiet_search(game: Variant, position: Position | None = None) -> QuietSearch:
    """Return a quiet search of the game."""
    return QuietSearch(game, Evaluator(game, 0, position).quiet_listers)


def unreduced(game: Variant) -> Variant:
    """Return the game with all turns searched to full depth."""
    parameters = replace(game.search_parameters, unreduced=100, unreduced_root=1000)
    return replace(game, search_parameters=parameters)


def minimax(judge: Evaluator, position: Position, depth: int) -> int:
    """Return the value for the seat to move, by making all turns that are searched.

    Nothing is left out, but a seat that cannot gain may stand still at the end.
    """
    sums = judge.material_sums(position)
    lead = judge.evaluate(sums) * (1 if position.turn == judge.seat else -1)
    if depth == 0:
        return lead
    width = judge.variant.search_parameters.narrow if depth > 1 else 1
    options = judge.best_candidates(position, sums, width)
    values = [
        -minimax(judge, judge.position_after(position, sums, option)[0], depth - 1)
        for option in options
    ]
    return max(values) if depth > 1 else max(lead + options[0].gain, lead)


@pytest.mark.parametrize("key", ["halma-8", "chinese-checkers", "renpaarden", "super-halma-10"])
def test_the_value_is_that_of_a_minimax_search(key: str) -> None:
    game = unreduced(variant(key))
    for position in sample(key, 20)[1:6]:
        judge = Evaluator(game, 0, position)
        lead = judge.evaluate(judge.material_sums(position)) * (1 - 2 * position.turn)
        for depth in (1, 2, 3):
            found = quiet_search(game, position).search(position, depth, -ALL, ALL, lead, None)
            assert found
            assert found.value == minimax(judge, position, depth)


def values(game: Variant, position: Position, depth: int) -> list[int]:
    """Return the values of the three best moves in a search of this depth."""
    moves = dict.fromkeys(game.moves(position), 0)
    ahead = AlphaBetaSearch(game, position, SearchBudget(ALL))
    return [first.value for first in ahead.score_root_moves(moves, 3, depth)[:3]]


@pytest.mark.check
@pytest.mark.parametrize("key", ["halma-8", "chinese-checkers", "renpaarden"])
def test_a_long_search_has_the_same_values_without_quiet_searches(
    monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    game, position = unreduced(variant(key)), sample(key)[3]
    quiet = values(game, position, 6)
    monkeypatch.setattr(alpha_beta, "DEEPEST", 0)
    assert values(game, position, 6) == quiet


@pytest.mark.each_kind
@pytest.mark.parametrize("key", QUIET)
def test_turns_that_decide_the_game_are_seen(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """The computer plays to the end, and its last positions are searched in both ways."""
    game, rng = unreduced(variant(key)), Random(1)
    position, played = game.start(), [game.start()]
    while not game.outcome(position) and position.ply < 400:
        move = search.choose(game, position, RUNNER, seed=rng.getrandbits(32))
        position = game.apply(position, move)
        played.append(position)
    last = [(before, depth) for before in played[-6:-1] for depth in (2, 3, 4)]
    quiet = [values(game, before, depth) for before, depth in last]
    monkeypatch.setattr(alpha_beta, "DEEPEST", 0)
    assert [values(game, before, depth) for before, depth in last] == quiet
    if not key.startswith("caesar"):  # of which most games end because nobody can move
        assert any(abs(value) > WON // 2 for found in quiet for value in found)


@pytest.mark.parametrize("key", QUIET)
def test_limits_and_a_known_turn_do_not_change_an_exact_value(key: str) -> None:
    game, rng, exact = unreduced(variant(key)), Random(4), 0
    for position in sample(key, 5):
        quiet, lead = quiet_search(game, position), rng.randint(-500, 500)

        def found(low: int, high: int, first: Pair | None = None) -> QuietResult | None:
            return quiet.search(position, 3, low, high, lead, first)  # noqa: B023

        if not (whole := found(-ALL, ALL)) or any(position.stock):
            continue
        value, best, _ = whole
        for result in (found(-ALL, ALL, best), found(value - 1, value + 1)):
            assert result
            assert result[:2] == (value, best)
        below, above = found(value, value + 1), found(value - 1, value)
        assert below
        assert below.value <= value
        assert above
        assert above.value >= value
        exact += 1
    assert exact


def test_positions_near_a_deadline_or_after_a_goal_or_with_pieces_to_drop_are_not_quiet() -> None:
    game = variant("halma-8")
    judge = Evaluator(game, 0)
    for ply, quiet in ((0, True), (55, True), (56, False), (80, False)):
        assert judge.may_be_quiet(replace(game.start(), ply=ply), 5) is quiet
    assert not judge.may_be_quiet(replace(game.start(), done=(1,)), 1)
    secret = variant("top-secret")
    assert not Evaluator(secret, 0).may_be_quiet(secret.start(), 1)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("key", "arriving", "other", "later"),
    [
        ("halma-8", f"IV,8 {ALL_BUT_ONE}", "I,1", f"IV,8 IV,7 {ALL_BUT_ONE[5:]}"),
        ("top-secret", "I,1", "IX,9 IX,8", "I,1 I,2"),
    ],
)
def test_a_position_is_not_quiet_if_the_last_man_may_arrive(
    way: ModuleType | None, key: str, arriving: str, other: str, later: str
) -> None:
    game = with_tables(variant(key), way)
    near, far = placed(game, {0: arriving, 1: other}), placed(game, {0: later, 1: other})
    for depth in range(1, DEEPEST + 1):
        assert not quiet_search(game).search(near, depth, -ALL, ALL, 0, None)
    assert quiet_search(game).search(far, 1, -ALL, ALL, 0, None)


@pytest.mark.parametrize("without", ["platonic", "le-zug", "hexma", "halma-4"])
def test_games_in_which_more_than_gains_counts_are_never_quiet(without: str) -> None:
    assert without not in QUIET


def test_with_a_restriction_or_fading_rivals_a_game_is_never_quiet() -> None:
    game = variant("halma-8")
    fading = replace(game.search_parameters, rivals_fade=50)
    for changed in (
        replace(game, restriction=lambda *_: None),
        replace(game, search_parameters=fading),
        replace(game, reached=lambda *_: False),
    ):
        assert Evaluator(game, 0).quiet_listers
        assert not Evaluator(changed, 0).quiet_listers


@pytest.mark.parametrize("way", WAYS)
def test_a_position_in_which_a_seat_cannot_move_is_not_quiet(way: ModuleType | None) -> None:
    """If its rival cannot move either, the game is over."""
    game = with_tables(variant("halma-8"), way)
    blocked = placed(game, {0: "I,1", 1: "I,2 II,1 II,2 I,3 III,1 III,3 VIII,8"})
    quiet = quiet_search(game)
    assert not quiet.search(blocked, 2, -ALL, ALL, 50, None)
    assert quiet.search(blocked, 1, -ALL, ALL, 50, None) == (50, None, 1)


@pytest.mark.each_kind
@pytest.mark.parametrize("key", QUIET)
def test_the_c_module_searches_like_the_python_code(key: str) -> None:
    """The killers carry over from one search to the next, so they are compared, too."""
    ours, theirs = (quiet_search(with_tables(variant(key), way)) for way in (None, SPEEDUPS))
    rng, quiet = Random(2), 0
    for position in course(key)[::8]:
        low, lead, first = rng.randint(-600, 500), rng.randint(-300, 300), None
        for depth in range(1, DEEPEST + 1):
            for limits in ((-ALL, ALL), (low, low + 100), (low, low + 1)):
                found = ours.search(position, depth, *limits, lead, first)
                assert theirs.search(position, depth, *limits, lead, first) == found
                first = found.best if found else None
                quiet += bool(found)
    assert quiet
