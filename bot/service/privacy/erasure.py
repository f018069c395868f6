"""Erasure of players: on request after a week, or after long inactivity.

All personal data of an erased player is deleted, except the seat in games with other players. A
pseudonymous player with a random id takes over these seats, so that the records and ratings of the
other players remain consistent.
"""

import secrets
from contextlib import suppress
from pathlib import Path

from bot import extension_points
from bot.service.actions import resignations
from bot.service.errors import Damaged, PlaceCertain, RulesChanged
from bot.service.match import lifecycle
from bot.service.matchmaking import challenge_limits, challenges
from bot.store import Tx
from bot.store.challenges import challenge_rows
from bot.store.match import match_saver, matches
from bot.store.models import ErasureRequest, Match
from bot.store.players import erasure_log, erasure_rows

DAY = 86400
GRACE_PERIOD = 7 * DAY
"""Seconds during which an erasure request can be withdrawn."""
IDLE_AFTER = 730 * DAY
"""Seconds after which an inactive player without a running game is erased."""
CLOSED_RETENTION = 30 * DAY
"""Seconds for which closed challenges and undeliverable messages are kept."""
PRUNE_AFTER = {
    "closed": CLOSED_RETENTION + DAY,
    "failures": CLOSED_RETENTION + DAY,
    "idle": IDLE_AFTER + DAY,
}
"""Delays of the retention job in seconds, by kind of due time.

The job runs a day late, so that it deletes many rows at once.
"""
PSEUDONYM_RANGE = 2**53
"""Range of pseudonym ids, from -1 down to minus this number.

Discord ids are positive.
"""


def request_erasure(tx: Tx, player: int, *, now: int) -> ErasureRequest:
    """Request the erasure of a player, and return the request.

    A repeated request keeps the first date.
    """
    request = erasure_rows.get_erasure(tx, player)
    if request is None:
        request = ErasureRequest(player, now, now + GRACE_PERIOD)
        erasure_rows.add_erasure(tx, request)
    return request


def request_immediate_erasure(tx: Tx, player: int, *, now: int) -> None:
    """Request the immediate erasure of a player, without a grace period."""
    erasure_rows.withdraw_erasure(tx, player)
    erasure_rows.add_erasure(tx, ErasureRequest(player, now, now))


def erase_due(tx: Tx, *, database: Path, now: int) -> bool:
    """Process one batch of due erasures. Returns False if there is nothing to do.

    The player's id is first written to the erasure log next to the database, so that the erasure is
    repeated after a restore. Resumable: the request is kept until the last batch is done.
    """
    request = erasure_rows.first_due_erasure(tx, now)
    if request is None:
        return False
    if request.pseudonym_id is None:
        erasure_log.record(database, [request.player], now)
    _erase_batch(tx, request, now)
    return True


def erase(tx: Tx, player: int, *, now: int) -> int:
    """Erase a player at once and return the id of the pseudonym."""
    erasure_rows.add_erasure(tx, ErasureRequest(player, now, now))
    nobody = 0
    while (request := erasure_rows.get_erasure(tx, player)) is not None:
        nobody = request.pseudonym_id or nobody
        _erase_batch(tx, request, now)
    return nobody


def erase_again_after_restore(tx: Tx, *, database: Path, now: int) -> int:
    """Request erasures made since the backup again, after a restore.

    Returns the number of requests.
    """
    people = erasure_log.to_erase_again(tx, database)
    for player in people:
        request_immediate_erasure(tx, player, now=now)
    return len(people)


def _erase_batch(tx: Tx, request: ErasureRequest, now: int) -> None:
    """Process one batch of an erasure.

    First, the extensions withdraw the player, open challenges are closed, and running games are
    left, one per batch. Then the player is replaced by a pseudonym in the remaining rows.
    """
    player = request.player
    if request.pseudonym_id is None:
        for extension in extension_points.installed():
            if extension.on_erasure is not None:
                extension.on_erasure(tx, player, now)
    if request.pseudonym_id is None and not _leave_one_game(tx, player, now):
        nobody = -1 - secrets.randbelow(PSEUDONYM_RANGE)
        erasure_rows.begin_erasure(tx, player, nobody, pseudonym(nobody), now)
    elif request.pseudonym_id is not None and not erasure_rows.replace_batch(tx, request):
        erasure_rows.finish_erasure(tx, player)


def _leave_one_game(tx: Tx, player: int, now: int) -> bool:
    """Close one open challenge or leave one running game.

    Returns False if there is none.
    """
    naming = challenge_rows.challenges_with(tx, player)
    challenge = next((challenge for challenge in naming if challenge.status == "open"), None)
    if challenge is not None:
        if player == challenge.challenger:
            challenge_limits.close_challenge(tx, challenge, "cancelled", by=player, now=now)
        elif len(challenge.seats) == 2:
            challenge_limits.close_challenge(tx, challenge, "expired", by=None, now=now)
        else:
            challenges.free_place(tx, challenge, player, now=now)
        return True
    running = matches.running_of_player(tx, player)
    for match in running[:1]:
        _leave_match(tx, match, player, now)
    return bool(running)


def pseudonym(nobody: int) -> str:
    """Return the display name of a pseudonymous player, the same in every language."""
    return f"N. N. {-nobody % 100_000:05}"


def prune(tx: Tx, *, now: int) -> int:
    """Delete old challenges and undeliverable messages, and erase idle players.

    The erasure of idle players is only requested here. Returns the number of rows and players.
    """
    away = [
        player
        for player in erasure_rows.idle_players(tx, now - IDLE_AFTER)
        if erasure_rows.get_erasure(tx, player) is None
    ]
    for player in away:
        erasure_rows.add_erasure(tx, ErasureRequest(player, now, now))
    failures = erasure_rows.prune_failures(tx, now - CLOSED_RETENTION)
    return len(away) + failures + erasure_rows.prune_challenges(tx, now - CLOSED_RETENTION)


def _leave_match(tx: Tx, match: Match, player: int, now: int) -> None:
    """Leave a game. It is aborted if not every seat has moved or it cannot continue."""
    seat = lifecycle.seat_of(match, player)
    with suppress(RulesChanged, Damaged):
        if lifecycle.all_seats_moved(tx, match):
            with suppress(PlaceCertain):
                after = resignations.remove_players(tx, match, [seat], why="erased", now=now)
                match_saver.save(tx, match, after)
            return
    match_saver.save(tx, match, lifecycle.finish(tx, match, "aborted", None, now))
