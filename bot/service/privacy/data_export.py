"""Personal data export: everything stored about one player, for that player."""

from datetime import UTC, datetime
from typing import Any

from bot.service.actions import game_records
from bot.service.errors import Damaged, RulesChanged
from bot.service.players import players
from bot.store import Tx
from bot.store.challenges import challenge_rows
from bot.store.match import matches, move_rows
from bot.store.models import Match
from bot.store.players import erasure_rows

LARGEST_EXACT = 2**53
"""Largest integer that JSON parsers with floating-point numbers represent exactly."""


def export_player_data(tx: Tx, player: int, *, now: int) -> dict[str, Any]:
    """Export a player's personal data as a JSON value: rows, games and challenges.

    `rows` contains the stored rows that name the player, by table and column (see
    `erasure_rows.rows_about`).
    Times are UTC seconds, and Discord ids are strings because many JSON parsers round such numbers.
    Games are in the format of `engine.record`. Raises `NotFound` if the bot has never met the
    player.
    """
    players.load_player(tx, player)
    played = matches.all_of_player(tx, player)
    return {
        "written": _iso_time(now),
        "rows": {
            table: [{name: _json_exact(value) for name, value in row.items()} for row in rows]
            for table, rows in (erasure_rows.rows_about(tx, player)).items()
        },
        "challenges": [
            {
                "number": challenge.id,
                "game": challenge.variant,
                "status": challenge.status,
                "made": _iso_time(challenge.created),
                "yours": challenge.challenger == player,
                "note": challenge.note if challenge.challenger == player else None,
            }
            for challenge in challenge_rows.challenges_with(tx, player)
        ],
        "games": [_game(tx, match, player) for match in played],
    }


def _game(tx: Tx, match: Match, player: int) -> dict[str, Any]:
    """Return one game, with raw moves instead of a record if it cannot be replayed."""
    data: dict[str, Any] = {
        "number": match.id,
        "game": match.variant,
        "event": match.event,
        "seat": match.seat_of(player),
        "status": match.status,
        "begun": _iso_time(match.created),
        "left": match.seat_of(player) in match.departed_seats,
    }
    try:
        names = players.display_names(tx, match.players)
        return {**data, "record": game_records.record_text(tx, match, names)}
    except (RulesChanged, Damaged):
        moves = move_rows.moves_of(tx, match.id)
        return {**data, "moves": [move.text for move in moves]}


def _json_exact(value: object) -> object:
    """Convert a number that JSON parsers might round into a string."""
    return str(value) if isinstance(value, int) and abs(value) >= LARGEST_EXACT else value


def _iso_time(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="minutes")
