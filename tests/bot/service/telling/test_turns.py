"""Servers take turns in being told: a busy one makes no quiet one wait."""

import pytest

from bot.service import outbox
from bot.service.telling.turns import Turns
from bot.store import Store
from bot.store.messages import OutboxRow
from bot.store.values.payloads import Reminder
from tests.bot.service.club import ADA, Club

NEWS = Reminder(ADA, ())
SHARE, ROOM = 4, 8


class Post:
    """Claims and ends deliveries as the sender does; a channel is a server of its own here."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.turns = Turns(SHARE)
        self.sent: list[int] = []
        self.under_way: list[OutboxRow] = []

    async def owe(self, *servers: int) -> None:
        async with self.club.store.write() as tx:
            for server in servers:
                await outbox.queue(tx, "given-back", NEWS, channel=server, now=self.club.now)

    async def claim(self, room: int = ROOM) -> list[int]:
        """What is claimed for so much room, by its servers."""
        async with self.club.store.write() as tx:
            mine = await self.turns.claim(tx, room, self.club.now)
        for row in mine:
            self.turns.begin(row.server)
        self.under_way += mine
        return [row.server for row in mine]

    async def bring(self) -> None:
        """The oldest delivery is over, and the next begins."""
        row = self.under_way.pop(0)
        async with self.club.store.write() as tx:
            await outbox.sent(tx, row.id, 900 + row.id, now=self.club.now)
            mine = await self.turns.claim(tx, 1, self.club.now, row)
        self.turns.over(row.server)
        for each in mine:
            self.turns.begin(each.server)
        self.under_way += mine
        self.sent.append(row.server)


@pytest.fixture
def post(store: Store) -> Post:
    return Post(Club(store))


async def test_what_is_due_longest_is_first_and_a_server_has_its_share_only(post: Post) -> None:
    await post.owe(3, 1, 2)
    assert await post.claim() == [3, 1, 2]
    assert await post.claim() == []


async def test_a_quiet_server_is_told_before_the_rest_of_a_flood(post: Post) -> None:
    for channel in range(1, 13):  # twelve games in the channels of one server
        await post.club.match(channel=channel, guild=500)
    owed = len(await post.club.owed())
    assert await post.claim() == [500] * SHARE
    for _ in range(3):
        await post.bring()
    post.club.now += 1
    await post.owe(777)
    assert await post.claim(ROOM - SHARE) == [777]
    while post.under_way:
        await post.bring()
    assert post.sent.count(777) == 1
    assert post.sent.count(500) == owed


async def test_a_quiet_server_is_found_in_the_next_second_at_the_latest(post: Post) -> None:
    for channel in range(1, 7):
        await post.club.match(channel=channel, guild=500)
    await post.claim()
    await post.bring()
    await post.owe(777)
    assert await post.claim(1) in ([], [777])
    post.club.now += 1
    await post.claim(1)
    assert 777 in [row.server for row in post.under_way]


async def test_many_busy_servers_take_turns_with_each_other_and_with_a_quiet_one(
    post: Post,
) -> None:
    for server in (1, 2, 3):
        async with post.club.store.write() as tx:
            for _ in range(5):
                await outbox.queue(tx, "given-back", NEWS, channel=server, now=post.club.now)
        post.club.now += 1
    assert sorted(await post.claim(2)) == [1, 2]
    post.club.now += 1
    await post.owe(9)
    for _ in range(16):
        post.club.now += 1
        await post.bring()
    assert set(post.sent[:4]) == {1, 2, 3, 9}
    assert sorted(post.sent) == [1] * 5 + [2] * 5 + [3] * 5 + [9]
