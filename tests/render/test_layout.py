"""Board layout: no overlaps, nothing cut off, and the viewer's yard at the bottom."""

from importlib.resources import files
from itertools import combinations

import pytest

from engine import VARIANTS, Variant
from engine.board import ROMAN
from render import scene
from render.layout import PANEL, WIDTH, Layout, lay_out, typeface
from tests.render.games import stages

STAGES = list(stages())


def laid(variant: Variant, side: int) -> Layout:
    return scene(variant, variant.start(), side=side).stage.layout


@pytest.mark.check
def test_cells_never_overlap() -> None:
    for stage, variant, side in STAGES:
        lay = laid(variant, side)
        for (a, b), (c, d) in combinations(lay.centres, 2):
            assert max(abs(a - c), abs(b - d)) >= lay.tile, stage


def test_cells_and_labels_lie_within_the_picture() -> None:
    for stage, variant, side in STAGES:
        lay = laid(variant, side)
        for cell in range(len(lay.centres)):
            left, upper, right, lower = lay.box(cell)
            assert left >= 0, stage
            assert upper >= 0, stage
            assert right <= lay.width, stage
            assert lower <= lay.height, stage
        for label in lay.labels:
            assert label.width / 2 <= label.x <= lay.width - label.width / 2, stage
            assert label.height / 2 <= label.y <= lay.height - label.height / 2, stage


@pytest.mark.check
def test_labels_touch_neither_cells_nor_each_other() -> None:
    for stage, variant, side in STAGES:
        lay = laid(variant, side)
        for label in lay.labels:
            for x, y in lay.centres:
                beside = abs(label.x - x) >= label.width / 2 + lay.radius
                above = abs(label.y - y) >= label.height / 2 + lay.radius
                assert beside or above, (stage, label)
        for first, other in combinations(lay.labels, 2):
            beside = abs(first.x - other.x) >= (first.width + other.width) / 2
            above = abs(first.y - other.y) >= (first.height + other.height) / 2
            assert beside or above, (stage, first, other)


def test_the_viewers_home_is_at_the_bottom_and_their_goal_at_the_top() -> None:
    for stage, variant, side in STAGES:
        seat, lay = variant.seats[side], laid(variant, side)
        home = [lay.centres[cell][1] for cell in seat.home]
        goal = [lay.centres[cell][1] for cell in seat.goal]
        behind = sum(home) / len(home) - sum(goal) / len(goal)
        turnless = variant.board.directions == 6
        level = "top-secret" in variant.key and abs(behind) < 1
        assert behind > lay.tile or turnless or level, stage


def test_every_row_has_one_label_to_the_left_of_its_first_cell() -> None:
    for stage, variant, side in STAGES:
        lay = laid(variant, side)
        if not (lay.numbered or variant.seats[side].facing == 0):
            continue
        for row in range(1, variant.board.rows + 1):
            (label,) = [each for each in lay.labels if each.text == ROMAN[row - 1]]
            cells = [n for n, (each, _) in enumerate(variant.board.spots) if each == row]
            x, y = min(lay.centres[cell] for cell in cells)
            assert label.x < x - lay.tile / 2, (stage, row)
            assert label.y == pytest.approx(y, abs=1), (stage, row)
            if lay.numbered:
                assert label.x + label.width / 2 >= x - 1.7 * lay.apart, (stage, row)


def test_every_straight_column_has_one_label_below_the_board() -> None:
    for key, variant in VARIANTS.items():
        lay = laid(variant, 0)
        lowest = max(y for _, y in lay.centres) + lay.tile / 2
        for place in {place for _, place in variant.board.spots} if not lay.numbered else ():
            (label,) = [each for each in lay.labels if each.text == str(place)]
            cells = [n for n, (_, each) in enumerate(variant.board.spots) if each == place]
            assert {lay.centres[cell][0] for cell in cells} == {round(label.x)}, (key, place)
            assert label.y > lowest, (key, place)


def test_labels_are_on_two_sides_from_every_point_of_view() -> None:
    for stage, variant, side in STAGES:
        lay = laid(variant, side)
        if lay.numbered:
            continue
        left = min(x for x, _ in lay.centres) - lay.tile / 2
        low = max(y for _, y in lay.centres) + lay.tile / 2
        assert all((label.x < left) != (label.y > low) for label in lay.labels), stage


PHONE = 262
"""Width in points of a board in a post on a phone that is 390 points wide."""


def test_pictures_are_sharp_on_a_phone_and_coordinates_nine_points_high() -> None:
    for stage, variant, side in STAGES:
        lay = laid(variant, side)
        assert lay.width == WIDTH >= 1080, stage
        assert lay.height <= 1.1 * lay.width, stage
        assert lay.font * PHONE / lay.width >= 9, stage


def test_men_on_large_cells_leave_a_third_of_the_way_to_the_next_free() -> None:
    for stage, variant, side in STAGES:
        lay = laid(variant, side)
        share = 2 * lay.radius / lay.apart
        assert 0.6 <= share <= (0.7 if lay.apart > 130 else 0.85), stage


def test_the_frame_of_a_board_of_squares_takes_a_fifteenth_of_its_width_at_most() -> None:
    for stage, variant, side in STAGES:
        lay = laid(variant, side)
        if variant.board.shape == "square":
            boxes = [lay.box(cell) for cell in range(len(lay.centres))]
            left = min(box[0] for box in boxes)
            right = lay.width - max(box[2] for box in boxes)
            assert left + right <= 0.075 * lay.width, stage
            assert left <= 0.066 * lay.width, stage


def test_the_wood_of_a_board_of_holes_leaves_only_the_width_of_its_numerals_free() -> None:
    """A long numeral may reach into the margin of a row that begins farther right."""
    for stage, variant, side in STAGES:
        lay = laid(variant, side)
        if variant.board.shape == "square":
            continue
        wood = PANEL * lay.apart
        left = min(x for x, _ in lay.centres) - wood
        free = left + lay.width - max(x for x, _ in lay.centres) - wood
        widest = max(label.width for label in lay.labels)
        step = lay.apart if lay.numbered else 2 * lay.apart
        assert free <= widest + step / 2, stage
        assert free <= 0.083 * lay.width, stage


def test_a_star_is_never_rotated() -> None:
    for key in ("chinese-checkers-4", "hexma-3", "hexma-hex"):
        variant = VARIANTS[key]
        assert len({laid(variant, side) for side in range(len(variant.seats))}) == 1
        rows = {
            (row, y)
            for (row, _), (_, y) in zip(variant.board.spots, laid(variant, 0).centres, strict=True)
        }
        assert len(rows) == variant.board.rows


def test_a_board_too_wide_for_the_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        lay_out(VARIANTS["halma"].board, 0, 100)


def test_the_typeface_has_all_letters_of_the_eight_languages_and_its_licence() -> None:
    letters = "ABCXYZabcxyz0189ÄÖÜäöüßÅåÉéèêëÀàâÇçîïôûùœŒÑñáíóúÁÍÓÚãõÃÕìò¡¿«»„“”‘’–—…·×→"
    face = typeface(40)
    missing = bytes(face.getmask("\uffff"))
    assert [each for each in letters if bytes(face.getmask(each)) == missing] == []
    licence = files("render") / "fonts" / "SourceSansPro-LICENSE.txt"
    assert "SIL Open Font License, Version 1.1" in licence.read_text("utf-8")
