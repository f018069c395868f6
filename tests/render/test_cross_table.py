"""Cross tables: their size, their limits and their legibility."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from render.cross_table import (
    FONT,
    HEAD,
    MARGIN,
    MOST_COLUMNS,
    MOST_ROWS,
    ROW,
    WIDTH,
    CrossTable,
    TableRow,
    render_cross_table,
)
from render.layout import typeface
from render.theme import READABLE, THEMES, ThemeName, contrast
from render.typesetting import fitted_line

LONG = "Maximilian Freiherr von und zu Guttenberg-Hohenzollern"


def table(size: int, name: str = "Ada", result: str = "½") -> CrossTable:
    """Return a cross table of `size` entrants who all have the same results."""
    columns = min(size, MOST_COLUMNS)
    rows = tuple(
        TableRow(
            f"{number + 1}.",
            name,
            tuple(None if number == other else result for other in range(columns)),
            "3½",
        )
        for number in range(size)
    )
    headings = tuple(str(number + 1) for number in range(columns))
    return CrossTable("Spring Cup", "Section A", headings, "Points", rows)


def picture(data: bytes) -> Image.Image:
    """Return the picture in RGB."""
    return Image.open(io.BytesIO(data)).convert("RGB")


@pytest.mark.check
@pytest.mark.parametrize("size", range(1, MOST_ROWS + 1))
@pytest.mark.parametrize("name", ["Ada", LONG, ""])
def test_a_cross_table_of_every_size_keeps_its_margin_free(size: int, name: str) -> None:
    drawn = picture(render_cross_table(table(size, name, "½½")))
    assert drawn.size == (WIDTH, 2 * MARGIN + HEAD + ROW * (size + 1))
    ground = drawn.getpixel((0, 0))
    edge = MARGIN - 2
    for box in ((0, 0, edge, drawn.height), (WIDTH - edge, 0, WIDTH, drawn.height)):
        assert len(drawn.crop(box).getcolors() or ()) == 1
        assert drawn.getpixel(box[:2]) == ground


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_of_a_cross_table_stand_out_from_both_kinds_of_rows(theme: ThemeName) -> None:
    drawn = picture(render_cross_table(table(3), theme))
    for row in (1, 2):
        top = MARGIN + HEAD + ROW * (row + 1) + 10
        points = drawn.crop((WIDTH - 110, top, WIDTH - MARGIN - 2, top + ROW - 20))
        counted = sorted(points.getcolors(10_000) or (), reverse=True)
        ground = counted[0][1]
        best = max(contrast(colour, ground) for _, colour in counted)  # type: ignore[arg-type]
        assert best >= READABLE, (theme, row)


def test_text_of_a_cross_table_has_nine_points_on_a_phone() -> None:
    assert FONT * 262 / WIDTH >= 9


@pytest.mark.check
@pytest.mark.parametrize(
    "change",
    [{"marked": 1}, {"line_below": 2}, {"title": "Autumn Cup"}, {"corner": ""}],
    ids=lambda change: next(iter(change)),
)
def test_every_part_of_a_cross_table_is_drawn(change: dict[str, object]) -> None:
    plain = table(4)
    assert render_cross_table(replace(plain, **change)) != render_cross_table(plain)  # type: ignore[arg-type]


def test_an_entrant_who_was_taken_out_is_struck_through() -> None:
    plain = table(4)
    struck = replace(plain, rows=(*plain.rows[:3], replace(plain.rows[3], is_struck=True)))
    drawn = picture(render_cross_table(struck))
    middle = MARGIN + HEAD + ROW * 4 + ROW // 2
    line = {drawn.getpixel((x, middle)) for x in range(WIDTH // 4, WIDTH - 2 * MARGIN)}
    assert len(line) == 1


@pytest.mark.parametrize("size", [(0, 0), (MOST_ROWS + 1, 2), (2, MOST_COLUMNS + 1)])
def test_a_cross_table_that_does_not_fit_is_refused(size: tuple[int, int]) -> None:
    rows, columns = size
    row = TableRow("1", "Ada", ("1",) * columns, "1")
    too_large = CrossTable("Cup", "", tuple(map(str, range(columns))), "Points", (row,) * rows)
    with pytest.raises(ValueError, match="cross table"):
        render_cross_table(too_large)


@pytest.mark.parametrize("text", [LONG, "Ada", "", "x" * 200])
def test_a_line_is_set_smaller_until_it_fits_or_shortened(text: str) -> None:
    size, line = fitted_line(text, 300, (40, 38))
    assert typeface(size).getlength(line) <= 300
    assert line == text or (size == 38 and line.endswith("…"))
