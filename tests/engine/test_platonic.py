"""Platonic and Pythagoreic Halma: examples computed by hand or by another program."""

import random
from math import dist

import pytest

from engine import GameOver, Move, Position, Variant, variant
from engine.position import man
from engine.rim_board import CIRCLE, KINDS, LEFT, side_of
from engine.rim_rules import is_circle_hop
from tests.engine import naive, naive_platonic

SIMPLE, ADVANCED = variant("platonic"), variant("platonic-advanced")
FOUR = variant("platonic-advanced-4")
NAMES = {"red": "South", "yellow": "West", "black": "North", "green": "East"}


def board(game: Variant, pieces: str, turn: int = 0) -> Position:
    """Return a position with pieces such as "red circle V,5".

    Nothing is left to drop. A piece on its first rank, or marked "fresh", has not left its first
    rank. Any other piece has.
    """
    cells = bytearray(len(game.board.spots))
    names = [seat.name for seat in game.seats]
    for piece in filter(None, pieces.split("; ")):
        colour, shape, square, *fresh = piece.split()
        cell, seat = game.board.names.index(square), names.index(NAMES[colour])
        left = 0 if fresh or cell in game.seats[seat].home else LEFT
        cells[cell] = man(seat, KINDS.index(shape) + left)
    return Position(bytes(cells), turn, (0,) * len(game.start().stock))


def code(game: Variant, position: Position, text: str) -> str:
    """Return the reason code if this input is refused, or "" if the move is legal."""
    reason = game.reason(position, text)
    return reason.code if reason else ""


def ways(game: Variant, position: Position, square: str) -> dict[str, Move]:
    """Return the hops of the piece on a square, keyed by the square where they end."""
    origin = game.board.names.index(square)
    return {
        game.board.names[move.path[-1]]: move
        for move in game.moves(position)
        if move.path[0] == origin and move.path[1] not in game.board.neighbours[origin]
    }


def hops(game: Variant, pieces: str, mine: str) -> set[str]:
    """Return the squares to which the piece in `mine` can hop."""
    return set(ways(game, board(game, f"{pieces}; {mine}"), mine.split()[-1]))


@pytest.mark.parametrize(
    ("game", "pieces", "mine", "ends"),
    [
        (SIMPLE, "red square I,5", "red circle I,4", {"I,6"}),
        (SIMPLE, "black square IV,2; red diamond VI,2", "red triangle III,3", {"VII,3"}),
        (SIMPLE, "black square IV,2", "red triangle III,3", set()),
        (
            SIMPLE,
            "black triangle IV,5; black triangle VI,5; red circle V,6",
            "red square V,5",
            {"V,7", "VII,5"},
        ),
        (
            SIMPLE,
            "black triangle IV,4; black triangle VI,6",
            "red diamond V,5",
            {"III,3", "VII,7"},
        ),
        (
            SIMPLE,
            "black triangle IV,5; black square IV,4; black square V,4; red diamond VI,6",
            "red circle V,5",
            {"V,3", "VII,7"},
        ),
        (ADVANCED, "black triangle V,5", "red square II,5", {"VIII,5"}),
        (SIMPLE, "black triangle V,5", "red square II,5", set()),
        (ADVANCED, "black triangle V,5; black triangle VII,5", "red square II,5", set()),
        (ADVANCED, "black circle V,2", "red circle IV,3", set()),
        (SIMPLE, "black square IX,3; black triangle X,4", "red square VIII,3", {"X,3", "X,5"}),
    ],
)
def test_a_piece_hops_only_where_the_worked_examples_say(
    game: Variant, pieces: str, mine: str, ends: set[str]
) -> None:
    assert ends == hops(game, pieces, mine)


@pytest.mark.parametrize(
    ("black", "red", "end"),
    [("V,5", "IV,4", "VI,6"), ("IX,4", "VIII,4", "X,4")],
)
def test_a_circle_sends_an_enemy_circle_back_to_its_first_rank(
    black: str, red: str, end: str
) -> None:
    start = board(ADVANCED, f"black circle {black}; red circle {red}")
    (move,) = ways(ADVANCED, start, red).values()
    after = ADVANCED.apply(start, move)
    assert is_circle_hop(ADVANCED, start, move)
    assert after == Position(
        board(ADVANCED, f"black circle X,2; red circle {end}").cells, 1, start.stock
    )


