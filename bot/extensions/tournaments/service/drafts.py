"""Creating, previewing, opening and cancelling events."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from bot.extension_api.matches import get_match, named_variant, parse_clock, release_match
from bot.extension_api.people import ensure_players, must_be_allowed_channel, player_results
from bot.extension_api.texts import plain_text
from bot.extension_api.transactions import Interaction, Tx, once, queue_message
from bot.extensions.tournaments.errors import (
    BadEntrantLimits,
    BadEventName,
    BadEventOption,
    EventNeedsDuel,
    EventNeedsTable,
    EventUntimed,
    MayNotOrganise,
    NotADraft,
    TooManyDrafts,
)
from bot.extensions.tournaments.models import DAY, HOUR, Event, EventFormat
from bot.extensions.tournaments.payloads import EventLine, EventNotice
from bot.extensions.tournaments.rules.table_blocks import TABLE_SEATS
from bot.extensions.tournaments.service import club_settings, hub
from bot.extensions.tournaments.service.event_state import UNFINISHED
from bot.extensions.tournaments.service.events import (
    clean_reason,
    load_event,
    must_manage,
    must_not_be_over,
    must_organise,
    record_decision,
)
from bot.extensions.tournaments.store import entrant_rows, event_rows, pairing_rows
from bot.extensions.tournaments.store.pairing_rows import SeatScore
from engine import Variant

NAME_LENGTH = 40
"""Maximum length of an event's name in characters."""
MAX_ENTRANTS = 64
MIN_ENTRANTS = {"all": 3, "tables": 3, "cup": 4, "rounds": 9}
"""Minimum number of entrants by format.

Tables need at least as many entrants as the game has seats.
"""
MAX_UNFINISHED = 25
"""Maximum number of a guild's unfinished events."""
ORGANISER_GAMES = 10
"""Number of finished games in the guild that a member needs to create events."""
MEMBERS_MOST = 8
"""Maximum number of entrants of a rated event created by a member."""
RELIABILITIES = (0, 70, 80, 90)
HIGHEST_RATING = 4000
AT_ONCE = range(2, 8)
DEFAULT_AT_ONCE = 3
ROUNDS = range(3, 8)
ROUND_DAYS = range(1, 121)
SIGN_UP = (HOUR, 60 * DAY)
"""Minimum and maximum duration of the sign-up in seconds."""
LAST_CALL = 48 * HOUR
"""Seconds before the end of the sign-up at which the hub announces the end."""


@dataclass(frozen=True, slots=True)
class EventDraft:
    """An event as described by its organiser."""

    name: str
    variant: str
    format: EventFormat = "all"
    control: str = str(parse_clock("standard"))
    """The time control, in the format of `time_control.parse`."""
    rated: bool = True
    vacation: bool = True
    games_each: int | None = None
    """Number of games per pair; None if it depends on the size of the section."""
    at_once: int = DEFAULT_AT_ONCE
    min_entrants: int = 0
    """Minimum number of entrants; 0 for the minimum of the format."""
    max_entrants: int = MAX_ENTRANTS
    min_reliability: int = 0
    min_rating: int | None = None
    max_rating: int | None = None
    role: int | None = None
    rounds: int | None = None
    round_days: int | None = None
    closes_in: int = 7 * DAY
    """Duration of the sign-up in seconds."""


def least_entrants(draft: EventDraft, game: Variant) -> int:
    """Return the minimum number of entrants that the format allows."""
    return max(MIN_ENTRANTS[draft.format], len(game.seats))


