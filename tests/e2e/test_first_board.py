"""The first board of a player's first match explains the aim and the outlines."""

import pytest

from tests.e2e.table import Table, ids, text

pytestmark = pytest.mark.check

AIM = "🎯 Your aim: bring all your men to the squares inside the double outline."
NOTATION = "(for each square its row, then the place in that row)"
LEGEND = "Double outline: your goal. Single outlines: yards, where men start."


async def test_the_first_board_of_a_first_match_names_the_aim_and_the_outlines(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    for person, move in ((table.ada, "II,3-III,3"), (table.bruno, "VII,6-VI,6")):
        assert AIM in text(table.board)
        assert LEGEND in text(table.board)
        assert NOTATION in text(table.board)
        assert list(ids(table.board)) == ["moves", "how", "menu"]
        shown = await person.click(table.board, label="How it is played")
        assert "Halma 8×8" in text(shown.response)
        assert "On your turn, move one man." in text(shown.response)
        await table.moved(game, move)
    assert AIM not in text(table.board)
    assert LEGEND not in text(table.board)
    assert "how" not in ids(table.board)


async def test_later_matches_begin_without_the_explanation(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    await table.begin(table.ada, table.bruno)
    assert "🎯" not in text(table.board)
    assert "how" not in ids(table.board)


async def test_untimed_matches_and_those_against_the_computer_explain_it_too(table: Table) -> None:
    await table.ada.slash(table.channel, "play")
    assert AIM in text(table.board)
    assert "how" in ids(table.board)
    await table.ada.slash(table.channel, "play")
    assert "🎯" not in text(table.board)
    await table.begin(table.chen, table.dara, clock="untimed")
    assert AIM in text(table.board)
    await table.begin(table.chen, table.dara, clock="untimed")
    assert "🎯" not in text(table.board)


async def test_a_game_that_is_not_won_by_reaching_a_goal_names_its_own_aim(table: Table) -> None:
    await table.begin(table.ada, table.bruno, game="hexma")
    assert "🎯 You win when, at the end of your turn, an unbroken chain" in text(table.board)
    assert LEGEND not in text(table.board)
