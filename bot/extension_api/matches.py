"""Matches: loading, looking, starting, resigning; time controls.

A `Match` is an immutable value. `MatchView` is its position at a ply. An extension changes only
matches of its own events.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from bot.service.actions import resignations
from bot.service.actions.game_records import is_still_played, match_record
from bot.service.actions.moves import view_at
from bot.service.clock import time_control
from bot.service.clock.calendar import zone_info
from bot.service.clock.snowflakes import created_at as snowflake_time
from bot.service.clock.time_control import parse as parse_clock
from bot.service.errors import Damaged, PlaceCertain, RulesChanged
from bot.service.guilds import match_channels
from bot.service.guilds.match_channels import on_channel_deleted as leave_channel
from bot.service.match import lifecycle, turn_clock
from bot.service.match.lifecycle import get_running as running_match
from bot.service.match.lifecycle import load as load_match
from bot.service.matchmaking import seating, start_match
from bot.service.matchmaking.challenge_limits import clean_note
from bot.service.matchmaking.seating import get_variant as named_variant
from bot.service.matchmaking.seating import variants_by_size
from bot.service.position_cache import current_position
from bot.service.position_cache import variant_of as cached_variant
from bot.service.rating.eligibility import unrated_reason
from bot.service.results import MatchView
from bot.store import Tx
from bot.store.match import match_saver
from bot.store.match.matches import get_match
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import ThreadOpening

__all__ = [
    "Match",
    "MatchView",
    "cached_variant",
    "clean_note",
    "current_position",
    "get_match",
    "is_still_played",
    "leave_channel",
    "load_match",
    "match_record",
    "named_variant",
    "on_first_post_delayed",
    "open_thread",
    "parse_clock",
    "release_match",
    "resign_seats",
    "running_match",
    "snowflake_time",
    "start_event_match",
    "variants_by_size",
    "view_at",
    "zone_info",
]


def start_event_match(
    tx: Tx,
    variant: str,
    control: str,
    *,
    players: Sequence[int],
    guild: int,
    channel: int,
    event: str,
    rated: bool,
    under: int | None = None,
    thread: int | None = None,
    in_thread: bool = False,
    queues_board: bool = True,
    pauses_for_vacations: bool = True,
    now: int,
) -> Match:
    """Start a match of an event, with `players` in seat order.

    `control` is a time control as text, and `event` the label that is shown with the game. The match
    is rated if `rated` is true, the game is not uneven and its players may play rated games. Its
    first board is queued for the existing `thread`, for a thread under the message `under`, or for
    the channel. Without `queues_board`, the caller calls `open_thread` later. Without
    `pauses_for_vacations`, its first clock runs even if the player is on vacation. Raises
    `NotFound` (variant).
    """
    clock = time_control.parse(control)
    reason = (
        unrated_reason(
            tx, variant=variant, guild=guild, people=players, control=clock, event=True, now=now
        )
        if rated
        else None
    )
    match = start_match.start_match(
        tx,
        seating.get_variant(variant),
        players=players,
        guild=guild,
        channel=channel,
        rated=rated and not reason,
        control=clock,
        under=under,
        event=event,
        in_thread=in_thread,
        queues_board=queues_board and thread is None,
        now=now,
    )
    if thread is not None:
        before, match = match, replace(match, thread=thread)
        match_saver.save(tx, before, match)
        lifecycle.queue_board(tx, match, now)
    if not pauses_for_vacations:
        seat = turn_clock.get_clock(match).seat
        after = turn_clock.end_stops(match, seat, now, ("vacation",))
        before, match = match, turn_clock.reschedule(after, now)
        match_saver.save(tx, before, match)
    return match


def open_thread(tx: Tx, match_id: int, under: int | None, now: int) -> None:
    """Queue the thread of a match under a message, and its first board.

    Without a message, the board is queued for the channel. Raises `NotFound`.
    """
    match = lifecycle.load(tx, match_id)
    match_channels.queue_first_board(tx, match, under, now, in_thread=True)


def on_first_post_delayed(tx: Tx, row: OutboxRow, match_id: int, ply: int, now: int) -> None:
    """Stop the clock if the post under which a thread opens is delayed for too long.

    `ply` is the ply of the match when the post was queued.
    """
    match_channels.on_board_delayed(tx, row, ThreadOpening(match_id, ply, 0), now)


def resign_seats(tx: Tx, match: Match, seats: Sequence[int], now: int) -> None:
    """Resign the seats of players who have left the event.

    No-op if their place is certain, or if no move can be made in the match.
    """
    with suppress(PlaceCertain, RulesChanged, Damaged):
        after = resignations.remove_players(tx, match, seats, why="resigned", now=now)
        match_saver.save(tx, match, after)


def release_match(tx: Tx, match: Match) -> None:
    """Make a running match an ordinary one, which belongs to no event."""
    match_saver.save(tx, match, replace(match, event=None))