def test_only_a_hop_of_a_circle_may_move_others() -> None:
    start = board(ADVANCED, "black circle V,5; red circle IV,4; red diamond VIII,7")
    hops, quiet = [], []
    assert ADVANCED.moves_others is is_circle_hop
    for move in ADVANCED.moves(start):
        (hops if is_circle_hop(ADVANCED, start, move) else quiet).append(move)
    assert [ADVANCED.format(move) for move in hops] == ["IV,4-VI,6"]
    assert {move.path[0] for move in quiet} == {
        ADVANCED.board.names.index(name) for name in ("IV,4", "VIII,7")
    }


def test_under_simple_rules_no_circle_is_sent_back() -> None:
    start = board(SIMPLE, "black circle V,5; red circle IV,4")
    (move,) = ways(SIMPLE, start, "IV,4").values()
    assert SIMPLE.moves_others is None
    assert (
        SIMPLE.apply(start, move).cells == board(SIMPLE, "black circle V,5; red circle VI,6").cells
    )


def test_an_outjump_must_not_be_reversed_over_the_same_piece() -> None:
    start = board(SIMPLE, "red diamond I,6; black square II,5; red triangle II,7; black circle V,6")
    reason = SIMPLE.reason(start, "I,6-III,8")
    assert reason
    assert reason.code == "must-jump"
    assert reason.moves == ("I,6-III,4",)


# -- Circles sent back -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facing", "first", "last"),
    [
        (0, "I,2 I,3", "II,8 II,9"),
        (2, "IX,1 VIII,1", "III,2 II,2"),
        (4, "X,2 X,3", "IX,8 IX,9"),
        (6, "IX,10 VIII,10", "III,9 II,9"),
    ],
)
def test_each_side_has_its_order_of_squares_for_returning_circles(
    facing: int, first: str, last: str
) -> None:
    names = [ADVANCED.board.names[cell] for cell in side_of(ADVANCED.board, facing).returns]
    assert len(names) == 16
    assert (names[:2], names[-2:]) == (first.split(), last.split())


FULL = "; ".join(
    f"black {shape} X,{place}"
    for place, shape in enumerate(
        ["triangle", "square", "diamond", "triangle", "square", "diamond", "circle"], 2
    )
)
"""Seven black pieces on their first rank, X,2 to X,8."""


def test_a_circle_returns_to_the_first_free_square() -> None:
    start = board(ADVANCED, f"{FULL}; black circle V,5; red circle IV,4")
    after = ADVANCED.play(start, ADVANCED.parse(start, "IV,4-VI,6"))
    assert after.cells[ADVANCED.board.cell(10, 9)] == man(1, CIRCLE)


def test_a_circle_returns_to_the_second_rank_if_the_first_is_full() -> None:
    start = board(
        ADVANCED, f"{FULL}; red square X,9; black circle VIII,2; red square IX,3; red circle VII,2"
    )
    after = ADVANCED.play(start, ADVANCED.parse(start, "VII,2-IX,2"))
    assert after.cells[ADVANCED.board.cell(9, 4)] == man(1, CIRCLE)


def test_the_squares_of_both_circles_count_as_free() -> None:
    shifted = FULL.replace("X,2", "X,9")
    start = board(ADVANCED, f"{shifted}; black circle IX,2; red circle VIII,2")
    after = ADVANCED.play(start, ADVANCED.parse(start, "VIII,2-X,2"))
    assert after.cells[ADVANCED.board.cell(9, 2)] == man(1, CIRCLE)
    start = board(ADVANCED, f"{FULL}; red square X,9; black circle IX,3; red circle IX,2")
    after = ADVANCED.play(start, ADVANCED.parse(start, "IX,2-IX,4"))
    assert after.cells[ADVANCED.board.cell(9, 2)] == man(1, CIRCLE)


def test_a_circle_that_was_sent_back_has_not_left_its_first_rank() -> None:
    start = board(ADVANCED, "black circle V,5; red circle IV,4; black square X,4")
    after = ADVANCED.play(start, ADVANCED.parse(start, "IV,4-VI,6"))
    assert code(ADVANCED, after, "X,2-X,3") == ""
    assert code(ADVANCED, board(ADVANCED, "black circle IX,3 fresh", 1), "IX,3-X,3") == ""
    assert code(ADVANCED, board(ADVANCED, "black circle IX,3", 1), "IX,3-X,3") == "no-rest"


