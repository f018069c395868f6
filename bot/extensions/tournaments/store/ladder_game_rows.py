"""Rows of matches on ladders."""

from sqlalchemy import bindparam, func, literal_column, or_, select, update

from bot.extension_api.tables import match_seats, moves
from bot.extension_api.transactions import Statement, Tx, insert_row
from bot.extensions.tournaments.models import LadderGame
from bot.extensions.tournaments.tables import ladder_games

_RUNNING = ladder_games.c.ended_at.is_(None)
_OF_LADDER = ladder_games.c.ladder == bindparam("of_ladder")
_PAIR = or_(
    (ladder_games.c.challenger == bindparam("person"))
    & (ladder_games.c.challenged == bindparam("rival")),
    (ladder_games.c.challenger == bindparam("rival"))
    & (ladder_games.c.challenged == bindparam("person")),
)

_ADD = insert_row(ladder_games)
_RUNNING_ON = Statement(select(ladder_games).where(_OF_LADDER, _RUNNING))
_ENDED_SINCE = Statement(
    select(ladder_games).where(_OF_LADDER, ladder_games.c.ended_at > bindparam("since"))
)
_FINISH = Statement(
    update(ladder_games)
    .where(ladder_games.c.match == bindparam("of_match"), _RUNNING)
    .values(ended_at=bindparam("now"), winner=bindparam("who"))
    .returning(*ladder_games.c)
)
_BEGAN_LAST = Statement(
    select(match_seats.c.player)
    .join(ladder_games, ladder_games.c.match == match_seats.c.match)
    .where(_OF_LADDER, _PAIR, match_seats.c.seat == 0)
    .order_by(ladder_games.c.match.desc())
    .limit(1)
)
_LAST_MOVE = Statement(
    select(func.max(moves.c.at))
    .join(ladder_games, ladder_games.c.match == moves.c.match)
    .where(
        _OF_LADDER,
        moves.c.player == bindparam("person"),
        moves.c.by == literal_column("'player'"),
    )
)


def add_game(tx: Tx, game: LadderGame) -> None:
    """Insert a match of a ladder."""
    tx.run(_ADD, game)


def running_games(tx: Tx, ladder_id: int) -> list[LadderGame]:
    """Return the running games of a ladder."""
    return tx.all(LadderGame, _RUNNING_ON, of_ladder=ladder_id)


def games_ended_since(tx: Tx, ladder_id: int, since: int) -> list[LadderGame]:
    """Return the games of a ladder that ended after this time."""
    return tx.all(LadderGame, _ENDED_SINCE, of_ladder=ladder_id, since=since)


def finish_game(tx: Tx, match_id: int, winner: int | None, now: int) -> LadderGame | None:
    """Store the result of a running game, and return the game.

    Returns None if the match is not a game of a ladder, or its result has been stored before.
    """
    return tx.one(LadderGame, _FINISH, of_match=match_id, now=now, who=winner)


def who_began_last(tx: Tx, ladder_id: int, player: int, other: int) -> int | None:
    """Return who moved first in the last game of these two on a ladder, or None."""
    began: int | None = tx.value(_BEGAN_LAST, of_ladder=ladder_id, person=player, rival=other)
    return began


def last_move_at(tx: Tx, ladder_id: int, player: int) -> int | None:
    """Return when this player last moved in a game of a ladder, or None."""
    at: int | None = tx.value(_LAST_MOVE, of_ladder=ladder_id, person=player)
    return at
