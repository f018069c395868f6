"""Resigning and aborting, and the consequences."""

import pytest

from tests.e2e.table import Table, ids, parts, text

pytestmark = pytest.mark.check


async def test_a_resignation_is_confirmed_first(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.moved(game, "II,3-III,3", "VII,6-VI,6")
    menu = await table.menu(table.bruno)
    interaction = await table.bruno.click(menu, custom_id=ids(menu)["resign"])
    assert interaction.response is not None
    assert "Resign " in text(interaction.response)
    assert set(ids(interaction.response)) == {"resigned", "never-mind"}
    no = await table.bruno.click(
        interaction.response, custom_id=ids(interaction.response)["never-mind"]
    )
    assert "The game continues" in text(no.response)
    assert (await table.match(game)).status == "running"
    interaction = await table.bruno.slash(table.channel, "game resign")
    assert interaction.response is not None
    yes = await table.bruno.click(
        interaction.response, custom_id=ids(interaction.response)["resigned"]
    )
    assert "You have resigned" in text(yes.response)
    assert f"<@{table.bruno.id}> resigned" in text(table.board)
    assert f"<@{table.ada.id}> has won" in text(table.board)
    assert parts(table.board)[1]["content"].startswith("### 🏁 "), "above the picture"
    interaction = await table.ada.slash(table.channel, "move", move="I,1-III,3")
    assert "You have no game in progress" in text(interaction.response)
    interaction = await table.chen.slash(table.channel, "game resign", game=str(game))
    assert "That game is over" in text(interaction.response)


async def test_only_players_can_resign(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    interaction = await table.chen.slash(table.channel, "game resign", game=f"#{game}")
    assert "You are not playing in that game" in text(interaction.response)
    interaction = await table.chen.slash(table.channel, "game resign")
    assert "There is no game in progress in this channel" in text(interaction.response)


async def test_one_player_can_abort_until_both_have_moved_and_then_both_must_agree(
    table: Table,
) -> None:
    first = await table.begin(table.ada, table.bruno)
    menu = await table.menu(table.ada)
    interaction = await table.ada.click(menu, custom_id=ids(menu)["resign"])
    assert interaction.response is not None
    gone = await table.ada.click(interaction.response, custom_id=ids(interaction.response)["abort"])
    assert "does not count" in text(gone.response)
    assert (await table.match(first)).status == "aborted"
    assert "aborted" in text(table.board)
    third = await table.begin(table.ada, table.bruno)
    asked = await table.bruno.slash(table.channel, "game abort")
    assert "Abort " in text(asked.response)
    assert asked.response is not None
    await table.bruno.click(asked.response, custom_id=ids(asked.response)["abort"])
    assert (await table.match(third)).status == "aborted"
    second = await table.begin(table.ada, table.bruno)
    await table.moved(second, "II,3-III,3", "VII,6-VI,6")
    interaction = await table.ada.slash(table.channel, "game abort")
    assert "I have asked the others" in text(interaction.response)
    notice = table.last
    assert "without a result" in text(notice)
    asked = await table.bruno.click(notice, custom_id=ids(notice)["agree"])
    assert asked.response is not None
    assert (await table.match(second)).status == "running"
    interaction = await table.bruno.click(asked.response, custom_id=ids(asked.response)["agreed"])
    assert "aborted and does not count" in text(interaction.response)
    assert (await table.match(second)).status == "aborted"
    interaction = await table.bruno.click(notice, custom_id=ids(notice)["refuse"])
    assert "That game is over" in text(interaction.response)


async def test_a_finished_match_offers_a_rematch(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.moved(game, "II,3-III,3", "VII,6-VI,6")
    asked = await table.ada.slash(table.channel, "game resign")
    assert asked.response is not None
    await table.ada.click(asked.response, custom_id=ids(asked.response)["resigned"])
    interaction = await table.chen.click(table.board, custom_id=ids(table.board)["rematch"])
    assert "You are not playing in that game" in text(interaction.response)
    interaction = await table.ada.click(table.board, custom_id=ids(table.board)["rematch"])
    assert "I have asked the others. They have until" in text(interaction.response)
    assert f"<@{table.ada.id}> moves second" in text(table.last)
    interaction = await table.ada.slash(table.channel, "game rematch")
    assert "I have asked the others. They have until" in text(interaction.response)
    interaction = await table.bruno.slash(table.channel, "game rematch")
    assert "Rematch: game 2" in text(interaction.response)
    assert f"<@{table.bruno.id}>, your turn!" in text(table.board)


async def test_a_confirmed_resignation_is_refused_after_another_move(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.moved(game, "II,3-III,3", "VII,6-VI,6")
    asked = await table.bruno.slash(table.channel, "game resign")
    assert asked.response is not None
    await table.moved(game, "III,3-IV,3")
    interaction = await table.bruno.click(asked.response, custom_id=ids(asked.response)["resigned"])
    assert "The game has moved on" in text(interaction.response)
    assert (await table.match(game)).status == "running"
    again = await table.bruno.slash(table.channel, "game resign")
    assert again.response is not None
    await table.bruno.click(again.response, custom_id=ids(again.response)["resigned"])
    assert (await table.match(game)).status == "finished"
