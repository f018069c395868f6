"""Explanations of mistakes: each kind of fact, and every claim recomputed naively.

HALMA_EXPLAINED_GAMES is the number of games of each variant. HALMA_EXPLANATION_SEED selects other
games.
"""

import os
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engine import Position, Variant, variant
from engine.explanations import (
    UNEXPLAINED,
    Comparison,
    Explanation,
    allowed_win,
    backward,
    broken_ladder,
    explain,
    last_man_waits,
    left_behind,
    left_goal,
    lost_race_turns,
    missed_goal,
    missed_hop,
    missed_win,
    no_ground,
    own_ladder,
    rivals_ladder,
    squares_to_nearest_man,
)
from engine.position import Move
from engine.search import order_moves
from engine.search.tablebase import solved_results
from tests.engine.boards import placed
from tests.engine.naive_explanations import is_true

GAMES = int(os.environ.get("HALMA_EXPLAINED_GAMES", "1"))
SEED = int(os.environ.get("HALMA_EXPLANATION_SEED", "1"))
KEYS = (
    *("halma-8", "halma-10", "halma", "halma-4", "halma-4-opposite", "super-halma-10", "carrera"),
    *("halma-4-adjacent", "top-secret-centre"),
    *("chinese-checkers", "chinese-checkers-3", "chinese-checkers-6", "super-chinese-checkers"),
    *("renpaarden", "caesar", "le-zug", "top-secret"),
)
EIGHT = variant("halma-8")
GOAL = "VIII,8 VIII,7 VIII,6 VIII,5 VII,8 VII,7 VII,6 VI,8 VI,7 V,8"
"""The first seat's goal on the small board."""
AWAY = "I,8 II,8"
"""Squares of a rival's men that are in nobody's way."""


def compared(position: Position, played: str, better: str, rules: Variant = EIGHT) -> Comparison:
    return Comparison(rules, position, rules.parse(position, played), rules.parse(position, better))


def explained(position: Position, played: str, better: str, rules: Variant = EIGHT) -> Explanation:
    explanation = compared(position, played, better, rules)
    return explain(rules, position, explanation.played, explanation.better)


def test_the_winning_move_was_missed() -> None:
    position = placed(EIGHT, {0: GOAL.replace("V,8", "IV,8"), 1: AWAY})
    assert missed_win(compared(position, "IV,8-IV,7", "IV,8-V,8")) == Explanation("missed-win")
    assert missed_win(compared(position, "IV,8-IV,7", "IV,8-III,8")) is None
    assert explained(position, "IV,8-IV,7", "IV,8-V,8").kind == "missed-win"


def test_the_rival_can_win_at_once_only_after_the_move_played() -> None:
    """The better move takes away the man over which the rival's last man would hop."""
    home = "I,1 I,2 I,3 I,4 II,1 II,2 II,3 III,1 III,2"
    position = placed(EIGHT, {0: "V,1 VIII,8", 1: f"{home} VI,1"})
    explanation = allowed_win(compared(position, "VIII,8-VIII,7", "V,1-V,2"))
    assert explanation == Explanation("allowed-win", "VI,1-IV,1", seat=1)
    assert allowed_win(compared(position, "VIII,8-VIII,7", "VIII,8-VII,7")) is None
    assert allowed_win(compared(position, "V,1-V,2", "V,1-IV,2")) is None
    assert explained(position, "VIII,8-VIII,7", "V,1-V,2") == explanation


def test_the_move_played_costs_a_turn_of_the_race() -> None:
    goal = "VIII,8 VIII,7 VIII,6 VIII,5 VII,8 VII,7 VII,6 VI,8 VI,7"
    position = placed(EIGHT, {0: f"{goal} III,8", 1: "I,1 I,2"})
    explanation = compared(position, "III,8-III,7", "III,8-IV,8")
    assert lost_race_turns(explanation) == Explanation("race", number=2, best=1)
    assert explained(position, "III,8-III,7", "III,8-IV,8") == lost_race_turns(explanation)
    assert lost_race_turns(compared(position, "III,8-IV,8", "III,8-IV,8")) is None
    near = placed(EIGHT, {0: f"{goal} III,8", 1: "II,6"})
    assert lost_race_turns(compared(near, "III,8-III,7", "III,8-IV,8")) is None


