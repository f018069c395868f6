"""Letters of men: each man keeps its letter, whatever the two sides move."""

import random
from itertools import pairwise

import pytest

from bot.views.man_letters import ManLetters
from bot.views.move_steps import LETTERS, Step
from engine import VARIANTS, Position, Variant, variant
from engine.board import OFF
from engine.position import kind_of
from engine.random_play import random_turn

TURNS = 80


def history(game: Variant, turns: int = TURNS) -> list[Position]:
    """Return the positions of a random game, with all earlier ones in memory."""
    lots, line = random.Random(game.key), [game.start()]
    while len(line) <= turns and game.outcome(line[-1]) is None:
        line.append(game.apply(line[-1], random_turn(game, line[-1], lots)))
    return line


def moved(before: Position, after: Position, seat: int, game: Variant) -> tuple[set[int], set[int]]:
    """Return the cells that the men of a seat have left, and their new cells."""
    old, new = (set(game.standing(each, seat)) for each in (before, after))
    return old - new, new - old


@pytest.mark.each_kind
@pytest.mark.parametrize("key", VARIANTS)
def test_a_man_has_the_same_letter_before_and_after_the_turns_of_all_sides(key: str) -> None:
    game = variant(key)
    line = history(game)
    letters = [ManLetters.after(game, position).by_cell for position in line]
    for (before, after), (old, new) in zip(pairwise(line), pairwise(letters), strict=True):
        for seat in range(len(game.seats)):
            left, come = moved(before, after, seat, game)
            stayed = set(game.standing(after, seat)) - come
            assert all(new[cell] == old[cell] for cell in stayed)
            if len(left) == len(come) == 1:
                assert new[come.pop()] == old[left.pop()]
            names = [new[cell] for cell in game.standing(after, seat)]
            assert len(set(names)) == len(names)
            assert set(names) <= set(LETTERS)


@pytest.mark.each_kind
@pytest.mark.parametrize("key", VARIANTS)
def test_letters_that_are_followed_from_any_turn_are_those_from_the_start(key: str) -> None:
    game = variant(key)
    line = history(game, 40)
    for position in line[::7]:
        known = ManLetters.after(game, position)
        assert known.followed(line[-1], position.ply) == ManLetters.after(game, line[-1])


def test_no_side_of_any_game_has_more_men_than_there_are_letters() -> None:
    for key, game in VARIANTS.items():
        start = game.start()
        for seat in range(len(game.seats)):
            men = len(game.standing(start, seat)) + sum(game.in_hand(start, seat))
            assert 0 < men <= len(LETTERS), key


def test_men_are_lettered_in_reading_order_before_the_first_turn() -> None:
    game = variant("halma-8")
    letters = ManLetters.at_start(game, game.start()).by_cell
    named = {game.board.names[cell]: letter for cell, letter in letters.items()}
    assert [named[name] for name in ("IV,1", "III,1", "III,2", "II,1", "I,4")] == list("ABCDJ")
    assert [named[name] for name in ("VIII,5", "VIII,8", "V,8")] == list("ADJ")


def test_a_dropped_man_gets_the_next_letter_and_that_of_a_man_off_the_board_stays_unused() -> None:
    game = variant("top-secret")
    line = history(game, 36 + 400)
    first = next(position for position in line if not any(position.stock))
    assert sorted(ManLetters.after(game, first).to_move(game, first).values()) == list(LETTERS[:18])
    off = [
        (before, after)
        for before, after in pairwise(line)
        if len(game.standing(after, before.turn)) < len(game.standing(before, before.turn))
    ]
    assert off, "no man has left the board"
    before, after = off[0]
    lost = set(ManLetters.after(game, before).by_cell.values())
    assert (
        len(ManLetters.after(game, after).by_cell)
        == len(ManLetters.after(game, before).by_cell) - 1
    )
    assert lost >= set(ManLetters.after(game, line[-1]).by_cell.values())
    assert all(OFF not in ManLetters.after(game, each).by_cell for each in line[-1:])


def test_a_circle_that_is_sent_back_keeps_its_letter() -> None:
    game, lots = variant("platonic-advanced"), random.Random(2)
    seen = 0
    for _ in range(40):
        position = game.start()
        while position.ply < 90 and game.outcome(position) is None:
            hops = [
                m
                for m in game.moves(position)
                if game.moves_others and game.moves_others(game, position, m)
            ]
            move = lots.choice(hops) if hops else random_turn(game, position, lots)
            after = game.apply(position, move)
            seat = 1 - position.turn
            left, come = moved(position, after, seat, game)
            if left and not game.drops(position):
                old, new = (ManLetters.after(game, each).by_cell for each in (position, after))
                assert kind_of(position.cells[min(left)]) % 4 == 2
                assert {old[cell] for cell in left} == {new[cell] for cell in come}
                seen += 1
            position = after
    assert seen


def test_the_buttons_of_men_are_sorted_by_letter_and_the_others_are_drawn_pale() -> None:
    game = variant("halma")
    position = history(game, 1)[-1]
    letters = ManLetters.after(game, position).to_move(game, position)
    moves = game.moves(position)
    step = Step.of(game, moves, letters=letters)
    shown = [choice.letter for choice in step.choices]
    assert shown == sorted(shown)
    assert all(letters[choice.cells[0]] == choice.letter for choice in step.choices)
    able = {move.path[0] for move in moves}
    assert set(step.still) == set(letters) - able
    assert step.still
    assert {mark.cell for mark in step.marks if mark.kind == "still"} == set(step.still)
    assert Step.of(game, moves, step.choices[0].key, letters=letters).still == ()


def test_moves_of_different_men_have_the_letters_of_these_men() -> None:
    game = variant("halma-8")
    letters = ManLetters.at_start(game, game.start()).to_move(game, game.start())
    firsts = {move.path[0]: move for move in game.moves(game.start())}
    step = Step.final(game, [*firsts.values()][:3], letters=letters)
    assert [choice.letter for choice in step.choices] == sorted(
        letters[choice.cells[0]] for choice in step.choices
    )


def test_a_side_with_more_men_than_letters_has_none_of_its_own() -> None:
    game = variant("halma")
    block = {game.board.index[row, place] for row in range(1, 7) for place in range(1, 6)}
    crowd = Position(bytes(cell in block for cell in range(256)), 0)
    assert len(block) > len(LETTERS)
    letters = ManLetters.at_start(game, crowd)
    assert letters.to_move(game, crowd) == {}
    step = Step.of(game, game.moves(crowd), letters=letters.to_move(game, crowd))
    assert [choice.letter for choice in step.choices] == list(LETTERS[: len(step.choices)])
    assert step.still == ()
