"""Typical mistakes in programs for Halma-like games, each with its own test."""

from dataclasses import replace

import pytest

from engine import GameOver, IllegalMove, Move, variant
from tests.engine.boards import ends, placed, played

HALMA = variant("halma")
SUPER = variant("super-halma")
FOUR = variant("halma-4")


def test_a_man_cannot_jump_over_its_own_starting_square() -> None:
    game = SUPER
    position = placed(game, {0: "IX,9", 1: "XI,11 XIII,11"})
    assert ends(game, position, "IX,9") >= {"XIII,13", "XIII,9"}
    assert "V,9" not in ends(game, position, "IX,9"), "from XIII,9 over the empty IX,9"
    assert game.reason(position, "IX,9-XIII,9-V,9") is not None


def test_a_man_does_not_block_its_own_route() -> None:
    position = placed(SUPER, {0: "IX,9", 1: "XI,11 XIII,11 VII,9"})
    assert "I,9" in ends(SUPER, position, "IX,9"), "from XIII,9 over VII,9, past the empty IX,9"
    assert SUPER.reason(position, "IX,9-XIII,13-XIII,9-I,9") is None


def test_a_hop_may_pass_through_its_starting_square_and_end_elsewhere() -> None:
    position = placed(HALMA, {0: "III,3", 1: "III,4 IV,3"})
    assert HALMA.reason(position, "III,3-III,5-III,3-V,3") is None


@pytest.mark.parametrize("key", ["halma", "super-halma", "top-secret", "top-secret-centre"])
def test_a_hop_must_not_end_on_its_starting_square(key: str) -> None:
    game = variant(key)
    position = placed(game, {0: "III,3", 1: "III,4 IV,3"})
    reason = game.reason(position, "III,3-III,5-III,3")
    assert reason is not None
    assert reason.code == "returns"
    start, end = (game.board.names.index(name) for name in ("III,3", "III,5"))
    with pytest.raises(IllegalMove):
        game.play(position, Move((start, end, start)))


def test_a_leap_over_an_enemy_must_not_end_on_its_starting_square() -> None:
    game = variant("renpaarden")
    reason = game.reason(placed(game, {0: "I,3", 1: "III,4"}), "I,3-III,4-I,3")
    assert reason is not None
    assert reason.code == "returns"


def test_a_man_in_a_locked_yard_stays_in_it_even_during_a_hop() -> None:
    men = {0: "XIV,14", 1: "XIII,13 XIII,11 XII,13"}
    free, shut = variant("halma"), variant("halma+full+locked")
    assert ends(free, placed(free, men), "XIV,14") >= {"XII,12", "XII,14"}
    assert ends(shut, placed(shut, men), "XIV,14") == {
        *("XIV,13", "XIV,15", "XV,13", "XV,14", "XV,15"),
        *("XIII,14", "XIII,15"),
    }


def test_a_hop_into_a_locked_yard_must_not_lead_out_again() -> None:
    men = {0: "XI,15", 1: "XII,15 XII,14 XI,14"}
    shut = variant("halma+full+locked")
    assert "XIII,15" in ends(shut, placed(shut, men), "XI,15")
    reason = shut.reason(placed(shut, men), "XI,15-XIII,15-XI,13")
    assert reason is not None
    assert reason.code == "leaves-yard"
    assert variant("halma").reason(placed(HALMA, men), "XI,15-XIII,15-XI,13") is None


@pytest.mark.parametrize(
    ("others", "reachable"),
    [("I,4", True), ("I,3", False), ("I,5", False), ("I,4 I,6", False), ("I,4 I,2", False)],
)
def test_a_long_jump_needs_equal_empty_spans(others: str, reachable: bool) -> None:
    assert ("I,7" in ends(SUPER, placed(SUPER, {0: "I,1", 1: others}), "I,1")) == reachable


def test_a_long_jump_needs_an_empty_landing_square() -> None:
    position = placed(SUPER, {0: "I,1", 1: "I,4 I,7"})
    reason = SUPER.reason(position, "I,1-I,7")
    assert reason is not None
    assert reason.code == "target-taken"


def test_a_compulsory_move_excludes_all_others_and_is_named() -> None:
    game = variant("halma+gering")
    position = placed(game, {0: "V,2 IX,9", 1: "IX,8"})
    origins = {move.path[0] for move in game.moves(position)}
    assert origins == {game.board.names.index("V,2")}
    reason = game.reason(position, "IX,9-X,9")
    assert reason is not None
    assert reason.code == "must-leave"
    assert "V,2-VI,2" in reason.moves


def test_a_player_who_cannot_leave_home_may_make_any_move() -> None:
    game = variant("halma+gering")
    walls = "I,2 I,3 II,1 II,2 III,1 III,3"
    position = placed(game, {0: "I,1 IX,9", 1: walls})
    assert {move.path[0] for move in game.moves(position)} == {game.board.names.index("IX,9")}


