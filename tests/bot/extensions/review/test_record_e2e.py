"""The record of a game as a file, and who may have it."""

import pytest

from tests.e2e.days import wait
from tests.e2e.table import Table, ids, parts, text
from tests.e2e.test_visibility import UNKNOWN, elsewhere

pytestmark = pytest.mark.check


async def test_a_record_is_a_file_even_of_a_running_match(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.moved(game, "II,3-III,3")
    browsed = await table.ada.slash(table.channel, "game browse")
    stored = table.env.backend.cdn
    file = await table.game_record(table.ada, browsed)
    assert file.filename == f"halma-{game}.txt"
    assert stored is not None
    assert await table.ada.autocomplete(table.channel, "game browse", "game", "bruno") == [
        {"name": f"#{game} Halma 8×8 against Bruno", "value": str(game)}
    ]
    assert await table.ada.autocomplete(table.channel, "game board", "game", "nobody") == []
    assert len(await table.ada.autocomplete(table.channel, "game resign", "game", "")) == 1
    assert await table.bruno.autocomplete(table.channel, "move", "game", "")
    assert await table.ada.autocomplete(table.channel, "move", "game", "") == []


async def test_members_of_the_guild_and_the_players_may_have_the_record(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    browsed = await table.chen.slash(table.channel, "game browse", game=str(game))
    assert await table.game_record(table.chen, browsed)
    shown = (await table.bruno.user.slash("game browse", game=str(game))).response
    assert shown is not None
    answer = await table.bruno.user.click(shown, custom_id=ids(shown)["record"])
    assert answer.response is not None
    assert answer.response.attachments


async def test_a_match_of_another_guild_is_neither_offered_nor_shown(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    place, eve, _ = elsewhere(table)
    assert await eve.autocomplete(place, "game browse", "game", str(game)) == []
    answer = await eve.slash(place, "game browse", game=str(game))
    assert UNKNOWN in text(answer.response)


async def test_the_result_has_the_record_and_the_menu_has_more(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    menu = await table.menu(table.chen)
    labels = {part["label"] for part in parts(menu) if part.get("label")}
    assert labels >= {"Move by move", "Replay", "Game record"}
    assert not labels & {"Analysis", "Share"}
    await table.moved(game, "II,3-III,3", "VII,6-VI,6")
    asked = await table.ada.slash(table.channel, "game resign")
    assert asked.response is not None
    await table.ada.click(asked.response, custom_id=ids(asked.response)["resigned"])
    assert {"replay", "analysis", "share", "record"} <= set(ids(table.board))
    answer = await table.chen.click(table.board, custom_id=ids(table.board)["record"])
    assert answer.response is not None
    assert answer.response.attachments[0].filename == f"halma-{game}.txt"


async def test_a_game_in_which_no_one_moved_cannot_be_analysed(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno, clock="1d/move")
    await wait(table, 2 * 86400 + 3600)
    answer = await table.ada.slash(table.channel, "game analysis")
    assert f"No one moved in game {game}" in text(answer.response)
