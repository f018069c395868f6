"""Creation times of rows, which tell a new row from an earlier one of the same id.

A restored backup gives out ids again that messages on Discord still carry.
"""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Column, bindparam, func, select

from bot.store.driver.statement import Statement
from bot.store.driver.tx import Tx
from bot.store.tables.challenges import challenges
from bot.store.tables.games import matches
from bot.store.tables.messages import posts

CreationTime = Callable[[Tx, int], int | None]
"""Function of (transaction, id) that returns when a row was created; None if it does not exist."""


def creation_time(column: Column[Any]) -> CreationTime:
    """Return the function that reads this column of a table by id."""
    statement = Statement(select(column).where(column.table.c.id == bindparam("number")))

    def read(tx: Tx, number: int) -> int | None:
        created: int | None = tx.value(statement, number=number)
        return created

    return read


match_created = creation_time(matches.c.created)
challenge_created = creation_time(challenges.c.created)

_FIRST_POSTS = {
    what: Statement(select(func.min(posts.c.message)).where(column == bindparam("number")))
    for what, column in (("match", posts.c.match), ("challenge", posts.c.challenge))
}


def first_post(tx: Tx, what: str, number: int) -> int | None:
    """Return the first message about a match or a challenge; None if none is known."""
    message: int | None = tx.value(_FIRST_POSTS[what], number=number)
    return message
