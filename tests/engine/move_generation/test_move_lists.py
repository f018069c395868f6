"""Table-driven move generation agrees with the movers for every man."""

from collections.abc import Iterable
from dataclasses import replace
from types import ModuleType

import pytest

from engine import VARIANTS, Board, Move, Position, Variant, variant
from engine.board import build, square
from engine.legal_moves import ground_without
from engine.move_generation.leaps import LeapTables
from engine.move_generation.movers import ALL, KNIGHT, Hop, Leap, Mover, Step
from engine.move_generation.tables import tables_for
from engine.variant_definition import Kind
from engine.variants.top_secret import HopOff, StepOff
from tests.engine.sample_games import sample
from tests.engine.without_speedups import WAYS, with_tables

UNHEARD_OF: list[tuple[Mover, ...]] = [
    (Hop(ALL),),
    (Step((0, 1, 7)),),
    (Hop(ALL, far=3),),
    (Hop((7, 0, 1)), Step((2, 6))),
    (Step(ALL), Hop(ALL, foes_only=True, far=3)),
    (Hop(ALL, far=7), Step(ALL)),
    (Leap(((1, 2), (3, -1)), relay=True),),
]
"""Combinations of movers that the tables support, although no variant has them."""


LEAPS = (Leap(((0, 1), (2, 2))),)


def with_movers(key: str, *movers: Mover) -> Variant:
    """Return the variant with these movers for its men."""
    game = variant(key)
    (kind,) = game.kinds
    return replace(game, kinds=(replace(kind, movers=movers),))


def served(kind: Kind) -> bool:
    """Return whether the tables support this kind of man.

    Supported men either step and hop, on the board or over its edge, or only leap.
    """
    return all(isinstance(mover, Step | Hop | StepOff | HopOff) for mover in kind.movers) or (
        len(kind.movers) == 1 and isinstance(kind.movers[0], Leap)
    )


def by_movers(game: Variant, positions: Iterable[Position]) -> None:
    """Check that the tables list the same moves for each man as the movers do."""
    for position in positions:
        assert game.tables
        table = game.tables[position.turn]
        men = game.standing(position, position.turn)
        together = table.moves(position.cells, men)
        singly = [move for cell in men for move in game.from_cell(position, cell)]
        assert together == singly
        ends = [(cell, to) for cell, ends in table.ends(position.cells, men) for to in ends]
        assert ends == [(move.path[0], move.path[-1]) for move in together]
        assert table.pairs(position.cells, men) == ends
        for origin in men:
            ground = ground_without(position, origin)
            listed = table.moves(position.cells, (origin,))
            by_end: dict[int, Move] = {}
            for mover, links in game.movers(ground.byte):
                for path in mover.paths(links, ground):
                    by_end.setdefault(path[-1], Move(path))
            assert sorted(by_end.values()) == sorted(listed), game.dump(position)
            if isinstance(table, LeapTables):
                assert [*by_end.values()] == listed
            else:
                steps = table.steps(position.cells, origin)
                jumps = table.jumps(position.cells, origin, origin)
                assert {*steps, *jumps} == {way.path[-1] for way in listed if len(way.path) == 2}
            for move in listed:
                assert game.moves_via(position, origin, move.path[-1:]) == [move]
                assert move.path in [
                    way
                    for mover, links in game.movers(ground.byte)
                    for way in mover.through(links, ground, move.path[1:])
                ]


@pytest.mark.each_kind
@pytest.mark.parametrize("key", sorted(VARIANTS))
@pytest.mark.parametrize("speedups", WAYS)
def test_the_tables_list_the_moves_that_each_mans_movers_find(
    key: str, speedups: ModuleType | None
) -> None:
    game = with_tables(variant(key), speedups)
    if all(map(served, game.kinds)):
        by_movers(game, sample(key)[::2])
    else:
        assert not game.tables


