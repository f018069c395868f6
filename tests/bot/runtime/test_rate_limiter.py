"""Rate limiter: a global limit, fair across guilds."""

import asyncio

import pytest
from yarl import URL

from bot.runtime import rate_limiter
from bot.runtime.rate_limiter import UNLIMITED_PATHS, RateLimiter
from tests.patience import HANGS_AFTER


async def test_no_time_window_holds_more_requests_than_allowed() -> None:
    pace, gone = RateLimiter(rate=5, span=0.05), list[float]()
    clock = asyncio.get_running_loop().time

    async def ask(number: int) -> None:
        await pace.acquire(f"server {number % 3}")
        gone.append(clock())

    await asyncio.gather(*(ask(number) for number in range(32)))
    assert len(gone) == 32
    # The limiter timestamps a queued request when it may proceed, slightly before its task runs.
    assert all(later - gone[at] > 0.045 for at, later in enumerate(gone[5:]))


async def test_a_quiet_guild_is_served_before_the_rest_of_a_flood() -> None:
    pace, order = RateLimiter(rate=4, span=0.02), list[str]()

    async def ask(server: str) -> None:
        await pace.acquire(server)
        order.append(server)

    flood = [asyncio.create_task(ask("busy")) for _ in range(40)]
    await asyncio.sleep(0)
    quiet = asyncio.create_task(ask("quiet"))
    await asyncio.gather(quiet, *flood)
    assert order.index("quiet") <= 6


async def test_after_too_many_invalid_requests_nothing_is_sent_until_they_expire(
    caplog: pytest.LogCaptureFixture,
) -> None:
    pace = RateLimiter(most_invalid=3, window=0.1)
    for _ in range(3):
        pace.count_invalid()
    began = asyncio.get_running_loop().time()
    await pace.acquire("any")
    assert asyncio.get_running_loop().time() - began > 0.09
    assert pace.invalid_requests() < 3


async def test_an_error_in_the_limiter_does_not_block_later_requests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pace = RateLimiter(most_invalid=1, window=0.05)
    pace.count_invalid()
    with monkeypatch.context() as patch:
        patch.setattr(rate_limiter, "log", None)
        first = asyncio.create_task(pace.acquire("a"))
        await asyncio.sleep(0.01)
    assert not first.done()
    async with asyncio.timeout(HANGS_AFTER):
        await pace.acquire("b")
        await first


async def test_cancelled_requests_do_not_use_up_the_limit() -> None:
    pace = RateLimiter(rate=1, span=0.03)
    await pace.acquire("a")
    gone = [asyncio.create_task(pace.acquire("a")) for _ in range(20)]
    await asyncio.sleep(0)
    for each in gone:
        each.cancel()
    async with asyncio.timeout(HANGS_AFTER):
        await pace.acquire("b")
        await pace.acquire("a")


def test_a_request_is_counted_for_the_guild_of_its_channel() -> None:
    pace = RateLimiter(server={5: 500}.get)
    assert pace.bucket_of("/api/v10/channels/5/messages") == "500"
    assert pace.bucket_of("/api/v10/guilds/500/members/1") == "500"
    assert pace.bucket_of("/api/v10/channels/6/messages") == "6"
    assert pace.bucket_of("/api/v10/users/@me/channels") == "users"


@pytest.mark.parametrize(
    ("path", "uncounted"),
    [
        ("/api/v10/interactions/1/t/callback", True),
        ("/api/v10/webhooks/1/t/messages/@original", True),
        ("/api/v10/channels/5/messages", False),
        ("/api/v10/users/@me", False),
    ],
)
def test_responses_to_interactions_are_not_rate_limited(path: str, uncounted: bool) -> None:
    assert bool(UNLIMITED_PATHS.search(URL(f"https://discord.com{path}").path)) is uncounted
