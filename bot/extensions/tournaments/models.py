"""Stored events, entrants, pairings, series and ladders.

Times are seconds since 1970. Points are half-points. Places, ranks, seeds and numbers start at 1.
"""

from dataclasses import dataclass
from typing import Literal

HOUR, DAY = 3_600, 86_400
"""Lengths in seconds."""

EventFormat = Literal["all", "tables", "cup", "rounds"]
"""The format: round robin, tables of 3 to 6 players, knock-out, or Swiss system."""
IN_ROUNDS: frozenset[EventFormat] = frozenset({"cup", "rounds"})
"""Formats in which all games of a round begin together."""
EventStatus = Literal["draft", "open", "running", "finished", "cancelled"]
PairingState = Literal["waiting", "running", "scored", "forfeit", "void"]
"""Whether a match has begun, and how it was scored.

A void pairing counts for nobody.
"""
ExitReason = Literal["left", "silent", "timeouts", "removed", "erased"]
"""The reason why an entrant left a running event."""
Period = Literal["month", "quarter", "half-year"]


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament in a guild."""

    id: int
    guild: int
    channel: int
    hub: int | None
    """The message that shows the event; None until it has been posted."""
    name: str
    format: EventFormat
    variant: str
    """The engine's key of the variant, with optional rules."""
    control: str
    """The time control, in the format of `time_control.parse`."""
    status: EventStatus
    organiser: int
    rated: bool
    vacation: bool
    """Whether vacations stop the clocks."""
    games_each: int | None
    """Number of games per pair; None if it depends on the size of the section."""
    at_once: int
    """Maximum number of games that an entrant plays at the same time."""
    min_entrants: int
    max_entrants: int
    min_reliability: int
    """Minimum reliability of an entrant in percent."""
    min_rating: int | None
    max_rating: int | None
    role: int | None
    """The role that entrants must have, or None."""
    rounds: int | None
    """Number of rounds of a Swiss event."""
    round_days: int | None
    """Number of days after which the next round of a Swiss event is paired."""
    series: int | None
    """The series of seasons to which the event belongs, or None."""
    season: int | None
    """Number of the season within its series."""
    stage: int
    """The current stage; 0 if the event has not begun."""
    created_at: int
    opens_at: int | None
    closes_at: int | None
    extended: bool
    """Whether the sign-up has been extended because there were too few entrants."""
    started_at: int | None
    ended_at: int | None
    note: str | None
    """The last decision of a manager, with its reason."""
    phase_at: int | None
    openings_at: int | None
    hub_at: int | None
    hub_edited_at: int | None
    forum: int | None = None
    """The forum in which the next matches begin; None if they begin in threads of the channel."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player who has entered an event."""

    event: int
    player: int
    joined_at: int
    waiting: bool
    """Whether the player is on the waiting list."""
    once: bool
    """Whether the player asked not to be entered in the next season."""
    rating: int | None
    """The rating when the event began; None if unrated."""
    seed: int | None
    place: int | None
    """The final place in the event; None until it is certain."""
    timeouts: int
    asked_at: int | None
    """When the player was asked whether they are still playing.

    None if no answer is needed.
    """
    withdraw_at: int | None
    """When the player is withdrawn unless they answer."""
    left_at: int | None
    left_why: ExitReason | None


@dataclass(frozen=True, slots=True)
class Stage:
    """A section of a stage of an event."""

    event: int
    stage: int
    section: int
    began_at: int
    certain_at: int | None
    """When it became certain which entrants advance."""
    ended_at: int | None


@dataclass(frozen=True, slots=True)
class SectionEntrant:
    """An entrant's place in a section."""

    event: int
    stage: int
    player: int
    section: int
    number: int
    """The entrant's number in the section, drawn by lot."""
    place: int | None
    qualified: bool
    struck: bool
    """Whether none of the entrant's games counts because they left too early."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two or more entrants who play one match of an event."""

    id: int
    event: int
    stage: int
    section: int
    position: int
    """Position of the pairing in the order in which the section's matches begin."""
    match: int | None
    """The match; None until it begins."""
    state: PairingState
    began_at: int | None
    scored_at: int | None
    margin: int | None
    """In a cup, the number of turns that the loser still needed."""
    turns: int | None
    """In a cup, the number of turns that the winner took."""
    reason: str | None
    """A manager's reason for the score; None if the match decided the score."""
    scored_by: int | None
    """The manager who scored the pairing; None if the match decided the score."""
    forum: int | None = None
    """The forum in which the match is a post; None if it is elsewhere, or has not begun."""


@dataclass(frozen=True, slots=True)
class PairingSeat:
    """An entrant's seat in a pairing, and their score."""

    pairing: int
    seat: int
    player: int
    half_points: int | None
    place: int | None
    """The place in the match. Tied seats share a place."""
    forfeit: bool
    """Whether the points were awarded without being decided on the board."""


@dataclass(frozen=True, slots=True)
class Series:
    """A club championship, which starts a season in each period."""

    id: int
    guild: int
    channel: int
    name: str
    variant: str
    control: str
    rated: bool
    period: Period
    divisions: bool
    seasons: int
    """Number of seasons started so far."""
    next_at: int | None
    """When the sign-up of the next season opens; None if no season follows."""
    last_event: int | None
    created_by: int


@dataclass(frozen=True, slots=True)
class ClubLadder:
    """A ladder of a guild."""

    id: int
    guild: int
    channel: int
    post: int | None
    """The message that shows the ladder; None until it has been posted."""
    name: str
    variant: str
    control: str
    rated: bool
    created_by: int
    created_at: int
    removed_at: int | None
    post_at: int | None
    post_edited_at: int | None
    news_at: int | None


@dataclass(frozen=True, slots=True)
class LadderMember:
    """A current or former member of a ladder."""

    ladder: int
    player: int
    rank: int | None
    """The rank on the ladder; None if the member is inactive or has left."""
    joined_at: int
    active_at: int
    """When the member last began or finished a ladder game, or confirmed activity."""
    old_rank: int | None
    inactive_since: int | None
    left_at: int | None
    timeouts: int
    timeout_at: int | None
    check_at: int | None
    warned: bool
    """Whether the member was warned that they will become inactive."""


@dataclass(frozen=True, slots=True)
class LadderGame:
    """A match on a ladder."""

    match: int
    ladder: int
    challenger: int
    challenged: int
    began_at: int
    ended_at: int | None
    winner: int | None
    """The winner; None if the game was drawn or is running."""


@dataclass(frozen=True, slots=True)
class LadderMove:
    """A change of rank.

    A rank is None while the member is inactive or not on the ladder.
    """

    id: int
    ladder: int
    player: int
    at: int
    delete_at: int
    from_rank: int | None
    to_rank: int | None
    match: int | None
