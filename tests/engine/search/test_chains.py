"""Evaluation in Hexma: the cost of completing a chain."""

import heapq
from dataclasses import replace

import pytest

from engine import Position, Variant, search, variant
from engine.position import seat_of
from engine.search.evaluation import Evaluator
from engine.variants.hexma import _EDGE, _SPARE, chains_of, missing_links
from tests.engine.boards import placed
from tests.engine.sample_games import course

HEX = variant("hexma-hex")


def naive(game: Variant, position: Position, seat: int) -> int:
    """Return the cost of the cheapest path from edge to edge, by Dijkstra's algorithm."""
    away = game.seats[seat].goal
    cost = [1 if not byte else 0 if seat_of(byte) == seat else 3 for byte in position.cells]
    waiting = [(cost[c], c) for c in game.board.turned(away, game.board.directions // 2)]
    heapq.heapify(waiting)
    seen: set[int] = set()
    while True:
        lacks, cell = heapq.heappop(waiting)
        if cell in away:
            return lacks
        if cell not in seen:
            seen.add(cell)
            for other in game.board.neighbours[cell]:
                heapq.heappush(waiting, (lacks + cost[other], other))


@pytest.mark.parametrize("key", ["hexma", "hexma-3", "hexma-hex"])
def test_the_layered_search_finds_the_shortest_chain(key: str) -> None:
    game = variant(key)
    for position in course(key)[::5]:
        for seat in range(len(game.seats)):
            lacks = naive(game, position, seat)
            board = chains_of(game, seat)
            mine = board.of(game.standing(position, seat))
            taken = board.of(cell for cell, byte in enumerate(position.cells) if byte)
            layers = board.layers(board.home, mine, board.whole & ~taken, 99, board.away)
            assert len(layers) - 1 == lacks
            most = lacks + 2 * _EDGE + 4 * 13 * _SPARE + 0.001
            assert lacks <= missing_links(game, position, seat) < most


def test_a_rivals_hole_costs_three_and_an_own_man_nothing() -> None:
    column = [f"{row},3" for row in ("I", "II", "III", "IV", "V", "VI")]
    assert missing_links(HEX, placed(HEX, {}), 0) == 11 + 2 * _EDGE
    assert missing_links(HEX, placed(HEX, {0: " ".join(column)}), 0) == 5 + _EDGE
    wall = " ".join(name for name in HEX.board.names if name.startswith("VI,"))
    assert missing_links(HEX, placed(HEX, {1: wall}), 0) == 13 + 2 * _EDGE, (
        "through the wall, at thrice the price"
    )
    edge = " ".join(name for name in HEX.board.names if name.startswith("I,"))
    assert missing_links(HEX, placed(HEX, {1: edge}), 0) == 13 + 2 * _EDGE


def test_a_man_away_from_the_chain_costs_a_little_for_each_step() -> None:
    column = " ".join(f"{row},3" for row in ("I", "II", "III", "IV", "V", "VI"))
    near = missing_links(HEX, placed(HEX, {0: f"{column} VII,4"}), 0)
    far = missing_links(HEX, placed(HEX, {0: f"{column} VI,8"}), 0)
    most = 5 + _EDGE + 4 * _SPARE + 0.001
    assert 4 + _EDGE <= near <= 5 + _EDGE < far < most


@pytest.mark.parametrize("seed", range(5))
def test_a_hole_that_opens_at_an_edge_full_of_rivals_is_taken_at_once(seed: int) -> None:
    """Regression test: a computer player that waited for a spare man never finished."""
    column = "II,3 III,4 IV,5 V,6 VI,6 VII,5 VIII,5 IX,4 X,4 XI,3"
    position = placed(HEX, {0: f"{column} XI,5 X,6", 1: "I,1 I,3 I,4 I,5 II,1 II,2 II,5"})
    position = replace(position, ply=200)
    move = search.choose(HEX, position, search.levels(HEX)[1], seed=seed)
    assert HEX.board.names[move.path[-1]] == "I,2"


@pytest.mark.check
@pytest.mark.parametrize("number", [3, 4])
def test_the_last_hole_of_a_chain_is_filled(number: int) -> None:
    column = " ".join(f"{row},3" for row in ("I", "II", "III", "IV", "V", "VII", "VIII"))
    rest = "IX,2 X,1 XI,1"
    position = placed(HEX, {0: f"{column} {rest} V,5", 1: "XI,5 X,6"})
    level = search.levels(HEX)[number - 1]
    assert not HEX.outcome(position)
    for _ in range(4):
        move = search.choose(HEX, position, level, nodes=2000)
        position = HEX.apply(position, move)
        if position.done:
            break
        position = Position(position.cells, 0, position.stock)
    assert position.done == (0,)


@pytest.mark.parametrize("key", ["hexma", "hexma-3", "hexma-hex"])
def test_the_rivals_lead_fades_with_its_own_parameter_and_not_with_the_usual_length(
    key: str,
) -> None:
    game = variant(key)
    late = replace(game.start(), ply=game.search_parameters.rivals_fade)
    sums = (-100,) + (-1000,) * (len(game.seats) - 1)

    def lead(changed: Variant, position: Position) -> int:
        return Evaluator(changed, 0, position).evaluate(sums)

    assert lead(game, late) < lead(game, game.start())
    assert lead(replace(game, turns=10), late) == lead(game, late)
