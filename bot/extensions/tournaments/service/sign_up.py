"""Sign-up: entering and leaving events, and their start.

Functions that take the id of the interaction are idempotent.
"""

from collections.abc import Collection
from dataclasses import replace

from bot.extension_api.people import ensure_players, ratings_in
from bot.extension_api.transactions import Interaction, Tx, once, queue_message
from bot.extensions.tournaments.errors import (
    AlreadyEntered,
    AlreadyLeft,
    EventNotRunning,
    NotEntered,
    SignUpClosed,
    TooFewEntrants,
)
from bot.extensions.tournaments.models import DAY, IN_ROUNDS, Entrant, Event
from bot.extensions.tournaments.payloads import EventLine
from bot.extensions.tournaments.rules import seeding
from bot.extensions.tournaments.service import (
    conditions,
    hub,
    ladder_members,
    season_divisions,
    stages,
    substitutes,
    withdrawals,
)
from bot.extensions.tournaments.service.drafts import end_cancelled
from bot.extensions.tournaments.service.events import (
    load_event,
    must_not_be_over,
    must_organise,
)
from bot.extensions.tournaments.store import entrant_rows, event_rows


def begin(tx: Tx, event: Event, now: int) -> Event:
    """Begin an event whose sign-up has ended, unless it has already begun. Returns it."""
    begun = replace(
        event, status="running", stage=1, started_at=now, openings_at=now, phase_at=None
    )
    if not event_rows.save(tx, event, hub.with_changed_hub(begun, now, at_once=True)):
        return load_event(tx, event.id)
    begun = load_event(tx, event.id)
    entered = [each.player for each in entrant_rows.entrants_of(tx, event.id) if not each.waiting]
    ratings = ratings_in(tx, event.guild, event.variant, entered)
    seeds = seeding.seeds([(player, ratings.get(player)) for player in entered], event.id)
    if season_divisions.has_divisions(tx, event):
        seeds = season_divisions.seeds(tx, event, seeds, ratings)
    entrant_rows.set_seeds(tx, event.id, [(player, ratings.get(player)) for player in seeds])
    if event.format not in IN_ROUNDS:  # there, the post of the first round says so
        queue_message(tx, EventLine(event.id, "begins", 1), channel=event.channel, now=now)
    return stages.begin_first(tx, begun, seeds, now)


EXTENSION = 7 * DAY
"""Seconds by which the sign-up is extended once if there are too few entrants."""


def _entrant_again(
    tx: Tx, did: Interaction, event_id: int, *, player: int, **more: object
) -> Entrant:
    entrant = entrant_rows.get_entrant(tx, event_id, player)
    if entrant is None:
        raise NotEntered
    return entrant


@once("event-join {event_id}", _entrant_again)
def join_event(
    tx: Tx,
    event_id: int,
    *,
    player: int,
    roles: Collection[int] = (),
    once: bool = False,
    interaction: int,
    now: int,
) -> Entrant:
    """Enter an event, or its waiting list if it is full or has begun.

    Returns the entrant. `roles` are the player's roles in the guild. With `once`, the player is not
    entered in the next season. Raises `NoSuchEvent`, `SignUpClosed`, `AlreadyEntered`,
    `AlreadyLeft`, and the errors of `conditions.must_qualify`.
    """
    return enter(tx, event_id, player=player, roles=roles, once=once, now=now)


def enter(
    tx: Tx,
    event_id: int,
    *,
    player: int,
    roles: Collection[int] = (),
    once: bool = False,
    now: int,
) -> Entrant:
    """Enter an event as `join_event` does, without an interaction."""
    event = load_event(tx, event_id)
    if event.status not in ("open", "running"):
        raise SignUpClosed(why=event.status)
    entrants = entrant_rows.entrants_of(tx, event_id)
    existing = next((entrant for entrant in entrants if entrant.player == player), None)
    if existing is not None and existing.left_at is not None:
        raise AlreadyLeft
    if existing is not None:
        raise AlreadyEntered(why="waiting" if existing.waiting else None)
    if event.status == "running" and not substitutes.are_possible(event):
        raise SignUpClosed(why=None)
    conditions.must_qualify(tx, event, player, roles, now)
    ensure_players(tx, [player], now)
    taken = sum(not entrant.waiting for entrant in entrants)
    waits = event.status == "running" or taken >= event.max_entrants
    entrant = Entrant(
        event=event_id,
        player=player,
        # Unique within the event, so that the order outlives the ids of erased players.
        joined_at=max([now, *(each.joined_at + 1 for each in entrants)]),
        waiting=waits,
        once=once,
        rating=None,
        seed=None,
        place=None,
        timeouts=0,
        asked_at=None,
        withdraw_at=None,
        left_at=None,
        left_why=None,
    )
    entrant_rows.add_entrant(tx, entrant)
    after = hub.with_changed_hub(event, now)
    if event.status == "open" and taken + 1 >= event.max_entrants:
        after = replace(after, phase_at=now)
    event_rows.save(tx, event, after)
    if event.status == "running":
        substitutes.fill_places(tx, after, now)
    return _entrant_again(tx, Interaction("", None, None, None), event_id, player=player)


