"""Message delivery: exactly once, despite failures, crashes and lost permissions."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from sqlalchemy import bindparam, select, update
from structlog.testing import capture_logs

from bot.messages.delivery import LATER_BY, Delivery
from bot.service import outbox
from bot.service.jobs.outbox_sender import Delivered
from bot.service.outbox import DeliveryFailed
from bot.store.driver.row_mapper import from_json
from bot.store.driver.statement import Statement
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import BoardPost, ButtonRemoval, ChallengeEnd, Notice
from bot.store.outbox import message_kinds, outbox_rows
from bot.store.tables.messages import outbox as outbox_table
from tests.bot.service.row_counts import failures
from tests.e2e import simulator
from tests.e2e.simulator import Overwrite
from tests.e2e.table import Table, text
from tests.transactions import reading, writing

pytestmark = pytest.mark.check


@pytest.fixture(autouse=True)
def no_wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make retries independent of the wall clock.

    discord.py retries at once. The bot's first backoff is longer than the real time for which the
    simulated world waits.
    """
    monkeypatch.setattr(outbox, "FIRST_RETRY", 120)
    timeless = SimpleNamespace(**vars(asyncio))
    timeless.sleep = lambda _: asyncio.sleep(0)
    monkeypatch.setattr("discord.http.asyncio", timeless)


def row(payload: object, **facts: object) -> OutboxRow:
    """Return an outbox row that was attempted once."""
    values: dict[str, object] = {
        "id": 1, "kind": message_kinds.kind_of(payload).name, "channel": None, "user": None,
        "created": 0, "due_at": 0, "attempts": 1, "outdated": False, "payload": payload,
        **{name: getattr(payload, name, None) for name in ("match", "ply", "challenge")},
    }  # fmt: skip
    return OutboxRow(**{**values, **facts})  # type: ignore[arg-type]


@pytest.mark.usefixtures("early_draws")
async def test_a_message_that_arrived_unnoticed_is_found_and_not_repeated(
    table: Table,
) -> None:
    await table.begin(table.ada, table.bruno)
    board, delivery = table.board, Delivery(table.client, table.store)
    await table.bruno.slash(table.channel, "game draw")
    notice = table.last
    for post, kind in ((board, "board"), (notice, "notice")):
        known = await unconfirmed_row(table, kind)
        assert await delivery.find(known) == post.id
        assert await delivery.find(replace(known, id=known.id + 100)) is None
        late = replace(known, tried_at=(known.tried_at or 0) + 3600)
        assert await delivery.find(late) is None


