"""Graphs of ratings and races over time."""

import io
from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

import pytest
from PIL import Image, ImageChops

from engine import variant
from render.graph import FONT, HEIGHT, WIDTH, Line, draw_graph, ticks
from render.race_graph import (
    BAND,
    DOT,
    FOOT,
    NAME_MAN,
    NAME_ROW,
    PLOT,
    SIDE,
    RaceText,
    render_lead,
    render_race,
)
from render.scenes import seatings_of
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


UPWARDS = "Nearer to the goal"
NAMES = ("Ada", "Bruno", "Chen", "Dara", "Emil", "Fritzi")


def race_graph(
    to_go: Sequence[Sequence[float]],
    names: tuple[str, ...] = NAMES,
    events: Mapping[int, int] = MappingProxyType({}),
    theme: ThemeName = "wood",
    upwards: str = UPWARDS,
) -> Image.Image:
    text = RaceText(names, "Move 0", upwards)
    file = render_race(variant("chinese-checkers-6"), to_go, text, events, theme)
    assert len(file) < 60_000
    image = Image.open(io.BytesIO(file)).convert("RGB")
    assert image.width == WIDTH
    return image


def clear_difference(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int]:
    """Return the box in which two pictures of the same size differ clearly."""
    difference = ImageChops.difference(one, other).convert("L").point(lambda x: 255 * (x > 90))
    return difference.getbbox() or (0, 0, 0, 0)


def test_a_race_graph_names_each_seat_and_says_what_rising_lines_mean() -> None:
    to_go = [[30 - turn / 4 - seat / 2 for seat in range(6)] for turn in range(100)]
    plain = race_graph(to_go)
    for seat in range(6):
        renamed = (*NAMES[:seat], "Wim", *NAMES[seat + 1 :])
        box = clear_difference(plain, race_graph(to_go, renamed))
        assert 0 < box[3] < 2 * NAME_ROW
    *_, bottom = clear_difference(plain, race_graph(to_go, upwards=""))
    assert 2 * NAME_ROW < bottom < 3 * NAME_ROW + 2 * NAME_MAN


@pytest.mark.parametrize("turns", [1, 2, 300])
def test_any_race_fits_into_the_graph(turns: int) -> None:
    to_go = [[max(0, 30 - turn / 4)] * 6 for turn in range(turns)]
    drawn = race_graph(to_go, ("W" * 60,) * 6, {turns - 1: 5}, upwards="W" * 60)
    edge = {drawn.getpixel((x, y)) for x in (0, WIDTH - 1) for y in range(drawn.height)}
    assert len(edge) == 1, "nothing is cut off at the sides"


def test_dots_are_on_the_line_of_the_seat_that_moved() -> None:
    to_go = [[40.0 - 6 * seat - turn / 8 for seat in range(6)] for turn in range(41)]
    top = 3 * NAME_ROW + 2 * NAME_MAN
    plot = SIDE, top - DOT, WIDTH - SIDE - NAME_MAN, top + PLOT
    plain = race_graph(to_go).crop(plot)
    for seat in (0, 5):
        left, high, right, low = clear_difference(
            plain, race_graph(to_go, events={20: seat}).crop(plot)
        )
        assert abs(SIDE + (left + right) / 2 - WIDTH / 2) < 3
        assert abs((high + low) / 2 - DOT - PLOT * to_go[20][seat] / 40) < 3


def test_men_at_the_ends_of_lines_do_not_cover_each_other() -> None:
    """All seats have the same number of turns left at the end."""
    to_go = [[30.0 + seat] * 6 for seat in range(6)]
    drawn = race_graph([*to_go, [10.0] * 6])
    column = drawn.crop((WIDTH - SIDE - 12, 3 * NAME_ROW, WIDTH - SIDE + 12, drawn.height))
    colours = {colour for _, colour in column.getcolors(10_000) or ()}
    for look in seatings_of(variant("chinese-checkers-6")):
        face = on_wood(look, "wood").face
        assert min(far(colour, face) for colour in colours) < 60, look.name


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
    ground = THEMES[theme].squares[0]
    to_go = [[5.0 + 6 * seat for seat in range(6)]] * 2  # lines far apart
    drawn, top = race_graph(to_go, theme=theme), 3 * NAME_ROW + 2 * NAME_MAN
    for seat, look in enumerate(seatings_of(variant("chinese-checkers-6"))):
        y = top + round(to_go[0][seat] / 40 * PLOT)
        across = [drawn.getpixel((WIDTH // 2, y + down)) for down in range(-6, 7)]
        assert max(contrast(pixel, ground) for pixel in across) >= 3, look.name  # type: ignore[arg-type]
    assert FONT * 262 / WIDTH >= 9