def _event_again(tx: Tx, did: Interaction, event_id: int, **more: object) -> Event:
    return load_event(tx, event_id)


@once("event-leave {event_id}", _event_again)
def leave_event(tx: Tx, event_id: int, *, player: int, interaction: int, now: int) -> Event:
    """Leave an event, and return it. Leaving a running event is a withdrawal.

    Raises `NoSuchEvent`, `EventIsOver`, `NotEntered`, `AlreadyLeft`.
    """
    event = load_event(tx, event_id)
    must_not_be_over(event)
    entrant = entrant_rows.get_entrant(tx, event_id, player)
    if entrant is None:
        raise NotEntered
    if entrant.left_at is not None:
        raise AlreadyLeft
    if event.status == "running" and not entrant.waiting:
        withdrawals.withdraw(tx, event, player, "left", now)
    else:
        remove_from_sign_up(tx, event, entrant, now)
    return load_event(tx, event_id)


def remove_from_sign_up(tx: Tx, event: Event, entrant: Entrant, now: int) -> None:
    """Remove an entrant who has no games yet.

    The first player on the waiting list takes the place.
    """
    entrant_rows.delete_entrant(tx, event.id, entrant.player)
    if event.status == "open" and not entrant.waiting:
        waiting = [other for other in entrant_rows.entrants_of(tx, event.id) if other.waiting]
        for first in waiting[:1]:
            entrant_rows.save(tx, first, replace(first, waiting=False))
    event_rows.save(tx, event, hub.with_changed_hub(event, now))


def start_now(tx: Tx, event_id: int, *, by: int, is_manager: bool, now: int) -> Event:
    """Close the sign-up and begin the event. Returns it.

    Raises `NoSuchEvent`, `NotOrganiser`, `EventIsOver`, `EventNotRunning` (still a draft),
    `SignUpClosed`, `TooFewEntrants`.
    """
    event = load_event(tx, event_id)
    must_organise(event, by, is_manager=is_manager)
    must_not_be_over(event)
    if event.status == "draft":
        raise EventNotRunning
    if event.status == "running":
        raise SignUpClosed(why=None)
    number = _number_entered(tx, event)
    if number < event.min_entrants:
        raise TooFewEntrants(limit=event.min_entrants, have=number)
    return begin(tx, event, now)


def continue_sign_up(tx: Tx, event: Event, now: int) -> None:
    """Begin, extend or cancel an event whose sign-up ends, or announce its end."""
    assert event.closes_at is not None
    number = _number_entered(tx, event)
    if now < event.closes_at and number < event.max_entrants:
        last_call = hub.with_changed_hub(event, now)
        event_rows.save(tx, event, replace(last_call, phase_at=event.closes_at))
    elif number >= event.min_entrants:
        begin(tx, event, now)
    elif not event.extended and event.series is None:
        closes_at = now + EXTENSION
        longer = replace(event, extended=True, closes_at=closes_at, phase_at=closes_at)
        event_rows.save(tx, event, hub.with_changed_hub(longer, now, at_once=True))
    else:
        end_cancelled(tx, event, now)


def _number_entered(tx: Tx, event: Event) -> int:
    """Return the number of entrants, not counting the waiting list."""
    return sum(not entrant.waiting for entrant in entrant_rows.entrants_of(tx, event.id))


def on_erasure(tx: Tx, player: int, now: int) -> None:
    """Remove a player from unfinished events and ladders, and delete their drafts.

    Called before the player's data is erased. Idempotent.
    """
    for event_id in [event.id for event in event_rows.events_of_player(tx, player)]:
        event = load_event(tx, event_id)
        entrant = entrant_rows.get_entrant(tx, event_id, player)
        if entrant is None or entrant.left_at is not None:
            continue
        if event.status == "running" and not entrant.waiting:
            withdrawals.withdraw(tx, event, player, "erased", now)
        else:
            remove_from_sign_up(tx, event, entrant, now)
    for event in event_rows.unfinished_of_organiser(tx, player):
        if event.status == "draft":  # nobody else can see it
            event_rows.delete_event(tx, event.id)
    ladder_members.on_erasure(tx, player, now)
