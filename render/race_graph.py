"""Race graph: how many turns each seat still needed after each turn."""

from collections.abc import Sequence

from engine.variant_definition import Variant
from render.graph import TURNS, Line, draw_graph
from render.scenes import seatings_of
from render.theme import ThemeName, on_wood


def render_race(
    variant: Variant,
    to_go: Sequence[Sequence[float]],
    events: Sequence[int] = (),
    theme: ThemeName = "wood",
) -> bytes:
    """Return the PNG file of a race graph.

    `to_go` has the number of turns that each seat still needs after 0, 1, 2, ... turns. `events`
    are the turns to mark. Thread-safe.
    """
    lines = [
        Line(
            "",
            tuple((turn, turns[seat]) for turn, turns in enumerate(to_go)),
            on_wood(seating, theme),
        )
        for seat, seating in enumerate(seatings_of(variant))
    ]
    return draw_graph(lines, theme, scale=TURNS, events=events)
