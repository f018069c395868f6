"""Queries of the ratings that are shown: leaderboards, histories and changes.

`guild` is None for the global ladder. Most functions return their rows and whether the ladder is
being recalculated; False if there are no rows.
"""

from collections.abc import Collection
from typing import Any, TypeVar

from sqlalchemy import Select, bindparam, exists, literal_column, not_, select, union_all

from bot.store.ladder_rows import GLOBAL
from bot.store.models.ratings import (
    Kind,
    RankedPlayer,
    StoredChange,
    StoredMeetings,
    StoredRating,
    StoredTally,
)
from bot.store.row_mapper import from_row
from bot.store.statement import Statement, bind_list
from bot.store.tables.ratings import (
    farming_tallies,
    ladders,
    rating_changes,
    rating_meetings,
    rating_opponents,
    ratings,
)
from bot.store.tx import Tx

R = TypeVar("R", StoredRating, StoredChange, StoredTally, RankedPlayer)

_HERE = ladders.c.guild == bindparam("guild")
_SHOWN = select(ladders.c.id).where(_HERE, ladders.c.status == "shown").scalar_subquery()
_STALE = exists().where(_HERE, ladders.c.status == "building").label("stale")
_PEOPLE = bind_list("people")

_RATINGS = Statement(
    select(ratings, _STALE).where(ratings.c.ladder == _SHOWN, ratings.c.player.in_(_PEOPLE))
)
_MEETINGS = Statement(
    select(rating_meetings).where(
        rating_meetings.c.ladder == _SHOWN,
        rating_meetings.c.player.in_(_PEOPLE),
        rating_meetings.c.opponent.in_(_PEOPLE),
    )
)
_HISTORY = Statement(
    select(rating_changes, _STALE)
    .where(rating_changes.c.ladder == _SHOWN, rating_changes.c.player == bindparam("player"))
    .order_by(rating_changes.c.finished_at, rating_changes.c.match)
)
_CHANGES = Statement(
    select(rating_changes, _STALE).where(
        rating_changes.c.ladder == _SHOWN, rating_changes.c.match == bindparam("match")
    )
)
_TALLIES = Statement(select(farming_tallies, _STALE).where(farming_tallies.c.ladder == _SHOWN))

_theirs = ratings.alias("theirs")
_opponents: Select[Any] = select(literal_column("1")).where(
    rating_opponents.c.player == ratings.c.player,
    rating_opponents.c.ladder == ratings.c.ladder,
    rating_opponents.c.kind == ratings.c.kind,
)
_established = _opponents.where(
    _theirs.c.player == rating_opponents.c.opponent,
    _theirs.c.ladder == rating_opponents.c.ladder,
    _theirs.c.kind == rating_opponents.c.kind,
    _theirs.c.games >= bindparam("established_games"),
)


def _at_least(number: str, some: Select[Any]) -> Any:
    """Return a condition: a correlated subquery has at least this number of rows, minus one."""
    return some.correlate(ratings).limit(1).offset(bindparam(number)).exists()


_QUALIFIED = (
    (ratings.c.games >= bindparam("games"))
    & _at_least("opponents", _opponents)
    & _at_least("established", _established)
)


def _best(listed: int, *which: Any) -> Select[Any]:
    """Return a SELECT of the best players in a pool that fulfil these conditions."""
    some = (
        select(
            ratings.c.player,
            ratings.c.points,
            ratings.c.games,
            literal_column(str(listed)).label("listed"),
            _STALE,
        )
        .where(ratings.c.ladder == _SHOWN, ratings.c.kind == bindparam("kind"), *which)
        .order_by(ratings.c.points.desc(), ratings.c.player)
        .limit(bindparam("most"))
    )
    return select(some.subquery())


_LEADERBOARD = Statement(
    union_all(
        _best(1, _QUALIFIED, ratings.c.last_at > bindparam("since")), _best(0, not_(_QUALIFIED))
    )
)


def ratings_of(
    tx: Tx, guild: int | None, people: Collection[int]
) -> tuple[list[StoredRating], bool]:
    """Return the ratings of these players in all pools."""
    return _with_stale(StoredRating, tx.rows(_RATINGS, guild=guild or GLOBAL, people=people))


def meetings_of(tx: Tx, guild: int | None, people: Collection[int]) -> list[StoredMeetings]:
    """Return the latest meetings of these players with each other."""
    return tx.all(StoredMeetings, _MEETINGS, guild=guild or GLOBAL, people=people)


def history_of(tx: Tx, guild: int | None, player: int) -> tuple[list[StoredChange], bool]:
    """Return the rating changes of a player in all pools, in historical order."""
    return _with_stale(StoredChange, tx.rows(_HISTORY, guild=guild or GLOBAL, player=player))


def changes_of(tx: Tx, guild: int | None, match: int) -> tuple[list[StoredChange], bool]:
    """Return the rating changes that a match has made."""
    return _with_stale(StoredChange, tx.rows(_CHANGES, guild=guild or GLOBAL, match=match))


def tallies(tx: Tx, guild: int | None) -> tuple[list[StoredTally], bool]:
    """Return the tallies of all players with rated games."""
    return _with_stale(StoredTally, tx.rows(_TALLIES, guild=guild or GLOBAL))


def leaderboard(
    tx: Tx,
    guild: int | None,
    kind: Kind,
    *,
    games: int,
    opponents: int,
    established: int,
    established_games: int,
    since: int,
    most: int,
) -> tuple[list[RankedPlayer], bool]:
    """Return the best `most` players who qualify for a leaderboard, then others, best first.

    To qualify they need `games` games and this number of opponents, `established` of whom have
    `established_games` games. Qualified players without a game after `since` are left out.
    """
    rows = tx.rows(
        _LEADERBOARD,
        guild=guild or GLOBAL,
        kind=kind,
        games=games,
        opponents=opponents - 1,
        established=established - 1,
        established_games=established_games,
        since=since,
        most=most,
    )
    found, stale = _with_stale(RankedPlayer, rows)
    return sorted(found, key=lambda one: (not one.listed, -one.points, one.player)), stale


def _with_stale(kind: type[R], rows: list[Any]) -> tuple[list[R], bool]:
    return [from_row(kind, row) for row in rows], any(row.stale for row in rows)
