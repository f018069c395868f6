"""How long an interaction is remembered."""

from bot.service import idempotency
from bot.store.statement import BATCH
from tests.bot.service.club import START, Club, falls_due, see_to


async def test_interactions_are_remembered_for_a_day(club: Club) -> None:
    async with club.store.read() as tx:
        assert await falls_due(tx, "interactions") is None
    await club.challenge(interaction=1)
    async with club.store.write() as tx:
        assert await falls_due(tx, "interactions") == START + 25 * 3600
        assert await see_to(tx, "interactions", START + 24 * 3600) == 0
        assert await idempotency.earlier(tx, 1, "challenge") is not None
        assert await see_to(tx, "interactions", START + 25 * 3600) == 1
        assert await idempotency.earlier(tx, 1, "challenge") is None


async def test_many_interactions_are_forgotten_in_batches(club: Club) -> None:
    async with club.store.write() as tx:
        for number in range(BATCH + 3):
            await idempotency.done(tx, number + 1, "challenge", now=START + number)
        later = START + 30 * 3600
        assert await see_to(tx, "interactions", later) == BATCH
        assert await falls_due(tx, "interactions") == START + BATCH + 25 * 3600
        assert await see_to(tx, "interactions", later) == 3
