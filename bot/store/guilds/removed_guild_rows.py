"""Rows of guilds from which the bot was removed, and deletion of a guild's data."""

from sqlalchemy import bindparam, delete, exists, func, select, union, update

from bot.store.driver.statement import Statement
from bot.store.driver.table_statements import delete_rows, equal, insert_row
from bot.store.driver.tx import Tx
from bot.store.tables.base import OF_GUILDS, metadata
from bot.store.tables.games import LEFT, RUNNING, match_seats, matches, undelivered_boards
from bot.store.tables.guilds import audit, removed_guilds, servers
from bot.store.tables.messages import posts

_HERE = equal(matches, "guild")
_KNOWN = Statement(
    union(
        select(matches.c.guild).where(RUNNING, matches.c.guild.is_not(None)),
        select(servers.c.guild),
        select(audit.c.guild),
        select(removed_guilds.c.guild),
    )
)
NOT_ON_HOLD = RUNNING & ~exists().where(undelivered_boards.c.match == matches.c.id)
"""Condition: a running match that is not on hold (no undelivered board)."""
_UNHELD = Statement(
    select(
        matches.c.id,
        select(removed_guilds.c.at)
        .where(removed_guilds.c.guild == matches.c.guild)
        .scalar_subquery(),
    )
    .where(matches.c.guild.in_(select(removed_guilds.c.guild)), NOT_ON_HOLD)
    .limit(bindparam("most"))
)
_PLAYING_IN = Statement(
    select(match_seats.c.player, func.count(), func.min(matches.c.id))
    .join(matches, matches.c.id == match_seats.c.match)
    .where(RUNNING, _HERE, match_seats.c.player > 0, ~LEFT)
    .group_by(match_seats.c.player)
    .order_by(match_seats.c.player)
)
_REMOVED_AT = Statement(select(removed_guilds.c.at).where(equal(removed_guilds, "guild")))
_REMOVED = Statement(select(removed_guilds.c.guild))
_REMOVE = insert_row(removed_guilds)
_RESTORE = Statement(
    delete(removed_guilds).where(equal(removed_guilds, "guild")).returning(removed_guilds.c.at)
)
_DUE = Statement(
    select(removed_guilds.c.guild)
    .where(removed_guilds.c.at <= bindparam("before"))
    .order_by(removed_guilds.c.at, removed_guilds.c.guild)
)
_FORGET = (
    *(delete_rows(table, "guild") for table in metadata.tables.values() if table.info == OF_GUILDS),
    Statement(delete(posts).where(posts.c.match.in_(select(matches.c.id).where(_HERE)))),
    Statement(update(matches).where(_HERE).values(channel=0, thread=None)),
)


def known_guilds(tx: Tx) -> set[int]:
    """Return the guilds with a running match or with stored data."""
    return set(tx.column(_KNOWN))


def get_removed_at(tx: Tx, guild: int) -> int | None:
    """Return when the bot was removed from this guild; None if it was not."""
    when: int | None = tx.value(_REMOVED_AT, guild=guild)
    return when


def players_in(tx: Tx, guild: int) -> list[tuple[int, int, int]]:
    """Return the players in the running matches of a guild.

    Each tuple contains the player, the number of their matches, and the lowest match id. Matches
    that the player has left do not count.
    """
    return [(row[0], row[1], row[2]) for row in tx.rows(_PLAYING_IN, guild=guild)]


def not_on_hold(tx: Tx, limit: int) -> list[tuple[int, int]]:
    """Return up to `limit` matches to put on hold, with the time of the removal.

    These are running matches of guilds from which the bot was removed.
    """
    return [(row[0], row[1]) for row in tx.rows(_UNHELD, most=limit)]


def removed(tx: Tx) -> set[int]:
    """Return all guilds from which the bot was removed."""
    return set(tx.column(_REMOVED))


def add_removal(tx: Tx, guild: int, now: int) -> None:
    """Record that the bot was removed from this guild."""
    tx.run(_REMOVE, guild=guild, at=now)


def delete_removal(tx: Tx, guild: int) -> int | None:
    """Delete the record of a removal, and return the time of the removal.

    This is done when the bot is back, or when the guild's data is deleted. Returns None if there
    was no record.
    """
    removed_at: int | None = tx.value(_RESTORE, guild=guild)
    return removed_at


def due_removals(tx: Tx, before: int) -> list[int]:
    """Return the guilds from which the bot was removed before `before`."""
    return tx.column(_DUE, before=before)


def delete_guild(tx: Tx, guild: int) -> None:
    """Delete the data of a guild without running matches.

    Its ended matches are kept, but without their channels and posts.
    """
    for statement in _FORGET:
        tx.run(statement, guild=guild)
