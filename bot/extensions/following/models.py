"""Rows of watched games, followed people and events, and weekly posts."""

from dataclasses import dataclass
from typing import Literal

Level = Literal["day", "end", "moves"]
"""What a watcher gets in addition to the result.

"day" is a line in the daily digest, "end" nothing, and "moves" each board in the game's thread.
"""
LEVELS: tuple[Level, ...] = ("end", "day", "moves")


@dataclass(frozen=True, slots=True)
class Watch:
    """A match that a player watches."""

    player: int
    match: int
    level: Level
    since: int
    result_at: int | None = None
    """When the result was queued as a direct message, or None."""
    delete_at: int | None = None
    """When the row is deleted; None while the match is running."""


@dataclass(frozen=True, slots=True)
class Follow:
    """A person whom a player follows in a guild."""

    player: int
    person: int
    guild: int
    since: int
    delete_at: int
    """When the follow ends, unless the person finishes a game in the guild."""


@dataclass(frozen=True, slots=True)
class EventFollow:
    """An event that a player follows."""

    player: int
    event: int
    guild: int
    since: int
    delete_at: int
    """When the row is deleted, at the latest."""


@dataclass(frozen=True, slots=True)
class Watcher:
    """A watcher of a match that ends."""

    player: int
    results: int
    """Number of results that the watcher got as direct messages in the last day."""
    dm_blocked: bool
    """Whether the watcher's direct messages have bounced."""


@dataclass(frozen=True, slots=True)
class FollowedGame:
    """A game of a followed person."""

    match: int
    person: int


@dataclass(frozen=True, slots=True)
class WeekChannel:
    """The channel for a guild's weekly posts."""

    guild: int
    channel: int
    due_at: int
    """When the next post is due."""
