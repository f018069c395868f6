"""People and what they have chosen, and what was changed in a server."""

from dataclasses import dataclass
from typing import Literal

Remind = Literal["channel", "dm", "none"]
"""How a person is told of their turns: by mention where the game is, by direct message, or never."""
Seen = Literal["first", "mine"]
"""From whose side a person sees the boards that are shown to them alone: the first player's, as in
the posts, or their own."""

Theme = Literal["wood", "dark", "contrast", "colourblind", "print"]
"""In which colours boards are drawn: a `render.theme.ThemeName`."""
Wished = Literal["posts", "wood", "dark", "contrast", "colourblind", "print"]
"""The same as a person wishes it for the boards that are shown to them alone; "posts": as in the
posts of the place."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person whom the bot has met."""

    id: int
    name: str
    """The display name when last seen; empty when they were only named by others."""
    locale: str | None
    """Discord's locale code ("de", "en-GB"), None if unknown."""
    created: int
    seen_at: int
    """When last seen, no finer than a day."""
    seen_hints: str = ""
    """What was explained at its first use, by words with spaces between them."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a person has come in a course of lessons."""

    player: int
    course: str
    lesson: int
    """The number of the lesson they are at."""
    position: str
    """Of a race against the computer in which they are; empty: as the lesson begins."""
    at: int


@dataclass(frozen=True, slots=True)
class Settings:
    """How a person wants to be treated."""

    player: int
    zone: str = "UTC"
    """An IANA name."""
    quiet: str = ""
    """Quiet hours, as `bot.service.clock.calendar.parse_quiet` reads them."""
    remind: Remind = "channel"
    reminded: int | None = None
    """When last told of halves and four fifths."""
    dm_blocked: bool = False
    """Whether a direct message came back, and the person does not know it yet."""
    vacation: bool = True
    """Whether vacation is taken by itself where a rated game would be lost on time."""
    digest: int | None = None
    """At which minute of the person's day a digest is wanted; None: never."""
    digest_at: int | None = None
    """When the next one is due."""
    digested: int | None = None
    board_side: Seen = "first"
    theme: Wished = "posts"
    confirm_typed: bool = False
    """Whether a typed move is shown before it is played."""
    confirm_taps: bool = True
    """Whether a tapped one is."""
    show_name: bool = False
    """Whether their name stands where it is told who has solved a problem."""
    share_positions: bool = False
    """Whether positions of their games that are over may become problems."""


@dataclass(frozen=True, slots=True)
class Erasure:
    """Somebody's wish to be forgotten."""

    player: int
    asked_at: int
    due_at: int
    pseudonym_id: int | None = None
    """The made-up player who takes their place; None: it has not begun."""
    outbox_scanned_to: int = 0
    """The last row of the outbox that has been looked through."""


@dataclass(frozen=True, slots=True)
class Change:
    """Somebody changed something in a server, and from what to what."""

    guild: int
    by: int
    at: int
    what: str
    before: str
    after: str
