"""Rows of people."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import insert, select, update

from bot.store.statement import Row
from bot.store.tables import players
from bot.store.tx import Tx
from bot.store.values import Player


async def get(tx: Tx, player: int) -> Player | None:
    """This person, if met."""
    row = (await tx.execute(select(players).where(players.c.id == player))).one_or_none()
    return None if row is None else _player(row)


async def ensure(tx: Tx, people: Iterable[int], now: int) -> None:
    """Make a nameless row for each of these that has none."""
    wanted = set(people)
    known = set(await tx.scalars(select(players.c.id).where(players.c.id.in_(wanted))))
    for player in sorted(wanted - known):
        await tx.execute(insert(players).values(id=player, name="", created=now, seen_at=_day(now)))


async def rename(tx: Tx, player: int, name: str, locale: str | None, now: int) -> None:
    """Set the name, when he was seen, and the locale unless it is None."""
    values: dict[str, object] = {"name": name, "seen_at": _day(now)}
    if locale is not None:
        values["locale"] = locale
    await tx.execute(update(players).where(players.c.id == player).values(values))


async def names(tx: Tx, people: Collection[int]) -> dict[int, str]:
    """The names of those who have a row."""
    rows = await tx.execute(select(players.c.id, players.c.name).where(players.c.id.in_(people)))
    return {row.id: row.name for row in rows}


def _player(row: Row) -> Player:
    return Player(row.id, row.name, row.locale, row.created, row.seen_at)


def _day(now: int) -> int:
    """The beginning of the day: more need not be known of when somebody is about."""
    return now - now % 86400
