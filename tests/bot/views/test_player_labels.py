"""Orientation of the board: the side from which a player sees it."""

from bot.store.models import PlayerSettings
from bot.views.player_labels import side_for
from engine import VARIANTS
from tests.bot.views.finished_matches import running


def test_a_board_is_never_turned_unless_requested() -> None:
    for key in VARIANTS:
        assert {side_for(running(key), seat, PlayerSettings(1)) for seat in (0, 1, None)} == {0}, (
            key
        )


def test_a_player_can_choose_their_own_side_but_a_star_is_never_turned() -> None:
    mine = PlayerSettings(1, board_side="mine")
    assert side_for(running("halma-8"), 1, mine) == 1
    assert side_for(running("halma-4"), 3, mine) == 3
    assert side_for(running("halma-8"), None, mine) == 0
    assert side_for(running("chinese-checkers-6"), 4, mine) == 0
    assert side_for(running("hexma-hex"), 1, mine) == 0
