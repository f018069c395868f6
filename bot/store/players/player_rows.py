"""Rows of players: users who have used the bot, or whom another player has named."""

from collections.abc import Collection, Iterable, Mapping

from sqlalchemy import bindparam, func, select, update

from bot.store.driver.statement import Statement, bind_list
from bot.store.driver.table_statements import insert_row, select_rows
from bot.store.driver.tx import Tx
from bot.store.models import Player
from bot.store.tables.players import players

GET = select_rows(players, "id")
ENSURE = insert_row(players, "locale", "global_rating", "seen_hints", "user_name", existing="keep")
RENAME = Statement(
    update(players)
    .where(players.c.id == bindparam("id"))
    .values(
        name=bindparam("name"),
        user_name=bindparam("user_name"),
        seen_at=bindparam("day"),
        locale=func.coalesce(bindparam("locale", type_=players.c.locale.type), players.c.locale),
    )
    .returning(players.c.seen_hints)
)
EXPLAIN = Statement(
    update(players)
    .where(
        players.c.id == bindparam("id"),
        ~(" " + players.c.seen_hints + " ").contains(bindparam("word")),
    )
    .values(seen_hints=players.c.seen_hints + bindparam("more"))
)
NAMES = Statement(select(players.c.id, players.c.name).where(players.c.id.in_(bind_list("ids"))))
USER_NAMES = Statement(
    select(players.c.id, players.c.user_name).where(
        players.c.id.in_(bind_list("ids")), players.c.user_name != ""
    )
)


def get_player(tx: Tx, player: int) -> Player | None:
    """Return this player; None if they have no row."""
    return tx.one(Player, GET, id=player)


def ensure_players(
    tx: Tx, people: Iterable[int], now: int, names: Mapping[int, str] | None = None
) -> None:
    """Insert a row, with the name if it is given, for each player without one."""
    known = names or {}
    tx.many(
        ENSURE,
        [
            {"id": player, "name": known.get(player, ""), "created": now, "seen_at": _day(now)}
            for player in sorted(set(people))
        ],
    )


def update_player(
    tx: Tx, player: int, name: str, locale: str | None, now: int, user_name: str = ""
) -> str:
    """Update the names, the day last seen and, unless None, the locale.

    Returns the hints already shown.
    """
    values = {"name": name, "user_name": user_name, "locale": locale}
    return str(tx.value(RENAME, id=player, day=_day(now), **values))


def mark_explained(tx: Tx, player: int, what: str) -> bool:
    """Record that a hint was shown.

    Returns False if it was shown before, or the player has no row.
    """
    return tx.run(EXPLAIN, id=player, word=f" {what} ", more=f" {what}") == 1


def get_names(tx: Tx, people: Collection[int]) -> dict[int, str]:
    """Return the stored names by player id. Players without a row are left out."""
    return {row.id: row.name for row in tx.rows(NAMES, ids=people)}


def get_user_names(tx: Tx, people: Collection[int]) -> dict[int, str]:
    """Return the stored user names by player id. Players without one are left out."""
    return {row.id: row.user_name for row in tx.rows(USER_NAMES, ids=people)}


def _day(now: int) -> int:
    """Round a time down to the day, because activity is not stored more precisely."""
    return now - now % 86400
