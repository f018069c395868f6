"""Rows of the outbox: messages to send.

States: pending (stored as 'owed'), then sent, failed or dropped.

Order: for each channel only the oldest pending row may be sent, so no message overtakes another.
After `OLD_BOARD_ATTEMPTS` attempts a row blocks only later rows of its own match or challenge, and
those block nothing else, so one bad message cannot silence a channel. Button removals form a
separate queue that blocks nothing and waits for nothing, because Discord allows few edits of old
messages.

Superseding: a kind names the kinds of older messages, of the same match or challenge, that it makes
obsolete (`MessageKind.supersedes`). Superseded rows are dropped if never attempted. A row that may
have been delivered is looked up first, and dropped only if Discord does not have it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from sqlalchemy import (
    ColumnElement,
    and_,
    bindparam,
    case,
    exists,
    func,
    literal_column,
    or_,
    select,
    update,
)

from bot.store.driver import shard_locks
from bot.store.driver.row_mapper import from_json, from_row, to_json
from bot.store.driver.statement import Row, Statement, bind_list
from bot.store.driver.table_statements import delete_older, equal, insert_row
from bot.store.driver.tx import Tx
from bot.store.models.outbox import OutboxRow
from bot.store.outbox import message_kinds
from bot.store.tables.challenges import challenges
from bot.store.tables.games import matches
from bot.store.tables.json_sql import JsonNumber
from bot.store.tables.messages import FAILED, PENDING, PLACE, SETTLED, outbox

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

OLD_BOARD_ATTEMPTS = 3
_COLUMNS = ("match", "ply", "challenge")
"""Fields of a payload that have their own columns."""
_NEWER, _EARLIER, _FAILING = outbox.alias(), outbox.alias(), outbox.alias()
# A literal, because SQLite compiles a statement again after each change of a bound value that it
# compares with the condition of a partial index.
_NEWER_IS_PENDING = _NEWER.c.state == literal_column("'owed'")


def superseded(*which: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition that a newer row supersedes a row.

    Both are about the same match or challenge. `which` are further conditions on the newer row. The
    statement binds `message_kinds.superseding_pairs` as `superseding`.
    """
    later = (
        _NEWER.c.id > outbox.c.id,
        (_NEWER.c.kind + ">" + outbox.c.kind).in_(bind_list("superseding")),
        *which,
    )
    # These are separate conditions so that SQLite uses an index for each. It would read all later
    # rows for a combined condition.
    return or_(
        exists().where(_NEWER.c.match == outbox.c.match, *later),
        exists().where(_NEWER.c.challenge == outbox.c.challenge, *later),
    )


IS_BUTTON_REMOVAL = outbox.c.kind == literal_column("'remove-buttons'")


_waits_for_failing = exists().where(
    _FAILING.c.state == literal_column("'owed'"),
    _FAILING.c.id < _EARLIER.c.id,
    func.coalesce(_FAILING.c.channel, _FAILING.c.user)
    == func.coalesce(_EARLIER.c.channel, _EARLIER.c.user),
    _FAILING.c.attempts >= OLD_BOARD_ATTEMPTS,
    or_(
        _FAILING.c.match == _EARLIER.c.match,
        _FAILING.c.challenge == _EARLIER.c.challenge,
    ),
)
_waits = exists().where(
    _EARLIER.c.state == literal_column("'owed'"),
    _EARLIER.c.id < outbox.c.id,
    func.coalesce(_EARLIER.c.channel, _EARLIER.c.user) == PLACE,
    _EARLIER.c.kind != "remove-buttons",
    or_(
        and_(_EARLIER.c.attempts < OLD_BOARD_ATTEMPTS, ~_waits_for_failing),
        _EARLIER.c.match == outbox.c.match,
        _EARLIER.c.challenge == outbox.c.challenge,
    ),
)
FIRST_IN_LINE = and_(PENDING, or_(IS_BUTTON_REMOVAL, ~_waits))
SERVER = func.coalesce(
    select(matches.c.guild).where(matches.c.id == outbox.c.match).scalar_subquery(),
    select(challenges.c.guild).where(challenges.c.id == outbox.c.challenge).scalar_subquery(),
    PLACE,
)
_ROWS = select(outbox, superseded(_NEWER_IS_PENDING).label("outdated"), SERVER.label("server"))
ROW = and_(PENDING, outbox.c.id == bindparam("id"))
_OURS = and_(outbox.c.claimed_at.is_not(None), outbox.c.claimed_by == bindparam("process"))
NOBODY_ELSES = or_(outbox.c.claimed_at.is_(None), outbox.c.claimed_by == bindparam("process"))
# Rows never attempted are dropped. Rows that may have been delivered become due for a lookup now.
_SUPERSEDED = (
    update(outbox)
    .where(PENDING, outbox.c.id < bindparam("newer"))
    .values(
        state=case((outbox.c.tried_at.is_(None), "dropped"), else_=outbox.c.state),
        settled_at=case((outbox.c.tried_at.is_(None), bindparam("now")), else_=None),
        due_at=case((outbox.c.claimed_at.is_(None), bindparam("now")), else_=outbox.c.due_at),
    )
)
_FORGETTABLE = and_(SETTLED, outbox.c.state != "failed")

