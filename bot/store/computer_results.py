"""How the games of a person against the computer ended."""

from __future__ import annotations

import json

from sqlalchemy import bindparam, select

from bot.store.statement import Statement
from bot.store.tables.games import match_seats, matches
from bot.store.tx import Tx
from bot.store.values import computer_at

_theirs, _others = match_seats.alias(), match_seats.alias()
_third = match_seats.alias()
_OF = Statement(
    select(_others.c.player, _theirs.c.seat, matches.c.outcome)
    .select_from(_theirs)
    .join(matches, matches.c.id == _theirs.c.match)
    .join(_others, _others.c.match == matches.c.id)
    .where(
        _theirs.c.player == bindparam("player"),
        _others.c.player <= computer_at(1),
        matches.c.status == "finished",
        ~select(_third.c.seat)
        .where(_third.c.match == matches.c.id, _third.c.seat == 2)
        .correlate(matches)
        .exists(),
    )
)


async def of(tx: Tx, player: int) -> list[tuple[int, int, tuple[tuple[int, ...], ...]]]:
    """The computer's id, the person's seat and the ranking, of each finished game for two."""
    return [
        (row.player, row.seat, tuple(map(tuple, json.loads(row.outcome)["ranking"])))
        for row in await tx.rows(_OF, player=player)
    ]
