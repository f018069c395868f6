"""Puzzle games and daily results."""

from dataclasses import dataclass

DAY = 86_400
"""The length of a day in seconds."""


@dataclass(frozen=True, slots=True)
class Solitaire:
    """One player's game of a puzzle from `engine.puzzles`, running or over."""

    id: int
    player: int
    problem: str
    """The engine's key, such as "yard-a" or "packing-16-7"."""
    moves: str
    """The game in the format of `engine.puzzles.dump_game`."""
    started: int
    """Time at which the game was started or last opened or played."""
    finished_at: int | None
    turns: int | None
    """Number of moves of the solution; None if the game is running or was given up."""
    marks: str = ""
    """The player's actions, one letter each: see `ActionMark` in `puzzle_games`."""


@dataclass(frozen=True, slots=True)
class DailyResult:
    """A player's first solution of a day's puzzle, found without looking it up."""

    player: int
    day: int
    """Days since 1970, in UTC."""
    guild: int | None
    at: int
    hints_used: int
    """Number of hints, moves taken back and restarts."""


@dataclass(frozen=True, slots=True)
class Solver:
    """A player on the puzzle leaderboard of a guild."""

    player: int
    days: int
    hints_used: int


@dataclass(frozen=True, slots=True)
class DailyChannel:
    """The channel for a guild's daily posts."""

    guild: int
    channel: int
    due_at: int
    """Time at which the next post is due."""
    day: int | None = None
    """The day of the last post, or None if there is none."""