def check_draft(
    tx: Tx,
    draft: EventDraft,
    *,
    guild: int,
    organiser: int,
    is_manager: bool,
    is_new: bool = True,
    now: int,
) -> None:
    """Check that this player may create this event or, unless `is_new`, change it.

    Raises `NotFound` (variant), `BadEventName`, `EventNeedsDuel`, `EventNeedsTable`,
    `EventUntimed`, `InvalidTime`, `BadEntrantLimits`, `BadEventOption`, `MayNotOrganise`,
    `TooManyDrafts`.
    """
    game = named_variant(draft.variant)
    if not plain_text(draft.name, NAME_LENGTH + 1) or len(draft.name) > NAME_LENGTH:
        raise BadEventName(limit=NAME_LENGTH)
    if draft.format == "tables" and len(game.seats) not in TABLE_SEATS:
        raise EventNeedsTable(present=len(game.seats))
    if draft.format != "tables" and len(game.seats) > 2:
        raise EventNeedsDuel(present=len(game.seats))
    control = parse_clock(draft.control)
    if not control.is_timed:
        raise EventUntimed
    control.validate(rated=draft.rated)
    _check_numbers(draft, game)
    if not is_manager:
        _check_member(tx, draft, guild=guild, organiser=organiser)
    if is_new and event_rows.count_unfinished(tx, guild) >= MAX_UNFINISHED:
        raise TooManyDrafts(limit=MAX_UNFINISHED)


def _check_numbers(draft: EventDraft, game: Variant) -> None:
    least = least_entrants(draft, game)
    smallest = draft.min_entrants or least
    if not least <= smallest <= draft.max_entrants <= MAX_ENTRANTS:
        raise BadEntrantLimits(least=least, most=MAX_ENTRANTS)
    allowed: dict[str, tuple[int | None, Collection[int]]] = {
        "games-each": (draft.games_each, (1, 2)),
        "at-once": (draft.at_once, AT_ONCE),
        "reliability": (draft.min_reliability, RELIABILITIES),
        "rounds": (draft.rounds, ROUNDS),
        "round-days": (draft.round_days, ROUND_DAYS),
        "sign-up": (draft.closes_in, range(SIGN_UP[0], SIGN_UP[1] + 1)),
    }
    for why, (value, values) in allowed.items():
        if value is not None and value not in values:
            raise BadEventOption(why=why)
    span = (draft.min_rating or 0, HIGHEST_RATING if draft.max_rating is None else draft.max_rating)
    if not 0 <= span[0] <= span[1] <= HIGHEST_RATING:
        raise BadEventOption(why="ratings")


def _check_member(tx: Tx, draft: EventDraft, *, guild: int, organiser: int) -> None:
    """Check that a member who is not a manager may create this event."""
    must_be_organiser(tx, guild, organiser)
    if draft.rated and draft.max_entrants > MEMBERS_MOST:
        raise MayNotOrganise(why="rated", most=MEMBERS_MOST)


def must_be_organiser(tx: Tx, guild: int, player: int) -> None:
    """Raise `MayNotOrganise` unless a member who is not a manager may create events."""
    if not club_settings.are_members_organisers(tx, guild):
        raise MayNotOrganise
    if player_results(tx, player, guild).games < ORGANISER_GAMES:
        raise MayNotOrganise(why="games", games=ORGANISER_GAMES)


def _event_again(tx: Tx, did: Interaction, *arguments: object, **more: object) -> Event:
    """Return the event of an earlier interaction.

    The record of the interaction has the event's id as its ply.
    """
    assert did.ply is not None
    return load_event(tx, did.ply)


@once("event", _event_again, effect=lambda event: {"ply": event.id})
def create_event(
    tx: Tx,
    draft: EventDraft,
    *,
    guild: int,
    channel: int,
    organiser: int,
    is_manager: bool,
    interaction: int,
    now: int,
) -> Event:
    """Create an event as a draft, which only its organiser sees.

    Raises the errors of `check_draft`, and `WrongChannel`.
    """
    check_draft(tx, draft, guild=guild, organiser=organiser, is_manager=is_manager, now=now)
    must_be_allowed_channel(tx, guild, channel, None)
    ensure_players(tx, [organiser], now)
    event = new_event(draft, guild=guild, channel=channel, organiser=organiser, now=now)
    return event_rows.add_event(tx, event)


