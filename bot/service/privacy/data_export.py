"""Everything that is stored about one person, for that person."""

from datetime import UTC, datetime
from typing import Any

from bot.service.actions import game_records
from bot.service.errors import Damaged, RulesChanged
from bot.service.players import players
from bot.store import Tx, challenge_rows, erasure_rows, matches, move_rows
from bot.store.models import Match

ROUNDED = 2**53
"""From here on a reader of JSON that knows only floating-point numbers loses digits."""


async def dossier(tx: Tx, player: int, *, now: int) -> dict[str, Any]:
    """Every stored row that names this person, and their games and challenges, as values for JSON.

    `rows` has them by table and column as they are stored: times in UTC seconds since 1970; Discord's
    ids as texts, since many readers of JSON round such numbers. Games are in the form of
    `engine.record`. NotFound if never met.
    """
    await players.get(tx, player)
    played = await matches.all_of(tx, player)
    return {
        "written": _moment(now),
        "rows": {
            table: [{name: _exact(value) for name, value in row.items()} for row in rows]
            for table, rows in (await erasure_rows.told(tx, player)).items()
        },
        "challenges": [
            {
                "number": challenge.id,
                "game": challenge.variant,
                "status": challenge.status,
                "made": _moment(challenge.created),
                "yours": challenge.challenger == player,
                "note": challenge.note if challenge.challenger == player else None,
            }
            for challenge in await challenge_rows.naming(tx, player)
        ],
        "games": [await _game(tx, match, player) for match in played],
    }


async def _game(tx: Tx, match: Match, player: int) -> dict[str, Any]:
    """One game; without its record where its rules have changed since, but with its moves."""
    told: dict[str, Any] = {
        "number": match.id,
        "game": match.variant,
        "seat": match.seat_of(player),
        "status": match.status,
        "begun": _moment(match.created),
        "left": match.seat_of(player) in match.gone,
    }
    try:
        names = await players.names(tx, match.players)
        return {**told, "record": await game_records.text(tx, match.id, names)}
    except (RulesChanged, Damaged):
        moves = await move_rows.of(tx, match.id)
        return {**told, "moves": [move.text for move in moves]}


def _exact(value: object) -> object:
    """A value that every reader of JSON reads as it is."""
    return str(value) if isinstance(value, int) and abs(value) >= ROUNDED else value


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="minutes")