def test_a_man_left_its_goal() -> None:
    position = placed(EIGHT, {0: "V,8 I,1", 1: AWAY})
    assert left_goal(compared(position, "V,8-IV,8", "I,1-II,2")) == Explanation("left-goal")
    assert left_goal(compared(position, "V,8-VI,8", "I,1-II,2")) is None
    assert left_goal(compared(position, "V,8-IV,8", "V,8-V,7")) is None
    assert explained(position, "V,8-IV,8", "I,1-II,2").kind == "left-goal"


def test_a_man_went_backward() -> None:
    position = placed(EIGHT, {0: "III,3 IV,6", 1: AWAY})
    assert backward(compared(position, "III,3-II,2", "IV,6-V,7")) == Explanation("backward")
    assert backward(compared(position, "III,3-II,4", "IV,6-V,7")) is None
    assert backward(compared(position, "III,3-II,2", "IV,6-III,5")) is None
    edge = placed(EIGHT, {0: "III,8 IV,6", 1: AWAY.replace("I,8", "I,1")})
    assert backward(compared(edge, "III,8-III,7", "IV,6-V,7")) is None, "along the row"
    inside = placed(EIGHT, {0: "VIII,8 IV,6", 1: AWAY})
    assert backward(compared(inside, "VIII,8-VII,7", "IV,6-V,7")) is None, "still in the goal"


def test_a_long_hop_that_was_missed_says_more_than_a_step_back() -> None:
    position = placed(EIGHT, {0: "I,1 II,2 IV,4 VI,4", 1: AWAY})
    assert explained(position, "VI,4-VI,3", "I,1-V,5") == Explanation("missed-hop", number=2)
    assert backward(compared(position, "VI,4-VI,3", "VI,4-VI,5")) is not None
    assert backward(compared(position, "VI,4-V,3", "VI,4-VI,5")) == Explanation("backward")


def test_a_hop_forward_was_missed() -> None:
    position = placed(EIGHT, {0: "I,1 II,2 IV,4 VI,1 VI,2 VI,4 VIII,6", 1: AWAY})
    explanation = missed_hop(compared(position, "VI,1-VII,1", "I,1-V,5"))
    assert explanation == Explanation("missed-hop", number=2)
    assert missed_hop(compared(position, "VI,1-VII,1", "I,1-III,3")) is None, "one jump"
    assert missed_hop(compared(position, "VI,1-VI,5", "I,1-V,5")) == explanation, "farther"
    assert missed_hop(compared(position, "I,1-V,5", "VI,1-VI,5")) is None, "not so far"
    backwards = placed(EIGHT, {0: "V,5 IV,4 II,2 VI,1", 1: AWAY})
    assert missed_hop(compared(backwards, "VI,1-VII,1", "V,5-I,1")) is None
    sideways = placed(EIGHT, {0: "I,1 I,2 I,4 VI,6 VII,1 VII,7", 1: AWAY})
    assert missed_hop(compared(sideways, "VI,6-VIII,8", "I,1-I,5")) is None, "gains as much"


def test_the_last_man_stayed_alone() -> None:
    position = placed(EIGHT, {0: "I,1 V,5 VI,6", 1: "VIII,1 VIII,2"})
    explanation = compared(position, "V,5-V,6", "I,1-II,2")
    assert left_behind(explanation) == Explanation("left-behind", cell="I,1", number=5)
    assert explained(position, "V,5-V,6", "I,1-II,2") == left_behind(explanation)
    assert left_behind(compared(position, "I,1-I,2", "I,1-II,2")) is None


def test_the_last_man_had_to_wait() -> None:
    position = placed(EIGHT, {0: "I,1 III,3 VI,6", 1: "VIII,1 VIII,2"})
    explanation = compared(position, "VI,6-VI,7", "I,1-II,2")
    assert left_behind(explanation) is None, "another man is near"
    assert last_man_waits(explanation) == Explanation("last-man", cell="I,1")
    assert explained(position, "VI,6-VI,7", "I,1-II,2") == last_man_waits(explanation)
    assert last_man_waits(compared(position, "VI,6-VI,7", "III,3-IV,4")) is None
    assert last_man_waits(compared(position, "I,1-I,2", "I,1-II,2")) is None
    tied = placed(EIGHT, {0: "I,3 III,1 VI,6", 1: "VIII,1 VIII,2"})
    assert last_man_waits(compared(tied, "VI,6-VI,7", "I,3-II,4")) is None, "two are last"


