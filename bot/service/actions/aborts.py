"""Aborts: a match ends without a result.

Until every seat has moved, any player can abort the match alone. After that, all players who
have not left must agree.
"""

from bot.service.errors import TooLateToAbort
from bot.service.idempotency import once
from bot.service.match import event_games, lifecycle
from bot.store import Tx
from bot.store.match import match_saver
from bot.store.models import Match
from bot.store.rating import ratings


@once("abort")
def abort(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """Abort a match in which not every seat has moved yet, and return it.

    Raises `NotFound`, `Finished`, `NotPlaying`, `HasLeft`, `BoundByEvent`, `TooLateToAbort`.
    """
    match = lifecycle.get_running(tx, match_id)
    seat = lifecycle.seat_of(match, player)
    event_games.must_allow(match, "abort")
    if lifecycle.all_seats_moved(tx, match):
        raise TooLateToAbort(match)
    if not match.is_solo:
        ratings.add_abort(tx, match_id, seat, "requested", now)
    over = lifecycle.finish(tx, match, "aborted", None, now)
    match_saver.save(tx, match, over)
    return over


def required_consents(tx: Tx, match: Match, seat: int) -> set[int]:
    """Return the seats that must agree: those whose players have not left.

    Players who have finished must agree too, because they would lose their rank.
    """
    return set(range(len(match.players))) - set(match.departed_seats)


def apply_abort(tx: Tx, match: Match, seat: int, now: int) -> Match:
    """Abort the match without a result or any effect on ratings."""
    return lifecycle.finish(tx, match, "aborted", None, now)
