"""Whom a post in a channel calls: nobody at the server's night, nobody who is not there."""

from collections.abc import Sequence

from bot.app import App
from bot.messages.builders import Draft
from bot.service.guilds import guild_settings
from bot.service.notifications import departed_members, reminders
from bot.service.players import ping_limits
from bot.store import Tx
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import BoardPost
from bot.views.guild_membership import is_member


async def mentionable(
    tx: Tx, row: OutboxRow, draft: Draft, now: int
) -> tuple[tuple[int, ...], int | None]:
    """Whom a post in a channel mentions now: no one where and when the server says so.

    And when those are to be called whom it holds back now from a board: in the server's morning.
    """
    if row.channel is not None:
        server = draft.server or await guild_settings.settings(tx, draft.guild)
        start = guild_settings.mention_from(server, now)
        if start is None:
            return (), None
        if start > now:
            return (), start if row.kind == "board" and draft.calls else None
    if row.kind in {"board", "result"}:  # what asks for an answer, or was timed, disturbs
        return tuple(await reminders.awake(tx, draft.calls, now)), None
    return draft.calls, None


async def seldom(
    app: App, row: OutboxRow, by: int | None, called: tuple[int, ...]
) -> tuple[int, ...]:
    """Those whom a person may call with this row: each once an hour, other than by a turn."""
    if by is None or not called:
        return called
    async with app.store.write() as tx:
        return await ping_limits.callable_by(tx, by, called, row=row.id, now=app.clock())


async def call_later(app: App, board: BoardPost, morning: int) -> None:
    """A player is reminded in the morning of the turn of which their board tells them at night."""
    async with app.store.write() as tx:
        await reminders.later(tx, board.match, ply=board.ply, at=morning)


async def can_see(
    app: App, row: OutboxRow, reader: int, turns: Sequence[tuple[Match, str]]
) -> bool:
    """Whether the reader of a reminder of these turns can see it where it goes.

    If they are not in the server, that is said to the others instead.
    """
    if row.channel is None or turns[0][0].guild is None:
        return True
    guild = turns[0][0].guild
    here = await is_member(app, guild, reader)
    async with app.store.write() as tx:
        if here:
            await departed_members.present(tx, guild, reader)
        else:
            await departed_members.absent(tx, guild, reader, now=app.clock())
    return here
