"""Rows of followed events."""

from sqlalchemy import bindparam, delete, select

from bot.extension_api.transactions import Statement, Tx, equal, insert_row
from bot.extensions.following.models import EventFollow
from bot.extensions.following.tables import event_follows

_ADD = insert_row(event_follows, existing="keep")
_REMOVE = Statement(delete(event_follows).where(equal(event_follows, "player", "event")))
_LIST = Statement(
    select(event_follows)
    .where(equal(event_follows, "player"))
    .order_by(event_follows.c.since.desc(), event_follows.c.event)
)
_REMOVE_IN_GUILD = Statement(delete(event_follows).where(equal(event_follows, "player", "guild")))
_DELETE_OLD = Statement(delete(event_follows).where(event_follows.c.delete_at <= bindparam("now")))


def add_event(tx: Tx, follow: EventFollow) -> None:
    """Insert a row. No-op if there is one."""
    tx.run(_ADD, follow)


def remove_event(tx: Tx, player: int, event: int) -> None:
    """Delete a row, if there is one."""
    tx.run(_REMOVE, player=player, event=event)


def list_events(tx: Tx, player: int) -> list[EventFollow]:
    """Return the events that this player follows, newest first."""
    return tx.all(EventFollow, _LIST, player=player)


def remove_in_guild(tx: Tx, player: int, guild: int) -> None:
    """Delete the rows of a player for a guild."""
    tx.run(_REMOVE_IN_GUILD, player=player, guild=guild)


def delete_old(tx: Tx, *, now: int) -> int:
    """Delete the rows that are two years old. Returns their number."""
    return tx.run(_DELETE_OLD, now=now)