@pytest.mark.each_kind
@pytest.mark.parametrize("movers", UNHEARD_OF, ids=str)
@pytest.mark.parametrize("key", ["halma-8", "halma+gering"])
@pytest.mark.parametrize("speedups", WAYS)
def test_the_tables_also_support_movers_that_no_variant_has(
    key: str, movers: tuple[Mover, ...], speedups: ModuleType | None
) -> None:
    by_movers(with_tables(with_movers(key, *movers), speedups), sample(key)[::2])


def test_men_with_several_movers_that_no_table_fits_have_one_move_for_each_end() -> None:
    game = with_movers("halma-8", Step(ALL), Hop(ALL), *LEAPS)
    assert not game.tables
    for position in sample("halma-8")[::8]:
        moves = game.moves(position)
        steps, leaps = variant("halma-8").moves(position), with_movers("halma-8", *LEAPS)
        ends = {(move.path[0], move.path[-1]) for move in (*steps, *leaps.moves(position))}
        assert sorted((move.path[0], move.path[-1]) for move in moves) == sorted(ends)
        assert game.ends(position) == [(move.path[0], move.path[-1]) for move in moves]


@pytest.mark.parametrize("speedups", WAYS)
def test_the_square_a_man_started_from_counts_as_empty_while_it_moves(
    speedups: ModuleType | None,
) -> None:
    game = with_tables(with_movers("halma-8", Hop(ALL, far=3)), speedups)
    names = game.board.names
    cells = bytearray(len(names))
    for name, seat in {"I,1": 0, "I,3": 1, "III,5": 0, "IV,5": 1, "V,1": 1}.items():
        cells[names.index(name)] = seat + 1
    by_movers(game, [Position(bytes(cells), 0)])


@pytest.mark.check
@pytest.mark.measured
def test_tables_exist_only_for_supported_combinations_of_movers_on_straight_boards() -> None:
    board = variant("halma-8").board
    plain = (Step(ALL), Hop(ALL))
    for movers, served in [
        (plain, True),
        *((movers, True) for movers in UNHEARD_OF),
        ((Leap(KNIGHT),), True),
        ((*plain, Leap(KNIGHT)), False),
        ((Leap(KNIGHT), Leap(KNIGHT, relay=True)), False),
        ((*plain, Hop((0,), far=2)), False),
        ((Step((0,)), *plain), False),
        ((Hop(ALL, far=2), HopOff(Hop(ALL, far=2))), False),
    ]:
        assert (made(movers, board) is not None) == served
    assert made(plain, bent()) is None
    for movers in (plain, (Leap(KNIGHT),)):
        assert made(movers, square(17)) is None, "more cells than one byte can name"


def made(movers: tuple[Mover, ...], board: Board) -> object:
    """Return the tables for men with these movers, or None if unsupported."""
    links = tuple(mover.links(board, 0, lambda start, to: True) for mover in movers)
    return tables_for(movers, links, board, 0)


def bent() -> Board:
    """Return a board of three rows, the last of which is shifted by half a square."""
    plain = square(3)

    def step(spot: tuple[int, int], direction: int) -> tuple[int, int]:
        row, place = spot
        ahead = {0: (row + 1, place + (row == 2)), 2: (row, place + 1)}
        return ahead.get(direction, (0, 0))

    return build(
        "bent", plain.spots, lambda spot: (spot[1] + (spot[0] > 2) / 2, spot[0]), step, 8, "hole"
    )


@pytest.mark.check
@pytest.mark.measured
def test_origins_and_ends_of_moves_are_listed_without_their_routes() -> None:
    for key in (
        "carrera",
        "halma-8",
        "chinese-checkers+no-rest",
        "halma+gering",
        "le-grec",
        "le-zug",
        "le-zug-back",
        "platonic",
        "platonic-advanced",
        "super-halma",
        "renpaarden",
    ):
        game = variant(key)
        for position in sample(key):
            listed = [move.path for move in game.moves(position) if len(move.path) > 1]
            assert game.ends(position) == [(path[0], path[-1]) for path in listed]
        assert game.ends(replace(position, done=(0,))) == []
