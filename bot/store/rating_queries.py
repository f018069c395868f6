"""Queries for the current ratings: leaderboards, histories and changes.

`guild` is None for the global ladder. Most functions return their rows, and whether the ladder is
being recalculated. That flag is False if there are no rows.
"""

from collections.abc import Collection
from typing import Any, TypeVar

from sqlalchemy import (
    Float,
    Select,
    and_,
    bindparam,
    exists,
    func,
    literal_column,
    not_,
    or_,
    select,
)

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
from bot.store.table_statements import equal
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
        rating_changes.c.ladder == _SHOWN, equal(rating_changes, "match")
    )
)
_SUSPECTS = Statement(
    select(farming_tallies, _STALE).where(
        farming_tallies.c.ladder == _SHOWN,
        or_(
            func.length(func.replace(farming_tallies.c.lately, "0", "")) >= bindparam("early"),
            and_(
                farming_tallies.c.changes >= bindparam("games"),
                farming_tallies.c.fed > farming_tallies.c.won * bindparam("share", type_=Float),
            ),
        ),
    )
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
        select(ratings.c.player, ratings.c.points, ratings.c.games, _STALE)
        .where(ratings.c.ladder == _SHOWN, ratings.c.kind == bindparam("kind"), *which)
        .order_by(ratings.c.points.desc(), ratings.c.player)
        .limit(bindparam("most"))
    )


_LISTED = _best(_QUALIFIED, ratings.c.last_at > bindparam("since"))
_OTHERS = _best(not_(_QUALIFIED))


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


def tallies(
    tx: Tx, guild: int | None, *, early: int, games: int, share: float
) -> tuple[list[StoredTally], bool]:
    """Return the tallies of players who may have signs of farming.

    These players have lost at least `early` of their recent games early, or have played at least
    `games` games and gained more than `share` of their points from provisional accounts.
    """
    rows = tx.rows(_SUSPECTS, guild=guild or GLOBAL, early=early, games=games, share=share)
    return _with_stale(StoredTally, rows)


def listed(
    tx: Tx, guild: int | None, kind: Kind, *, since: int, most: int, **rules: int
) -> tuple[list[RankedPlayer], bool]:
    """Return the best `most` players who qualify for a leaderboard, best first.

    To qualify, players need `games` games and more than `opponents` opponents, of whom more than
    `established` have `established_games` games. Players without a game after `since` are left out.
    """
    where = {"guild": guild or GLOBAL, "kind": kind}
    return _with_stale(RankedPlayer, tx.rows(_LISTED, **where, since=since, most=most, **rules))


def others(
    tx: Tx, guild: int | None, kind: Kind, *, most: int, **rules: int
) -> tuple[list[RankedPlayer], bool]:
    """Return the best `most` players who do not qualify for a leaderboard, best first."""
    where = {"guild": guild or GLOBAL, "kind": kind}
    return _with_stale(RankedPlayer, tx.rows(_OTHERS, **where, most=most, **rules))


def _with_stale(kind: type[R], rows: list[Any]) -> tuple[list[R], bool]:
    return [from_row(kind, row) for row in rows], any(row.stale for row in rows)