ADD = insert_row(
    outbox, "claimed_at", "claimed_by", "tried_at", "error", "settled_at", returns_id=True
)
_OLDER = outbox.c.kind.in_(bind_list("kinds"))
SUPERSEDE_MATCH = Statement(_SUPERSEDED.where(equal(outbox, "match"), _OLDER))
SUPERSEDE_CHALLENGE = Statement(_SUPERSEDED.where(equal(outbox, "challenge"), _OLDER))
_DUE = (
    _ROWS.where(FIRST_IN_LINE, outbox.c.due_at <= bindparam("now"))
    .order_by(outbox.c.due_at, outbox.c.id)
    .limit(bindparam("limit"))
)
DUE = Statement(_DUE.where(~IS_BUTTON_REMOVAL))
DUE_OF_OTHERS = Statement(
    _DUE.where(
        ~IS_BUTTON_REMOVAL, SERVER.not_in(bind_list("but")), PLACE.not_in(bind_list("resting"))
    )
)
DUE_BUTTON_REMOVALS = Statement(_DUE.where(IS_BUTTON_REMOVAL))
CLAIM = Statement(
    update(outbox)
    .where(ROW, outbox.c.attempts == bindparam("before"))
    .values(
        attempts=outbox.c.attempts + 1,
        claimed_at=bindparam("now"),
        claimed_by=bindparam("process"),
        tried_at=func.coalesce(outbox.c.tried_at, bindparam("now")),
        due_at=bindparam("until"),
    )
)
GIVE_BACK = Statement(
    update(outbox)
    .where(ROW, _OURS, outbox.c.attempts == bindparam("earlier") + 1)
    .values(
        attempts=bindparam("earlier"),
        claimed_at=None,
        tried_at=bindparam("tried_at"),
        due_at=bindparam("now"),
    )
)
RELEASE = shard_locks.release_statement(outbox, PENDING)
SETTLE = Statement(
    update(outbox)
    .where(ROW)
    .values(
        state=bindparam("state"),
        settled_at=bindparam("now"),
        claimed_at=None,
        error=bindparam("error"),
    )
    .returning(outbox, literal_column("0").label("outdated"))
)
POSTPONE = Statement(
    update(outbox)
    .where(ROW, NOBODY_ELSES)
    .values(due_at=bindparam("due_at"), claimed_at=None, error=bindparam("error"))
)
REFUSED = Statement(update(outbox).where(ROW, NOBODY_ELSES).values(tried_at=None))
RETRY = Statement(
    update(outbox)
    .where(SETTLED, FAILED, ~superseded(), equal(outbox, "channel"))
    .values(state="owed", settled_at=None, due_at=bindparam("now"))
)
UNTRIED_OF = Statement(
    select(outbox, literal_column("0").label("outdated"))
    .where(
        PENDING,
        outbox.c.kind == bindparam("kind"),
        outbox.c.tried_at.is_(None),
        outbox.c.claimed_at.is_(None),
        JsonNumber(outbox.c.payload, "player").in_(bind_list("players")),
    )
    .order_by(outbox.c.due_at, outbox.c.id)
)
ANNOUNCED = Statement(
    select(outbox.c.match)
    .where(outbox.c.match.is_not(None), outbox.c.channel.is_not(None))
    .distinct()
)
PRUNE = delete_older(outbox.c.settled_at, _FORGETTABLE)


def queue(
    tx: Tx,
    payload: DataclassInstance,
    *,
    channel: int | None = None,
    user: int | None = None,
    now: int,
) -> int:
    """Queue a message to a channel or a direct message to a user. Returns its id.

    The payload's class determines the kind. The row is due at once, and older rows that it
    supersedes are dropped, unless they may have been delivered.
    """
    kind = message_kinds.kind_of(payload)
    references = {name: getattr(payload, name, None) for name in _COLUMNS}
    row_id = tx.new_id(
        ADD,
        kind=kind.name,
        channel=channel,
        user=user,
        payload=to_json(payload, *_COLUMNS),
        state="owed",
        created=now,
        due_at=now,
        attempts=0,
        **references,
    )
    if kind.supersedes:
        older = {"kinds": kind.supersedes, "newer": row_id, "now": now}
        if (match := references["match"]) is not None:
            tx.run(SUPERSEDE_MATCH, match=match, **older)
        if (challenge := references["challenge"]) is not None:
            tx.run(SUPERSEDE_CHALLENGE, challenge=challenge, **older)
    return row_id