def test_a_forced_outjump_excludes_steps() -> None:
    game = variant("platonic")
    position = game.start()
    for number in range(8):
        for row in ("I", "X"):
            shape = ("triangle", "square", "circle", "diamond")[number // 2]
            position = played(game, position, f"{shape} {row},{number + 2}")
    at = game.board.names.index
    cells = bytearray(position.cells)
    cells[at("II,3")], cells[at("X,4")] = cells[at("X,4")], 0
    forced = replace(position, cells=bytes(cells))
    names = game.board.names
    legs = {(names[move.path[0]], names[move.path[1]]) for move in game.moves(forced)}
    assert legs == {("I,2", "III,4")}


def test_drops_come_before_moves() -> None:
    game = variant("top-secret")
    position = played(game, game.start(), "drop VI,6", "drop XI,11")
    assert {len(move.path) for move in game.moves(position)} == {1}
    reason = game.reason(position, "VI,6-V,5")
    assert reason is not None
    assert reason.code == "must-drop"
    assert reason.moves == ("drop VI,7",)


def test_the_first_player_moves_after_the_last_drop() -> None:
    game = variant("le-zug")
    squares = ("II,2", "II,4", "II,6", "XVI,2", "XVI,4", "XVI,6")
    turns = [game.start().turn]
    position = game.start()
    for square in squares:
        position = played(game, position, f"drop {square}")
        turns.append(position.turn)
    assert turns == [0, 0, 0, 1, 1, 1, 0]


def test_a_finished_player_is_skipped_without_using_a_ply() -> None:
    game = variant("halma-4-opposite")
    far = {name for name in game.board.names if game.board.names.index(name) in game.seats[0].goal}
    men = {0: " ".join(far - {"XIV,14"}) + " XIII,13", 1: "XVI,1", 2: "II,2", 3: "I,16"}
    position = played(
        game, placed(game, men), "XIII,13-XIV,14", "XVI,1-XV,1", "II,2-III,3", "I,16-I,15"
    )
    assert (position.turn, position.done, position.ply) == (1, (0,), 4)


def test_a_player_who_left_ranks_last_although_their_men_are_played_on() -> None:
    left = FOUR.retire(FOUR.start(), 2)
    assert FOUR.outcome(left) is None
    assert played(FOUR, left, "IV,1-V,1", "XVI,4-XVI,5").turn == 2, "his men are played on"
    again = FOUR.retire(FOUR.retire(left, 0), 3)
    outcome = FOUR.outcome(again)
    assert outcome is not None
    assert (outcome.ranking, outcome.reason) == (((1,), (3,), (0,), (2,)), "left")
    with pytest.raises(GameOver):
        FOUR.retire(again, 1)


def test_a_player_cannot_leave_twice() -> None:
    with pytest.raises(GameOver):
        FOUR.retire(FOUR.retire(FOUR.start(), 2), 2)


def test_filling_the_goal_of_a_player_who_left_wins_nothing() -> None:
    goal = [FOUR.board.names[cell] for cell in FOUR.seats[0].goal]
    men = {0: " ".join(set(goal) - {"XIV,14"}) + " XIII,13", 1: "XVI,1", 2: "II,2", 3: "I,16"}
    position = played(FOUR, FOUR.retire(placed(FOUR, men), 0), "XIII,13-XIV,14")
    assert position.done == (0,)
    assert FOUR.outcome(position) is None


def test_partners_win_together_and_only_when_both_are_home() -> None:
    game = variant("halma-4-opposite")
    names = game.board.names
    goals = [{names[cell] for cell in seat.goal} for seat in game.seats]
    men = {
        0: " ".join(goals[0]),
        1: "VIII,8",
        2: " ".join(goals[2] - {"III,3"}) + " IV,4",
        3: "IX,9",
    }
    position = placed(game, men, turn=2, done=(0,))
    assert game.outcome(position) is None
    outcome = game.outcome(played(game, position, "IV,4-III,3"))
    assert outcome is not None
    assert outcome.ranking == ((0, 2), (1, 3))


def test_an_opponent_who_fills_a_yard_does_not_end_the_game_at_once() -> None:
    game = variant("halma+full+locked")
    goal = {game.board.names[cell] for cell in game.seats[0].goal}
    others = " ".join(goal - {"XII,15", "XVI,16"}) + " XI,15"
    position = placed(game, {0: "XVI,16", 1: others}, turn=1)
    filled = played(game, position, "XI,15-XII,15")
    assert game.outcome(filled) is None, "it is seen at the first player's next turn"
    assert game.moves(filled) == [Move(())]
    outcome = game.outcome(played(game, filled, "pass"))
    assert outcome is not None
    assert outcome.ranking == ((0,), (1,))
