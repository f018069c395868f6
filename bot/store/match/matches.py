"""Queries for matches, loaded with all child rows. `match_saver` saves matches."""

from collections.abc import Iterable, Iterator

from sqlalchemy import and_, bindparam, func, select, union_all

from bot.store.driver.statement import Row, Statement
from bot.store.driver.table_statements import equal
from bot.store.driver.tx import Tx
from bot.store.match import match_loader
from bot.store.match.clocks import NO_LIMIT, is_seat_to_act
from bot.store.match.match_loader import WHOLE
from bot.store.models import Match
from bot.store.tables.games import LEFT, RUNNING, clocks, match_seats, matches
from bot.store.tables.guilds import servers

# Finding a player's matches through `match_seats` uses an index, so the cost hardly depends on the
# total number of matches.
_seats = select(match_seats.c.match).where(equal(match_seats, "player"))

_SOONEST = (clocks.c.deadline, matches.c.id)

_GET = Statement(WHOLE.where(equal(matches, "id")))
_RUNNING = Statement(WHOLE.where(RUNNING).order_by(matches.c.id))
# Two SELECTs, so that each can use an index.
IN_CHANNEL = union_all(
    *(
        select(matches.c.id).where(RUNNING, column == bindparam("place")).correlate(None)
        for column in (matches.c.channel, matches.c.thread)
    )
)
_RUNNING_IN = Statement(
    WHOLE.where(matches.c.id.in_(IN_CHANNEL)).order_by(
        matches.c.moved_at.desc(), matches.c.id.desc()
    )
)
_NEWEST = (matches.c.ended_at.desc(), matches.c.id.desc())
_RUNNING_OF = Statement(
    WHOLE.where(RUNNING, matches.c.id.in_(_seats.where(~LEFT))).order_by(
        matches.c.moved_at, matches.c.id
    )
)
_AWAITING = Statement(
    WHOLE.where(
        matches.c.id.in_(
            select(clocks.c.match)
            .select_from(clocks)
            .join(match_seats, is_seat_to_act())
            .where(equal(match_seats, "player"))
            .correlate(None)
        )
    ).order_by(*_SOONEST)
)
_OVERDUE = Statement(
    WHOLE.where(clocks.c.deadline < bindparam("before"))
    .order_by(*_SOONEST)
    .limit(bindparam("limit"))
)
_finished = (
    select(matches.c.id)
    .join(match_seats, match_seats.c.match == matches.c.id)
    .where(equal(match_seats, "player"), matches.c.status != "running")
    .order_by(*_NEWEST)
    .limit(bindparam("most"))
)
_finished_here = _finished.where(equal(matches, "guild")).offset(bindparam("past"))
_FINISHED_OF = Statement(WHOLE.where(matches.c.id.in_(_finished)).order_by(*_NEWEST))
_FINISHED_IN = Statement(WHOLE.where(matches.c.id.in_(_finished_here)).order_by(*_NEWEST))
_ALL_OF = Statement(WHOLE.where(matches.c.id.in_(_seats)).order_by(matches.c.id))
_EVERYTHING = Statement(WHOLE.order_by(matches.c.id))

_theme = and_(servers.c.guild == matches.c.guild, servers.c.setting == "theme")
_VARIANTS = Statement(
    select(matches.c.variant, servers.c.value)
    .select_from(matches.outerjoin(servers, _theme))
    .where(RUNNING)
    .group_by(matches.c.variant, servers.c.value)
    .order_by(func.count().desc(), matches.c.variant, servers.c.value)
)
_COUNT = Statement(select(func.count()).select_from(matches))


def get_match(tx: Tx, match_id: int) -> Match | None:
    """Return this match; None if it does not exist.

    It is read once per transaction, until something of it changes.
    """
    loaded = tx.cache(match_loader.TABLES)
    if match_id not in loaded:
        return next(iter(_all(tx, tx.rows(_GET, id=match_id))), None)
    match: Match = loaded[match_id]
    return match


def running_matches(tx: Tx) -> list[Match]:
    """Return all running matches, oldest first."""
    return _all(tx, tx.rows(_RUNNING))


def running_in_channel(tx: Tx, channel: int) -> list[Match]:
    """Return the running matches in a channel or thread, most recent move first."""
    return _all(tx, tx.rows(_RUNNING_IN, place=channel))


def running_of_player(tx: Tx, player: int) -> list[Match]:
    """Return the running matches that this player has not left, longest waiting first."""
    return _all(tx, tx.rows(_RUNNING_OF, player=player))


def awaiting_player(tx: Tx, player: int) -> list[Match]:
    """Return the matches in which this player must act, nearest deadline first."""
    return _all(tx, tx.rows(_AWAITING, player=player))


def overdue(tx: Tx, before: int, limit: int | None = None) -> Iterator[Match]:
    """Yield the matches whose deadline was before `before`, earliest first.

    Each is read when its turn comes. A match that is no longer overdue then is skipped.
    """
    for number, match in enumerate(
        _all(tx, tx.rows(_OVERDUE, before=before, limit=limit or NO_LIMIT))
    ):
        again = get_match(tx, match.id) if number else match
        if again is not None and again.clock is not None and again.clock.deadline < before:
            yield again


def running_variants(tx: Tx) -> list[tuple[str, str | None]]:
    """Return the (variant, guild's board theme) pairs of running matches.

    The most common pair comes first. The theme is None if the guild has not chosen one.
    """
    return [(row.variant, row.value) for row in tx.rows(_VARIANTS)]


def finished_of(tx: Tx, player: int, limit: int = 25) -> list[Match]:
    """Return up to `limit` of this player's matches that are over, latest first."""
    return _all(tx, tx.rows(_FINISHED_OF, player=player, most=limit))


def finished_in_guild(tx: Tx, player: int, guild: int, limit: int, past: int) -> list[Match]:
    """Return this player's matches in a guild that are over, latest first.

    Skips the first `past` matches and returns up to `limit`.
    """
    return _all(tx, tx.rows(_FINISHED_IN, player=player, guild=guild, most=limit, past=past))


def all_of_player(tx: Tx, player: int) -> list[Match]:
    """Return all matches in which this player has or had a seat, oldest first."""
    return _all(tx, tx.rows(_ALL_OF, player=player))


def count_matches(tx: Tx) -> int:
    """Return the number of matches."""
    number: int = tx.value(_COUNT)
    return number


def all_matches(tx: Tx) -> list[Match]:
    """Return all matches, oldest first."""
    return _all(tx, tx.rows(_EVERYTHING))


def _all(tx: Tx, rows: Iterable[Row]) -> list[Match]:
    loaded = [match_loader.match_from_row(row) for row in rows]
    tx.cache(match_loader.TABLES).update((match.id, match) for match in loaded)
    return loaded
