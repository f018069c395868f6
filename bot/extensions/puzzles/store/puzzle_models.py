"""Puzzle games and daily results."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Solitaire:
    """One player's game of a puzzle of `engine.puzzles`, running or over."""

    id: int
    player: int
    problem: str
    """The engine's key, such as "yard-a" or "packing-16-7"."""
    moves: str
    """`engine.puzzles.dump_game` of the game."""
    started: int
    finished_at: int | None
    turns: int | None
    """Number of moves that solved it; None while running, or if given up."""
    marks: str = ""
    """What the player did, a letter each: see `Mark` in `puzzle_games`."""


@dataclass(frozen=True, slots=True)
class DailyResult:
    """A player's first solution of a day's puzzle, found without the key."""

    player: int
    day: int
    """Days since 1970, in UTC."""
    guild: int | None
    at: int
    hints_used: int
    """Hints, moves taken back and restarts."""


@dataclass(frozen=True, slots=True)
class Solver:
    """A player in the table of a guild."""

    player: int
    days: int
    hints_used: int


@dataclass(frozen=True, slots=True)
class DailyChannel:
    """The channel for a guild's daily posts."""

    guild: int
    channel: int
    due_at: int
    """When the next post is due."""
    day: int | None = None
    """The day posted last."""
