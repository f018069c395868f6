"""What interactions did."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interaction:
    """An interaction that did something."""

    action: str
    match: int | None
    challenge: int | None
    ply: int | None
    """The ply of the move that it made."""
