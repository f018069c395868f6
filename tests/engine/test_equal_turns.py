"""Equal turns: the second player's last turn, and a draw if it reaches the goal."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine import (
    OFF,
    VARIANTS,
    GameOver,
    Outcome,
    Position,
    Variant,
    option_sentences,
    search,
    variant,
)
from engine.analysis import turns_lost
from engine.record import export_record, read_record, replay_record
from engine.search.evaluation import DRAWN, Evaluator
from tests.engine import naive
from tests.engine.boards import placed, played
from tests.engine.casefile import whole_game

FOR_TWO = sorted(key for key, game in VARIANTS.items() if len(game.seats) == 2)
GAME = variant("halma-8+equal-turns")
NAMES = GAME.board.names
DRAW, SOUTH, NORTH = ((0, 1),), ((0,), (1,)), ((1,), (0,))


def goal_of(seat: int, *without: str) -> str:
    """Return the squares of a seat's goal in Halma 8x8, without some of them."""
    names = (NAMES[cell] for cell in GAME.seats[seat].goal)
    return " ".join(name for name in names if name not in without)


def arriving(north: str, ply: int = 40) -> Position:
    """Return the position after South's last man has arrived in Halma 8x8.

    `north` is the square of North's last man. The other men have arrived.
    """
    men = {0: f"{goal_of(0, 'V,8')} IV,7", 1: f"{goal_of(1, 'IV,1')} {north}"}
    return played(GAME, placed(GAME, men, ply=ply), "IV,7-V,8")


def test_every_game_for_two_players_offers_equal_turns_and_no_other_game() -> None:
    offered = [key for key in VARIANTS if "equal-turns" in option_sentences(key)]
    assert sorted(offered) == FOR_TWO


def test_a_missed_last_turn_costs_only_its_own_turns_to_go() -> None:
    position = arriving("V,1")
    missed, better = played(GAME, position, "V,1-VI,1"), played(GAME, position, "V,1-IV,1")
    cost = search.turns_to_go(GAME, missed, 1) - search.turns_to_go(GAME, better, 1)
    assert turns_lost(GAME, position, missed, better, 1) == cost > 0


def test_the_second_player_draws_by_reaching_the_goal_in_the_last_turn() -> None:
    position = arriving("V,1")
    assert (position.done, position.turn) == ((0,), 1)
    assert GAME.outcome(position) is None
    assert (GAME.board.index[5, 1], GAME.board.index[4, 1]) in GAME.ends(position)
    over = played(GAME, position, "V,1-IV,1")
    assert GAME.outcome(over) == Outcome(DRAW, "goal")
    assert GAME.moves(over) == []


def test_the_game_ends_at_once_if_the_second_player_is_two_turns_from_the_goal() -> None:
    position = arriving("VI,1")
    assert GAME.outcome(position) == Outcome(SOUTH, "unanswered")
    assert GAME.moves(position) == []
    assert GAME.ends(position) == []
    with pytest.raises(GameOver):
        played(GAME, position, "VI,1-V,1")


def test_any_legal_move_may_be_made_in_the_last_turn_but_only_the_goal_draws() -> None:
    position = arriving("V,1")
    missed = played(GAME, position, "V,1-V,2")
    assert GAME.outcome(missed) == Outcome(SOUTH, "goal")
    assert GAME.moves(missed) == []


def test_the_second_player_wins_at_once_by_reaching_the_goal_first() -> None:
    men = {0: f"{goal_of(0, 'V,8')} IV,7", 1: f"{goal_of(1, 'IV,1')} V,1"}
    position = placed(GAME, men, turn=1, ply=41)
    over = played(GAME, position, "V,1-IV,1")
    assert GAME.outcome(over) == Outcome(NORTH, "goal")


def test_the_last_turn_survives_storage_and_a_record() -> None:
    position = arriving("V,1")
    stored = GAME.load(GAME.dump(position))
    assert (stored, GAME.outcome(stored)) == (position, None)
    for text, result in (("V,1-IV,1", DRAW), ("V,1-V,2", SOUTH)):
        over = GAME.load(GAME.dump(played(GAME, stored, text)))
        assert GAME.outcome(over) == Outcome(result, "goal")
        assert GAME.mover(over) == 1


