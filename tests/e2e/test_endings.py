"""The ways to end a game by word: draw, resignation, abort; and what comes after."""

from tests.e2e.table import Table, ids, text


async def test_a_draw_is_offered_and_agreed(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.moved(game, "II,3-III,3", "VII,6-VI,6")
    told = await table.bruno.click(table.board, custom_id=ids(table.board)["draw"])
    assert "Your offer stands" in text(told.response)
    notice = table.last
    assert f"<@{table.ada.id}>, do you agree?" in text(notice)
    assert table.env.http_requests[-1].json["allowed_mentions"]["users"] == [table.ada.id]
    told = await table.bruno.click(notice, custom_id=ids(notice)["agree"])
    assert "offered a draw already" in text(told.response)
    told = await table.chen.click(notice, custom_id=ids(notice)["agree"])
    assert "You do not play" in text(told.response)
    told = await table.ada.click(notice, custom_id=ids(notice)["agree"])
    assert "Agreed" in text(told.response)
    assert "A draw, by agreement" in text(table.board)
    told = await table.ada.click(notice, custom_id=ids(notice)["agree"])
    assert "That game is over" in text(told.response)


async def test_a_draw_is_refused_withdrawn_or_forgotten_by_a_move(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    told = await table.ada.slash(table.channel, "draw")
    assert "Your offer stands" in text(told.response)
    notice = table.last
    await table.bruno.click(notice, custom_id=ids(notice)["refuse"])
    assert "declines the draw" in text(table.last)
    await table.bruno.slash(table.channel, "draw")
    notice = table.last
    await table.bruno.click(notice, custom_id=ids(notice)["refuse"])
    assert "takes the draw offer back" in text(table.last)
    await table.bruno.slash(table.channel, "draw")
    notice = table.last
    await table.moved(game, "II,3-III,3")
    told = await table.ada.click(notice, custom_id=ids(notice)["agree"])
    assert "The game has moved on" in text(told.response)
    told = await table.bruno.slash(table.channel, "draw")
    told = await table.ada.slash(table.channel, "draw")
    assert "Agreed" in text(told.response)
    assert (await table.match(game)).status == "finished"


async def test_a_resignation_is_asked_for_once_more(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.moved(game, "II,3-III,3", "VII,6-VI,6")
    told = await table.bruno.click(table.board, custom_id=ids(table.board)["resign"])
    assert told.response is not None
    assert "Do you really want to resign" in text(told.response)
    assert set(ids(told.response)) == {"resigned", "never-mind"}
    no = await table.bruno.click(told.response, custom_id=ids(told.response)["never-mind"])
    assert "The game goes on" in text(no.response)
    assert (await table.match(game)).status == "running"
    told = await table.bruno.slash(table.channel, "resign")
    assert told.response is not None
    yes = await table.bruno.click(told.response, custom_id=ids(told.response)["resigned"])
    assert "You have resigned" in text(yes.response)
    assert f"<@{table.bruno.id}> resigned" in text(table.board)
    assert f"<@{table.ada.id}> has won" in text(table.board)
    told = await table.ada.slash(table.channel, "move", move="I,1-III,3")
    assert "You have no game running" in text(told.response)
    told = await table.chen.slash(table.channel, "resign", game=str(game))
    assert "That game is over" in text(told.response)


async def test_only_players_resign(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    told = await table.chen.slash(table.channel, "resign", game=f"#{game}")
    assert "You do not play in that game" in text(told.response)
    told = await table.chen.slash(table.channel, "resign")
    assert "No game is running in this channel" in text(told.response)


async def test_a_game_can_be_aborted_until_both_have_moved(table: Table) -> None:
    first = await table.begin(table.ada, table.bruno)
    told = await table.ada.click(table.board, custom_id=ids(table.board)["resign"])
    assert told.response is not None
    gone = await table.ada.click(told.response, custom_id=ids(told.response)["abort"])
    assert "does not count" in text(gone.response)
    assert (await table.match(first)).status == "aborted"
    assert "aborted" in text(table.board)
    second = await table.begin(table.ada, table.bruno)
    await table.moved(second, "II,3-III,3", "VII,6-VI,6")
    told = await table.ada.slash(table.channel, "abort")
    assert "too late to abort" in text(told.response)


async def test_a_finished_game_gives_its_record_and_another_game(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.moved(game, "II,3-III,3", "VII,6-VI,6")
    asked = await table.ada.slash(table.channel, "resign")
    assert asked.response is not None
    await table.ada.click(asked.response, custom_id=ids(asked.response)["resigned"])
    told = await table.chen.click(table.board, custom_id=ids(table.board)["record"])
    assert told.response is not None
    assert told.response.attachments[0].filename == f"halma-{game}.txt"
    told = await table.chen.click(table.board, custom_id=ids(table.board)["rematch"])
    assert "You do not play" in text(told.response)
    told = await table.ada.click(table.board, custom_id=ids(table.board)["rematch"])
    assert "has your challenge" in text(told.response)
    assert f"<@{table.ada.id}> moves second" in text(table.last)
