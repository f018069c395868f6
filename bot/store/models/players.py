"""Players, their settings, erasure requests, and audit entries of guilds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

ReminderChannel = Literal["channel", "dm", "none"]
"""How a player is notified of their turns: by mention, by direct message, or never."""
BoardSide = Literal["first", "mine"]
"""Viewpoint of private boards: the first player's, or the player's own.

Posts are always seen from the first player's side.
"""

Theme = Literal["wood", "dark", "contrast", "colourblind", "print"]
"""Colours of a board: a `render.theme.ThemeName`."""
ThemeChoice = Literal["posts", "wood", "dark", "contrast", "colourblind", "print"]
"""Theme of private boards; "posts" for the theme of the channel."""


@dataclass(frozen=True, slots=True)
class Player:
    """A user who has used the bot, or whom another player has named."""

    id: int
    name: str
    """The display name when last seen; empty if the user was only named by others."""
    locale: str | None
    """Discord's locale code (e.g. "de" or "en-GB"); None if unknown."""
    created: int
    seen_at: int
    """When the user was last seen, rounded down to the day."""
    seen_hints: str = ""
    """The hints already shown, separated by spaces."""
    user_name: str = ""
    """Discord's name of letters a-z, digits, "." and "_"; empty if unknown."""


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """A player's settings."""

    player: int
    zone: str = "UTC"
    """A name that `bot.service.clock.calendar.zone_info` knows."""
    quiet: str = ""
    """Quiet hours, in the format of `bot.service.clock.calendar.parse_quiet`."""
    remind: ReminderChannel = "channel"
    reminded: int | None = None
    """When the last message with a "half" or "last" reminder was queued, or None."""
    dm_blocked: bool = False
    """Whether a direct message bounced and the player has yet to be notified."""
    vacation: bool = True
    """Whether vacation is taken automatically before a rated match is lost on time."""
    digest: int | None = None
    """Minute of the player's day at which the digest is sent; None if they want none."""
    digest_at: int | None = None
    """When the next digest is due; None if digests are off."""
    digested: int | None = None
    board_side: BoardSide = "first"
    theme: ThemeChoice = "posts"
    confirm_typed: bool = False
    """Whether a typed move is shown for confirmation before it is played."""
    confirm_taps: bool = True
    """Whether a tapped move is shown for confirmation."""
    show_name: bool = False
    """Whether the player is named in lists of players who solved a puzzle."""
    share_positions: bool = False
    """Whether positions from the player's finished matches may become puzzles."""
    others: Mapping[str, str] = field(default_factory=dict)
    """Settings without a field, by name, including those of extensions that are not installed."""


@dataclass(frozen=True, slots=True)
class ErasureRequest:
    """A player's request to erase their data."""

    player: int
    asked_at: int
    due_at: int
    pseudonym_id: int | None = None
    """The pseudonymous player who replaces the erased one; None before the erasure."""
    outbox_scanned_to: int = 0
    """The highest outbox id that has been searched for the player."""


@dataclass(frozen=True, slots=True)
class SettingChange:
    """An audit log entry: a change of a guild setting, or of a match by a manager."""

    guild: int
    by: int
    at: int
    what: str
    before: str
    after: str
