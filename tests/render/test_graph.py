"""Graphs of ratings and races over time."""

import io
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from engine import variant
from render.graph import FONT, HEIGHT, WIDTH, Line, draw_graph, ticks
from render.race_graph import BAND, DOT, FOOT, SIDE, RaceText, render_lead, render_race
from render.theme import MATERIALS, THEMES, ThemeName, contrast, on_wood
from tests.render.test_pictures import far

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
    text = RaceText(("Ada", "Bruno", "Chen", "Dara", "Emil", "W" * 40), "Move 0")
    plain = render_race(game, to_go, text)
    marked = render_race(game, to_go, text, [20, 22, 99], "dark")
    for file in (plain, marked, render_race(game, to_go[:1], text)):
        assert Image.open(io.BytesIO(file)).size == (WIDTH, HEIGHT)
        assert len(file) < 40_000
    assert render_race(game, to_go, text, [20]) != plain
    assert render_race(game, to_go, RaceText(("Eva", *text.sides[1:]), "Move 0")) != plain


def lead_graph(
    leads: list[float], events: tuple[int, ...] = (), theme: ThemeName = "wood", name: str = "Ada"
) -> Image.Image:
    text = RaceText((name, "Bruno leads by 3 turns"), "Move 0")
    file = render_lead(variant("halma-8"), leads, text, events, theme)
    assert len(file) < 40_000
    image = Image.open(io.BytesIO(file)).convert("RGB")
    assert image.size == (WIDTH, HEIGHT)
    return image


@pytest.mark.parametrize("theme", THEMES)
def test_the_area_has_the_colour_of_the_side_ahead(theme: ThemeName) -> None:
    """White is ahead in the first half of this game, and Black in the second."""
    drawn = lead_graph([4.0] * 10 + [-4.0] * 10, theme=theme)
    half = (HEIGHT - FOOT) // 2 - BAND
    ground = THEMES[theme].squares[0]
    white, black = (on_wood(MATERIALS[name], theme).face for name in ("White", "Black"))
    for lead, early, late in ((1, white, ground), (3, white, ground), (-1, ground, black)):
        y = BAND + half - round(lead / 4 * half)
        assert far(drawn.getpixel((WIDTH // 4, y)), early) < 20
        assert far(drawn.getpixel((3 * WIDTH // 4, y)), late) < 20


def test_dots_mark_the_events_of_a_lead_graph() -> None:
    leads = [0.0, 1.0, 2.0, 1.0, 0.0, -1.0, -2.0, -3.0, -2.0]
    plot = (0, BAND, WIDTH, HEIGHT - BAND - FOOT)
    plain, marked = (lead_graph(leads, turns).crop(plot) for turns in ((), (2, 7)))
    different = ImageChops.difference(plain, marked).convert("L").point(lambda x: 255 * (x > 60))
    box = different.getbbox()
    assert box is not None
    step = (WIDTH - 2 * SIDE) / 8
    assert abs(box[0] - (SIDE + 2 * step - DOT)) < 6
    assert abs(box[2] - (SIDE + 7 * step + DOT)) < 6


@pytest.mark.parametrize("leads", [[0.0], [0.0, 0.4], [-120.0, 130.0], [0.0] * 400])
def test_any_lead_fits_into_the_graph(leads: list[float]) -> None:
    drawn = lead_graph(leads, (0, len(leads) - 1), name="W" * 60)
    edge = {drawn.getpixel((x, y)) for x in (0, WIDTH - 1) for y in range(HEIGHT)}
    assert len(edge) == 1, "nothing is cut off at the sides"


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
