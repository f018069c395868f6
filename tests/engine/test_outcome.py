"""Outcomes: final ranks, and games in which nobody can move."""

from dataclasses import replace

from engine import Outcome, Position, variant
from tests.engine.boards import placed, played

NONE_HELD = ",".join("0" * 24)


def shuttled(key: str, position: Position, *turns: str) -> Position:
    """Return the position after these moves were played twice.

    The position then occurs for the third time.
    """
    return played(variant(key), position, *turns, *turns)


def test_a_loss_by_repetition_leaves_first_rank_to_the_player_who_finished() -> None:
    key = "platonic-3+places+repetition-loss"
    text = f"{key} 90 1 {NONE_HELD} 0 - 10/10/10/10/1Cf8/7Bf2/10/10/10/1AAAAAAAA1"
    last = shuttled(key, variant(key).load(text), "VI,8-VI,7", "V,2-IV,2", "VI,7-VI,8", "IV,2-V,2")
    assert variant(key).outcome(last) == Outcome(((0,), (1,), (2,)), "repetition")


def test_a_loss_by_repetition_ranks_a_player_who_left_behind_the_loser() -> None:
    key = "platonic-3+repetition-loss"
    text = f"{key} 60 0 {NONE_HELD} - - 10/10/10/10/1Cf2Af5/7Bf2/10/10/10/10"
    last = shuttled(
        key,
        variant(key).retire(variant(key).load(text), 0),
        *("V,5-VI,5", "VI,8-VI,7", "V,2-IV,2", "VI,5-V,5", "VI,7-VI,8", "IV,2-V,2"),
    )
    assert variant(key).outcome(last) == Outcome(((1,), (2,), (0,)), "repetition")


def test_players_who_stayed_share_first_rank_if_a_seat_that_left_repeats() -> None:
    key = "platonic-3+repetition-loss"
    text = f"{key} 60 0 {NONE_HELD} - - 10/10/10/10/1Cf2Af5/7Bf2/10/10/10/10"
    last = shuttled(
        key,
        variant(key).retire(variant(key).load(text), 2),
        *("V,5-VI,5", "VI,8-VI,7", "V,2-IV,2", "VI,5-V,5", "VI,7-VI,8", "IV,2-V,2"),
    )
    assert variant(key).outcome(last) == Outcome(((0, 1), (2,)), "repetition")


def test_a_loss_by_repetition_ranks_the_loser_last() -> None:
    key = "platonic-3+repetition-loss"
    text = f"{key} 60 0 {NONE_HELD} - - 10/10/10/10/1Cf2Af5/7Bf2/10/10/10/10"
    last = shuttled(
        key,
        variant(key).load(text),
        *("V,5-VI,5", "VI,8-VI,7", "V,2-IV,2", "VI,5-V,5", "VI,7-VI,8", "IV,2-V,2"),
    )
    assert variant(key).outcome(last) == Outcome(((0, 1), (2,)), "repetition")


def test_the_game_continues_while_men_of_a_player_who_left_can_move() -> None:
    game = variant("pythagoreic-3")
    men = "9/9/9/9/4Cf3Bf/9/9/9/3Af5"  # South and West are stuck in their goals; North can move
    text = f"pythagoreic-3 30 0 {NONE_HELD} - {{}} {men}"
    for gone in ("-", "2", "2,1"):
        position = game.load(text.format(gone))
        if gone == "2,1":
            assert game.outcome(position) == Outcome(((0,), (1,), (2,)), "left")
        else:
            assert game.outcome(position) is None
            assert [game.format(move) for move in game.moves(position)] == ["pass"]


def test_a_game_in_which_no_man_can_move_is_a_draw_among_those_who_stayed() -> None:
    game = variant("pythagoreic-3")
    men = "3Cf5/9/9/9/8Bf/9/9/9/3Af5"
    for gone, ranking in (("-", ((0, 1, 2),)), ("2", ((0, 1), (2,)))):
        position = game.load(f"pythagoreic-3 30 0 {NONE_HELD} - {gone} {men}")
        assert game.outcome(position) == Outcome(ranking, "stuck")


def test_a_changed_position_does_not_inherit_a_cached_outcome() -> None:
    game = variant("halma-8")
    over = placed(game, {0: "I,1", 1: "VIII,8"}, done=(0,))
    assert game.outcome(over) == Outcome(((0,), (1,)), "goal")
    assert game.outcome(replace(over, done=())) is None


def test_overstaying_at_home_loses_even_if_the_move_fills_the_goal() -> None:
    game = variant("halma-8+full")
    names = game.board.names
    goal = [names[cell] for cell in sorted(game.seats[0].goal)]
    men = {0: f"{goal[0]} I,1 V,6", 1: " ".join(goal[2:])}
    before = placed(game, men, ply=60)
    into = f"V,6-{goal[1]}"
    assert game.outcome(played(game, replace(before, ply=58), into)) == Outcome(
        ((0,), (1,)), "goal"
    )
    assert game.outcome(played(game, before, into)) == Outcome(((1,), (0,)), "overstayed")
