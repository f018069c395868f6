"""Rows of watched matches."""

from collections.abc import Collection

from sqlalchemy import bindparam, case, delete, func, select, update

from bot.extension_api.tables import match_seats, matches, settings
from bot.extension_api.transactions import Statement, Tx, bind_list, equal, insert_row
from bot.extensions.following.models import Level, Watch, Watcher
from bot.extensions.following.tables import watches

_PERSON = watches.c.player == bindparam("person")
_RUNNING = watches.c.delete_at.is_(None)
_ADD = insert_row(watches, existing="keep")
_GET = Statement(select(watches).where(equal(watches, "player", "match")))
_SET_LEVEL = Statement(
    update(watches)
    .where(equal(watches, "player", "match"), _RUNNING)
    .values(level=bindparam("new_level"))
)
_REMOVE = Statement(delete(watches).where(equal(watches, "player", "match")))
_COUNT = Statement(select(func.count()).where(_PERSON, _RUNNING))
_WATCHED = Statement(select(func.count()).where(equal(watches, "match")))
_LIST = Statement(
    select(watches)
    .join(matches, matches.c.id == watches.c.match)
    .where(_PERSON, _RUNNING)
    .order_by(matches.c.moved_at.desc(), watches.c.match)
)
_MOVED = Statement(
    select(watches.c.match)
    .join(matches, matches.c.id == watches.c.match)
    .where(
        _PERSON,
        _RUNNING,
        watches.c.level == bindparam("at"),
        matches.c.moved_at > bindparam("after"),
    )
    .order_by(watches.c.match)
)
_ENDED = Statement(
    select(watches.c.match)
    .join(matches, matches.c.id == watches.c.match)
    .where(
        _PERSON,
        watches.c.result_at.is_(None),
        matches.c.ended_at > bindparam("after"),
        matches.c.ended_at <= bindparam("until"),
    )
    .order_by(watches.c.match)
)
_earlier = watches.alias()
_WATCHERS = Statement(
    select(
        watches.c.player,
        select(func.count())
        .where(_earlier.c.player == watches.c.player, _earlier.c.result_at > bindparam("after"))
        .scalar_subquery()
        .label("results"),
        func.coalesce(settings.c.dm_blocked, 0).label("dm_blocked"),
    )
    .outerjoin(settings, settings.c.player == watches.c.player)
    .where(watches.c.match == bindparam("ended"), _RUNNING)
    .order_by(watches.c.player)
)
_NOW = bindparam("at", type_=watches.c.result_at.type)
_CLOSE = Statement(
    update(watches)
    .where(watches.c.match == bindparam("ended"), _RUNNING)
    .values(
        delete_at=bindparam("later"),
        result_at=case((watches.c.player.in_(bind_list("informed")), _NOW)),
    )
)
_OF_GUILD = select(matches.c.id).where(matches.c.guild == bindparam("server"))
_REMOVE_IN_GUILD = Statement(delete(watches).where(_PERSON, watches.c.match.in_(_OF_GUILD)))
_OF_OTHER = select(match_seats.c.match).where(match_seats.c.player == bindparam("other"))
_REMOVE_OF_OTHER = Statement(delete(watches).where(_PERSON, watches.c.match.in_(_OF_OTHER)))
_DELETE_OLD = Statement(delete(watches).where(watches.c.delete_at <= bindparam("now")))


def add_watch(tx: Tx, watch: Watch) -> None:
    """Insert a row. No-op if the player watches the match already."""
    tx.run(_ADD, watch)


def get_watch(tx: Tx, player: int, match: int) -> Watch | None:
    """Return how this player watches a match, or None."""
    return tx.one(Watch, _GET, player=player, match=match)


def set_level(tx: Tx, player: int, match: int, level: Level) -> bool:
    """Change the level. Returns False if the player does not watch the match."""
    return tx.run(_SET_LEVEL, player=player, match=match, new_level=level) == 1


def remove_watch(tx: Tx, player: int, match: int) -> None:
    """Delete a row, if there is one."""
    tx.run(_REMOVE, player=player, match=match)


def count_watched(tx: Tx, player: int) -> int:
    """Return the number of running matches that this player watches."""
    count: int = tx.value(_COUNT, person=player)
    return count


def count_watchers(tx: Tx, match: int) -> int:
    """Return how many players watch this match, or watched it when it ended."""
    count: int = tx.value(_WATCHED, match=match)
    return count


def list_watched(tx: Tx, player: int) -> list[Watch]:
    """Return the running matches that this player watches, newest move first."""
    return tx.all(Watch, _LIST, person=player)


def moved_since(tx: Tx, player: int, since: int) -> list[int]:
    """Return the watched running matches in which a move was made after `since`.

    Only those of the level "day" are included.
    """
    return tx.column(_MOVED, person=player, at="day", after=since)


def ended_between(tx: Tx, player: int, since: int, until: int) -> list[int]:
    """Return the watched matches that have ended, unless their result was sent.

    They ended after `since` and not after `until`.
    """
    return tx.column(_ENDED, person=player, after=since, until=until)


def watchers_of(tx: Tx, match: int, since: int) -> list[Watcher]:
    """Return the watchers of a running match.

    Each comes with the number of results that they got after `since`.
    """
    return tx.all(Watcher, _WATCHERS, ended=match, after=since)


def close_watches(
    tx: Tx, match: int, informed: Collection[int], *, delete_at: int, now: int
) -> None:
    """Record that a match has ended, and which watchers get its result."""
    tx.run(_CLOSE, ended=match, informed=informed, later=delete_at, at=now)


def remove_in_guild(tx: Tx, player: int, guild: int) -> None:
    """Delete the rows of a player for the matches of a guild."""
    tx.run(_REMOVE_IN_GUILD, person=player, server=guild)


def remove_of_other(tx: Tx, player: int, other: int) -> None:
    """Delete the rows of a player for the matches of another player."""
    tx.run(_REMOVE_OF_OTHER, person=player, other=other)


def delete_old(tx: Tx, *, now: int) -> int:
    """Delete the rows of matches that ended some days ago. Returns their number."""
    return tx.run(_DELETE_OLD, now=now)
