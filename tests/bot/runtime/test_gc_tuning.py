"""Where Python looks for garbage while the bot runs."""

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator

import pytest

from bot.runtime import gc_tuning


@pytest.fixture
async def told() -> AsyncIterator[asyncio.Queue[str]]:
    """Each thing put here is Discord telling all that there is, and done when the bot has heard it."""
    news = asyncio.Queue[str]()
    task = asyncio.create_task(gc_tuning.leave_out_what_stays(news.get))
    gc_tuning.look_rarely()
    yield news
    task.cancel()
    gc.unfreeze()
    gc.set_threshold(*gc_tuning.USUAL)


async def heard(news: asyncio.Queue[str]) -> None:
    """Discord tells all, and the bot has heard it."""
    news.put_nowait("ready")
    await asyncio.sleep(0)
    await asyncio.sleep(0)


class Server:
    """As Discord tells of one: it knows its channel, and that knows it."""

    def __init__(self) -> None:
        self.channel = {"server": self}


async def test_nothing_that_was_there_when_the_bot_was_ready_is_looked_through_again(
    told: asyncio.Queue[str],
) -> None:
    assert gc.get_threshold()[0] == gc_tuning.AT_START
    server = Server()
    await heard(told)
    assert gc.get_threshold() == gc_tuning.USUAL
    assert gc.get_freeze_count() > 10_000
    assert not any(found is server for found in gc.get_objects())


async def test_what_discord_has_told_anew_is_not_kept_twice(told: asyncio.Queue[str]) -> None:
    before = weakref.ref(Server())
    await heard(told)
    gc.collect()
    assert before() is not None
    await heard(told)
    assert before() is None
    assert gc.get_freeze_count() > 10_000
