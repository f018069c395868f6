"""From a challenge to the first board, and every other way that a challenge may end."""

from tests.e2e.table import Table, alts, ids, text


async def test_a_challenge_is_posted_and_mentions_only_whom_it_asks(table: Table) -> None:
    post = await table.challenge(table.ada, table.bruno, note="Shall we? @everyone <@1> **now**")
    assert f"<@{table.ada.id}> challenges <@{table.bruno.id}>" in text(post)
    assert "Halma 8×8" in text(post)
    assert "@everyone" not in text(post)
    assert "**now**" not in text(post)
    sent = table.env.http_requests[-1].json
    assert sent["allowed_mentions"] == {"parse": [], "users": [table.bruno.id]}
    assert sent["enforce_nonce"]


async def test_accepting_begins_the_game_with_a_board_that_calls_the_first_player(
    table: Table,
) -> None:
    post = await table.challenge(table.ada, table.bruno)
    told = await table.bruno.click(post, custom_id=ids(post)["accept"])
    assert "begins" in text(told.response)
    board = table.board
    assert "your turn!" in text(board)
    assert f"<@{table.ada.id}>, your turn!" in text(board)
    assert set(ids(board)) == {"moves", "draw", "resign"}
    assert board.attachments[0].filename == "halma-1-0.png"
    assert "8" in alts(board)[0]
    fresh = next(each for each in table.posts() if each.id == post.id)
    assert ids(fresh) == {}
    assert "accepted" in text(fresh)