async def test_a_notice_with_the_same_text_as_an_older_one_is_sent_again(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    delivery, now = Delivery(table.client, table.store), table.client.clock()
    payload = Notice(1, 0, "draw-declined", 1)
    due = row(payload, id=71, channel=table.channel.id,
              created=now, tried_at=now)  # fmt: skip
    two = replace(due, id=72)
    assert await delivery.deliver(due) == Delivered(table.last.id)
    first = table.last
    assert await delivery.find(two) is None
    assert await delivery.deliver(two) == Delivered(table.last.id)
    assert text(first) == text(table.last)
    assert (await delivery.find(due), await delivery.find(two)) == (first.id, table.last.id)


async def unconfirmed_row(table: Table, kind: str) -> OutboxRow:
    """Return the newest row of a kind as if the bot had crashed after sending it."""
    with reading(table.store) as tx:
        rows = [row for number in range(1, 40) if (row := tx.row(ROW, number=number)) is not None]
    return next(
        OutboxRow(
            id=each.id, kind=each.kind, channel=each.channel, user=each.user, match=each.match,
            ply=each.ply, challenge=each.challenge,
            payload=from_json(
                message_kinds.KINDS[each.kind].payload, each.payload,
                match=each.match, ply=each.ply, challenge=each.challenge,
            ),
            created=each.created, due_at=0, attempts=1, outdated=False, tried_at=each.tried_at,
        )
        for each in reversed(rows)
        if each.kind == kind
    )  # fmt: skip


ROW = Statement(select(outbox_table).where(outbox_table.c.id == bindparam("number")))


async def test_a_board_is_found_among_many_other_messages(table: Table) -> None:
    channel = table.client.get_channel(table.channel.id)
    assert isinstance(channel, discord.TextChannel)
    for _ in range(130):
        await channel.send("busy")
    await table.begin(table.ada, table.bruno)
    for _ in range(130):
        await channel.send("busy")
    delivery = Delivery(table.client, table.store)
    assert await delivery.find(await unconfirmed_row(table, "board")) == table.board.id


@pytest.mark.parametrize(
    ("status", "code", "permanent"), [(500, 0, False), (403, 50001, True), (404, 10003, True)]
)
async def test_a_board_is_not_sent_again_while_the_channel_cannot_be_searched(
    table: Table, status: int, code: int, permanent: bool
) -> None:
    game = await table.begin(table.ada, table.bruno)
    sent = len(table.posts())
    table.env.inject_error(
        "GET", f"/channels/{table.channel.id}/messages", status=status, code=code, times=None
    )
    message = await Delivery(table.client, table.store).find(await unconfirmed_row(table, "board"))
    assert isinstance(message, DeliveryFailed)
    assert message.permanent is permanent
    with writing(table.store) as tx:
        tx.run(REVERT_TO_PENDING, match=game)
    table.client.scheduler.wake()
    await table.env.settle()
    assert len(table.posts()) == sent


REVERT_TO_PENDING = Statement(
    update(outbox_table)
    .where(outbox_table.c.match == bindparam("match"), outbox_table.c.kind == "board")
    .values(state="owed", settled_at=None, due_at=0)
)
"""Simulate a crash after the board was posted but before the commit."""


async def test_without_the_message_history_a_possible_board_counts_as_unpostable(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    sent = len(table.posts())
    await allow(table, False, "read_message_history")
    with writing(table.store) as tx:
        tx.run(REVERT_TO_PENDING, match=game)
    table.client.scheduler.wake()
    await table.env.settle()
    assert len(table.posts()) == sent
    with reading(table.store) as tx:
        assert "Read Message History" in (failures(tx, game))[0]
    await allow(table, True, "read_message_history")
    await table.ada.slash(table.channel, "games")
    assert len(table.posts()) == sent
    with reading(table.store) as tx:
        assert failures(tx, game) == []


@pytest.mark.parametrize(("status", "code"), [(400, 30046), (429, 30046), (400, 50083)])
async def test_an_edit_rate_limited_by_discord_is_retried_later(
    table: Table, status: int, code: int
) -> None:
    game = await table.begin(table.ada, table.bruno)
    first = table.board
    delivery = Delivery(table.client, table.store)
    removal = row(ButtonRemoval(game, None, first.id), channel=table.channel.id)
    pattern = f"/channels/{table.channel.id}/messages/{first.id}"
    table.env.inject_error("PATCH", pattern, status=status, code=code, times=6)
    result = await delivery.deliver(removal)
    assert isinstance(result, DeliveryFailed)
    assert not result.permanent


async def untimed(*_: object, **__: object) -> None:
    """Raise the exception that discord.py raises for a 429 without a retry delay."""
    raise KeyError("retry_after")


@pytest.mark.parametrize("status", [400, 429])
async def test_too_many_edits_are_no_error_and_are_made_later(
    table: Table, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.begin(table.ada, table.bruno)
    first, delivery = table.board, Delivery(table.client, table.store)
    removal = row(ButtonRemoval(game, None, first.id), channel=table.channel.id)
    if status == 429:
        monkeypatch.setattr(discord.PartialMessage, "edit", untimed)
    else:
        pattern = f"/channels/{table.channel.id}/messages/{first.id}"
        table.env.inject_error("PATCH", pattern, status=status, code=30046, times=None)
    with capture_logs() as logs:
        delivered = await delivery.deliver(removal)
    assert isinstance(delivered, DeliveryFailed)
    assert (delivered.permanent, delivered.retry_after) == (False, LATER_BY)
    assert [line for line in logs if line["log_level"] == "error"] == []


async def test_a_board_whose_message_was_edited_too_often_is_posted(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.begin(table.ada, table.bruno)
    delivery, first = Delivery(table.client, table.store), table.board
    board = row(BoardPost(game, 0, in_place=True), channel=table.channel.id)
    monkeypatch.setattr(discord.PartialMessage, "edit", untimed)
    posted = await delivery.deliver(board)
    assert isinstance(posted, Delivered)
    assert posted.message not in (None, first.id)


async def test_a_message_of_ours_that_discord_announces_is_not_looked_for(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    await allow(table, False, "read_message_history")
    client = table.client
    known = await unconfirmed_row(table, "board")
    assert isinstance(await client.delivery.find(known), DeliveryFailed)
    announced: Any = SimpleNamespace(
        id=4711, nonce=known.nonce, author=client.user, webhook_id=None, type=None
    )
    stranger: Any = SimpleNamespace(**{**vars(announced), "author": SimpleNamespace(bot=True)})
    await client.on_message(stranger)
    assert isinstance(await client.delivery.find(known), DeliveryFailed)
    await client.on_message(announced)
    assert await client.delivery.find(known) == 4711
    assert isinstance(await client.delivery.find(replace(known, id=known.id + 100)), DeliveryFailed)


async def test_each_message_is_read_in_one_transaction(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    await table.moved(1, "II,3-III,3")
    delivery, counts = Delivery(table.client, table.store), table.store.counts
    first = next(post for post in table.posts() if post.attachments)
    board = row(BoardPost(1, 1), channel=table.channel.id)
    removal = row(ButtonRemoval(1, None, first.id), channel=table.channel.id)
    asked = []
    for each in (board, removal):
        before = (counts.statements, counts.reads, counts.writes)
        assert isinstance(await delivery.deliver(each), Delivered)
        asked.append((counts.statements - before[0], counts.reads - before[1]))
        assert counts.writes == before[2]
    assert [reads for _, reads in asked] == [1, 1]
    assert sum(statements for statements, _ in asked) <= 27, asked


async def test_a_refusal_is_certain_and_a_lost_connection_is_not(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.begin(table.ada, table.bruno)
    delivery = Delivery(table.client, table.store)
    board = await unconfirmed_row(table, "board")
    table.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    refused = await delivery.deliver(board)

    async def reset(*_: object, **__: object) -> None:
        raise ConnectionResetError(104, "Connection reset by peer")

    monkeypatch.setattr(delivery, "_post", reset)
    lost = await delivery.deliver(board)
    assert isinstance(refused, DeliveryFailed)
    assert isinstance(lost, DeliveryFailed)
    assert (refused.refused, lost.refused, lost.permanent) == (True, False, False)


async def test_every_message_has_an_enforced_nonce(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    sent = [
        each.json
        for each in table.env.http_requests
        if each.method == "POST" and each.path.endswith("/messages")
    ]
    assert len({each["nonce"] for each in sent}) == len(sent) == 2
    assert all(each["enforce_nonce"] for each in sent)


async def test_a_board_is_retried_after_a_temporary_error(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    table.env.inject_error("POST", "/channels/*/messages", status=500, times=1)
    await table.moved(game, "II,3-III,3")
    await table.env.advance_time(600)
    boards = [post for post in table.posts() if post.attachments]
    assert [post.attachments[0].filename for post in boards] == ["halma-1-1.png"]
    assert "Starting position" in text(table.posts()[-2])


async def test_a_lost_permission_is_named_and_the_board_is_posted_once_it_is_back(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    await allow(table, False)
    interaction = await table.ada.slash(table.channel, "move", move="II,3-III,3")
    assert "Played `II,3-III,3`" in text(interaction.response)
    assert "I am missing **Send Messages**" in text(interaction.response)
    assert (await table.match(game)).ply == 1
    assert len([post for post in table.posts() if post.attachments]) == 1
    interaction = await table.bruno.slash(table.channel, "game board")
    assert "VI" in str(interaction.response.components if interaction.response else "")
    await allow(table, True)
    await table.bruno.slash(table.channel, "games")
    assert table.board.attachments[0].filename == "halma-1-1.png"


async def allow(table: Table, may: bool, permission: str = "send_messages") -> None:
    """Grant or revoke a permission; the default is Send Messages."""
    guild = table.client.get_guild(table.channel.guild.id)
    assert guild is not None
    allowed, denied = discord.PermissionOverwrite(**{permission: may}).pair()
    overwrite = Overwrite(guild.id, 0, allowed.value, denied.value)
    if permission == "send_messages":  # the bot notices the change only when a request is refused
        table.env.backend.get_channel(table.channel.id).overwrites = [overwrite]
    else:
        table.env.backend.set_overwrite(table.channel.id, overwrite)
        await table.env.settle()


@pytest.mark.parametrize(
    ("status", "code", "permanent"),
    [(403, 50013, True), (403, 50001, True), (404, 10003, True), (403, 50007, True),
     (400, 50035, True), (503, 0, False), (403, 40003, False)],
)  # fmt: skip
async def test_discord_errors_are_permanent_or_temporary(
    table: Table, status: int, code: int, permanent: bool
) -> None:
    await table.begin(table.ada, table.bruno)
    table.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=None)
    delivery = Delivery(table.client, table.store)
    result = await delivery.deliver(row(BoardPost(1, 0), channel=table.channel.id))
    assert isinstance(result, DeliveryFailed)
    assert result.permanent is permanent


async def test_rows_whose_subject_is_gone_are_not_sent(table: Table) -> None:
    delivery = Delivery(table.client, table.store)
    gone = await delivery.deliver(row(BoardPost(99, 0), channel=table.channel.id))
    assert isinstance(gone, DeliveryFailed)
    assert gone.permanent
    stripped = await delivery.deliver(row(ButtonRemoval(1, None, 5), channel=table.channel.id))
    assert stripped == Delivered(None)
    await table.challenge(table.ada)
    closed = await delivery.deliver(row(ChallengeEnd(1), channel=table.channel.id))
    assert closed == Delivered(None)
    assert "Open until" in text(table.posts()[0])


async def test_a_direct_message_is_sent_to_the_player(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    delivery = Delivery(table.client, table.store)
    sent = await delivery.deliver(row(BoardPost(1, 0), user=table.chen.id))
    assert isinstance(sent, Delivered)
    assert table.chen.user.dm_channel.last_message is not None


async def test_messages_pending_at_shutdown_are_sent_by_the_next_client(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    table.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await table.moved(game, "II,3-III,3")
    assert table.board.attachments[0].filename == "halma-1-0.png"
    with writing(table.store) as tx:
        now = int(table.env.now().timestamp())
        outbox_rows.retry_failed(tx, channel=table.channel.id, now=now)
    await table.restart()
    assert table.board.attachments[0].filename == "halma-1-1.png"
    assert isinstance(table.channel, simulator.ChannelHandle)


async def test_a_row_of_a_removed_extension_is_given_up(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    known = await unconfirmed_row(table, "board")
    delivery = Delivery(table.client, table.store)
    result = await delivery.deliver(replace(known, kind="removed", payload=None))
    assert isinstance(result, DeliveryFailed)
    assert result.permanent
