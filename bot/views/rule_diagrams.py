"""Diagrams on rule cards: a step and a hop on the game's own board.

The positions are found by a search with the engine. New games therefore get diagrams without extra
work, and no diagram shows an illegal move.
"""

import asyncio
import math
import random
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import discord

from bot.i18n.escaping import code
from bot.i18n.translator import Translator
from bot.store.models import Theme
from bot.texts.game_names import plain
from bot.views.board_image import image_file
from engine import Move, Position, Variant
from engine.board import OFF
from engine.position import man, seat_of
from render import Marker, describe, scene
from render.collage import render_collage
from render.crop import render_part
from render.scenes import Scene

TRIES = 120
"""Number of random positions tried; the one with the best hop is shown."""
NEAR = 36
"""Number of central cells used for the search."""
OTHERS = 6
"""Number of other men in a random position."""
LANDINGS = 3


class Diagram(NamedTuple):
    """A position to draw as a diagram."""

    position: Position
    last_move: Move | None
    marks: tuple[Marker, ...]
    cells: frozenset[int]
    """Cells that must be visible in the diagram."""


@cache
def step_diagram(game: Variant) -> Diagram:
    """Return a diagram of steps: one man of each kind, with its destinations."""
    kinds = list(
        {kind.name: number for number, kind in reversed([*enumerate(game.kinds)])}.values()
    )
    cells, marks = bytearray(len(game.board.spots)), []
    for kind, cell in zip(sorted(kinds), _places(game, len(kinds)), strict=True):
        cells[cell] = man(0, kind)
        marks += [
            Marker(move.path[1], "choice") for move in _moves(game, {cell: man(0, kind)}, cell)
        ]
    shown = (*(cell for cell, byte in enumerate(cells) if byte), *(mark.cell for mark in marks))
    return Diagram(Position(bytes(cells), 0), None, tuple(marks), frozenset(shown))


