"""Rows of solitaires."""

from __future__ import annotations

from sqlalchemy import func, insert, select, update

from bot.store.statement import Row
from bot.store.tables import UNDER_WAY, solitaires
from bot.store.tx import Tx
from bot.store.values import Solitaire


async def add(tx: Tx, player: int, problem: str, moves: str, now: int) -> int:
    """Begin one; its id."""
    made = await tx.scalar(
        insert(solitaires)
        .values(player=player, problem=problem, moves=moves, started=now)
        .returning(solitaires.c.id)
    )
    return int(made)


async def get(tx: Tx, solitaire: int) -> Solitaire:
    """The solitaire of this id, which there must be."""
    query = select(solitaires).where(solitaires.c.id == solitaire)
    return _solitaire((await tx.execute(query)).one())


async def find(tx: Tx, solitaire: int) -> Solitaire | None:
    """The solitaire of this id, if there is one."""
    query = select(solitaires).where(solitaires.c.id == solitaire)
    row = (await tx.execute(query)).one_or_none()
    return None if row is None else _solitaire(row)


async def under_way(tx: Tx, player: int) -> list[Solitaire]:
    """What this person is at, the last begun first."""
    query = (
        select(solitaires)
        .where(solitaires.c.player == player, UNDER_WAY)
        .order_by(solitaires.c.started.desc(), solitaires.c.id.desc())
    )
    return [_solitaire(row) for row in await tx.execute(query)]


async def last(tx: Tx, player: int, problem: str) -> Solitaire:
    """The one that this person began last of a problem, which there must be."""
    query = (
        select(solitaires)
        .where(solitaires.c.player == player, solitaires.c.problem == problem)
        .order_by(solitaires.c.id.desc())
        .limit(1)
    )
    return _solitaire((await tx.execute(query)).one())


async def set_moves(tx: Tx, solitaire: int, moves: str) -> None:
    """The turns made so far."""
    await tx.execute(update(solitaires).where(solitaires.c.id == solitaire).values(moves=moves))


async def finish(tx: Tx, solitaire: int, turns: int | None, now: int) -> None:
    """It is solved in so many turns, or given up (None)."""
    await tx.execute(
        update(solitaires).where(solitaires.c.id == solitaire).values(finished_at=now, turns=turns)
    )


async def best(tx: Tx, problem: str, player: int | None) -> int | None:
    """The fewest turns in which this person (None: anybody) has solved the problem."""
    query = select(func.min(solitaires.c.turns)).where(solitaires.c.problem == problem)
    if player is not None:
        query = query.where(solitaires.c.player == player)
    turns: int | None = await tx.scalar(query)
    return turns


def _solitaire(row: Row) -> Solitaire:
    return Solitaire(
        row.id, row.player, row.problem, row.moves, row.started, row.finished_at, row.turns
    )
