"""Overdue turns of unrated games: an opponent may claim a win on time.

The opponents are notified once. Any one of them may claim the turn, give the player a day, or wait.
If the turn is claimed, its player leaves the match, as after a timeout in a rated game. Partners
are not opponents. A late move made before any claim is valid. If nothing happens for thirty days,
the game is abandoned.
"""

from dataclasses import replace

from bot.service.actions import resignations, vacations
from bot.service.clock.time_control import UNTIMED_LIMIT
from bot.service.errors import NotOpponent, NotOverdue
from bot.service.idempotency import once
from bot.service.match import lifecycle, notice_posts, turn_clock
from bot.store import Tx
from bot.store.match import match_saver
from bot.store.models import Match
from bot.store.models.payloads import NoticeFacts


def open_to_claim(tx: Tx, match: Match, now: int) -> Match:
    """Mark the current turn as overdue and notify the opponents.

    The caller saves the match.
    """
    clock = turn_clock.get_clock(match)
    asked = tuple(sorted(lifecycle.opponent_seats(tx, match, clock.seat)))
    kept = replace(
        clock, overdue=clock.deadline, deadline=now + UNTIMED_LIMIT, alarm=None, alarm_at=None
    )
    lifecycle.queue_notice(tx, match, "overdue", clock.seat, now, NoticeFacts(asked))
    return replace(match, clock=kept)


@once("claim")
def claim_turn(
    tx: Tx, match_id: int, *, player: int, ply: int | None = None, interaction: int, now: int
) -> Match:
    """Claim an overdue turn, so that its player leaves the match.

    `ply` is the ply of the board that the player saw, or None. Returns the match, which may have
    ended. Raises `NotFound`, `Finished`, `Stale`, `NotPlaying`, `HasLeft`, `NotOverdue`,
    `NotOpponent`, `RulesChanged`, `Damaged`.
    """
    match = keep_waiting(tx, match_id, player=player, ply=ply)
    assert match.turn is not None
    after = resignations.remove_players(tx, match, [match.turn], why="time", now=now)
    match_saver.save(tx, match, after)
    notice_posts.queue_button_removals(tx, match.id, now)
    return after


@once("offer-gift", vacations.current_gift)
def give_day(
    tx: Tx, match_id: int, *, player: int, ply: int | None = None, interaction: int, now: int
) -> int | None:
    """Set the deadline of an overdue turn to one day from now, and return it.

    Raises the same errors as `keep_waiting`.
    """
    keep_waiting(tx, match_id, player=player, ply=ply)
    return vacations.give_or_offer(tx, match_id, player=player, now=now)


def keep_waiting(tx: Tx, match_id: int, *, player: int, ply: int | None = None) -> Match:
    """Return the match if its turn is overdue and this player is an opponent.

    `ply` is the ply of the board that the player saw, or None. Raises `Stale` if a newer board
    exists, and the same errors as `claim_turn`.
    """
    match = lifecycle.get_running(tx, match_id, ply=ply)
    seat = lifecycle.seat_of(match, player)
    if match.overdue is None or match.turn is None:
        why = "own-turn" if match.to_move == player else None if match.deadline else "no-clock"
        raise NotOverdue(match, player=match.to_move, deadline=match.deadline, why=why)
    if seat not in lifecycle.opponent_seats(tx, match, match.turn):
        raise NotOpponent(match)
    return match
