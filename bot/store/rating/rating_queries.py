"""Queries for the current ratings: leaderboards, histories and changes.

`guild` is None for the global ladder.
"""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Select, bindparam, literal_column, not_, select

from bot.store.driver.row_mapper import from_row
from bot.store.driver.statement import Statement, bind_list
from bot.store.driver.table_statements import equal
from bot.store.driver.tx import Tx
from bot.store.models.ratings import (
    Kind,
    RankedPlayer,
    StoredChange,
    StoredRating,
)
from bot.store.rating.ladder_rows import GLOBAL
from bot.store.tables.games import matches
from bot.store.tables.ratings import ladders, rating_changes, rating_opponents, ratings

_LADDER = select(ladders.c.id).where(equal(ladders, "guild")).scalar_subquery()

_RATINGS = Statement(
    select(ratings).where(ratings.c.ladder == _LADDER, ratings.c.player.in_(bind_list("people")))
)
_HISTORY = Statement(
    select(rating_changes, matches.c.ended_at)
    .join(matches, matches.c.id == rating_changes.c.match)
    .where(rating_changes.c.ladder == _LADDER, rating_changes.c.player == bindparam("player"))
    .order_by(rating_changes.c.finished_at, rating_changes.c.match)
)
_CHANGES = Statement(
    select(rating_changes).where(rating_changes.c.ladder == _LADDER, equal(rating_changes, "match"))
)

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


def _more_than(number: str, some: Select[Any]) -> Any:
    """Return the condition that a correlated subquery has more than `number` rows."""
    return some.correlate(ratings).limit(1).offset(bindparam(number)).exists()


_QUALIFIED = (
    (ratings.c.games >= bindparam("games"))
    & _more_than("opponents", _opponents)
    & _more_than("established", _established)
)


def _best(*which: Any) -> Statement:
    """Return a SELECT for the best players in a pool who meet these conditions."""
    return Statement(
        select(ratings.c.player, ratings.c.points, ratings.c.games)
        .where(ratings.c.ladder == _LADDER, ratings.c.kind == bindparam("kind"), *which)
        .order_by(ratings.c.points.desc(), ratings.c.player)
        .limit(bindparam("most"))
    )


_LISTED = _best(_QUALIFIED, ratings.c.last_at > bindparam("since"))
_OTHERS = _best(not_(_QUALIFIED), ratings.c.games > literal_column("0"))


def ratings_of(tx: Tx, guild: int | None, people: Collection[int]) -> list[StoredRating]:
    """Return the ratings of these players in all pools."""
    return tx.all(StoredRating, _RATINGS, guild=guild or GLOBAL, people=people)


def history_of(tx: Tx, guild: int | None, player: int) -> list[tuple[int, StoredChange]]:
    """Return a player's rating changes in all pools, each with the end of its game.

    They are in historical order and include those of annulled games.
    """
    rows = tx.rows(_HISTORY, guild=guild or GLOBAL, player=player)
    return [(row.ended_at, from_row(StoredChange, row)) for row in rows]


def changes_of(tx: Tx, guild: int | None, match: int) -> list[StoredChange]:
    """Return the rating changes that a match has made."""
    return tx.all(StoredChange, _CHANGES, guild=guild or GLOBAL, match=match)


def listed(
    tx: Tx, guild: int | None, kind: Kind, *, since: int, most: int, **rules: int
) -> list[RankedPlayer]:
    """Return the best `most` players who qualify for a leaderboard, best first.

    To qualify, players need `games` games and more than `opponents` opponents, of whom more than
    `established` have `established_games` games. Players without a game after `since` are left out.
    """
    where = {"guild": guild or GLOBAL, "kind": kind}
    return tx.all(RankedPlayer, _LISTED, **where, since=since, most=most, **rules)


def others(tx: Tx, guild: int | None, kind: Kind, *, most: int, **rules: int) -> list[RankedPlayer]:
    """Return the best `most` players with a game who do not qualify for a leaderboard."""
    where = {"guild": guild or GLOBAL, "kind": kind}
    return tx.all(RankedPlayer, _OTHERS, **where, most=most, **rules)
