"""Moves in messages: struck out, quoted, hidden or asked ones are not played."""

import pytest

from tests.e2e.table import Table, text


@pytest.mark.check
@pytest.mark.parametrize(
    "content",
    [
        "~~II,5-III,5~~",
        "> II,5-III,5",
        ">>> II,5-III,5",
        "||II,5-III,5||",
        "II,5-III,5?",
        "~~II,5-III,5~~ hm",
        "> II,5-III,5\nreally",
    ],
)
async def test_text_that_is_not_a_statement_is_not_played(table: Table, content: str) -> None:
    game = await table.begin(table.ada, table.bruno, game="halma")
    await table.ada.send(table.channel, content, reply_to=table.board)
    assert (await table.match(game)).ply == 0


@pytest.mark.check
@pytest.mark.parametrize(
    "content",
    [
        "~~IV,3-V,3~~ II,5-III,5",
        "> IV,3-V,3\nII,5-III,5",
        "II,5-III,5 ||IV,3-V,3||",
        "`II,5-III,5`",
        "**II,5-III,5**",
    ],
)
async def test_the_move_beside_it_is_played(table: Table, content: str) -> None:
    game = await table.begin(table.ada, table.bruno, game="halma")
    await table.ada.send(table.channel, content, reply_to=table.board)
    match = await table.match(game)
    assert match.ply == 1
    assert "II,5-III,5" in text(table.board)


@pytest.mark.check
async def test_a_reply_that_is_corrected_by_editing_is_answered_once(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno, game="halma")
    message = await table.ada.send(table.channel, "hm, let me think", reply_to=table.board)
    before = len(table.channel.history())
    await table.ada.edit(message, "still thinking")
    assert len(table.channel.history()) == before
    await table.ada.edit(message, "II,5-III,5")
    await table.ada.edit(message, "II,3-IV,5")
    assert len(table.channel.history()) == before + 1
    assert "only the first version" in text(table.channel.last_message)
    assert (await table.match(game)).ply == 0
