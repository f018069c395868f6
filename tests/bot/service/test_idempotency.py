"""How long an interaction is remembered."""

from bot.service import idempotency
from tests.bot.service.club import START, Club, falls_due


async def test_interactions_are_remembered_for_a_day(club: Club) -> None:
    async with club.store.read() as tx:
        assert await falls_due(tx, "interactions") is None
    await club.challenge(interaction=1)
    async with club.store.write() as tx:
        assert await falls_due(tx, "interactions") == START + 25 * 3600
        assert await idempotency.prune(tx, now=START + 24 * 3600) == 0
        assert await idempotency.earlier(tx, 1, "challenge") is not None
        assert await idempotency.prune(tx, now=START + 25 * 3600) == 1
        assert await idempotency.earlier(tx, 1, "challenge") is None