def test_a_circle_without_a_free_square_to_return_to_cannot_be_jumped() -> None:
    squares = [f"{row},{place}" for row in ("X", "IX") for place in range(2, 10)]
    full = "; ".join(f"black square {square} fresh" for square in squares)
    start = board(ADVANCED, f"{full}; black circle V,5; red circle IV,4")
    assert code(ADVANCED, start, "IV,4-VI,6") == "wrong-man"


def test_with_four_players_a_circle_is_safe_on_every_first_rank() -> None:
    start = board(
        FOUR,
        "yellow circle V,1; red square IV,2; red square VI,2; red circle IV,3; black square X,5",
    )
    after = FOUR.play(start, FOUR.parse(start, "IV,3-IV,1-VI,1-VI,3"))
    assert after.cells[FOUR.board.cell(5, 1)] == man(1, CIRCLE)


# -- outjumps --------------------------------------------------------------------------------------


def listed(game: Variant, position: Position) -> set[str]:
    return {game.format(move) for move in game.moves(position)}


def test_a_player_chooses_among_outjumps_and_may_continue_the_hop() -> None:
    pieces = (
        "red square I,5; red circle I,8; black square II,5; black triangle II,7; black square IV,5"
    )
    start = board(SIMPLE, f"{pieces}; red diamond VI,7")
    assert listed(SIMPLE, start) == {"I,5-III,5", "I,5-V,5", "I,8-III,6", "I,8-V,4"}
    assert code(SIMPLE, start, "VI,7-VII,8") == "must-jump"
    assert code(SIMPLE, start, "I,8-II,8") == "must-jump"


def test_long_jumps_may_follow_an_outjump_but_are_never_compulsory() -> None:
    pieces = "red square I,5; black square II,5; black triangle V,5"
    assert listed(ADVANCED, board(ADVANCED, pieces)) == {"I,5-III,5", "I,5-III,5-VII,5"}
    far = board(ADVANCED, "red square I,5; black square III,5; red diamond VI,7")
    assert "I,5-V,5" in listed(ADVANCED, far)
    assert "VI,7-VII,8" in listed(ADVANCED, far)


@pytest.mark.parametrize(
    "beside",
    [
        "red triangle II,5",
        "black circle II,5",
        "black square I,6",
        "black square II,5; red square III,5",
    ],
)
def test_own_men_circles_sideways_jumps_and_full_squares_force_no_outjump(beside: str) -> None:
    start = board(SIMPLE, f"red square I,5; {beside}; red diamond VI,7")
    assert "VI,7-VII,8" in listed(SIMPLE, start)


# -- phases of the game ----------------------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(naive_platonic.FINDERS))
def test_all_pieces_are_dropped_in_turn_before_any_piece_moves(key: str) -> None:
    game, rng = variant(key), random.Random(5)
    position = game.start()
    seats, pieces = len(game.seats), sum(game.stock) // len(game.seats)
    for ply in range(seats * pieces):
        assert position.turn == ply % seats
        move = rng.choice(game.moves(position))
        assert len(move.path) == 1
        position = game.apply(position, move)
    assert position.turn == 0
    assert all(len(move.path) > 1 for move in game.moves(position))
    assert all(seat.home == set(game.standing(position, n)) for n, seat in enumerate(game.seats))


def test_a_hop_must_not_end_on_its_starting_square() -> None:
    ring = "black square VI,6; black square VI,8; black triangle IV,8; black triangle IV,6"
    start = board(SIMPLE, f"{ring}; red diamond V,5")
    ends = {"VI,4", "IV,4", "VII,7", "V,9", "III,7"}
    assert listed(SIMPLE, start) == {f"V,5-{end}" for end in ends}
    assert code(SIMPLE, start, "V,5-VII,7-V,9-III,7-V,5") == "returns"


def test_a_jump_taken_back_out_of_the_rim_has_no_effect() -> None:
    start = board(
        SIMPLE, "red triangle III,3; black square IV,2; black circle IV,4; black square X,5"
    )
    plain = SIMPLE.parse(start, "III,3-V,5")
    assert SIMPLE.parse(start, "III,3-V,1-III,3-V,5") == plain
    names = SIMPLE.board.names.index
    move = Move(tuple(map(names, ["III,3", "V,1", "III,3", "V,5"])))
    assert SIMPLE.play(start, move) == SIMPLE.play(start, plain)
    assert code(SIMPLE, start, "III,3-V,1-III,3") == "returns"
    assert code(SIMPLE, start, "III,3-V,5-III,3-V,1") == "no-rest"


