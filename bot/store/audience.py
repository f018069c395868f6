"""Who may see a match or a challenge: its people, and the server that it is in."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Table, exists, false, select

from bot.store.tables import challenge_seats, challenges, match_seats, matches
from bot.store.tx import Tx


async def match(tx: Tx, match_id: int, player: int, guild: int | None) -> bool:
    """Whether there is such a match, and this person has or had a seat in it or it is in this server."""
    seats = match_seats.c.match == match_id, match_seats.c.player == player
    return await _seen(tx, matches, match_id, guild, *seats)


async def challenge(tx: Tx, challenge_id: int, player: int, guild: int | None) -> bool:
    """The same of a challenge: its people are those who made it, are asked, or have joined."""
    seats = challenge_seats.c.challenge == challenge_id, challenge_seats.c.player == player
    return await _seen(tx, challenges, challenge_id, guild, *seats)


async def _seen(
    tx: Tx, table: Table, number: int, guild: int | None, *seat: ColumnElement[bool]
) -> bool:
    here = false() if guild is None else table.c.guild == guild
    there = table.c.id == number
    return (
        await tx.scalar(select(table.c.id).where(there, here | exists().where(*seat))) is not None
    )
