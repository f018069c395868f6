"""Rows of moves and takebacks.

A move that was taken back keeps its row, but most queries leave it out.
"""

from collections.abc import Sequence

from sqlalchemy import bindparam, exists, func, or_, select

from bot.store.driver.statement import Statement
from bot.store.driver.table_statements import equal, insert_row
from bot.store.driver.tx import Tx
from bot.store.models import Match, MoveRow, Takeback
from bot.store.tables.games import moves, takebacks

_here = equal(moves, "match")
_back = exists().where(
    takebacks.c.match == moves.c.match,
    takebacks.c.since <= moves.c.ply,
    takebacks.c.ply > moves.c.ply,
)
_then = ~_back.where(takebacks.c.ply < bindparam("ply")) & (moves.c.ply < bindparam("ply"))
_MOVES = select(moves).order_by(moves.c.ply)
_EVER = Statement(_MOVES.where(_here))
_SINCE = Statement(_MOVES.where(_here, ~_back, moves.c.ply >= bindparam("since")))
_MARKS = Statement(select(moves.c.repetition_hash).where(_here))
_MARKS_LEFT = Statement(select(moves.c.repetition_hash).where(_here, ~_back))
_AT = Statement(_MOVES.where(_here, _then))
_last_own = (
    select(moves.c.ply)
    .where(_here, _then, moves.c.by == "player")
    .order_by(moves.c.ply.desc())
    .limit(1)
    .scalar_subquery()
)
_newest = select(moves.c.ply).where(_here, _then).order_by(moves.c.ply.desc())
_LATEST = Statement(
    _MOVES.where(
        _here,
        _then,
        or_(
            moves.c.ply >= func.coalesce(_last_own, bindparam("first")),
            moves.c.ply.in_(_newest.limit(bindparam("round"))),
        ),
    )
)
_SEATS = Statement(select(func.count(moves.c.seat.distinct())).where(_here, ~_back))
_TAKEBACKS = Statement(select(takebacks).where(equal(takebacks, "match")).order_by(takebacks.c.ply))
_ADD, _TAKE_BACK = insert_row(moves), insert_row(takebacks)


def add_move(tx: Tx, move: MoveRow) -> None:
    """Insert a move. A second move with the same ply is an integrity error."""
    tx.run(_ADD, move)
    tx.moves += 1


def add_takeback(tx: Tx, made: Takeback) -> None:
    """Insert a takeback."""
    tx.run(_TAKE_BACK, made)


def moves_of(tx: Tx, match_id: int) -> list[MoveRow]:
    """Return the moves of a match in order, without those taken back."""
    return moves_since(tx, match_id, 0)


def moves_since(tx: Tx, match_id: int, ply: int) -> list[MoveRow]:
    """Return the moves from this ply on in order, without those taken back."""
    return tx.all(MoveRow, _SINCE, match=match_id, since=ply)


def repetition_hashes(tx: Tx, match: Match) -> list[int]:
    """Return the repetition hashes of the moves, without those taken back."""
    return tx.column(_MARKS_LEFT if match.retracted_plies else _MARKS, match=match.id)


def moves_at(tx: Tx, match_id: int, ply: int) -> list[MoveRow]:
    """Return the moves in effect when the match was at this ply, in order."""
    return tx.all(MoveRow, _AT, match=match_id, ply=ply)


def latest_moves(tx: Tx, match: Match, ply: int) -> list[MoveRow]:
    """Return the last move of a player at this ply, and the automatic moves after it.

    If no player had moved yet, returns all moves except the opening moves before the last one. With
    more than two seats, returns at least one move per seat if that many exist.
    """
    first = max(0, min(match.opening_plies, ply) - 1)
    seats = len(match.players)
    most = seats if seats > 2 else 0
    return tx.all(MoveRow, _LATEST, match=match.id, ply=ply, first=first, round=most)


def all_moves_of(tx: Tx, match_id: int) -> list[MoveRow]:
    """Return all moves of a match in order, including those taken back."""
    return tx.all(MoveRow, _EVER, match=match_id)


def count_seats_moved(tx: Tx, match_id: int) -> int:
    """Return the number of seats that have moved. Moves taken back do not count."""
    return int(tx.value(_SEATS, match=match_id))


def takebacks_of(tx: Tx, match_id: int) -> list[Takeback]:
    """Return the takebacks of a match, in order."""
    return tx.all(Takeback, _TAKEBACKS, match=match_id)


def add_opening(tx: Tx, made: Sequence[MoveRow]) -> None:
    """Insert the opening moves of a match."""
    tx.many(_ADD, made)
