"""Servers take turns in being told: a busy one makes no quiet one wait."""

import pytest

from bot.service import outbox
from bot.service.jobs.fair_queue import SHARE, Turns
from bot.store import Store, outbox_rows
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import Reminder
from tests.bot.service.club import ADA, Club

NEWS = Reminder(ADA, ())


class Post:
    """Claims and ends deliveries as the sender does; a channel without a game is a server of its own."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.resting: set[int] = set()
        self.turns = Turns()
        self.sent: list[int] = []
        self.under_way: list[OutboxRow] = []

    async def owe(self, *servers: int) -> None:
        async with self.club.store.write() as tx:
            for server in servers:
                await outbox_rows.queue(tx, "given-back", NEWS, channel=server, now=self.club.now)

    async def claim(self) -> list[int]:
        """What is claimed now, by its servers."""
        async with self.club.store.write() as tx:
            mine = await self.turns.claim(tx, self.under_way, self.resting, self.club.now)
        return self._begun(mine)

    async def bring(self) -> list[int]:
        """The oldest delivery is over, and others begin: their servers."""
        row = self.under_way.pop(0)
        async with self.club.store.write() as tx:
            await outbox.sent(tx, row.id, 900 + row.id, now=self.club.now)
            mine = await self.turns.claim(tx, self.under_way, self.resting, self.club.now)
        self.sent.append(row.server)
        return self._begun(mine)

    def _begun(self, mine: list[OutboxRow]) -> list[int]:
        self.under_way += mine
        return [row.server for row in mine]


@pytest.fixture
def post(store: Store) -> Post:
    return Post(Club(store))


async def test_what_is_due_longest_is_first_and_a_message_is_claimed_once(post: Post) -> None:
    await post.owe(3, 1, 2)
    assert await post.claim() == [3, 1, 2]
    assert await post.claim() == []


async def test_a_quiet_server_is_told_before_the_rest_of_a_flood(post: Post) -> None:
    for channel in range(1, 13):  # twelve games in the channels of one server
        await post.club.match(channel=channel, guild=500)
    owed = len(await post.club.owed())
    assert await post.claim() == [500] * SHARE
    for _ in range(3):
        assert await post.bring() == [500]
    await post.owe(777)
    post.club.now += 1
    assert await post.bring() == [777, 500]
    while post.under_way:
        await post.bring()
    assert post.sent.count(777) == 1
    assert post.sent.count(500) == owed


async def test_what_rests_after_it_was_sent_takes_nobodys_place(post: Post) -> None:
    for channel in range(1, 13):
        await post.club.match(channel=channel, guild=500)
    await post.claim()
    post.resting = {row.channel for row in post.under_way[:3] if row.channel is not None}
    assert await post.claim() == [500] * 3
    assert not post.resting & {row.channel for row in post.under_way[SHARE:]}
    post.resting = set()
    assert await post.claim() == []


async def test_many_busy_servers_take_turns_with_each_other_and_with_a_quiet_one(
    post: Post,
) -> None:
    busy = range(1, 13)
    for server in busy:
        await post.owe(*[server] * 3)
    assert await post.claim() == list(range(1, 9))
    post.club.now += 1
    await post.owe(99)
    begun = []
    while post.under_way:
        begun += await post.bring()
    assert begun[:5] == [9, 10, 11, 12, 99]
    assert sorted(post.sent) == sorted([*busy] * 3 + [99])
