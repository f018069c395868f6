"""What must be told reaches Discord: once, also after failures, crashes and lost permissions."""

from datetime import timedelta

import discord
import pytest
import simcord

from bot.service import outbox
from bot.service.telling.sending import Delivered, Failed
from bot.service.values import OutboxRow
from bot.views.delivery import Delivery
from tests.e2e.table import Table, ids, text


def row(kind: str, **facts: object) -> OutboxRow:
    """A row of the outbox, tried once already."""
    values: dict[str, object] = {
        "id": 1, "kind": kind, "channel": None, "user": None, "match": None, "ply": None,
        "challenge": None, "payload": {}, "created": 0, "due_at": 0, "attempts": 1, "outdated": False,
    }  # fmt: skip
    return OutboxRow(**{**values, **facts})  # type: ignore[arg-type]


@pytest.mark.usefixtures("early_draws")
async def test_a_message_that_arrived_although_nobody_knew_is_found_and_not_repeated(
    table: Table,
) -> None:
    challenge = await table.challenge(table.ada, table.bruno)
    await table.bruno.click(challenge, custom_id=ids(challenge)["accept"])
    board = table.board
    await table.bruno.slash(table.channel, "draw")
    notice = table.last
    delivery = Delivery(table.client, table.store)
    now = int(table.env.now().timestamp())
    here = {"channel": table.channel.id, "created": now}
    asked = {"notice": "draw-offered", "seat": 1, "asked": [0]}
    declined = {"notice": "draw-declined", "seat": 1}
    assert await delivery.find(row("board", match=1, ply=0, **here)) == board.id
    assert await delivery.find(row("board", match=1, ply=1, **here)) is None
    assert await delivery.find(row("result", match=1, ply=0, **here)) is None
    assert await delivery.find(row("notice", match=1, ply=0, payload=asked, **here)) == notice.id
    assert await delivery.find(row("notice", match=1, ply=0, payload=declined, **here)) is None
    posted = await table.challenge(table.chen)
    assert await delivery.find(row("challenge", challenge=2, **here)) == posted.id
    late = now + int(timedelta(hours=1).total_seconds())
    assert (
        await delivery.find(row("challenge", challenge=2, channel=table.channel.id, created=late))
        is None
    )
    assert await delivery.find(row("challenge", challenge=2, channel=77, created=now)) is None


async def test_every_message_carries_a_nonce_that_discord_enforces(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    sent = [
        each.json
        for each in table.env.http_requests
        if each.method == "POST" and each.path.endswith("/messages")
    ]
    assert len({each["nonce"] for each in sent}) == len(sent) == 2
    assert all(each["enforce_nonce"] for each in sent)


async def test_a_board_that_discord_refuses_for_a_moment_is_sent_again(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    table.env.inject_error("POST", "/channels/*/messages", status=500, times=1)
    await table.moved(game, "II,3-III,3")
    await table.env.advance_time(60)
    boards = [post for post in table.posts() if post.attachments]
    assert [post.attachments[0].filename for post in boards] == ["halma-1-0.png", "halma-1-1.png"]


async def test_a_lost_permission_is_named_and_the_board_follows_when_it_is_back(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    await allow(table, False)
    told = await table.ada.slash(table.channel, "move", move="II,3-III,3")
    assert "Played `II,3-III,3`" in text(told.response)
    assert "I lack **Send Messages**" in text(told.response)
    assert (await table.match(game)).ply == 1
    assert len([post for post in table.posts() if post.attachments]) == 1
    told = await table.bruno.slash(table.channel, "board")
    assert "VI" in str(told.response.components if told.response else "")
    await allow(table, True)
    await table.bruno.slash(table.channel, "games")
    assert table.board.attachments[0].filename == "halma-1-1.png"


async def allow(table: Table, may: bool) -> None:
    """Give or take the permission to send."""
    guild = table.client.get_guild(table.channel.guild.id)
    assert guild is not None
    channel = table.env.backend.get_channel(table.channel.id)
    from simcord.backend.models import Overwrite

    allowed, denied = discord.PermissionOverwrite(send_messages=may).pair()
    channel.overwrites = [Overwrite(guild.id, 0, allowed.value, denied.value)]


@pytest.mark.parametrize(
    ("status", "code", "permanent"),
    [(403, 50013, True), (403, 50001, True), (404, 10003, True), (403, 50007, True),
     (400, 50035, True), (503, 0, False), (403, 40003, False)],
)  # fmt: skip
async def test_errors_of_discord_are_final_or_passing(
    table: Table, status: int, code: int, permanent: bool
) -> None:
    await table.begin(table.ada, table.bruno)
    table.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=None)
    delivery = Delivery(table.client, table.store)
    result = await delivery.deliver(row("board", match=1, ply=0, channel=table.channel.id))
    assert isinstance(result, Failed)
    assert result.permanent is permanent


async def test_what_is_no_longer_there_is_not_owed(table: Table) -> None:
    delivery = Delivery(table.client, table.store)
    gone = await delivery.deliver(row("board", match=99, ply=0, channel=table.channel.id))
    assert isinstance(gone, Failed)
    assert gone.permanent
    stripped = await delivery.deliver(
        row("strip", payload={"message": 5}, channel=table.channel.id)
    )
    assert stripped == Delivered(None)
    await table.challenge(table.ada)
    closed = await delivery.deliver(row("challenge-over", challenge=1, channel=table.channel.id))
    assert closed == Delivered(None)
    assert "Open until" in text(table.posts()[0])


async def test_a_direct_message_is_sent_to_the_person(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    delivery = Delivery(table.client, table.store)
    sent = await delivery.deliver(row("board", match=1, ply=0, user=table.chen.id))
    assert isinstance(sent, Delivered)
    assert table.chen.user.dm_channel.last_message is not None


async def test_what_a_stopped_client_owed_is_sent_by_the_next(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    table.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await table.moved(game, "II,3-III,3")
    assert table.board.attachments[0].filename == "halma-1-0.png"
    async with table.store.write() as tx:
        await outbox.retry(tx, match=game, now=int(table.env.now().timestamp()))
    await table.restart()
    assert table.board.attachments[0].filename == "halma-1-1.png"
    assert isinstance(table.channel, simcord.ChannelHandle)
