"""Payloads of messages about events: one dataclass for each kind."""

from dataclasses import dataclass
from typing import Literal

LineOccasion = Literal["begins", "round", "final", "result", "cancelled"]
"""The occasion of a post: first games, a round, final, result or cancellation.

"round" replaces "begins" and "final" in cups and Swiss events.
"""
NoticeOccasion = Literal[
    "in",
    "through",
    "out",
    "final",
    "question",
    "withdrawn",
    "result",
    "substitute",
    "cancelled",
    "channel",
]
"""Occasion of a direct message to an entrant.

"in" means that the event begins. "through" and "out" are for the players of a pair in a cup, and
"out" is also for those who are not in the final of sections or tables.
"question" asks whether they are still playing, after a timeout. "substitute" means that they take
the place of an entrant who left. "channel" asks the organiser for another channel, because the
event cannot be posted.
"""


@dataclass(frozen=True, slots=True)
class HubPost:
    """The message that shows an event, with its buttons."""

    event: int


@dataclass(frozen=True, slots=True)
class HubUpdate:
    """A change of the message that shows an event."""

    event: int


@dataclass(frozen=True, slots=True)
class EventLine:
    """A post about an event in its channel."""

    event: int
    what: LineOccasion
    stage: int = 0
    """The stage that begins, for "begins", "round" and "final"."""


@dataclass(frozen=True, slots=True)
class EventGame:
    """A line about an event's match, under which the match's thread is opened.

    The match starts when the line has been posted.
    """

    event: int
    pairing: int


@dataclass(frozen=True, slots=True)
class ThreadGame:
    """A thread for a match of a round, which starts when the thread is open.

    There is no line above the thread, because one post lists all pairs of the round.
    """

    event: int
    pairing: int


@dataclass(frozen=True, slots=True)
class ForumGame:
    """A forum post for an event's match, which starts when the post is created."""

    event: int
    pairing: int


@dataclass(frozen=True, slots=True)
class ForumTags:
    """A change of the tags of a match's post in a forum, because the match is over."""

    guild: int
    forum: int


@dataclass(frozen=True, slots=True)
class EventNotice:
    """A direct message to an entrant of an event."""

    event: int
    player: int
    what: NoticeOccasion
    number: int = 0
    """The entrant's number of games, for "in", "final" and "substitute".

    For "through" and "out", it is the number of the round or stage.
    """


@dataclass(frozen=True, slots=True)
class EventQuestion:
    """The question after a timeout, in the thread of the game that was lost."""

    event: int
    player: int


@dataclass(frozen=True, slots=True)
class EventTie:
    """Who advances from a pair of a cup, and why, in its last game's thread."""

    event: int
    stage: int
    player: int = 0
    """The winner. An erasure finds a player in a payload by this name."""


@dataclass(frozen=True, slots=True)
class ChampionRole:
    """The champion's role, to be given to the winners of an event."""

    event: int


@dataclass(frozen=True, slots=True)
class RoleNotice:
    """A direct message to a manager: the champion's role could not be given."""

    event: int
    player: int