def test_the_turn_limit_does_not_cut_off_the_last_turn() -> None:
    position = arriving("V,1", ply=GAME.limit - 1)
    assert GAME.outcome(position) is None
    assert GAME.outcome(played(GAME, position, "V,1-IV,1")) == Outcome(DRAW, "goal")


def test_a_player_who_leaves_in_the_last_turn_has_lost() -> None:
    left = GAME.retire(arriving("V,1"), 1)
    assert GAME.outcome(left) == Outcome(SOUTH, "goal")


def test_a_man_left_at_home_is_judged_before_the_goal() -> None:
    game = variant("halma-8+equal-turns+full")
    men = {
        0: f"{goal_of(0, 'V,8', 'VIII,8')} IV,7 I,1",
        1: f"{goal_of(1, 'I,1', 'IV,1')} V,1 VIII,8",
    }
    for ply, outcome in ((58, None), (60, Outcome(NORTH, "overstayed"))):
        over = played(game, placed(game, men, ply=ply), "IV,7-V,8")
        assert over.done == (0,)
        assert game.outcome(over) == outcome, "from the 31st turn the man on I,1 loses"


def test_a_last_move_that_loses_by_a_man_at_home_is_no_answer() -> None:
    game = variant("halma-8+equal-turns+full")
    men = {0: f"{goal_of(0, 'V,8', 'VIII,8')} IV,7", 1: f"{goal_of(1, 'IV,1')} V,1 VIII,8"}
    for ply, outcome in ((58, None), (60, Outcome(SOUTH, "unanswered"))):
        after = played(game, placed(game, men, ply=ply), "IV,7-V,8")
        assert game.outcome(after) == outcome, "from the 31st turn the man on VIII,8 loses"


def test_a_move_that_the_rules_forbid_is_no_answer() -> None:
    far, near = goal_of(0, "V,8", "VIII,8"), goal_of(1, "IV,1")
    men = {0: f"{far} IV,7", 1: f"{near} V,1 VIII,8"}
    for more, outcome in (("", None), ("+gering", Outcome(SOUTH, "unanswered"))):
        game = variant(f"halma-8+equal-turns+full{more}")
        after = played(game, placed(game, men, ply=20), "IV,7-V,8")
        assert bool(game.restriction(game, after)) == bool(more)
        assert game.outcome(after) == outcome


def test_chains_of_both_players_in_the_same_round_are_a_draw() -> None:
    game = variant("hexma-hex+equal-turns")
    left = "I,1 II,1 III,1 IV,1 V,1 VI,1 VII,1 VIII,1 IX,1 X,1 XI,2"
    right = "I,4 II,6 III,7 IV,8 V,9 VI,10 VII,9 VIII,8 IX,7 X,6 XI,5"
    joined = played(game, placed(game, {0: left, 1: right}), "XI,2-XI,1")
    assert game.outcome(joined) is None
    assert game.outcome(played(game, joined, "I,4-I,5")) == Outcome(DRAW, "connected")
    assert game.outcome(played(game, joined, "I,4-I,3")) == Outcome(SOUTH, "connected")


def test_the_tablebase_of_le_grec_is_not_used_with_equal_turns() -> None:
    game = variant("le-grec+equal-turns")
    assert search.solved_results(variant("le-grec"), game.start())
    assert search.solved_results(game, game.start()) == {}


# -- the computer ----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", search.levels(GAME), ids=lambda level: level.name)
def test_every_level_takes_the_draw_in_its_last_turn(level: search.Level) -> None:
    position = arriving("V,1")
    for seed in range(5):
        assert GAME.format(search.choose(GAME, position, level, seed=seed)) == "V,1-IV,1"


def test_the_value_of_a_goal_that_can_be_answered_is_a_draw() -> None:
    for north, value in (("V,1", DRAWN), ("VI,1", 1_000_000)):
        after = arriving(north)
        assert after.before is not None
        assert Evaluator(GAME, 0).decided_value(after.before, after) == value
        assert abs(Evaluator(GAME, 1).decided_value(after.before, after)) == value
    position = arriving("V,1")
    for text, value in (("V,1-IV,1", DRAWN), ("V,1-V,2", -1_000_000)):
        after = played(GAME, position, text)
        assert Evaluator(GAME, 1).decided_value(position, after) == value