def read_row(row: Row) -> OutboxRow:
    """Return a row with its payload, which is None for an unknown kind."""
    kind = message_kinds.KINDS.get(row.kind)
    references = {name: getattr(row, name) for name in _COLUMNS}
    payload = None if kind is None else from_json(kind.payload, row.payload, **references)
    return from_row(OutboxRow, row, payload=payload)


def due_rows(
    tx: Tx,
    now: int,
    limit: int,
    but: Collection[int] = frozenset(),
    resting: Collection[int] = frozenset(),
) -> list[OutboxRow]:
    """Return up to `limit` rows that may be sent at `now`, most overdue first.

    Excludes button removals, and rows that must wait for an older row of their channel. Rows of
    the guilds in `but` and of the channels in `resting` are skipped.
    """
    due = {"now": now, "limit": limit, "superseding": message_kinds.superseding_pairs()}
    if but or resting:
        rows = tx.rows(DUE_OF_OTHERS, **due, but=sorted(but), resting=sorted(resting))
    else:
        rows = tx.rows(DUE, **due)
    return [read_row(row) for row in rows]


def due_button_removals(tx: Tx, now: int, limit: int) -> list[OutboxRow]:
    """Return up to `limit` button removals that are due at `now`, most overdue first."""
    due = {"now": now, "limit": limit, "superseding": message_kinds.superseding_pairs()}
    return [read_row(row) for row in tx.rows(DUE_BUTTON_REMOVALS, **due)]


def claim_row(tx: Tx, row_id: int, *, attempts: int, until: int, now: int) -> bool:
    """Claim a row for one attempt, until `until`.

    Returns False if it has been attempted in the meantime, or is no longer pending.
    """
    claim = {"id": row_id, "before": attempts, "until": until, "now": now}
    return tx.run(CLAIM, **claim, process=tx.process) == 1


def give_back(tx: Tx, row_id: int, *, attempts: int, tried_at: int | None, now: int) -> None:
    """Release a claim as if this attempt had not started; the row is due at once."""
    before = {"id": row_id, "earlier": attempts, "tried_at": tried_at, "now": now}
    tx.run(GIVE_BACK, **before, process=tx.process)


def release_claims(tx: Tx, now: int, *, started: bool = True) -> int:
    """Release claims of processes no longer running. Returns the number of rows.

    `started` is True if this process has just started, so that claims under its own number are
    stale as well.
    """
    return tx.run(RELEASE, now=now, but=-1 if started else tx.process)


def settle_row(
    tx: Tx, row_id: int, state: str, now: int, error: str | None = None
) -> OutboxRow | None:
    """Set the final state of a row.

    Returns the row; None if it was no longer pending.
    """
    row = tx.row(SETTLE, id=row_id, state=state, now=now, error=error)
    return None if row is None else read_row(row)


def untried(tx: Tx, kind: str, players: Collection[int]) -> list[OutboxRow]:
    """Return rows of this kind about these players that were never attempted.

    Claimed rows are left out. The most overdue row comes first.
    """
    return [read_row(row) for row in tx.rows(UNTRIED_OF, kind=kind, players=sorted(players))]


def mark_refused(tx: Tx, row_id: int) -> None:
    """Record that Discord rejected the message, so it need not be looked up."""
    tx.run(REFUSED, id=row_id, process=tx.process)


def postpone_row(tx: Tx, row_id: int, due_at: int, error: str) -> bool:
    """Postpone a pending row until `due_at`.

    Returns False if it is no longer pending, or another process has claimed it.
    """
    later = {"id": row_id, "due_at": due_at, "error": error}
    return tx.run(POSTPONE, **later, process=tx.process) == 1


def retry_failed(tx: Tx, *, channel: int, now: int) -> int:
    """Make the failed rows of a channel pending again. Returns their number.

    Superseded rows stay failed.
    """
    return tx.run(RETRY, channel=channel, now=now, superseding=message_kinds.superseding_pairs())


def announced_matches(tx: Tx) -> set[int]:
    """Return the matches for which the outbox has, or had, a message in a channel.

    The first one is the board, or the message under which a thread for it is opened.
    """
    return set(tx.column(ANNOUNCED))


def prune_settled(tx: Tx, before: int) -> int:
    """Delete a batch of rows sent or dropped before `before`. Returns their number."""
    return tx.run(PRUNE, before=before)