def test_only_a_legal_jump_may_be_taken_back() -> None:
    start = board(SIMPLE, "red triangle III,3; black circle IV,4; black square X,5")
    assert code(SIMPLE, start, "III,3-V,1-III,3-V,5") == "nobody-to-jump"


def test_a_third_repetition_is_a_draw() -> None:
    position = board(SIMPLE, "red diamond III,3; black diamond VIII,8")
    for text in ("III,3-IV,4 VIII,8-VII,7 IV,4-III,3 VII,7-VIII,8 " * 2).split():
        assert SIMPLE.outcome(position) is None
        position = SIMPLE.play(position, SIMPLE.parse(position, text))
    outcome = SIMPLE.outcome(position)
    assert outcome
    assert (outcome.ranking, outcome.reason) == (((0, 1),), "repetition")
    with pytest.raises(GameOver):
        SIMPLE.parse(position, "III,3-IV,4")


# -- random positions ------------------------------------------------------------------------------


def crowded(game: Variant, rng: random.Random) -> Position:
    """Return a random crowded position.

    Pieces of all seats meet. A few have been sent back or have reached their goal.
    """
    points = game.board.points
    cells = bytearray(len(points))
    inner = [cell for cell, near in enumerate(game.board.neighbours) if len(near) == 8]
    middle = rng.choice(inner)
    close = [cell for cell in inner if dist(points[cell], points[middle]) < 4]
    for number, seat in enumerate(game.seats):
        for kind in (k for k in range(LEFT) for _ in range(game.stock[k])):
            where = rng.choices((close, sorted(seat.home), sorted(seat.goal)), (6, 3, 1))[0]
            cell = rng.choice([cell for cell in where if not cells[cell]] or [middle])
            fresh = cell in seat.home or (cell in inner and rng.random() < 0.05)
            cells[cell] = man(number, kind if fresh else kind + LEFT)
    return Position(bytes(cells), rng.randrange(len(game.seats)), (0,) * len(game.stock))


@pytest.mark.each_kind
@pytest.mark.parametrize("key", sorted(naive_platonic.FINDERS))
def test_the_naive_finder_agrees_in_crowded_positions(key: str) -> None:
    game, rng = variant(key), random.Random(key)
    for _ in range(40):
        position = crowded(game, rng)
        moves = game.moves(position)
        listed = list(naive.as_found(game, position, moves))
        assert len(listed) == len(set(listed))
        assert set(listed) == naive.find(game, position), game.dump(position)
        for move in rng.sample(moves, min(2, len(moves))):
            assert game.parse(position, game.format(move)) == move


def mirrored(game: Variant, cells: bytes) -> bytes:
    """Return the cells mirrored along the middle of the board, with the seats swapped."""
    size = game.board.rows
    rows = [cells[row * size : (row + 1) * size] for row in reversed(range(size))]
    return b"".join(rows).translate(bytes(byte ^ 3 if byte & 15 else 0 for byte in range(256)))


@pytest.mark.check
@pytest.mark.parametrize("key", ["platonic-advanced", "pythagoreic-advanced"])
def test_the_two_sides_are_mirror_images_of_each_other(key: str) -> None:
    game, rng = variant(key), random.Random(key)
    for _ in range(30):
        position = crowded(game, rng)
        other = Position(mirrored(game, position.cells), 1 - position.turn, position.stock)
        results = {game.apply(position, move).cells for move in game.moves(position)}
        assert {mirrored(game, cells) for cells in results} == {
            game.apply(other, move).cells for move in game.moves(other)
        }


def test_a_square_of_the_rim_can_be_passed_by_one_hop_and_not_by_another() -> None:
    men = "red square V,3; black square VI,2; black square VI,3"
    other = board(SIMPLE, f"{men}; black square VII,2")
    assert code(SIMPLE, other, "V,3-VII,1") == "no-rest", "by way of VII,3"
    assert code(SIMPLE, board(SIMPLE, men), "V,3-VII,1") == "wrong-direction"


def test_a_piece_that_can_hop_in_a_circle_cannot_pass_over_the_rim_beside_it() -> None:
    around = "; ".join(f"black square {square}" for square in ("VI,4", "VI,6", "IV,6", "IV,4"))
    position = board(SIMPLE, f"red diamond V,3; black square V,2; {around}")
    assert code(SIMPLE, position, "V,3-V,1") == "wrong-direction"
