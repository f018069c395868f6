"""The dashed route of a move that is compared with another."""

import pytest
from PIL import ImageChops

from engine import OFF, VARIANTS, Move, Position
from render import Scene, scene
from render.theme import THEMES, ThemeName, contrast
from tests.render.games import THEME_NAMES, drawn
from tests.render.test_pictures import far

HALMA = VARIANTS["halma"]
INDEX = HALMA.board.index
EMPTY = Position(bytes(len(HALMA.board.spots)), 0)
ROW = Move((INDEX[8, 2], INDEX[8, 14]))


def board(theme: ThemeName, line: Move | None = None, dashed: Move | None = None) -> Scene:
    return scene(HALMA, EMPTY, last=line, dashed=dashed, theme=theme)


def inked(shown: Scene) -> list[bool]:
    """Return whether each pixel between the ends of `ROW` belongs to a route."""
    picture, lay, colours = drawn(shown), shown.stage.layout, THEMES[shown.stage.theme]
    (left, y), (right, _) = lay.centres[ROW.path[0]], lay.centres[ROW.path[-1]]
    pixels = [picture.getpixel((x, y)) for x in range(left + lay.tile, right - lay.tile)]
    return [
        min(far(pixel, ink) for ink in (colours.casing, colours.trail)) < 30 for pixel in pixels
    ]


@pytest.mark.each_kind
@pytest.mark.parametrize("theme", THEME_NAMES)
def test_a_dashed_route_has_gaps_and_the_line_has_none(theme: ThemeName) -> None:
    assert all(inked(board(theme, line=ROW)))
    dashes = inked(board(theme, dashed=ROW))
    assert 0.3 < sum(dashes) / len(dashes) < 0.8
    assert sum(now != before for now, before in zip(dashes[1:], dashes, strict=False)) > 20


@pytest.mark.each_kind
@pytest.mark.parametrize("theme", THEME_NAMES)
def test_where_two_routes_share_a_jump_both_are_seen(theme: ThemeName) -> None:
    colours = THEMES[theme]
    assert contrast(colours.casing, colours.trail) >= 7
    shown = board(theme, ROW, ROW)
    picture, lay = drawn(shown), shown.stage.layout
    (left, y), (right, _) = lay.centres[ROW.path[0]], lay.centres[ROW.path[-1]]
    pixels = [picture.getpixel((x, y)) for x in range(left + lay.tile, right - lay.tile)]
    for ink in (colours.casing, colours.trail):
        assert sum(far(pixel, ink) < 30 for pixel in pixels) > len(pixels) / 5


@pytest.mark.parametrize("cells", [(0, OFF), (255, OFF), (0, 2, 34)])
def test_a_dashed_route_changes_only_its_surroundings(cells: tuple[int, ...]) -> None:
    lay = board("wood").stage.layout
    pictures = drawn(board("wood")), drawn(board("wood", dashed=Move(cells)))
    box = ImageChops.difference(*pictures).getbbox()
    assert box is not None
    xs, ys = zip(*(lay.centres[cell] for cell in cells if cell != OFF), strict=True)
    assert box[0] > min(xs) - 2 * lay.tile
    assert box[1] > min(ys) - 2 * lay.tile
    assert box[2] < max(xs) + 2 * lay.tile
    assert box[3] < max(ys) + 2 * lay.tile
