"""Rows of vacations, their budgets and the messages that announce them."""

from sqlalchemy import bindparam, case, exists, select, update

from bot.store.driver.statement import Statement
from bot.store.driver.table_statements import (
    delete_older,
    equal,
    insert_row,
    select_rows,
    update_rows,
)
from bot.store.driver.tx import Tx
from bot.store.match.clocks import is_seat_to_act
from bot.store.models import VacationNotice
from bot.store.tables.games import clock_stops, clocks, match_seats, matches
from bot.store.tables.json_sql import JsonNumber
from bot.store.tables.messages import LASTING, OVER, PENDING, PLACE, outbox, vacation_notices
from bot.store.tables.players import vacation_budgets, vacations

_NOT_OVER = equal(vacations, "player") & (vacations.c.until > bindparam("now"))
BUDGET = select_rows(vacation_budgets, "player")
SET_BUDGET = insert_row(vacation_budgets, existing="update")
CURRENT = Statement(
    select(vacations.c.started, vacations.c.until)
    .where(_NOT_OVER)
    .order_by(vacations.c.id.desc())
    .limit(1)
)
ADD = insert_row(vacations, "id")
_NOW = bindparam("now", type_=vacations.c.until.type)
END = Statement(
    update(vacations)
    .where(_NOT_OVER)
    # It has started in the future if the system clock was ahead.
    .values(started=case((vacations.c.started > _NOW, _NOW), else_=vacations.c.started), until=_NOW)
)


def get_budget(tx: Tx, player: int) -> tuple[int, int] | None:
    """Return the seconds of vacation left, and the time for which this was computed.

    Returns None if the player has never taken a vacation.
    """
    row = tx.row(BUDGET, player=player)
    return None if row is None else (row.left, row.at)


def set_budget(tx: Tx, player: int, left: int, at: int) -> None:
    """Store the seconds of vacation that this player has left at this time."""
    tx.run(SET_BUDGET, player=player, left=left, at=at)


def current_vacation(tx: Tx, player: int, now: int) -> tuple[int, int] | None:
    """Return the start and end of this player's current vacation, or None."""
    row = tx.row(CURRENT, player=player, now=now)
    return None if row is None else (row.started, row.until)


def add_vacation(tx: Tx, player: int, span: tuple[int, int]) -> None:
    """Insert a vacation."""
    tx.run(ADD, player=player, started=span[0], until=span[1])


def end_vacation(tx: Tx, player: int, now: int) -> None:
    """End this player's current vacation now."""
    tx.run(END, player=player, now=now)


def get_notice(tx: Tx, number: int) -> VacationNotice | None:
    """Return this notice; None if it has been deleted."""
    return tx.one(VacationNotice, _GET, id=number)


def get_open(tx: Tx, player: int, channel: int) -> VacationNotice | None:
    """Return the open notice of this player in this channel, or None."""
    return tx.one(VacationNotice, _LASTING, player=player, channel=channel)


def add_notice(tx: Tx, player: int, guild: int | None, channel: int, now: int) -> int:
    """Insert a notice. Returns its id."""
    return tx.new_id(_BEGIN, player=player, guild=guild, channel=channel, started=now)


def set_message(tx: Tx, number: int, message: int) -> None:
    """Record the message that shows the notice."""
    tx.run(_POSTED, id=number, message=message)


def end_notice(tx: Tx, number: int, now: int) -> None:
    """Record that the vacation of a notice has ended."""
    tx.run(_END, id=number, until=now)


def prune_ended(tx: Tx, before: int) -> int:
    """Delete a batch of notices that ended before `before`. Returns their number."""
    return tx.run(_PRUNE, before=before)


def matches_on_vacation(tx: Tx, notice: VacationNotice) -> list[int]:
    """Return the matches in the channel whose clock is stopped by this vacation.

    They are sorted by deadline, nearest first.
    """
    wanted = {"player": notice.player, "channel": notice.channel, "since": notice.started}
    return tx.column(_GAMES, **wanted)


def has_queued_update(tx: Tx, notice: VacationNotice) -> bool:
    """Return whether an update of the message is queued and not yet attempted."""
    kind = "absence-changed"
    return tx.value(_QUEUED_UPDATE, channel=notice.channel, kind=kind, id=notice.id) is not None


_GET = select_rows(vacation_notices, "id")
_LASTING = Statement(
    select(vacation_notices).where(LASTING, equal(vacation_notices, "player", "channel"))
)
_BEGIN = insert_row(vacation_notices, "message", "until", returns_id=True)
_POSTED = update_rows(vacation_notices, ("id",), "message")
_END = update_rows(vacation_notices, ("id",), "until")
_PRUNE = delete_older(vacation_notices.c.until, OVER)
_GAMES = Statement(
    select(clocks.c.match)
    .join(matches, matches.c.id == clocks.c.match)
    .join(match_seats, is_seat_to_act())
    .where(
        equal(match_seats, "player"),
        equal(matches, "channel"),
        exists().where(
            clock_stops.c.match == clocks.c.match,
            clock_stops.c.seat == clocks.c.seat,
            clock_stops.c.why == "vacation",
            clock_stops.c.until > clocks.c.started,
            clock_stops.c.until > bindparam("since"),
        ),
    )
    .order_by(clocks.c.deadline, clocks.c.match)
)
_QUEUED_UPDATE = Statement(
    select(outbox.c.id)
    .where(
        PENDING,
        bindparam("channel") == PLACE,
        outbox.c.kind == bindparam("kind"),
        outbox.c.attempts == 0,
        JsonNumber(outbox.c.payload, "absence") == bindparam("id"),
    )
    .limit(1)
)
