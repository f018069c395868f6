"""Garbage collector tuning while the bot runs."""

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator

import pytest

from bot.process import memory_tuning


@pytest.fixture
async def news_queue() -> AsyncIterator[asyncio.Queue[str]]:
    """A queue of events, each of which means that Discord has sent all guilds."""
    news = asyncio.Queue[str]()
    task = asyncio.create_task(memory_tuning.freeze_after_start(news.get))
    memory_tuning.raise_thresholds()
    yield news
    task.cancel()
    gc.unfreeze()
    gc.set_threshold(*memory_tuning.DEFAULT_THRESHOLDS)


async def heard(news: asyncio.Queue[str]) -> None:
    """Queue one event, and wait until the task has processed it."""
    news.put_nowait("ready")
    await asyncio.sleep(0)
    await asyncio.sleep(0)


class Server:
    """A guild object with a reference cycle through its channel, as discord.py has."""

    def __init__(self) -> None:
        self.channel = {"server": self}


@pytest.mark.check
async def test_objects_that_exist_when_the_bot_is_ready_are_excluded_from_collection(
    news_queue: asyncio.Queue[str],
) -> None:
    assert gc.get_threshold()[0] == memory_tuning.START_THRESHOLD
    server = Server()
    await heard(news_queue)
    assert gc.get_threshold() == memory_tuning.DEFAULT_THRESHOLDS
    assert gc.get_freeze_count() > 10_000
    assert not any(get_object is server for get_object in gc.get_objects())


@pytest.mark.check
async def test_stale_guild_data_is_freed_when_discord_sends_it_again(
    news_queue: asyncio.Queue[str],
) -> None:
    before = weakref.ref(Server())
    await heard(news_queue)
    gc.collect()
    assert before() is not None
    await heard(news_queue)
    assert before() is None
    assert gc.get_freeze_count() > 10_000
