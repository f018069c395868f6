"""Names of pieces: by kind, by colour and by the emblem for colour-blind players."""

from collections.abc import Mapping

from bot.i18n.translator import Words, mark
from engine import Variant
from engine.board import NE, NW, SE, SW, E, N, S, W
from engine.rim_board import Piece

KINDS: Mapping[str, str] = {
    "man": mark("man"),
    "horse": mark("horse"),
    "triangle": mark("triangle"),
    "square": mark("square"),
    "circle": mark("circle"),
    "diamond": mark("diamond"),
}
"""Name by the engine's `Kind.name`; move notation keeps the English names."""

COLOURS: Mapping[str, str] = {
    "White": mark("White"),
    "Black": mark("Black"),
    "Red": mark("Red"),
    "Yellow": mark("Yellow"),
    "Green": mark("Green"),
    "Blue": mark("Blue"),
}
"""Colour name by `render.theme.Seating` name."""

EMBLEMS: Mapping[str, str] = {
    "dot": mark("dot"),
    "ring": mark("ring"),
    "cross": mark("cross"),
    "bar": mark("bar"),
    "fork": mark("fork"),
    "bars": mark("bars"),
}
"""Emblem name by `render.theme.Seating` emblem."""

_WAYS: Mapping[tuple[int, ...], str] = {
    (NE, NW): mark("diagonally forwards"),
    (NE, NW, S): mark("diagonally forwards or straight back"),
    (N, E, W): mark("straight forwards or sideways"),
    (N, E, S, W): mark("straight forwards, sideways or back"),
    (N, NE, NW, E, W): mark("forwards, diagonally forwards or sideways"),
    (NE, NW, SE, SW): mark("diagonally forwards or back"),
    tuple(range(8)): mark("in all eight directions"),
}
"""Directions by their numbers, as seen by the piece's owner."""


def shapes(words: Words, game: Variant) -> list[str]:
    """Return a line per kind of piece that says how it moves; empty for plain men."""
    lines, start = [], game.start()
    for kind, number in zip(game.kinds, game.held(start, 0), strict=True):
        mover = kind.movers[0]
        if isinstance(mover, Piece) and number:
            steps, jumps = words.say(_WAYS[mover.steps]), words.say(_WAYS[mover.jumps])
            name = f"**{number} × {words.say(KINDS[kind.name])}**"
            if mover.steps == mover.jumps:
                lines.append(words.say("{shape}: steps and jumps {ways}", shape=name, ways=steps))
            else:
                lines.append(
                    words.say(
                        "{shape}: steps {steps}; jumps {jumps}",
                        shape=name,
                        steps=steps,
                        jumps=jumps,
                    )
                )
    return lines
