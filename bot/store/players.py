"""People whom the bot has met, or of whom others have told it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import bindparam, func, select, update

from bot.store.mapping import value
from bot.store.statement import Statement, insert_missing, listed
from bot.store.tables import players
from bot.store.tx import Tx
from bot.store.values import Player

GET = Statement(select(players).where(players.c.id == bindparam("id")))
ENSURE = insert_missing(players, "locale", "worldwide")
RENAME = Statement(
    update(players)
    .where(players.c.id == bindparam("id"))
    .values(
        name=bindparam("name"),
        seen_at=bindparam("day"),
        locale=func.coalesce(bindparam("locale", type_=players.c.locale.type), players.c.locale),
    )
)
NAMES = Statement(select(players.c.id, players.c.name).where(players.c.id.in_(listed("ids"))))


async def get(tx: Tx, player: int) -> Player | None:
    """This person, if met."""
    row = await tx.row(GET, id=player)
    return None if row is None else value(Player, row)


async def ensure(tx: Tx, people: Iterable[int], now: int) -> None:
    """Make a nameless row for each of these that has none."""
    await tx.many(
        ENSURE,
        [
            {"id": player, "name": "", "created": now, "seen_at": _day(now)}
            for player in sorted(set(people))
        ],
    )


async def rename(tx: Tx, player: int, name: str, locale: str | None, now: int) -> None:
    """Set the name, when they were seen, and the locale unless it is None."""
    await tx.run(RENAME, id=player, name=name, locale=locale, day=_day(now))


async def names(tx: Tx, people: Collection[int]) -> dict[int, str]:
    """The names of those who have a row."""
    return {row.id: row.name for row in await tx.rows(NAMES, ids=people)}


def _day(now: int) -> int:
    """The beginning of the day: more need not be known of when somebody is about."""
    return now - now % 86400
