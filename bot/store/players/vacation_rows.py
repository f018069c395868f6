"""Rows of vacations and vacation budgets."""

from sqlalchemy import bindparam, select, update

from bot.store.driver.statement import Statement
from bot.store.driver.table_statements import equal, insert_row, select_rows, upsert
from bot.store.driver.tx import Tx
from bot.store.tables.players import vacation_budgets, vacations

_NOT_OVER = equal(vacations, "player") & (vacations.c.until > bindparam("now"))
BUDGET = select_rows(vacation_budgets, "player")
SET_BUDGET = upsert(vacation_budgets)
CURRENT = Statement(
    select(vacations.c.started, vacations.c.until)
    .where(_NOT_OVER)
    .order_by(vacations.c.id.desc())
    .limit(1)
)
ADD = insert_row(vacations, "id")
END = Statement(update(vacations).where(_NOT_OVER).values(until=bindparam("now")))


def get_budget(tx: Tx, player: int) -> tuple[int, int] | None:
    """Return the seconds of vacation left, and the time for which this was computed.

    Returns None if the player has never taken a vacation.
    """
    row = tx.row(BUDGET, player=player)
    return None if row is None else (row.left, row.at)


def set_budget(tx: Tx, player: int, left: int, at: int) -> None:
    """Store the seconds of vacation that this player has left at this time."""
    tx.run(SET_BUDGET, player=player, left=left, at=at)


def current_vacation(tx: Tx, player: int, now: int) -> tuple[int, int] | None:
    """Return the start and end of this player's current vacation, or None."""
    row = tx.row(CURRENT, player=player, now=now)
    return None if row is None else (row.started, row.until)


def add_vacation(tx: Tx, player: int, span: tuple[int, int]) -> None:
    """Insert a vacation."""
    tx.run(ADD, player=player, started=span[0], until=span[1])


def end_vacation(tx: Tx, player: int, now: int) -> None:
    """End this player's current vacation now."""
    tx.run(END, player=player, now=now)
