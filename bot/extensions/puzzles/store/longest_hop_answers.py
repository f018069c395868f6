"""Rows of longest-hop answers, and the matches eligible for longest-hop puzzles.

A match is eligible if it is finished and all its players share positions.
"""

from sqlalchemy import bindparam, exists, func, literal_column, select

from bot.extension_api.tables import match_seats, matches, settings
from bot.extension_api.transactions import Statement, Tx, equal, insert_row
from bot.extensions.puzzles.tables import longest_hop_answers

_SHARED = exists().where(
    settings.c.player == match_seats.c.player, settings.c.share_positions == literal_column("1")
)
_FINISHED = matches.c.status == literal_column("'finished'")
_ELIGIBLE = _FINISHED & ~exists().where(match_seats.c.match == matches.c.id, ~_SHARED)
_MATCHES = Statement(
    select(matches.c.id)
    .where(equal(matches, "guild"), _ELIGIBLE)
    .order_by(matches.c.id.desc())
    .limit(bindparam("most"))
)
_ALLOWED = Statement(select(func.count()).where(equal(matches, "id"), _ELIGIBLE))
_ADD = insert_row(longest_hop_answers, existing="keep")
_FIRST = Statement(
    select(longest_hop_answers.c.player)
    .where(equal(longest_hop_answers, "match", "ply"))
    .order_by(longest_hop_answers.c.at, longest_hop_answers.c.player)
    .limit(1)
)


def shared_matches(tx: Tx, guild: int, limit: int) -> list[int]:
    """Return up to `limit` eligible matches of a guild, newest first."""
    return tx.column(_MATCHES, guild=guild, most=limit)


def is_shared(tx: Tx, match: int) -> bool:
    """Return whether this match is finished and all its players share positions."""
    return bool(tx.value(_ALLOWED, id=match))


def add_answer(tx: Tx, match: int, ply: int, player: int, jumps: int, now: int) -> None:
    """Insert an answer. No-op if the player has already answered."""
    tx.run(_ADD, match=match, ply=ply, player=player, jumps=jumps, at=now)


def first_finder(tx: Tx, match: int, ply: int) -> int | None:
    """Return the player who answered first, or None."""
    player: int | None = tx.value(_FIRST, match=match, ply=ply)
    return player
