"""Impossible requests: refused with an explanation, without any change."""

import pytest

from bot.service.players import players
from tests.e2e.table import Table, ids, text
from tests.transactions import writing

pytestmark = pytest.mark.check


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("hello", "could not read"),
        ("II,3-II,9", "There is no square `II,9`"),
        ("V,5-VI,6", "There is no man on `V,5`"),
        ("VII,7-VI,6", "The man on `VII,7` is not yours"),
        ("I,1-I,2", "There is already a man on `I,2`"),
        ("II,3-IV,5", "There is no man on `III,4` to jump"),
        ("I,1-VIII,1", "There is no route from `I,1` to `VIII,1`"),
        ("pass", "You cannot pass while you can move"),
    ],
)
async def test_input_that_is_no_legal_move_is_explained(
    table: Table, move: str, sentence: str
) -> None:
    game = await table.begin(table.ada, table.bruno)
    posts = len(table.posts())
    interaction = await table.ada.slash(table.channel, "move", move=move)
    assert interaction.response is not None
    assert interaction.response.ephemeral
    assert sentence in text(interaction.response)
    assert (await table.match(game)).ply == 0
    assert len(table.posts()) == posts


async def test_a_reply_with_an_illegal_move_is_answered_without_mentions(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.ada.send(table.channel, "II,3 to VII,7", reply_to=table.board)
    assert "There is already a man on `VII,7`" in text(table.last)
    sent = table.env.http_requests[-1].json
    assert sent["allowed_mentions"]["parse"] == []
    assert not sent["allowed_mentions"].get("replied_user")
    assert (await table.match(game)).ply == 0


async def test_conversation_under_a_board_is_ignored(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    board, before = table.board, len(table.env.http_requests)
    for message in (
        "nice!",
        "good luck to you both",
        "I think 3 jumps are possible?",
        "see you at 8",
    ):
        await table.chen.send(table.channel, message, reply_to=board)
        await table.ada.send(table.channel, message, reply_to=board)
        await table.bruno.send(table.channel, message)
    assert len(table.env.http_requests) == before


async def test_a_mention_of_the_bot_always_gets_a_reply(table: Table) -> None:
    me = f"<@{table.env.backend.bot_user.id}>"
    await table.chen.send(table.channel, me)
    assert "Send me a move" in table.last.content
    await table.chen.send(table.channel, f"{me} how does this work?")
    assert "Use `/play` to play the computer" in text(table.last)
    await table.chen.send(table.channel, f"{me} II,3-IV,5")
    assert "You have no game in progress" in table.last.content


async def test_moves_out_of_turn_or_by_non_players_are_refused(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.bruno.send(table.channel, "VII,6-VI,6", reply_to=table.board)
    assert f"I am waiting for <@{table.ada.id}>" in table.last.content
    await table.chen.send(table.channel, "II,3-III,3", reply_to=table.board)
    assert "You are not playing in that game" in table.last.content
    interaction = await table.bruno.slash(table.channel, "move", move="VII,6-VI,6")
    assert "It is not your turn" in text(interaction.response)
    interaction = await table.chen.slash(table.channel, "move", move="II,3-III,3")
    assert "You have no game in progress" in text(interaction.response)
    interaction = await table.bruno.click(table.board, custom_id=ids(table.board)["moves"])
    assert "It is not your turn" in text(interaction.response)
    interaction = await table.chen.click(table.board, custom_id=ids(table.board)["moves"])
    assert "You are not playing in that game" in text(interaction.response)
    assert (await table.match(game)).ply == 0


async def test_a_stale_button_shows_the_current_board(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    table.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001, times=None)
    old, menu = table.board, await table.menu(table.ada)
    await table.moved(game, "II,3-III,3")
    assert ids(old)["moves"] != ids(table.board)["moves"]
    for shown, action in ((menu, "resign"), (old, "moves")):
        interaction = await table.ada.click(shown, custom_id=ids(shown)[action])
        assert "The game has moved on" in text(interaction.response)
        assert interaction.response is not None
        assert interaction.response.attachments[0].filename == f"halma-{game}-1.png"
    match = await table.match(game)
    assert (match.status, match.ply, match.offer) == ("running", 1, None)


async def test_a_double_click_plays_once(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    board = table.board
    shown = await table.ada.click(board, custom_id=ids(board)["moves"])
    assert shown.response is not None
    men = await table.ada.click(shown.response, label="A")
    assert men.response is not None
    chosen = await table.ada.click(men.response, label="A")
    assert chosen.response is not None
    play, posts = ids(chosen.response)["play"], len(table.posts())
    first, second = await table.at_once(
        [(table.ada, chosen.response, play), (table.ada, chosen.response, play)]
    )
    assert "Played" in text(first.response)
    assert "Played" in text(second.response)
    assert (await table.match(game)).ply == 1
    assert len(table.posts()) == posts + 1


async def test_of_two_simultaneous_acceptances_only_one_succeeds(table: Table) -> None:
    post = await table.challenge(table.ada)
    accept = ids(post)["accept"]
    first, second = await table.at_once([(table.bruno, post, accept), (table.chen, post, accept)])
    content = sorted([text(first.response), text(second.response)])
    assert "has begun" in content[0]
    assert "already been answered" in content[1]


async def test_a_reply_is_refused_in_the_last_known_language_of_its_author(
    table: Table,
) -> None:
    await table.begin(table.ada, table.bruno)
    with writing(table.store) as tx:
        players.record_seen(tx, table.ada.id, "Ada", "de", now=0)
    await table.ada.send(table.channel, "I,1-VIII,1", reply_to=table.board)
    assert [each for each in table.channel.history() if "führt kein Weg" in text(each)]


async def test_a_direct_message_is_answered_in_the_last_known_language(
    table: Table,
) -> None:
    with writing(table.store) as tx:
        players.record_seen(tx, table.chen.id, "Chen", "de", now=0)
    await table.chen.user.send_dm("II,3-III,3")
    assert "Du hast keine laufende Partie" in text(table.chen.user.dm_channel.last_message)
    await table.dara.user.send_dm("hello")
    assert "Use `/play` to play the computer and `/challenge`" in text(
        table.dara.user.dm_channel.last_message
    )


async def test_a_keyword_instead_of_a_move_names_the_right_command(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    for word, command in (("Resign!", "game resign"), ("undo", "game takeback"), ("help?", "help")):
        interaction = await table.ada.slash(table.channel, "move", move=word)
        assert f"That is not a move. Use `/{command}` instead." in text(interaction.response)
