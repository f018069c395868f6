"""Graphs of ratings and races over time."""

import io
from itertools import pairwise

import pytest
from PIL import Image

from engine import variant
from render.graph import FONT, HEIGHT, WIDTH, Line, draw_graph, ticks
from render.race_graph import render_race
from render.theme import MATERIALS, THEMES, ThemeName, contrast, on_wood

DAY = 86400


@pytest.mark.parametrize(("low", "high"), [(1500, 1500), (1480, 1530), (100, 2900), (1499.5, 1730)])
def test_ticks_are_evenly_spaced_and_enclose_the_values(low: float, high: float) -> None:
    marks = ticks(low, high)
    assert 3 <= len(marks) <= 9
    assert marks[0] <= low
    assert high <= marks[-1]
    assert {b - a for a, b in pairwise(marks)} == {marks[1] - marks[0]}


@pytest.mark.check
@pytest.mark.parametrize("days", [1, 2, 40])
def test_a_graph_is_a_small_picture_of_fixed_size(days: int) -> None:
    points = tuple((1_800_000_000 + n * DAY, 1500 + (n * 37) % 90) for n in range(days))
    lines = [Line("Duel", points), Line("Partners", points[:1])]
    file = draw_graph(lines, "dark")
    assert Image.open(io.BytesIO(file)).size == (WIDTH, HEIGHT)
    assert len(file) < 40_000
    assert draw_graph(lines, "dark") == file
    assert draw_graph(lines) != file


@pytest.mark.check
def test_a_race_graph_shows_each_seat_and_marks_turning_points() -> None:
    game = variant("chinese-checkers-6")
    to_go = [[30 - turn / 4 - seat for seat in range(6)] for turn in range(100)]
    plain, marked = render_race(game, to_go), render_race(game, to_go, [20, 22, 99], "dark")
    for file in (plain, marked, render_race(game, to_go[:1])):
        assert Image.open(io.BytesIO(file)).size == (WIDTH, HEIGHT)
        assert len(file) < 40_000
    assert render_race(game, to_go, [20]) != plain


@pytest.mark.check
@pytest.mark.parametrize("theme", THEMES)
def test_lines_and_numbers_of_a_graph_stand_out_from_its_ground(theme: ThemeName) -> None:
    points = tuple((1_800_000_000 + n * DAY, 1500.0 + 40 * n) for n in range(3))
    for look in MATERIALS.values():
        man = on_wood(look, theme)
        drawn = Image.open(io.BytesIO(draw_graph([Line("", points, man)], theme))).convert("RGB")
        counted = sorted(drawn.getcolors(100_000) or [], reverse=True)
        ground = counted[0][1]
        across = [drawn.getpixel((WIDTH // 2 - 60, y)) for y in range(HEIGHT)]
        assert max(contrast(pixel, ground) for pixel in across) >= 3, look.name  # type: ignore[arg-type]
    assert FONT * 262 / WIDTH >= 9