def test_a_man_could_have_entered_the_goal() -> None:
    position = placed(EIGHT, {0: "IV,7 IV,3", 1: AWAY})
    explanation = compared(position, "IV,3-V,4", "IV,7-V,8")
    assert missed_goal(explanation) == Explanation("missed-goal")
    assert missed_goal(compared(position, "IV,7-V,8", "IV,7-V,8")) is None
    assert missed_goal(compared(position, "IV,3-V,4", "IV,7-V,7")) is None


def test_no_man_came_forward() -> None:
    game = variant("chinese-checkers")
    position = placed(game, {0: "V,5 VII,4", 1: "XIII,1 XIII,2"})
    explanation = compared(position, "V,5-V,6", "VII,4-VIII,4", game)
    assert no_ground(explanation) == Explanation("no-ground")
    assert no_ground(compared(position, "V,5-VI,5", "VII,4-VIII,4", game)) is None
    assert no_ground(compared(position, "V,5-V,6", "VII,4-VII,5", game)) is None
    side = placed(game, {0: "XII,3 VII,4", 1: "IX,1 IX,2"})
    outward = compared(side, "XII,3-XIII,3", "VII,4-VIII,4", game)
    assert no_ground(outward) is None, "a row nearer, although as many steps away"


def test_a_ladder_was_left_to_the_rival() -> None:
    position = placed(EIGHT, {0: "VII,7 V,5 IV,1", 1: "VIII,8 VIII,1"})
    explanation = compared(position, "IV,1-IV,2", "V,5-V,6")
    assert rivals_ladder(explanation) == Explanation(
        "rivals-ladder", "VIII,8-IV,4", number=2, seat=1
    )
    assert explained(position, "IV,1-IV,2", "V,5-V,6") == rivals_ladder(explanation)
    assert rivals_ladder(compared(position, "IV,1-IV,2", "IV,1-V,2")) is None, "possible after both"
    short = placed(EIGHT, {0: "VII,7 V,1 IV,1", 1: "VIII,8 VIII,1"})
    assert rivals_ladder(compared(short, "IV,1-IV,2", "VII,7-VII,6")) is None, "one jump"


def test_the_better_move_prepares_a_hop() -> None:
    position = placed(EIGHT, {0: "I,1 II,2 IV,5 VI,1", 1: "VIII,1 VIII,2"})
    explanation = compared(position, "VI,1-VI,2", "IV,5-IV,4")
    assert own_ladder(explanation) == Explanation("own-ladder", "I,1-V,5", number=2)
    assert broken_ladder(explanation) is None
    assert explained(position, "VI,1-VI,2", "IV,5-IV,4") == own_ladder(explanation)


def test_the_move_played_breaks_a_ladder() -> None:
    position = placed(EIGHT, {0: "I,1 II,2 IV,4 VI,1", 1: "VIII,1 VIII,2"})
    explanation = compared(position, "IV,4-IV,3", "VI,1-VII,2")
    assert broken_ladder(explanation) == Explanation("broken-ladder", "I,1-V,5", number=2)
    assert own_ladder(explanation) is None
    assert broken_ladder(compared(position, "I,1-I,2", "VI,1-VII,2")) is None, "the man itself"
    crossed = placed(EIGHT, {0: "I,1 II,2 IV,4 VI,1", 1: "VIII,1 VI,6 VII,7"})
    assert broken_ladder(compared(crossed, "IV,4-IV,3", "VI,1-VII,2")) is None, "taken by a reply"


@pytest.mark.parametrize("men", ["I,1", ""])
def test_a_rival_without_a_useful_reply_prevents_nothing(men: str) -> None:
    position = placed(EIGHT, {0: "I,2 II,3 IV,5 VI,1", 1: men})
    explanation = compared(position, "IV,5-IV,4", "VI,1-VII,2")
    assert broken_ladder(explanation) == Explanation("broken-ladder", "I,2-V,6", number=2)


