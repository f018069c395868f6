"""The fast listers do exactly what the movers say, route by route."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import VARIANTS, Move, Variant, lines, registry, ring, variant
from engine.listers import lister
from engine.movers import ALL, KNIGHT, Ground, Hop, Leap, Step
from tests.engine.courses import sample

LISTED = [key for key, game in sorted(VARIANTS.items()) if game._listers]


def by_movers(game: Variant) -> None:
    """Compare the list of each man with what his movers find, one after the other."""
    for position in sample(game.key):
        for origin in game.standing(position, position.turn):
            lifted = bytearray(position.cells)
            lifted[origin] = 0
            ground = Ground(bytes(lifted), position.cells[origin], origin)
            (links,) = game.links[position.turn]
            found: dict[int, Move] = {}
            for mover, known in zip(game.kinds[0].movers, links, strict=True):
                for path in mover.paths(known, ground):
                    found.setdefault(path[-1], Move(path))
            listed = game.from_cell(position, origin)
            assert sorted(found.values()) == sorted(listed), game.dump(position)
            for move in listed:
                ways = [
                    way
                    for mover, known in zip(game.kinds[0].movers, links, strict=True)
                    for way in mover.through(known, ground, move.path[1:])
                ]
                assert move.path in ways


@pytest.mark.parametrize("key", LISTED)
def test_each_man_is_listed_as_his_movers_find_him(key: str) -> None:
    by_movers(variant(key))


@pytest.mark.parametrize(("key", "module"), [("halma-8", ring), ("super-chinese-checkers", lines)])
def test_forgetting_what_was_remembered_changes_nothing(
    key: str, module: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MOST", 1)
    by_movers(replace(variant(key)))  # which has nothing to remember yet


@pytest.mark.parametrize("key", LISTED)
def test_who_can_move_is_found_without_a_list(key: str) -> None:
    game = variant(key)
    for position in sample(key):
        assert game._listers is not None
        fast = game._listers[position.turn]
        men = game.standing(position, position.turn)
        for cell in men:
            assert fast.any(position.cells, [cell]) == bool(fast.moves(position.cells, [cell]))


def test_only_plain_men_have_a_fast_lister() -> None:
    board = variant("halma-8").board
    plain = (Step(ALL), Hop(ALL))
    for movers, served in [
        (plain, True),
        ((Hop(ALL),), True),
        ((Step(ALL), Hop(ALL, far=3)), True),
        ((Step(ALL), Hop(ALL, foes_only=True)), False),
        ((Step(ALL), Hop(ALL, foes_only=True, far=3)), False),
        ((Hop(ALL, far=3),), False),
        ((*plain, Leap(KNIGHT)), False),
    ]:
        links = tuple(mover.links(board, 0, lambda here, to: True) for mover in movers)
        assert (lister(movers, links) is not None) == served


def test_two_games_of_one_key_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="two variants have the key halma-8"):
        registry.by_key([variant("halma-8"), variant("halma"), variant("halma-8")])
