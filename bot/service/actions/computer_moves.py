"""Computer moves: a queue of requests with claims and leases.

The move is not computed here. A request is passed to the search (`bot.runtime.computer_jobs`), and
its answer is checked like any move. If the match has changed in the meantime, the answer is
dropped. If there is no answer, the request is retried.
"""

from collections.abc import Collection
from zlib import crc32

from bot.runtime.computer_jobs import SearchRequest
from bot.service.match import lifecycle, live_play, turn_clock
from bot.service.results import PlayedMove
from bot.store import Tx
from bot.store.match import computer_queue, match_saver, matches, move_rows
from bot.store.models import ComputerMoveRequest, Match

LEASE = 3600
"""Duration of a claim in seconds. After that, the move can be claimed again."""
FIRST_PAUSE, LONGEST_PAUSE = 2, 600
"""Retry backoff in seconds: the first pause, then doubled up to the longest."""


def claim_due(
    tx: Tx, *, now: int, limit: int, but: Collection[tuple[int, int]] = ()
) -> list[tuple[ComputerMoveRequest, Match, SearchRequest]]:
    """Claim due moves, most overdue first.

    Returns each move with its match and its search request. `but` contains the (match id, ply)
    pairs to skip.
    """
    claimed = []
    for request in computer_queue.due_requests(tx, now, limit):
        if (request.match, request.ply) in but:
            continue
        match = _match_waiting_for(tx, request)
        if match is None:
            computer_queue.delete_request(tx, request.match, request.ply)
            continue
        computer_queue.claim_request(tx, request, now, now + LEASE)
        claimed.append((request, match, search_request(tx, match, request.level)))
    return claimed


def search_request(tx: Tx, match: Match, level: int) -> SearchRequest:
    """Return the search request for the current position of a match."""
    marks = move_rows.repetition_hashes(tx, match)
    seed = crc32(b"%d:%d" % (match.id, match.ply))  # so that retries yield the same move
    return SearchRequest(
        match.id, match.ply, match.variant, match.position, tuple(marks), level, seed
    )


def play_move(tx: Tx, request: ComputerMoveRequest, text: str, *, now: int) -> PlayedMove | None:
    """Play the computer's move and the automatic moves after it.

    Returns None if the match is no longer waiting for this move. Raises `RulesChanged`, `Damaged`,
    and the engine's errors if `text` is not a legal move.
    """
    match = _match_waiting_for(tx, request)
    computer_queue.delete_request(tx, request.match, request.ply)
    if match is None:
        return None
    state = lifecycle.load_position(tx, match)
    move = state.rules.parse(state.position, text)
    after = lifecycle.apply_move(tx, state, move, player=None, by="computer", now=now)
    before = turn_clock.get_undo_state(match)
    reached, replies = lifecycle.advance(tx, after, now=now, before=before)
    match = reached.match
    match_saver.save(tx, state.match, match)
    if match.level is None:
        lifecycle.queue_board(tx, match, now, in_place=live_play.is_live(match))
    return PlayedMove(match, request.ply, move, reached.position, match.outcome, replies=replies)


def postpone(tx: Tx, request: ComputerMoveRequest, *, now: int) -> None:
    """Schedule a retry after a failed computation."""
    pause = min(FIRST_PAUSE << min(request.attempts, 16), LONGEST_PAUSE)
    computer_queue.postpone_request(tx, request, now + pause)


def notify_long_searches(tx: Tx, *, now: int, limit: int) -> int:
    """Queue boards for matches in which the computer has been thinking for a while.

    Processes up to `limit` requests and returns their number.
    """
    done = 0
    for request in computer_queue.not_notified(tx, now, limit):
        done += 1
        computer_queue.mark_notified(tx, request)
        match = _match_waiting_for(tx, request)
        if match is not None:
            lifecycle.queue_board(tx, match, now, in_place=live_play.is_live(match))
    return done


def _match_waiting_for(tx: Tx, request: ComputerMoveRequest) -> Match | None:
    """Return the match if it is still waiting for this move, or None."""
    match = matches.get_match(tx, request.match)
    if match is None or match.ply != request.ply or match.level is None:
        return None
    return match
