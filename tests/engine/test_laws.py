"""Invariants that hold in every variant, checked on sample games."""

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from engine import (
    OFF,
    VARIANTS,
    IllegalMove,
    Move,
    Position,
    Variant,
    move_lexer,
    notation,
    variant,
)
from engine.position import man
from tests.engine import naive
from tests.engine.casefile import all_cases
from tests.engine.sample_games import course, half_turned, lists, printed, sample

OPTIONAL = sorted({case.key for case in all_cases()} - VARIANTS.keys())
"""Games with optional rules that have a case file."""
KEYS = sorted(VARIANTS) + OPTIONAL
each_game = pytest.mark.parametrize("key", KEYS)


def men(position: Position, game: Variant) -> list[int]:
    """Return the number of men of each seat, on the board or still to drop."""
    return [
        len(game.standing(position, seat)) + sum(game.in_hand(position, seat))
        for seat in range(len(game.seats))
    ]


def only_steps_alone(game: Variant) -> bool:
    """Whether every man that has nobody to jump over reaches only neighbouring cells."""
    for cell, neighbours in enumerate(game.board.neighbours):
        for kind in range(len(game.kinds)):
            cells = bytearray(len(game.board.spots))
            cells[cell] = man(0, kind)
            for move in game.from_cell(Position(bytes(cells), 0), cell):
                if move.path[-1] not in (*neighbours, OFF):
                    return False
    return True


@pytest.mark.each_kind
@each_game
def test_every_listed_move_is_accepted_and_leaves_the_position_unchanged(key: str) -> None:
    game = variant(key)
    for position, moves in printed(key):
        before = game.dump(position)
        for move, _, after in moves:
            assert game.play(position, move) == after
        assert before == game.dump(position)


@pytest.mark.each_kind
@each_game
def test_the_printed_form_of_a_move_parses_to_that_move(key: str) -> None:
    game = variant(key)
    for position, moves in printed(key):
        assert len({text for _, text, _ in moves}) == len(moves)
        for move, text, _ in moves:
            assert game.parse(position, text) == move


@pytest.mark.each_kind
@each_game
def test_printed_moves_are_tokenized_like_typed_text(key: str) -> None:
    game = variant(key)
    for _, moves in printed(key):
        for _, text, _ in moves:
            if typed := notation.typed_squares(game, text):
                assert typed == move_lexer.parse_typed(text, game.board.rows)


@pytest.mark.each_kind
@each_game
def test_a_stored_move_parses_without_a_search_and_gives_the_same_position(key: str) -> None:
    game = variant(key)
    for position, moves in printed(key):
        for _, text, after in moves:
            assert game.apply(position, game.parse_canonical(text)) == after


@pytest.mark.each_kind
@each_game
def test_no_man_appears_or_disappears_except_over_the_edge(key: str) -> None:
    game = variant(key)
    for position, moves in printed(key):
        men_left = men(position, game)
        for move, _, after in moves:
            lost = [a - b for a, b in zip(men_left, men(after, game), strict=True)]
            leaving = int(move.path[-1:] == (OFF,))
            assert lost == [leaving * (seat == position.turn) for seat in range(len(lost))]


@each_game
def test_a_position_survives_a_round_trip_through_text(key: str) -> None:
    game = variant(key)
    for position in (*sample(key), course(key)[-1]):
        back = game.load(game.dump(position))
        assert (back, back.ply) == (position, position.ply)
        assert game.dump(back) == game.dump(position)


@each_game
def test_every_listed_move_gives_a_different_position(key: str) -> None:
    game = variant(key)
    for position, moves in printed(key):
        results = [after.cells for _, _, after in moves]
        most, times = Counter(results).most_common(1)[0]
        assert times == 1 or most == position.cells, game.dump(position)


@pytest.mark.each_kind
@each_game
def test_the_move_list_matches_the_naive_finder(key: str) -> None:
    game = variant(key)
    for position, moves in lists(key):
        listed = list(naive.as_found(game, position, moves))
        assert naive.find(game, position) == set(listed), game.dump(position)


@each_game
def test_the_move_list_is_the_union_of_each_mans_moves(key: str) -> None:
    game = variant(key)
    for position, moves in lists(key):
        duty = game.restriction(game, position)
        if len(moves[0].path) > 1:
            singly = [
                move
                for cell in game.standing(position, position.turn)
                for move in game.from_cell(position, cell)
                if duty is None or duty.permits(move)
            ]
            assert sorted(moves) == sorted(singly)


@pytest.mark.each_kind
@each_game
def test_an_unlisted_move_is_refused(key: str) -> None:
    game, rng = variant(key), random.Random(key)
    for position, moves in lists(key):
        legal = {(move.path[0], move.path[-1]) for move in moves if len(move.path) > 1}
        for _ in range(20):
            way = tuple(rng.sample(range(len(position.cells)), 2))
            if way not in legal:
                with pytest.raises(IllegalMove):
                    game.play(position, Move(way))
        drops = {move for move in moves if len(move.path) == 1}
        for drop in (
            Move((rng.randrange(len(position.cells)),), kind) for kind in range(len(game.kinds))
        ):
            if drop not in drops:
                with pytest.raises(IllegalMove):
                    game.play(position, drop)


@each_game
def test_a_hop_never_changes_the_colour_of_the_square(key: str) -> None:
    game = variant(key)
    board = game.board
    if board.shape != "square" or not only_steps_alone(game):
        return
    for _, moves in lists(key):
        for move in moves:
            for start, end in pairwise(cell for cell in move.path if cell != OFF):
                same = sum(board.spots[start]) % 2 == sum(board.spots[end]) % 2
                assert same or end in board.neighbours[start]


@each_game
def test_a_player_may_pass_only_without_a_legal_move(key: str) -> None:
    game = variant(key)
    for position, moves in lists(key):
        if Move(()) in moves:
            assert moves == [Move(())]
        else:
            assert game.may_move(position, position.turn)
            with pytest.raises(IllegalMove):
                game.play(position, Move(()))


@pytest.mark.each_kind
@each_game
def test_the_move_list_is_empty_exactly_when_the_game_is_over(key: str) -> None:
    game = variant(key)
    for position in course(key):
        assert (game.outcome(position) is not None) == (game.moves(position) == [])


@each_game
def test_every_game_ends_at_its_ply_limit(key: str) -> None:
    game = variant(key)
    last = replace(sample(key)[-1], ply=game.limit)
    assert game.outcome(last) is not None
    assert game.moves(last) == []
    assert max(position.ply for position in course(key)) <= game.limit


@each_game
def test_rotating_the_board_and_seats_keeps_the_number_of_moves(key: str) -> None:
    game = variant(key)
    for position in sample(key):
        across = half_turned(game, position)
        if across is None:
            assert len(game.seats) % 2, "only with an odd number does a seat lack an opposite"
        elif not game.routes:  # Circles that are sent back fill their rank from one end
            assert len(game.moves(position)) == len(game.moves(across))
