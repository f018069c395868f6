"""The games of one person."""

from __future__ import annotations

from sqlalchemy import bindparam, func, insert, select, update

from bot.store.mapping import value
from bot.store.statement import Statement, given
from bot.store.tables import UNDER_WAY, solitaires
from bot.store.tx import Tx
from bot.store.values import Solitaire

_ONE = solitaires.c.id == bindparam("solitaire")
_PLAYER = solitaires.c.player == bindparam("person")
_PROBLEM = solitaires.c.problem == bindparam("named")
ADD = Statement(
    insert(solitaires)
    .values(given(solitaires, "id", "finished_at", "turns"))
    .returning(solitaires.c.id)
)
GET = Statement(select(solitaires).where(_ONE))
UNDER_WAY_OF = Statement(
    select(solitaires)
    .where(_PLAYER, UNDER_WAY)
    .order_by(solitaires.c.started.desc(), solitaires.c.id.desc())
)
LAST = Statement(
    select(solitaires).where(_PLAYER, _PROBLEM).order_by(solitaires.c.id.desc()).limit(1)
)
SET_MOVES = Statement(update(solitaires).where(_ONE).values(moves=bindparam("made")))
FINISH = Statement(
    update(solitaires).where(_ONE).values(finished_at=bindparam("now"), turns=bindparam("number"))
)
_FEWEST = select(func.min(solitaires.c.turns)).where(_PROBLEM)
BEST = Statement(_FEWEST)
BEST_OF = Statement(_FEWEST.where(_PLAYER))


async def add(tx: Tx, player: int, problem: str, moves: str, now: int) -> int:
    """Begin one; its id."""
    return await tx.new_id(ADD, player=player, problem=problem, moves=moves, started=now)


async def get(tx: Tx, solitaire: int) -> Solitaire:
    """The solitaire of this id, which there must be."""
    found = await find(tx, solitaire)
    assert found is not None
    return found


async def find(tx: Tx, solitaire: int) -> Solitaire | None:
    """The solitaire of this id, if there is one."""
    row = await tx.row(GET, solitaire=solitaire)
    return None if row is None else value(Solitaire, row)


async def under_way(tx: Tx, player: int) -> list[Solitaire]:
    """What this person is at, the last begun first."""
    return [value(Solitaire, row) for row in await tx.rows(UNDER_WAY_OF, person=player)]


async def last(tx: Tx, player: int, problem: str) -> Solitaire:
    """The one that this person began last of a problem, which there must be."""
    row = await tx.row(LAST, person=player, named=problem)
    assert row is not None
    return value(Solitaire, row)


async def set_moves(tx: Tx, solitaire: int, moves: str) -> None:
    """The turns made so far."""
    await tx.run(SET_MOVES, solitaire=solitaire, made=moves)


async def finish(tx: Tx, solitaire: int, turns: int | None, now: int) -> None:
    """It is solved in so many turns, or given up (None)."""
    await tx.run(FINISH, solitaire=solitaire, number=turns, now=now)


async def best(tx: Tx, problem: str, player: int | None) -> int | None:
    """The fewest turns in which this person (None: anybody) has solved the problem."""
    turns: int | None = (
        await tx.value(BEST, named=problem)
        if player is None
        else await tx.value(BEST_OF, named=problem, person=player)
    )
    return turns
