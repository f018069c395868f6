"""Results of ladder games: each changes its ladder exactly once.

This runs in the transaction that ends the match, so it makes few statements.
"""

from bot.extension_api.matches import Match
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.models import LadderMember
from bot.extensions.tournaments.service.ladder_members import WARN_AFTER, record_move
from bot.extensions.tournaments.store import ladder_game_rows, ladder_member_rows, ladder_rows


def on_match_finished(tx: Tx, match: Match, now: int, no_show: int | None) -> None:
    """Store the result of a ladder game, and let a winner from below climb.

    The winner takes the rank just above the loser, and members in between move down one rank. No
    other result changes ranks. `no_show` is the seat whose time ran out before its first move, or
    None. It has lost.
    """
    if len(match.players) != 2:
        return
    result = _result(match, no_show)
    winner = None if result is None else match.players[result[0]]
    game = ladder_game_rows.finish_game(tx, match.id, winner, now)
    if game is None or not ladder_rows.record_change(tx, game.ladder, now):
        return  # the result is already stored, or the ladder has been removed
    players = (game.challenger, game.challenged)
    members = ladder_member_rows.get_members(tx, game.ladder, *players)
    climb = None
    if result is not None:
        first, second = (members.get(match.players[seat]) for seat in result)
        climb = _climb(first, second)
    ladder_member_rows.record_result(
        tx,
        game.ladder,
        players,
        climb=climb,
        late=_late(match, no_show),
        warn_at=now + WARN_AFTER,
        now=now,
    )
    if climb is not None:
        record_move(tx, members[climb[0]], climb[2], climb[1], now, match.id)


def _result(match: Match, no_show: int | None) -> tuple[int, int] | None:
    """Return the seats of the winner and the loser; None if nobody has won."""
    if no_show is not None:
        return 1 - no_show, no_show
    if match.outcome is None or len(match.outcome.ranking) != 2:
        return None
    (winner,), (loser,) = match.outcome.ranking
    return winner, loser


def _climb(winner: LadderMember | None, loser: LadderMember | None) -> tuple[int, int, int] | None:
    """Return the winner with their new and old rank; None if no rank changes."""
    if winner is None or loser is None or winner.rank is None or loser.rank is None:
        return None
    return (winner.player, loser.rank, winner.rank) if winner.rank > loser.rank else None


def _late(match: Match, no_show: int | None) -> int | None:
    """Return the player who ran out of time, or None."""
    if no_show is not None:
        return match.players[no_show]
    if match.outcome is None or match.outcome.reason != "time":
        return None
    return match.players[match.outcome.ranking[-1][0]]
