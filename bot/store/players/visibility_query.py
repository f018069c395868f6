"""Visibility queries: who may see a match or a challenge.

Players with a seat or slot may see the match or challenge, and so may everyone in its guild.
"""

from collections.abc import Mapping
from typing import Literal

from sqlalchemy import Table, bindparam, select

from bot.store.driver.statement import Statement
from bot.store.driver.tx import Tx
from bot.store.tables.challenges import challenge_seats, challenges
from bot.store.tables.games import match_seats, matches

Subject = Literal["match", "challenge"]


def _visible_row(table: Table, seats: Table, of: str) -> Statement:
    """Return a SELECT that finds a row by id if it is visible.

    A row is visible if the player has a seat in it, or if it belongs to the guild. If the guild is
    None, only a seat makes the row visible.
    """
    in_guild = table.c.guild == bindparam("guild")
    sits = (
        select(seats.c[of])
        .where(seats.c[of] == bindparam("id"), seats.c.player == bindparam("player"))
        .exists()
    )
    return Statement(select(table.c.id).where(table.c.id == bindparam("id"), in_guild | sits))


_VISIBLE: Mapping[Subject, Statement] = {
    "match": _visible_row(matches, match_seats, "match"),
    "challenge": _visible_row(challenges, challenge_seats, "challenge"),
}


def can_see(tx: Tx, what: Subject, number: int, player: int, guild: int | None) -> bool:
    """Return whether a match or challenge exists and the player may see it.

    The players of a challenge are the challenger and all who are invited or have joined.
    """
    return tx.value(_VISIBLE[what], id=number, player=player, guild=guild) is not None
