"""A complete match on the small board, from the challenge to a win."""

import random

import pytest

from bot.service.actions import game_records
from bot.service.match import lifecycle
from engine import variant
from engine.record import read_record, replay_record
from tests.e2e.table import Table, ids, text
from tests.transactions import reading

pytestmark = pytest.mark.check


async def test_a_match_is_played_to_a_win_by_every_kind_of_input_across_restarts(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    rng = random.Random(5)
    ways = [by_command, by_reply, by_mention, by_direct_message]
    turns = 0
    while (match := await table.match(game)).status == "running":
        player = table.ada if match.to_move == table.ada.id else table.bruno
        move = await table.good_move(game, rng)
        await ways[turns % 4 if turns % 8 < 4 else (turns + 1) % 4](table, player, move)
        turns += 1
        assert (await table.match(game)).ply == turns, (turns, move, text(table.last))
        if turns % 15 == 0:
            await table.restart()
    assert match.outcome is not None
    assert match.outcome.reason == "goal"
    result = table.board
    winner = match.players[match.outcome.ranking[0][0]]
    assert f"<@{winner}> has won: all their men have arrived!" in text(result)
    posts = [post for post in table.posts() if "next board" in text(post)]
    assert len(posts) < turns / 4, "who answer at once see one board change"
    assert [post for post in posts if ids(post) or post.attachments] == []
    with reading(table.store) as tx:
        record = read_record(game_records.record_text(tx, lifecycle.load(tx, game), {}))
    assert len(record.turns) == turns
    final = variant("halma-8").dump(replay_record(record))
    assert final == match.position


async def by_command(table: Table, player: object, move: str) -> None:
    interaction = await player.slash(table.channel, "move", move=move)  # type: ignore[attr-defined]
    assert "Played" in text(interaction.response)


async def by_reply(table: Table, player: object, move: str) -> None:
    await player.send(table.channel, move.replace("-", " to "), reply_to=table.board)  # type: ignore[attr-defined]


async def by_mention(table: Table, player: object, move: str) -> None:
    me = table.env.backend.bot_user.id
    await player.send(table.channel, f"<@{me}> {move.lower()}")  # type: ignore[attr-defined]


async def by_direct_message(table: Table, player: object, move: str) -> None:
    await player.user.send_dm(move.replace("-", " → "))  # type: ignore[attr-defined]
    answer = player.user.dm_channel.last_message  # type: ignore[attr-defined]
    assert "Played" in text(answer)


async def test_the_boards_of_a_match_mention_only_the_next_player(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.moved(game, "II,3-III,3", "VII,6-VI,6")
    people = [
        sent.json["allowed_mentions"]["users"]
        for sent in table.env.http_requests
        if sent.method == "POST" and sent.path.endswith("/messages") and sent.json
    ]
    assert people[1:] == [[table.ada.id], [table.bruno.id], [table.ada.id]]
