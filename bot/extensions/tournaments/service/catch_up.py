"""What events and ladders have missed: erasures, ended and pending matches.

The bot may have run without this extension, or have been removed from a guild. All functions are
idempotent.
"""

from contextlib import suppress

from bot.extension_api.matches import get_match
from bot.extension_api.people import guild_deleted_at
from bot.extension_api.transactions import UNPLAYABLE, Tx, pending_payloads
from bot.extensions.tournaments.models import HOUR, Event, Pairing
from bot.extensions.tournaments.service import ladder_results, openings, results
from bot.extensions.tournaments.store import (
    event_rows,
    integrity_rows,
    ladder_member_rows,
    ladder_rows,
)


def on_start(tx: Tx, now: int) -> None:
    """Score the matches that ended unnoticed, and begin those that should have begun."""
    close_gaps(tx, now)
    score_ended(tx, now)
    begin_pending(tx, now)


def on_guild_restored(tx: Tx, guild: int, now: int) -> None:
    """Let the jobs continue the events of a guild at once."""
    event_rows.continue_in_guild(tx, guild, now)


def close_gaps(tx: Tx, now: int) -> None:
    """Move up the members below those who were erased without this extension."""
    for ladder in integrity_rows.ladders_with_gaps(tx):
        ladder_member_rows.set_ranks(tx, ladder)
        ladder_rows.record_change(tx, ladder, now)


def score_ended(tx: Tx, now: int) -> list[str]:
    """Score the pairings and ladder games whose matches are over.

    Returns a sentence for each of them.
    """
    done = []
    for number, match_id in integrity_rows.unscored_pairings(tx):
        match = get_match(tx, match_id)
        if match is None or match.status == "running":
            continue
        with suppress(*UNPLAYABLE):  # the operator must repair this match
            results.on_match_finished(tx, match, now, integrity_rows.no_show(tx, match_id))
            done.append(f"Pairing {number}: scored by its match.")
    for match_id in integrity_rows.unnoticed_ladder_games(tx):
        match = get_match(tx, match_id)
        if match is not None and match.status != "running":
            no_show = integrity_rows.no_show(tx, match_id)
            ladder_results.on_match_finished(tx, match, now, no_show)
            done.append(f"Ladder game {match_id}: its result has been counted.")
    return done


def begin_pending(tx: Tx, now: int) -> list[str]:
    """Begin the matches that should have begun; return a sentence for each."""
    done = []
    for event, pairing in lost_openings(tx):
        openings.queue_opening(tx, event, pairing.id, now)
        done.append(f"Pairing {pairing.id}: its match begins.")
    for event in forgotten_openings(tx, now):
        event_rows.continue_now(tx, event.id, now)
        done.append(f"Event {event.id}: its next matches begin.")
    return done


def lost_openings(tx: Tx) -> list[tuple[Event, Pairing]]:
    """Return the running pairings without a match and without a pending post for it."""
    pending = {
        payload.pairing
        for payload in pending_payloads(tx, "event-game", "event-thread-game", "event-forum-game")
        if payload is not None
    }
    lost = []
    for pairing in integrity_rows.pairings_without_match(tx):
        event = event_rows.get_event(tx, pairing.event)
        if event is None or pairing.id in pending or _is_removed(tx, event):
            continue
        lost.append((event, pairing))
    return lost


def forgotten_openings(tx: Tx, now: int | None = None) -> list[Event]:
    """Return the running events with matches that no job will begin soon."""
    return [
        event
        for event in integrity_rows.running_events(tx)
        if not _is_removed(tx, event)
        and (event.openings_at is None or (now is not None and event.openings_at > now + 2 * HOUR))
        and event.phase_at is None
        and openings.next_pairings(tx, event)
    ]


def _is_removed(tx: Tx, event: Event) -> bool:
    return guild_deleted_at(tx, event.guild) is not None
