"""Whether people can reach the bot: while they cannot, no clock is judged."""

import asyncio

import pytest

from bot.client import HalmaClient, build
from bot.store import Store


@pytest.mark.parametrize("event", ["ready", "resumed"])
async def test_a_bot_that_was_cut_off_can_be_reached_when_discord_is_back(
    store: Store, event: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HalmaClient, "is_ready", lambda _self: True)
    client = build(store, clock=lambda: 0)
    client.loop = asyncio.get_running_loop()
    await client._async_setup_hook()

    async def happen(what: str) -> None:
        before = asyncio.all_tasks()
        client.dispatch(what)
        await asyncio.gather(*(asyncio.all_tasks() - before))

    assert client.reachable()
    await happen("disconnect")
    assert not client.reachable()
    await happen(event)
    assert client.reachable()
