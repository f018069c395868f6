"""Live play: the board is edited in place, even after an undone move."""

import pytest
from sqlalchemy import bindparam, update

from bot.service.players import player_settings
from bot.store.driver.statement import Statement
from bot.store.tables.messages import outbox, posts
from tests.e2e.table import Table, ids, text
from tests.transactions import writing

pytestmark = pytest.mark.check

QUICK = ("II,3-III,3", "VII,6-VI,6", "I,3-II,3", "VIII,6-VII,6")
FORGOTTEN = [
    Statement(
        update(outbox)
        .where(outbox.c.match == bindparam("game"), outbox.c.ply == bindparam("number"))
        .values(state="owed", settled_at=None, due_at=0)
    ),
    Statement(
        update(posts).where(posts.c.match == bindparam("game")).values(ply=bindparam("number") - 1)
    ),
]
"""Simulate a crash after the board of this ply was posted but before the commit."""


def boards(table: Table) -> list[str]:
    return [post.attachments[0].filename for post in table.posts() if post.attachments]


async def test_the_board_is_edited_in_place_until_a_player_stops_replying(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.moved(game, *QUICK[:3])
    posts, board = len(table.posts()), table.board
    await table.env.advance_time(20)
    await table.moved(game, QUICK[3])
    assert (len(table.posts()), table.board.id) == (posts, board.id)
    assert boards(table) == [f"halma-{game}-4.png"]
    assert f"<@{table.ada.id}>, your turn!" in text(table.board)
    assert set(ids(table.board)) == {"moves", "menu"}

    # A crash between the edit and its commit neither repeats nor loses a board.
    with writing(table.store) as tx:
        for statement in FORGOTTEN:
            tx.run(statement, game=game, number=4)
    await table.restart()
    assert (len(table.posts()), boards(table)) == (posts, [f"halma-{game}-4.png"])

    # An edit notifies nobody, so a player who stops replying gets a new post with a mention.
    await table.env.advance_time(6 * 60)
    assert len(table.posts()) == posts + 1
    assert boards(table) == [f"halma-{game}-4.png"]
    assert table.board.id != board.id
    sent = [each.json for each in table.env.http_requests if each.method == "POST" and each.json]
    assert sent[-1]["allowed_mentions"]["users"] == [table.ada.id]
    await table.moved(game, "II,3-IV,3")
    assert len(table.posts()) == posts + 2, "and the next one is a new post again"


async def test_a_board_deleted_during_live_play_is_posted_again(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.moved(game, *QUICK[:3])
    table.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=10008, times=1)
    posts = len(table.posts())
    await table.moved(game, QUICK[3])
    assert len(table.posts()) == posts + 1
    assert boards(table)[-1] == f"halma-{game}-4.png"


async def test_a_player_undoes_a_move_and_the_board_is_edited_in_place(table: Table) -> None:
    await table.moved(await table.begin(table.chen, table.ada), "II,3-III,3")
    game = await table.begin(table.ada, table.bruno)
    played = await table.ada.slash(table.channel, "move", move="II,3-III,3", game=str(game))
    assert played.response is not None
    posts, board = len(table.posts()), table.board
    undo = ids(played.response)["undo"]
    interaction = await table.ada.click(played.response, custom_id=undo)
    assert "It is your turn again" in text(interaction.response)
    assert (len(table.posts()), table.board.id) == (posts, board.id)
    assert f"<@{table.ada.id}>, your turn!" in text(table.board)
    assert f"<@{table.ada.id}> has taken their move back." in text(table.board)
    played = await table.ada.slash(table.channel, "move", move="II,3-III,3", game=str(game))
    answer = played.response
    assert answer is not None
    early, undo = table.seen(answer), ids(answer)["undo"]
    await table.moved(game, "VII,6-VI,6")
    assert "undo" not in ids(answer)
    [late] = await table.at_once([(table.ada, early, undo)])
    assert "too late to undo" in text(late.response)


async def test_a_keyword_of_a_player_under_the_board_is_answered_with_its_button(
    table: Table,
) -> None:
    await table.begin(table.ada, table.bruno)
    board, posts = table.board, len(table.posts())
    await table.ada.send(table.channel, "nice board", reply_to=board)
    await table.chen.send(table.channel, "resign", reply_to=board)
    assert len(table.posts()) == posts
    await table.ada.send(table.channel, "Resign!", reply_to=board)
    interaction = await table.ada.click(table.last, custom_id=ids(table.last)["resign"])
    assert "Resign " in text(interaction.response)


async def test_with_confirmation_on_a_typed_move_is_shown_before_it_is_played(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    with writing(table.store) as tx:
        player_settings.change_settings(
            tx, table.ada.id, {"confirm_typed": "on"}, now=table.client.clock()
        )
    asked = await table.ada.slash(table.channel, "move", move="II,3-III,3")
    assert "Play `II,3-III,3`?" in text(asked.response)
    assert (await table.match(game)).ply == 0
    await table.ada.send(table.channel, "II,3-III,3", reply_to=table.board)
    assert (await table.match(game)).ply == 0
    assert table.store.counts.moves == 0, "what is only asked about is no move"
    played = await table.ada.click(table.last, custom_id=ids(table.last)["choose"])
    assert "Played `II,3-III,3`" in text(played.response)
    assert (await table.match(game)).ply == 1
    assert table.store.counts.moves == 1
