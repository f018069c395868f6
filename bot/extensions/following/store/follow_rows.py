"""Rows of followed people."""

from collections.abc import Collection

from sqlalchemy import and_, bindparam, delete, func, or_, select, update

from bot.extension_api.tables import match_seats, matches
from bot.extension_api.transactions import Statement, Tx, bind_list, equal, insert_row
from bot.extensions.following.models import Follow, FollowedGame
from bot.extensions.following.tables import follows

_PLAYER = follows.c.player == bindparam("reader")
_ADD = insert_row(follows, existing="keep")
_GET = Statement(select(follows).where(equal(follows, "player", "person", "guild")))
_REMOVE = Statement(delete(follows).where(equal(follows, "player", "person", "guild")))
_COUNT = Statement(select(func.count()).where(_PLAYER))
_LIST = Statement(select(follows).where(_PLAYER).order_by(follows.c.since.desc(), follows.c.person))
_RECENT = (bindparam("after") < matches.c.created) & (matches.c.created <= bindparam("until"))
_ENDED = (bindparam("after") < matches.c.ended_at) & (matches.c.ended_at <= bindparam("until"))
_GAMES = Statement(
    select(matches.c.id.label("match"), follows.c.person)
    .select_from(follows)
    .join(match_seats, match_seats.c.player == follows.c.person)
    .join(matches, and_(matches.c.id == match_seats.c.match, matches.c.guild == follows.c.guild))
    .where(
        _PLAYER,
        or_(_RECENT, _ENDED),
    )
    .distinct()
    .order_by(matches.c.id, follows.c.person)
)
_PROLONG = Statement(
    update(follows)
    .where(follows.c.guild == bindparam("server"), follows.c.person.in_(bind_list("people")))
    .values(delete_at=bindparam("later"))
)
_REMOVE_IN_GUILD = Statement(delete(follows).where(_PLAYER, follows.c.guild == bindparam("server")))
_REMOVE_BETWEEN = Statement(
    delete(follows).where(
        or_(
            and_(follows.c.player == bindparam("one"), follows.c.person == bindparam("other")),
            and_(follows.c.player == bindparam("other"), follows.c.person == bindparam("one")),
        )
    )
)
_REMOVE_FOLLOWERS = Statement(delete(follows).where(follows.c.person == bindparam("whom")))
_DELETE_OLD = Statement(delete(follows).where(follows.c.delete_at <= bindparam("now")))


def add_follow(tx: Tx, follow: Follow) -> None:
    """Insert a row. No-op if there is one."""
    tx.run(_ADD, follow)


def get_follow(tx: Tx, player: int, person: int, guild: int) -> Follow | None:
    """Return a row, or None."""
    return tx.one(Follow, _GET, player=player, person=person, guild=guild)


def remove_follow(tx: Tx, player: int, person: int, guild: int) -> None:
    """Delete a row, if there is one."""
    tx.run(_REMOVE, player=player, person=person, guild=guild)


def count_followed(tx: Tx, player: int) -> int:
    """Return the number of rows of this player."""
    count: int = tx.value(_COUNT, reader=player)
    return count


def list_followed(tx: Tx, player: int) -> list[Follow]:
    """Return the people whom this player follows, newest first."""
    return tx.all(Follow, _LIST, reader=player)


def games_between(tx: Tx, player: int, since: int, until: int) -> list[FollowedGame]:
    """Return the games of followed people that began or ended in a period.

    It starts after `since` and includes `until`.
    """
    return tx.all(FollowedGame, _GAMES, reader=player, after=since, until=until)


def prolong(tx: Tx, guild: int, people: Collection[int], *, delete_at: int) -> None:
    """Keep the rows of people who have finished a game in a guild until `delete_at`."""
    tx.run(_PROLONG, server=guild, people=people, later=delete_at)


def remove_in_guild(tx: Tx, player: int, guild: int) -> None:
    """Delete the rows of a player for a guild."""
    tx.run(_REMOVE_IN_GUILD, reader=player, server=guild)


def remove_between(tx: Tx, player: int, other: int) -> None:
    """Delete the rows in which one of two players follows the other."""
    tx.run(_REMOVE_BETWEEN, one=player, other=other)


def remove_followers(tx: Tx, person: int) -> None:
    """Delete the rows in which someone follows this person."""
    tx.run(_REMOVE_FOLLOWERS, whom=person)


def delete_old(tx: Tx, *, now: int) -> int:
    """Delete the rows of people without a game for a year. Returns their number."""
    return tx.run(_DELETE_OLD, now=now)