def new_event(draft: EventDraft, *, guild: int, channel: int, organiser: int, now: int) -> Event:
    """Return an event with this draft, which is not stored yet."""
    game = named_variant(draft.variant)
    return Event(
        id=0,
        guild=guild,
        channel=channel,
        hub=None,
        name=plain_text(draft.name, NAME_LENGTH),
        format=draft.format,
        variant=game.key,
        control=str(parse_clock(draft.control)),
        status="draft",
        organiser=organiser,
        rated=draft.rated,
        vacation=draft.vacation,
        games_each=draft.games_each,
        at_once=draft.at_once,
        min_entrants=draft.min_entrants or least_entrants(draft, game),
        max_entrants=draft.max_entrants,
        min_reliability=draft.min_reliability,
        min_rating=draft.min_rating,
        max_rating=draft.max_rating,
        role=draft.role,
        rounds=draft.rounds,
        round_days=draft.round_days,
        series=None,
        season=None,
        stage=0,
        created_at=now,
        opens_at=None,
        closes_at=now + draft.closes_in,
        extended=False,
        started_at=None,
        ended_at=None,
        note=None,
        phase_at=None,
        openings_at=None,
        hub_at=None,
        hub_edited_at=None,
    )


def open_event(tx: Tx, event_id: int, *, by: int, is_manager: bool, now: int) -> Event:
    """Open the sign-up of a draft and post its hub. Returns the event.

    Raises `NoSuchEvent`, `NotOrganiser`, `NotADraft`.
    """
    event = load_event(tx, event_id)
    must_organise(event, by, is_manager=is_manager)
    if event.status != "draft":
        raise NotADraft(event=event.name)
    return begin_sign_up(tx, event, now)


def begin_sign_up(tx: Tx, event: Event, now: int) -> Event:
    """Open the sign-up of a draft for the chosen duration, and post its hub."""
    assert event.closes_at is not None
    closes_at = now + event.closes_at - event.created_at
    after = replace(
        event,
        status="open",
        opens_at=now,
        closes_at=closes_at,
        phase_at=closes_at - LAST_CALL if closes_at - LAST_CALL > now else closes_at,
    )
    if event_rows.save(tx, event, after):
        hub.queue_post(tx, after, now)
    return load_event(tx, event.id)


def cancel_event(
    tx: Tx, event_id: int, *, by: int, is_manager: bool, reason: str, now: int
) -> Event:
    """Cancel an event, and return it. Its games in progress become ordinary games.

    Only managers can cancel a running event. Raises `NoSuchEvent`, `NotOrganiser`, `NotAManager`,
    `EventIsOver`, `BadReason`.
    """
    event = load_event(tx, event_id)
    must_organise(event, by, is_manager=is_manager)
    must_not_be_over(event)
    if event.status == "running":
        must_manage(is_manager=is_manager)
    words = clean_reason(reason)
    record_decision(
        tx, event, by=by, what="status", before=event.status, after=f"cancelled: {words}", now=now
    )
    return end_cancelled(tx, event, now, note=words)


def end_cancelled(tx: Tx, event: Event, now: int, *, note: str | None = None) -> Event:
    """End an event as cancelled, notify its entrants, and return it."""
    after = replace(
        event, status="cancelled", ended_at=now, phase_at=None, openings_at=None, note=note
    )
    if event.status != "draft":
        after = hub.with_changed_hub(after, now, at_once=True)
    if not event_rows.save(tx, event, after):
        return load_event(tx, event.id)
    entrant_rows.clear_questions(tx, event.id)
    _release_matches(tx, event, now)
    if event.status != "draft":
        queue_message(tx, EventLine(event.id, "cancelled"), channel=event.channel, now=now)
    for entrant in entrant_rows.entrants_of(tx, event.id):
        if entrant.left_at is None and entrant.player > 0:
            notice = EventNotice(event.id, entrant.player, "cancelled")
            queue_message(tx, notice, user=entrant.player, now=now)
    return after


def _release_matches(tx: Tx, event: Event, now: int) -> None:
    """Void the unfinished pairings of an event, and make its matches ordinary ones."""
    for pairing, seats in pairing_rows.unfinished_pairings(tx, event.id):
        unscored = [SeatScore(None) for _ in seats]
        pairing_rows.score(tx, pairing.id, "void", unscored, now=now, before=UNFINISHED)
        match = None if pairing.match is None else get_match(tx, pairing.match)
        if match is not None and match.status == "running":
            release_match(tx, match)
