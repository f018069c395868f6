"""Fake channels that reject messages, and the notices that players then receive."""

from bot.service.clock.time_control import STANDARD
from bot.service.guilds import guild_settings
from bot.service.jobs.scheduler import Scheduler
from bot.service.outbox import DeliveryFailed
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from tests.bot.service.club import GUILD, Club
from tests.bot.service.fake_discord import Discord
from tests.transactions import writing

OWNER = 99
BACK = STANDARD.bank * 2
"""The bank of a new player for the first move, in seconds."""


async def deadline(club: Club, match: Match) -> int:
    until = (await club.get(match)).deadline
    assert until is not None
    return until


def attempted_notices(discord: Discord) -> list[tuple[object, int | None]]:
    """Return (notice, recipient) of each notice that was attempted."""
    return [(row.payload.notice, row.user) for row in discord.tried if row.kind == "notice"]


NO_PERMISSION = DeliveryFailed("403 50013", permanent=True)
NO_CHANNEL = DeliveryFailed("404 10003", permanent=True, gone=True)


class Lost(Discord):
    """A fake Discord that accepts direct messages and rejects everything in channels."""

    def __init__(self, answer: DeliveryFailed) -> None:
        super().__init__()
        self.refusal: DeliveryFailed | None = answer

    async def deliver(self, row: OutboxRow):  # type: ignore[no-untyped-def]
        self.answer = self.refusal if row.channel is not None else None
        return await super().deliver(row)


def scheduler(club: Club, discord: Discord) -> Scheduler:
    return Scheduler(
        club.store, deliver=discord.deliver, find=discord.find, clock=lambda: club.now,
        jitter=lambda: 0.0,
    )  # fmt: skip


async def threads_on(club: Club) -> None:
    with writing(club.store) as tx:
        guild_settings.change_setting(tx, GUILD, "threads", "on", by=OWNER, now=club.now)