def test_a_partner_that_moves_next_is_no_rival() -> None:
    game = variant("halma-4-adjacent")
    corner = {0: "I,1 II,2 IV,4 VIII,2", 1: "I,16", 2: "XVI,16", 3: "XVI,1"}
    position = placed(game, corner)
    assert compared(position, "IV,4-IV,3", "VIII,2-IX,3", game).rival == -1
    assert explained(position, "IV,4-IV,3", "VIII,2-IX,3", game).kind == "backward"


def test_a_small_difference_and_a_drop_have_no_explanation() -> None:
    position = placed(EIGHT, {0: "III,3 IV,4", 1: AWAY})
    assert explained(position, "III,3-III,4", "III,3-IV,3") == UNEXPLAINED
    game = variant("platonic")
    first, second, *_ = game.moves(game.start())
    assert explain(game, game.start(), first, second) == UNEXPLAINED


def test_the_distance_to_the_nearest_man_counts_men_of_all_seats() -> None:
    position = placed(EIGHT, {0: "I,1 V,5", 1: "III,2"})
    assert squares_to_nearest_man(EIGHT, position, EIGHT.board.named["I,1"]) == 2
    alone = placed(EIGHT, {0: "I,1"})
    assert squares_to_nearest_man(EIGHT, alone, EIGHT.board.named["I,1"]) == 64


def test_in_a_solved_game_the_result_explains_a_mistake() -> None:
    game, kinds = variant("le-grec"), set[str]()
    position, rng = game.start(), random.Random(5)
    while game.outcome(position) is None and len(kinds) < 2:
        solved = solved_results(game, position)
        best = max(solved, key=lambda move: solved[move].order)
        for move, (result, turns) in solved.items():
            if result < solved[best].result:
                explanation = explain(game, position, move, best)
                number = turns if result else 0
                assert explanation.number == number
                assert explanation.kind == ("solved-loss" if result else "solved-draw")
                kinds.add(explanation.kind)
        position = game.apply(position, rng.choice(game.moves(position)))
    assert kinds == {"solved-loss", "solved-draw"}


def mistakes(key: str, seed: int) -> Iterator[tuple[Position, Move, Move]]:
    """Yield each position of a game with a random move and a better one.

    The game is played by moves that are mostly good.
    """
    rules, rng = variant(key), random.Random(f"{key}/{seed}")
    position = rules.start()
    while rules.outcome(position) is None and position.ply < 2 * rules.turns:
        ranked = order_moves(rules, position)
        if len(ranked) > 1:
            yield position, rng.choice(ranked[1:6] if rng.random() < 0.5 else ranked[1:]), ranked[0]
        move = ranked[0] if rng.random() < 0.8 else rng.choice(ranked[:8])
        position = rules.apply(position, move)


@pytest.mark.each_kind
@pytest.mark.parametrize("key", KEYS)
def test_every_explanation_is_true(key: str) -> None:
    rules, kinds = variant(key), Counter[str]()
    for seed in range(SEED, SEED + GAMES):
        for before, played, better in mistakes(key, seed):
            why = explain(rules, before, played, better)
            kinds[why.kind] += 1
            assert not why.kind or is_true(rules, before, played, better, why), rules.dump(before)
    assert kinds.total() - kinds[""] > 5


def test_the_naive_check_finds_false_explanations() -> None:
    position = placed(EIGHT, {0: "I,1 II,2 IV,4 VI,1 VI,2 VI,4 VIII,6", 1: AWAY})
    explanation = compared(position, "VI,1-VII,1", "I,1-V,5")
    moves = explanation.played, explanation.better
    assert is_true(EIGHT, position, *moves, Explanation("missed-hop", number=2))
    for claim in (
        Explanation("missed-hop", number=3),
        Explanation("missed-win"),
        Explanation("allowed-win", "I,8-I,7", seat=1),
        Explanation("left-goal"),
        Explanation("backward"),
        Explanation("left-behind", cell="I,1", number=5),
        Explanation("last-man", cell="II,2"),
        Explanation("missed-goal"),
        Explanation("no-ground"),
        Explanation("rivals-ladder", "I,8-I,6", number=2, seat=1),
        Explanation("own-ladder", "VI,1-VI,5", number=2),
        Explanation("broken-ladder", "VI,2-VI,3", number=2),
        Explanation("race", number=2, best=1),
        Explanation("unknown"),
    ):
        assert not is_true(EIGHT, position, *moves, claim), claim
