"""Problems for one, and what each day brought."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Solitaire:
    """One person's work on a problem of `engine.puzzles`, under way or over."""

    id: int
    player: int
    problem: str
    """The engine's key, such as "yard-a" or "packing-16-7"."""
    moves: str
    """`engine.puzzles.dump` of the game."""
    started: int
    finished_at: int | None
    turns: int | None
    """In how many turns it was solved; None while under way, or if it was given up."""
    marks: str = ""
    """A letter for each thing done, in order: `bot.extensions.puzzles.service.puzzle_games.Mark`."""


@dataclass(frozen=True, slots=True)
class Daily:
    """Somebody has solved the problem of a day, for the first time and without its key."""

    player: int
    day: int
    """Days since 1970, by UTC."""
    guild: int | None
    at: int
    hints_used: int
    """Hints, turns taken back, and beginning again."""


@dataclass(frozen=True, slots=True)
class Solver:
    """Somebody in the table of a server."""

    player: int
    days: int
    hints_used: int


@dataclass(frozen=True, slots=True)
class DailyPlace:
    """Where a server has the problem of the day posted."""

    guild: int
    channel: int
    due_at: int
    """When the next one is."""
    day: int | None = None
    """The last one that was posted."""
