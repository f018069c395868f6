"""Whom a post in a channel calls: nobody at the server's night, nobody who is not there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.app import App
from bot.service.match import state as match_state
from bot.service.meeting import challenges
from bot.service.server import servers
from bot.service.telling import presence, reminders
from bot.service.values import Match, OutboxRow
from bot.store import Tx
from bot.views.members import is_member


async def mentionable(app: App, row: OutboxRow, addressed: Iterable[int]) -> tuple[int, ...]:
    """Whom of these a post in a channel mentions now: nobody where and when the server says so.

    Who is not called to his turn at night is reminded of it in the morning.
    """
    people, now = tuple(addressed), app.clock()
    async with app.store.read() as tx:
        start = await servers.mention_from(tx, await _guild(tx, row), now)
    if start is None:
        return ()
    if start <= now:
        return people
    if row.kind == "board" and people:
        async with app.store.write() as tx:
            await reminders.later(tx, row.match or 0, ply=row.ply or 0, at=start)
    return ()


async def can_see(app: App, row: OutboxRow, turns: Sequence[tuple[Match, str]]) -> bool:
    """Whether the reader of a reminder of these turns can see it where it goes.

    If he is not in the server, that is said to the others instead.
    """
    if row.channel is None or turns[0][0].guild is None:
        return True
    guild, player = turns[0][0].guild, int(str(row.payload["player"]))
    here = await is_member(app, guild, player)
    async with app.store.write() as tx:
        if here:
            await presence.present(tx, guild, player)
        else:
            await presence.absent(tx, guild, player, now=app.clock())
    return here


async def _guild(tx: Tx, row: OutboxRow) -> int | None:
    """The server that a row is told in."""
    if row.kind in {"remind", "given-back"}:
        turns = await reminders.still(tx, row)
        return turns[0][0].guild if turns else None
    if row.match is not None:
        return (await match_state.get(tx, row.match)).guild
    return (await challenges.get(tx, row.challenge or 0)).guild