@cache
def hop_diagram(game: Variant) -> Diagram | None:
    """Return the most instructive hop, with only the men involved, or None.

    Games in which a turn is a single leap have no such diagram.
    """
    rng, near = random.Random(game.board.name), _by_distance(game, 0.5, 0.5)[:NEAR]
    names = list({kind.name for kind in game.kinds})
    first = [number for number in range(len(game.kinds)) if number < len(names)]
    best: tuple[float, Move, dict[int, int], bytes] | None = None
    for _ in range(TRIES):
        origin, *others = rng.sample(near, min(OTHERS + 1, len(near) // 2))
        men = {origin: man(0, rng.choice(first))}
        men |= {cell: man(rng.randrange(len(game.seats)), rng.choice(first)) for cell in others}
        for move in _moves(game, men, origin):
            worth = _hop_score(game, men, move)
            if worth and (best is None or worth > best[0]):
                needed = _needed_men(game, men, move)
                after = game.apply(_position(game, needed), move).cells
                if all(after[cell] for cell in needed if cell != origin):  # no man was sent back
                    best = worth, move, needed, after
    if best is None:
        return None
    _, move, needed, after = best
    return Diagram(Position(after, 0), move, (), frozenset((*needed, *move.path)))


def diagrams_of(game: Variant) -> tuple[Diagram, ...]:
    """Return the diagrams of a game; optional rules do not affect them."""
    return tuple(drawn for drawn in (step_diagram(plain(game)), hop_diagram(plain(game))) if drawn)


def captions(t: Translator, game: Variant) -> list[str]:
    """Describe the diagrams in words, with the hop in notation."""
    lines = [t.translate("The man can go to any of the dots.")]
    return lines + [
        t.translate("Or it hops, in one turn: {move}.", move=_route(game, drawn))
        for drawn in diagrams_of(game)[1:]
    ]


async def moves_picture(t: Translator, game: Variant, theme: Theme) -> discord.File:
    """Draw the diagrams side by side, with alt text."""
    data = await asyncio.to_thread(_diagram_image, game, None, theme)
    return image_file(data, f"moves-{_named(game)}", " ".join(captions(t, game)))


async def start_picture(t: Translator, game: Variant, name: str, theme: Theme) -> discord.File:
    """Draw the starting position with the diagrams beside it."""
    data = await asyncio.to_thread(_diagram_image, game, game.start(), theme)
    return image_file(data, name, start_in_words(t, game))


def start_in_words(t: Translator, game: Variant) -> str:
    """Describe the starting position and the diagrams in words."""
    lines = [describe(game, game.start(), say=t.template), *captions(t, game)]
    return "\n".join(lines)


def _diagram_image(game: Variant, board: Position | None, theme: Theme) -> bytes:
    shown = None if board is None else scene(game, board, theme=theme)
    return render_collage(
        shown, tuple((_scene(game, each, theme), each.cells) for each in diagrams_of(game))
    )


async def hop_picture(t: Translator, game: Variant, theme: Theme) -> discord.File:
    """Draw only the hop. The game must have hops."""
    drawn = await asyncio.to_thread(hop_diagram, plain(game))
    assert drawn is not None
    route = t.translate(
        "A man hops over others, all in one turn: {move}.", move=_route(game, drawn)
    )
    data = await asyncio.to_thread(render_part, _scene(game, drawn, theme), drawn.cells)
    return image_file(data, f"hop-{_named(game)}", route)


def _scene(game: Variant, drawn: Diagram, theme: Theme) -> Scene:
    return scene(game, drawn.position, last=drawn.last_move, theme=theme, marks=drawn.marks)


def _named(game: Variant) -> str:
    return f"{game.key.replace('+', '-')}.png"


def _route(game: Variant, drawn: Diagram) -> str:
    """Return the drawn move in notation."""
    assert drawn.last_move is not None
    return code("-".join(game.board.names[cell] for cell in drawn.last_move.path))


def _position(game: Variant, men: dict[int, int]) -> Position:
    cells = bytearray(len(game.board.spots))
    for cell, byte in men.items():
        cells[cell] = byte
    return Position(bytes(cells), 0)


def _moves(game: Variant, men: dict[int, int], origin: int) -> Iterator[Move]:
    """Yield the moves of a man, except exits."""
    for move in game.from_cell(_position(game, men), origin):
        if move.path[-1] != OFF:
            yield move


def _places(game: Variant, number: int) -> list[int]:
    """Return a cell for each of `number` men: the centre, or centres of quarters."""
    if number == 1:
        return _by_distance(game, 0.5, 0.5)[:1]
    quarters = ((0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75))
    return [_by_distance(game, *quarter)[0] for quarter in quarters[:number]]


def _by_distance(game: Variant, across: float, along: float) -> list[int]:
    """Return the cells by distance from a point, given as fractions of the board size."""
    points = game.board.points
    xs, ys = zip(*points, strict=True)
    point = (
        min(xs) + across * (max(xs) - min(xs)),
        min(ys) + along * (max(ys) - min(ys)),
    )
    return sorted(range(len(points)), key=lambda cell: math.dist(points[cell], point))


def _hop_score(game: Variant, men: dict[int, int], move: Move) -> float:
    """Return a score for how instructive a hop is.

    It depends on the number, lengths and directions of the jumps. The score is 0 for a step and for
    a route that is too long to follow.
    """
    legs = len(move.path) - 1
    if not 1 < legs <= LANDINGS:
        return 0.0
    points = [game.board.points[cell] for cell in move.path]
    ways = [(round(x - a, 3), round(y - b, 3)) for (a, b), (x, y) in pairwise(points)]
    lengths = {
        round(math.hypot(x, y) / (1.414 if x and abs(x) == abs(y) else 1), 1) for x, y in ways
    }
    turns = sum(way != other for way, other in pairwise(ways))
    others = [seat_of(byte) for byte in _needed_men(game, men, move).values()][1:]
    ahead = points[-1][1] - points[0][1]
    return 3 * legs + 2 * len(lengths) + turns + 2 * len(set(others)) + ahead / 2


def _needed_men(game: Variant, men: dict[int, int], move: Move) -> dict[int, int]:
    """Return the men in a hop: the moving man, then those it jumps over or lands on.

    A man that is jumped over is half-way between two squares of the path.
    """
    points = game.board.points
    half_way = {
        (
            round((points[cell][0] + points[other][0]) / 2, 3),
            round((points[cell][1] + points[other][1]) / 2, 3),
        )
        for cell, other in pairwise(move.path)
    }
    return {
        cell: byte
        for cell, byte in men.items()
        if cell in move.path or (round(points[cell][0], 3), round(points[cell][1], 3)) in half_way
    }
