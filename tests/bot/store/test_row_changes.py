"""Differences between two states of a row."""

from dataclasses import dataclass, replace

from sqlalchemy import select, text

from bot.store import Store, Tx
from bot.store.driver.statement import Statement
from bot.store.driver.table_statements import save_changes
from bot.store.tables.players import players


@dataclass(frozen=True)
class Named:
    """Some columns of a player."""

    id: int
    name: str
    seen_at: int


BEFORE = Named(7, "Ada", 5)
ADD = Statement(text("INSERT INTO players (id, name, created, seen_at) VALUES (7, 'Ada', 5, 5)"))
GET = Statement(select(players.c.id, players.c.name, players.c.seen_at))


def saved(tx: Tx, after: Named, *conditions: str, before: Named = BEFORE) -> tuple[bool, Named]:
    """Save the change. Returns the result, and the stored row."""
    done = save_changes(tx, players, before, after, *conditions)
    (row,) = tx.rows(GET)
    return done, Named(*row)


async def test_only_fields_that_differ_are_written(store: Store) -> None:
    await store.write(lambda tx: tx.run(ADD))
    after = replace(BEFORE, name="Ida")
    stale = replace(BEFORE, seen_at=4)
    assert await store.write(saved, replace(stale, name="Ida"), before=stale) == (True, after)
    assert await store.write(saved, after, before=after) == (True, after)


async def test_nothing_is_written_if_the_row_is_gone_or_a_condition_is_not_met(
    store: Store,
) -> None:
    await store.write(lambda tx: tx.run(ADD))
    other = replace(BEFORE, name="Bruno")
    after = replace(other, seen_at=9)
    assert await store.write(saved, after, "name", before=other) == (False, BEFORE)
    gone = replace(BEFORE, id=8)
    assert await store.write(saved, replace(gone, name="Ida"), before=gone) == (False, BEFORE)
    assert await store.write(saved, replace(BEFORE, seen_at=9), "name") == (
        True,
        replace(BEFORE, seen_at=9),
    )
