"""Payloads of messages about ladders: one dataclass for each kind."""

from dataclasses import dataclass
from typing import Literal

LadderNoticeOccasion = Literal["question", "warning", "inactive"]
"""Occasion of a direct message to a member of a ladder.

"question" asks whether they are still playing, after a timeout. "warning" says that they will
become inactive in a week.
"""


@dataclass(frozen=True, slots=True)
class LadderPost:
    """The message that shows a ladder, with its buttons."""

    ladder: int


@dataclass(frozen=True, slots=True)
class LadderUpdate:
    """A change of the message that shows a ladder."""

    ladder: int


@dataclass(frozen=True, slots=True)
class LadderNews:
    """The weekly summary of changes on a ladder."""

    ladder: int
    since: int
    """The changes after this time are announced."""


@dataclass(frozen=True, slots=True)
class LadderGameLine:
    """The line under which the thread of a ladder's match is opened."""

    match: int
    ply: int
    ladder: int


@dataclass(frozen=True, slots=True)
class LadderNotice:
    """A direct message to a member of a ladder."""

    ladder: int
    player: int
    what: LadderNoticeOccasion
