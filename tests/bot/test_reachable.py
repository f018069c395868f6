"""Connection state: the bot is reachable only while all its shards are connected."""

import asyncio

import pytest

from bot.client import HalmaClient
from bot.store import Store
from bot.store.driver.shard_locks import Shards


@pytest.mark.parametrize("event", ["shard_connect", "shard_resumed"])
async def test_the_bot_is_reachable_again_when_all_shards_are_back(
    store: Store, event: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HalmaClient, "is_ready", lambda _self: True)
    client = HalmaClient(store, clock=lambda: 0, shards=Shards((0, 1), 4))
    client.loop = asyncio.get_running_loop()
    await client._async_setup_hook()

    async def happen(what: str, shard: int) -> None:
        before = asyncio.all_tasks()
        client.dispatch(what, shard)
        await asyncio.gather(*(asyncio.all_tasks() - before))

    assert client.is_reachable()
    for shard in (0, 1):
        await happen("shard_disconnect", shard)
        assert not client.is_reachable()
    await happen(event, 0)
    assert not client.is_reachable()
    await happen(event, 1)
    assert client.is_reachable()


async def test_a_guild_belongs_to_exactly_one_shard(store: Store) -> None:
    clients = [HalmaClient(store, clock=lambda: 0, shards=Shards(ids, 3)) for ids in ((0, 2), (1,))]
    for guild in (number << 22 | 77 for number in range(9)):
        assert [client.serves_guild(guild) for client in clients].count(True) == 1
