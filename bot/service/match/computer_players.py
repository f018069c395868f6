"""Computer players: their names, and the queue of their pending moves.

The computer plays its own seats and those of players who have left. Each pending move is a row. It
is computed outside the transaction and played in a separate one
(`bot.service.actions.computer_moves`), so that no player has to wait for a search.
"""

from collections.abc import Iterable

from bot.service.computer_levels import stored_computer_name
from bot.store import Tx
from bot.store.match import computer_queue
from bot.store.models import ComputerMoveRequest, Match
from bot.store.models import level_of as level_of
from bot.store.players import player_rows

NOTIFY_AFTER = 4
"""Seconds after which a board says that the computer is thinking."""


def includes_computer(people: Iterable[int]) -> bool:
    """Whether one of these players is the computer."""
    return any(level_of(player) is not None for player in people)


def seat_computers(tx: Tx, people: Iterable[int], now: int) -> None:
    """Create or update the player records of the computer players among `people`."""
    for player in sorted(set(people)):
        if (level := level_of(player)) is not None:
            player_rows.ensure_players(tx, [player], now)
            player_rows.update_player(tx, player, stored_computer_name(level), None, now)


def queue_move(tx: Tx, match: Match, now: int, *, board_shown: bool = False) -> None:
    """Queue the computer's move.

    `board_shown` is True if the board being posted already says that the computer is thinking.
    """
    assert match.level is not None
    show_at = None if board_shown else now + NOTIFY_AFTER
    computer_queue.put_request(
        tx, ComputerMoveRequest(match.id, match.ply, match.level, now, now, show_at)
    )
