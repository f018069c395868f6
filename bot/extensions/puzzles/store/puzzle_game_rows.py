"""Rows of puzzle games."""

from sqlalchemy import bindparam, func, literal_column, select, update

from bot.extension_api.transactions import Statement, Tx, equal, insert_row
from bot.extensions.puzzles.models import Solitaire
from bot.extensions.puzzles.tables import UNDER_WAY, solitaires

_PLAYER, _PROBLEM = equal(solitaires, "player"), equal(solitaires, "problem")
ADD = insert_row(solitaires, "finished_at", "turns", "marks", returns_id=True)
GET = Statement(select(solitaires).where(equal(solitaires, "id")))
UNDER_WAY_OF = Statement(
    select(solitaires)
    .where(_PLAYER, UNDER_WAY)
    .order_by(solitaires.c.started.desc(), solitaires.c.id.desc())
)
LAST = Statement(
    select(solitaires).where(_PLAYER, _PROBLEM).order_by(solitaires.c.id.desc()).limit(1)
)
OPEN_AGAIN = Statement(
    update(solitaires).where(equal(solitaires, "id")).values(started=bindparam("started"))
)
SET_MOVES = Statement(
    update(solitaires)
    .where(equal(solitaires, "id"))
    .values(moves=bindparam("moves"), marks=bindparam("marks"))
)
FINISH = Statement(
    update(solitaires)
    .where(equal(solitaires, "id"))
    .values(finished_at=bindparam("finished_at"), turns=bindparam("turns"))
)
BEST = Statement(
    select(solitaires)
    .where(_PROBLEM, solitaires.c.turns.is_not(None))
    .order_by(solitaires.c.turns, solitaires.c.finished_at, solitaires.c.id)
    .limit(1)
)


KEY_SEEN = Statement(
    select(func.count()).where(
        _PLAYER, _PROBLEM, solitaires.c.marks.contains(literal_column("'k'"))
    )
)


def has_seen_key(tx: Tx, player: int, problem: str) -> bool:
    """Return whether this player has looked at the solution (key) of the puzzle.

    Looking at it after a game is over does not count.
    """
    return bool(tx.value(KEY_SEEN, player=player, problem=problem))


_CREATED = Statement(select(solitaires.c.started).where(equal(solitaires, "id")))


def attempt_created(tx: Tx, number: int) -> int | None:
    """Return when a puzzle game was started; None if it does not exist."""
    created: int | None = tx.value(_CREATED, id=number)
    return created


def add_solitaire(tx: Tx, player: int, problem: str, moves: str, now: int) -> int:
    """Insert a puzzle game. Returns its id."""
    return tx.new_id(ADD, player=player, problem=problem, moves=moves, started=now)


def get_solitaire(tx: Tx, solitaire: int) -> Solitaire:
    """Return this puzzle game, which must exist."""
    solitaire_found = find_solitaire(tx, solitaire)
    assert solitaire_found is not None
    return solitaire_found


def find_solitaire(tx: Tx, solitaire: int) -> Solitaire | None:
    """Return this puzzle game, or None."""
    return tx.one(Solitaire, GET, id=solitaire)


def open_solitaires(tx: Tx, player: int) -> list[Solitaire]:
    """Return this player's running games, most recently used first."""
    return tx.all(Solitaire, UNDER_WAY_OF, player=player)


def latest_or_none(tx: Tx, player: int, problem: str) -> Solitaire | None:
    """Return this player's latest game of a puzzle, or None."""
    return tx.one(Solitaire, LAST, player=player, problem=problem)


def latest_solitaire(tx: Tx, player: int, problem: str) -> Solitaire:
    """Return this player's latest game of a puzzle, which must exist."""
    latest_found = latest_or_none(tx, player, problem)
    assert latest_found is not None
    return latest_found


def set_opened(tx: Tx, solitaire: int, now: int) -> None:
    """Record that a running game was opened or played."""
    tx.run(OPEN_AGAIN, id=solitaire, started=now)


def set_moves(tx: Tx, solitaire: int, moves: str, marks: str) -> None:
    """Store all moves and marks of a game."""
    tx.run(SET_MOVES, id=solitaire, moves=moves, marks=marks)


def finish_solitaire(tx: Tx, solitaire: int, turns: int | None, now: int) -> None:
    """End a game: solved in `turns` moves, or given up if `turns` is None."""
    tx.run(FINISH, id=solitaire, finished_at=now, turns=turns)


def best_solution(tx: Tx, problem: str) -> Solitaire | None:
    """Return the game that solved a puzzle in the fewest moves, or None.

    If there are several, returns the earliest.
    """
    return tx.one(Solitaire, BEST, problem=problem)
