"""Fair queueing of deliveries: a busy guild does not delay a quiet one."""

import pytest

from bot.service import outbox
from bot.service.jobs.fair_queue import MAX_PER_GUILD, FairQueue
from bot.store import Store
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import DowntimeCredit
from bot.store.outbox import outbox_rows
from tests.bot.service.club import ADA, Club
from tests.transactions import writing

NEWS = DowntimeCredit(ADA, ())


class Post:
    """Claims and finishes deliveries like the outbox sender.

    A channel without a match counts as its own guild.
    """

    def __init__(self, club: Club) -> None:
        self.club = club
        self.resting: set[int] = set()
        self.turns = FairQueue()
        self.sent: list[int] = []
        self.under_way: list[OutboxRow] = []

    async def queue_rows(self, *servers: int) -> None:
        with writing(self.club.store) as tx:
            for server in servers:
                outbox_rows.queue(tx, NEWS, channel=server, now=self.club.now)

    async def claim(self) -> list[int]:
        """Claim rows that are due and return their guilds."""
        with writing(self.club.store) as tx:
            mine = self.turns.claim(tx, self.under_way, self.resting, self.club.now)
        return self._begun(mine)

    async def deliver(self) -> list[int]:
        """Finish the oldest delivery, claim more rows and return their guilds."""
        row = self.under_way.pop(0)
        with writing(self.club.store) as tx:
            outbox.mark_sent(tx, row.id, 900 + row.id, now=self.club.now)
            mine = self.turns.claim(tx, self.under_way, self.resting, self.club.now)
        self.sent.append(row.server)
        return self._begun(mine)

    def _begun(self, mine: list[OutboxRow]) -> list[int]:
        self.under_way += mine
        return [row.server for row in mine]


@pytest.fixture
def post(store: Store) -> Post:
    return Post(Club(store))


async def test_the_row_that_is_due_longest_comes_first_and_each_row_is_claimed_once(
    post: Post,
) -> None:
    await post.queue_rows(3, 1, 2)
    assert await post.claim() == [3, 1, 2]
    assert await post.claim() == []


@pytest.mark.check
async def test_a_quiet_guild_is_served_before_the_rest_of_a_flood(post: Post) -> None:
    for channel in range(1, 13):  # twelve matches in channels of one guild
        await post.club.match(channel=channel, guild=500)
    pending = len(await post.club.pending_kinds())
    assert await post.claim() == [500] * MAX_PER_GUILD
    for _ in range(3):
        assert await post.deliver() == [500]
    await post.queue_rows(777)
    post.club.now += 1
    assert await post.deliver() == [777, 500]
    while post.under_way:
        await post.deliver()
    assert post.sent.count(777) == 1
    assert post.sent.count(500) == pending


async def test_rate_limited_channels_do_not_use_up_the_share_of_their_guild(post: Post) -> None:
    for channel in range(1, 13):
        await post.club.match(channel=channel, guild=500)
    await post.claim()
    post.resting = {row.channel for row in post.under_way[:3] if row.channel is not None}
    assert await post.claim() == [500] * 3
    assert not post.resting & {row.channel for row in post.under_way[MAX_PER_GUILD:]}
    post.resting = set()
    assert await post.claim() == []


async def test_many_busy_guilds_are_served_round_robin_together_with_a_quiet_one(
    post: Post,
) -> None:
    busy = range(1, 13)
    for server in busy:
        await post.queue_rows(*[server] * 3)
    assert await post.claim() == list(range(1, 9))
    post.club.now += 1
    await post.queue_rows(99)
    begun = []
    while post.under_way:
        begun += await post.deliver()
    assert begun[:5] == [9, 10, 11, 12, 99]
    assert sorted(post.sent) == sorted([*busy] * 3 + [99])
