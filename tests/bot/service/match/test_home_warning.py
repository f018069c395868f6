"""Warnings before a man at home costs the game, and before men are counted."""

from dataclasses import replace

import pytest

from bot.i18n.translator import translator_for
from bot.views.event_log import forced_move_text
from engine import variant
from tests.bot.service.club import Club

EN = translator_for()


@pytest.mark.parametrize(("key", "turns"), [("halma-8", 30), ("halma-10", 50), ("ugolki", 40)])
async def test_men_at_home_are_mentioned_five_turns_before_they_lose(
    club: Club, key: str, turns: int
) -> None:
    view = await club.seen(await club.match(variant=key))
    for made in (0, turns - 6, turns - 5, turns - 1, turns):
        later = replace(view, position=replace(view.position, ply=2 * made))
        warning = forced_move_text(EN, later)
        assert (warning is None) == (made < turns - 5), made
        if warning is not None:
            assert f"From your turn {turns + 1} on" in warning
            assert f"This is your turn {made + 1}." in warning
    game = variant(key)
    away = bytes(
        0 if cell in game.seats[0].home else byte for cell, byte in enumerate(view.position.cells)
    )
    empty = replace(view, position=replace(view.position, ply=2 * turns, cells=away))
    assert forced_move_text(EN, empty) is None


async def test_the_count_of_men_is_announced_five_turns_before_it(club: Club) -> None:
    view = await club.seen(await club.match(variant="ugolki"))
    away = bytes(len(view.position.cells))
    for ply in (0, 80, 148, 149, 150, 158, 159):
        later = replace(view, position=replace(view.position, ply=ply, turn=ply % 2, cells=away))
        warning = forced_move_text(EN, later)
        assert (warning is None) == (ply < 150), ply
        if warning is not None:
            assert warning.startswith("⚠️ After your turn 80, the men in the goals are counted")
            assert f"This is your turn {ply // 2 + 1}." in warning
