"""Rows of people."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import insert, select, update

from bot.store.tables import players
from bot.store.tx import Tx
from bot.store.values import Player


async def get(tx: Tx, player: int) -> Player | None:
    """This person, if met."""
    row = (await tx.execute(select(players).where(players.c.id == player))).one_or_none()
    return None if row is None else Player(row.id, row.name, row.locale, row.created)


async def ensure(tx: Tx, people: Iterable[int], now: int) -> None:
    """Make a nameless row for each of these that has none."""
    wanted = set(people)
    known = set(await tx.scalars(select(players.c.id).where(players.c.id.in_(wanted))))
    for player in sorted(wanted - known):
        await tx.execute(insert(players).values(id=player, name="", created=now))


async def rename(tx: Tx, player: int, name: str, locale: str | None) -> None:
    """Set the name, and the locale unless it is None."""
    values = {"name": name} if locale is None else {"name": name, "locale": locale}
    await tx.execute(update(players).where(players.c.id == player).values(values))


async def names(tx: Tx, people: Collection[int]) -> dict[int, str]:
    """The names of those who have a row."""
    rows = await tx.execute(select(players.c.id, players.c.name).where(players.c.id.in_(people)))
    return {row.id: row.name for row in rows}
