"""Rows of where matches are: threads, boards that are not posted, players who are not in the server."""

from __future__ import annotations

from sqlalchemy import ColumnElement, delete, insert, or_, select, update

from bot.store.tables import RUNNING, match_seats, matches, unposted
from bot.store.tx import Tx
from bot.store.values import Unposted


async def get(tx: Tx, match_id: int) -> Unposted | None:
    """This match, if its board is not posted."""
    query = select(unposted).where(unposted.c.match == match_id)
    row = (await tx.execute(query)).one_or_none()
    return None if row is None else Unposted(row.match, row.since, row.told, row.again_at)


async def put(tx: Tx, lost: Unposted) -> None:
    """How it stands with this match from now on."""
    await drop(tx, lost.match)
    await tx.execute(
        insert(unposted).values(
            match=lost.match, since=lost.since, told=lost.told, again_at=lost.again_at
        )
    )


async def drop(tx: Tx, match_id: int) -> None:
    """Its board is posted, or the match is over."""
    await tx.execute(delete(unposted).where(unposted.c.match == match_id))


async def due(tx: Tx, now: int) -> list[int]:
    """The matches of which to try again now."""
    query = select(unposted.c.match).where(unposted.c.again_at <= now)
    return list(await tx.scalars(query.order_by(unposted.c.match)))


async def waiting_in(tx: Tx, guild: int) -> list[int]:
    """The running matches of this server whose board is not posted."""
    query = select(unposted.c.match).join(matches, matches.c.id == unposted.c.match)
    here = matches.c.guild == guild
    return list(await tx.scalars(query.where(here, RUNNING).order_by(unposted.c.match)))


async def running_in(tx: Tx, guild: int) -> list[int]:
    """The running matches of this server."""
    here = matches.c.guild == guild
    return list(await tx.scalars(select(matches.c.id).where(RUNNING, here).order_by(matches.c.id)))


async def running_at(tx: Tx, channel: int) -> list[int]:
    """The running matches of this channel, in threads of it too, or of this thread."""
    here = or_(matches.c.channel == channel, matches.c.thread == channel)
    return list(await tx.scalars(select(matches.c.id).where(RUNNING, here).order_by(matches.c.id)))


async def set_place(tx: Tx, match_id: int, channel: int, thread: int | None) -> None:
    """Where the messages of a match go from now on."""
    here = matches.c.id == match_id
    await tx.execute(update(matches).where(here).values(channel=channel, thread=thread))


async def absent(tx: Tx, match_id: int, player: int) -> bool:
    """Whether it is known that this player is not in the server of the match."""
    query = select(match_seats.c.absent_since)
    return await tx.scalar(query.where(*_seat(match_id, player))) is not None


async def set_absent(tx: Tx, match_id: int, player: int, since: int | None) -> None:
    """They are not in the server since then; None: they are."""
    seat = update(match_seats).where(*_seat(match_id, player))
    await tx.execute(seat.values(absent_since=since))


def _seat(match_id: int, player: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return match_seats.c.match == match_id, match_seats.c.player == player
