"""The rules of the Halma family: values and pure functions, no clock, no input or output."""

from engine.board import OFF, Board
from engine.definition import Kind, Seat, Variant
from engine.errors import (
    AmbiguousMove,
    BadNotation,
    BadRecord,
    EngineError,
    GameOver,
    IllegalMove,
    Reason,
)
from engine.position import Move, Outcome, Position
from engine.random_play import random_turn
from engine.registry import VARIANTS, options, variant

__all__ = [
    "OFF",
    "VARIANTS",
    "AmbiguousMove",
    "BadNotation",
    "BadRecord",
    "Board",
    "EngineError",
    "GameOver",
    "IllegalMove",
    "Kind",
    "Move",
    "Outcome",
    "Position",
    "Reason",
    "Seat",
    "Variant",
    "options",
    "random_turn",
    "variant",
]
