"""Names of pieces: by kind, by colour and by the emblem for colour-blind players."""

from collections.abc import Mapping

from bot.i18n.translator import N_, Translator
from engine import Variant
from engine.board import NE, NW, SE, SW, E, N, S, W
from engine.rim_board import PieceMover

KINDS: Mapping[str, str] = {
    "man": N_("man"),
    "horse": N_("horse"),
    "triangle": N_("triangle"),
    "square": N_("square"),
    "circle": N_("circle"),
    "diamond": N_("diamond"),
}
"""Names by the engine's `Kind.name`. Move notation keeps the English names."""

COLOURS: Mapping[str, str] = {
    "White": N_("White"),
    "Black": N_("Black"),
    "Red": N_("Red"),
    "Yellow": N_("Yellow"),
    "Green": N_("Green"),
    "Blue": N_("Blue"),
}
"""Colour names by the name of the `render.theme.Seating`."""

EMBLEMS: Mapping[str, str] = {
    "dot": N_("dot"),
    "ring": N_("ring"),
    "cross": N_("cross"),
    "bar": N_("bar"),
    "fork": N_("fork"),
    "bars": N_("bars"),
}
"""Emblem names by the emblem of the `render.theme.Seating`."""

_WAYS: Mapping[tuple[int, ...], str] = {
    (NE, NW): N_("diagonally forwards"),
    (NE, NW, S): N_("diagonally forwards or straight back"),
    (N, E, W): N_("straight forwards or sideways"),
    (N, E, S, W): N_("straight forwards, sideways or back"),
    (N, NE, NW, E, W): N_("forwards, diagonally forwards or sideways"),
    (NE, NW, SE, SW): N_("diagonally, forwards or back"),
    tuple(range(8)): N_("in all eight directions"),
}
"""Descriptions of sets of directions, from the viewpoint of the piece's owner."""


def shapes(t: Translator, game: Variant) -> list[str]:
    """Return a line for each kind of piece, saying how it moves; empty for plain men."""
    lines, start = [], game.start()
    for kind, number in zip(game.kinds, game.in_hand(start, 0), strict=True):
        mover = kind.movers[0]
        if isinstance(mover, PieceMover) and number:
            steps, jumps = t.translate(_WAYS[mover.steps]), t.translate(_WAYS[mover.jumps])
            name = f"**{number} × {t.translate(KINDS[kind.name])}**"
            if mover.steps == mover.jumps:
                lines.append(t.translate("{shape}: steps and jumps {ways}", shape=name, ways=steps))
            else:
                lines.append(
                    t.translate(
                        "{shape}: steps {steps}; jumps {jumps}",
                        shape=name,
                        steps=steps,
                        jumps=jumps,
                    )
                )
    return lines