def test_a_drawing_goal_is_worth_no_lead_and_a_missed_last_turn_loses() -> None:
    drawn, *others = search.best_moves(GAME, arriving("V,1"), 3)
    assert (GAME.format(drawn.move), round(drawn.value)) == ("V,1-IV,1", 0)
    assert not others, "all other moves lose, so only the draw is proposed"


@pytest.mark.parametrize("level", search.levels(GAME)[1:], ids=lambda level: level.name)
def test_a_draw_is_better_than_letting_the_second_player_arrive_first(level: search.Level) -> None:
    before = arriving("V,1").before
    assert before is not None
    for seed in range(5):
        assert GAME.format(search.choose(GAME, before, level, seed=seed)) == "IV,7-V,8"


# -- laws over games, with a slow oracle -----------------------------------------------------------


def naive_answers(plain: Variant, position: Position) -> int:
    """Return the naive finder's number of moves that reach the second seat's goal."""
    alone, count = replace(position, done=()), 0
    for move in naive.find(plain, alone):
        if isinstance(move, bytes):
            cells = move
        else:
            assert isinstance(move, tuple)
            origin, end = move
            moved = bytearray(position.cells)
            moved[origin] = 0
            if end != OFF:
                moved[end] = position.cells[origin]
            cells = bytes(moved)
        count += plain.reached(plain, replace(alone, cells=cells, turn=0), 1)
    return count


def courses(key: str) -> Iterator[Position]:
    """Yield final positions of games continued from the last turns of a whole game."""
    game = variant(f"{key}+equal-turns")
    position = replace(replay_record(read_record(whole_game(key))), done=())
    earlier = [position := before for _ in range(8) if (before := position.before)]
    for number, start in enumerate((*earlier, *earlier)):
        rng = random.Random(number)
        while not variant(key).outcome(start):
            level = search.levels(game)[rng.random() < 0.7]
            start = game.apply(start, search.choose(game, start, level, seed=number, nodes=60))
        yield start


@pytest.mark.check
@pytest.mark.parametrize("key", FOR_TWO)
def test_the_last_turn_is_given_exactly_if_the_naive_finder_sees_an_answer(key: str) -> None:
    plain, game = variant(key), variant(f"{key}+equal-turns")
    for position in courses(key):
        usual, outcome = plain.outcome(position), game.outcome(position)
        assert usual is not None
        if position.done != (0,):
            assert outcome == usual
            continue
        answers = naive_answers(plain, position)
        if not answers:
            assert outcome == Outcome(SOUTH, "unanswered")
            assert game.moves(position) == game.ends(position) == []
            continue
        assert outcome is None
        ends = [game.outcome(game.apply(position, move)) for move in game.moves(position)]
        assert ends.count(Outcome(DRAW, game.won_by)) == answers
        assert ends.count(Outcome(SOUTH, game.won_by)) == len(ends) - answers


@pytest.mark.each_kind
@pytest.mark.parametrize("key", FOR_TWO)
def test_a_game_is_the_same_until_someone_reaches_the_goal(key: str) -> None:
    plain, game = variant(key), variant(f"{key}+equal-turns")
    position = replay_record(read_record(whole_game(key)))
    while position.before:
        position = position.before
        assert plain.outcome(position) is None
        assert game.outcome(position) is None
        assert plain.dump(position).partition(" ")[2] == game.dump(position).partition(" ")[2]
    assert plain.moves(position) == game.moves(position)


@pytest.mark.check
@pytest.mark.parametrize("key", ["carrera", "halma-8", "super-chinese-checkers"])
def test_whole_games_with_their_records_are_read_again(key: str) -> None:
    game = variant(f"{key}+equal-turns")
    for seed in range(6):
        record = search.self_play(game, random.Random(seed))
        assert read_record(export_record(record)) == record
        assert record.result is not None
        if record.result.reason == "unanswered":
            assert record.result.ranking == SOUTH
