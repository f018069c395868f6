"""Rows of the clocks of running matches, of when they stand still, and of the bot's own heartbeat."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Select, delete, func, insert, select, update

from bot.store.statement import Row
from bot.store.tables import clocks, departures, heartbeat, match_seats, matches, stops
from bot.store.tx import Tx
from bot.store.values import Clock, Stopped


async def get(tx: Tx, match_id: int) -> Clock | None:
    """The clock of this match; None when it is over."""
    row = (await tx.execute(_select().where(clocks.c.match == match_id))).one_or_none()
    return None if row is None else _clock(row)


async def put(tx: Tx, clock: Clock) -> None:
    """The clock of its match from now on."""
    await tx.execute(delete(clocks).where(clocks.c.match == clock.match))
    await tx.execute(
        insert(clocks).values(
            match=clock.match,
            ply=clock.ply,
            seat=clock.seat,
            started=clock.started,
            bank=clock.bank,
            zone=clock.zone,
            quiet=clock.quiet,
            deadline=clock.deadline,
            alarm=clock.alarm,
            alarm_at=clock.alarm_at,
            nudged=clock.nudged,
            muted=int(clock.muted),
            overdue=clock.overdue,
        )
    )


async def drop(tx: Tx, clock: Clock) -> bool:
    """This turn is over; False if meanwhile it is another one, or ends at another time."""
    gone = await tx.execute(
        delete(clocks).where(
            clocks.c.match == clock.match,
            clocks.c.ply == clock.ply,
            clocks.c.deadline == clock.deadline,
        )
    )
    return gone.rowcount == 1


async def fallen(tx: Tx, before: int) -> list[Clock]:
    """The turns whose time ran out before, in the order in which it did."""
    query = _select().where(clocks.c.deadline < before)
    found = await tx.execute(query.order_by(clocks.c.deadline, clocks.c.match))
    return [_clock(row) for row in found]


async def running(tx: Tx) -> list[Clock]:
    """All turns that run."""
    return [_clock(row) for row in await tx.execute(_select().order_by(clocks.c.match))]


async def next_deadline(tx: Tx) -> int | None:
    """When the next turn is lost."""
    when: int | None = await tx.scalar(select(func.min(clocks.c.deadline)))
    return when


async def alarming(tx: Tx, now: int) -> list[tuple[int, Clock]]:
    """The turns of which somebody must be reminded now, with who it is; nearest deadline first."""
    query = (
        select(clocks, matches.c.control, match_seats.c.player)
        .join(matches, matches.c.id == clocks.c.match)
        .join(match_seats, _plays())
        .where(clocks.c.alarm_at <= now)
        .order_by(clocks.c.deadline, clocks.c.match)
    )
    return [(row.player, _clock(row)) for row in await tx.execute(query)]


async def next_alarm(tx: Tx) -> int | None:
    """When somebody must be reminded next."""
    when: int | None = await tx.scalar(select(func.min(clocks.c.alarm_at)))
    return when


async def bank(tx: Tx, match_id: int, seat: int) -> int:
    """The seconds that this seat has."""
    here = (match_seats.c.match == match_id) & (match_seats.c.seat == seat)
    return int(await tx.scalar(select(match_seats.c.bank).where(here)))


async def set_bank(tx: Tx, match_id: int, seat: int, seconds: int) -> None:
    """The seconds that this seat has from now on."""
    here = (match_seats.c.match == match_id) & (match_seats.c.seat == seat)
    await tx.execute(update(match_seats).where(here).values(bank=seconds))


async def stops_of(tx: Tx, match_id: int, seat: int) -> list[tuple[int, int, Stopped]]:
    """When the clock of this seat stood, or will stand, still, and why; by their beginning."""
    query = (
        select(stops)
        .where(stops.c.match == match_id, stops.c.seat == seat)
        .order_by(stops.c.started, stops.c.id)
    )
    return [(row.started, row.until, row.why) for row in await tx.execute(query)]


async def add_stop(tx: Tx, match_id: int, seat: int, span: tuple[int, int], why: Stopped) -> None:
    """The clock of this seat stands still for so long."""
    await tx.execute(
        insert(stops).values(match=match_id, seat=seat, started=span[0], until=span[1], why=why)
    )


async def cut_stops(tx: Tx, match_id: int, seat: int, why: Sequence[Stopped], at: int) -> None:
    """For these reasons the clock of this seat stands still no longer than until then."""
    here = (stops.c.match == match_id) & (stops.c.seat == seat)
    late = here & stops.c.why.in_(why) & (stops.c.until > at)
    await tx.execute(delete(stops).where(late, stops.c.started >= at))
    await tx.execute(update(stops).where(late).values(until=at))


async def turns_of(tx: Tx, player: int) -> list[Clock]:
    """The turns that wait for this person, nearest deadline first."""
    query = _select().join(match_seats, _plays()).where(match_seats.c.player == player)
    found = await tx.execute(query.order_by(clocks.c.deadline, clocks.c.match))
    return [_clock(row) for row in found]


async def has_played(tx: Tx, player: int) -> bool:
    """Whether this person has ever had a seat in a match."""
    query = select(match_seats.c.match).where(match_seats.c.player == player).limit(1)
    return await tx.scalar(query) is not None


async def last_beat(tx: Tx) -> int | None:
    """When the bot was last alive; None if never."""
    when: int | None = await tx.scalar(select(heartbeat.c.at))
    return when


async def beat(tx: Tx, now: int) -> None:
    """The bot is alive."""
    if (await tx.execute(update(heartbeat).values(at=now))).rowcount == 0:
        await tx.execute(insert(heartbeat).values(id=1, at=now))


def _plays() -> ColumnElement[bool]:
    """Which of the match's seats belongs to whoever must act in the turn that runs."""
    partner = (
        select(departures.c.partner)
        .where(
            departures.c.match == clocks.c.match,
            departures.c.seat == clocks.c.seat,
            departures.c.hands != "runner",
        )
        .scalar_subquery()
    )
    return (match_seats.c.match == clocks.c.match) & (
        match_seats.c.seat == func.coalesce(partner, clocks.c.seat)
    )


def _select() -> Select[tuple[object, ...]]:
    return select(clocks, matches.c.control).join(matches, matches.c.id == clocks.c.match)


def _clock(row: Row) -> Clock:
    return Clock(
        match=row.match,
        ply=row.ply,
        seat=row.seat,
        started=row.started,
        bank=row.bank,
        zone=row.zone,
        quiet=row.quiet,
        deadline=row.deadline,
        alarm=row.alarm,
        alarm_at=row.alarm_at,
        nudged=row.nudged,
        muted=bool(row.muted),
        overdue=row.overdue,
        control=row.control,
    )
