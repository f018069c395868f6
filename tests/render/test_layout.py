"""Board layout: no overlaps, nothing cut off, and the viewer's yard at the bottom."""

from itertools import combinations

import pytest

from engine import VARIANTS, Variant
from engine.board import ROMAN
from render import scene
from render.layout import WIDTH, Layout, lay_out
from tests.render.games import stages

STAGES = list(stages())


def laid(variant: Variant, side: int) -> Layout:
    return scene(variant, variant.start(), side=side).stage.layout


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


def test_labels_touch_neither_cells_nor_each_other() -> None:
    for stage, variant, side in STAGES:
        lay = laid(variant, side)
        for label in lay.labels:
            for x, y in lay.centres:
                beside = abs(label.x - x) >= label.width / 2 + lay.radius
                above = abs(label.y - y) >= label.height / 2 + lay.radius
                assert beside or above, (stage, label)
        for one, other in combinations(lay.labels, 2):
            beside = abs(one.x - other.x) >= (one.width + other.width) / 2
            above = abs(one.y - other.y) >= (one.height + other.height) / 2
            assert beside or above, (stage, one, other)


def test_the_viewers_home_is_at_the_bottom_and_their_goal_at_the_top() -> None:
    for stage, variant, side in STAGES:
        seat, lay = variant.seats[side], laid(variant, side)
        home = [lay.centres[cell][1] for cell in seat.home]
        goal = [lay.centres[cell][1] for cell in seat.goal]
        behind = sum(home) / len(home) - sum(goal) / len(goal)
        turnless = variant.board.directions == 6
        level = "top-secret" in variant.key and abs(behind) < 1
        assert behind > lay.tile or turnless or level, stage


def test_every_row_is_labelled_at_both_ends() -> None:
    for key, variant in VARIANTS.items():
        lay = laid(variant, 0)
        for row in range(1, variant.board.rows + 1):
            ends = [label for label in lay.labels if label.text == ROMAN[row - 1]]
            if lay.numbered:
                places = [place for each, place in variant.board.spots if each == row]
                y = ends[0].y
                beside = [label for label in lay.labels if abs(label.y - y) < 1]
                ends.append(max(beside, key=lambda label: label.x))
                assert ends[1].text == str(max(places)), (key, row)
                assert ends[0].x < ends[1].x, (key, row)
            assert len(ends) == 2, (key, row)
            assert ends[0].y == pytest.approx(ends[1].y), (key, row)


def test_every_straight_column_is_labelled_above_and_below() -> None:
    for key, variant in VARIANTS.items():
        lay = laid(variant, 0)
        for place in {str(place) for _, place in variant.board.spots} if not lay.numbered else ():
            ends = [label for label in lay.labels if label.text == place]
            assert len(ends) == 2, (key, place)
            assert round(ends[0].x) == round(ends[1].x), (key, place)


def test_pictures_are_sharp_on_a_phone_and_coordinates_nine_points_high() -> None:
    for stage, variant, side in STAGES:
        lay = laid(variant, side)
        assert lay.width == WIDTH >= 1080, stage
        assert lay.height <= 1.1 * lay.width, stage
        assert lay.font * 360 / lay.width >= 9, stage


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


@pytest.mark.parametrize("key", ["chinese-checkers", "super-chinese-checkers-6"])
def test_the_fifth_lines_of_a_star_are_labelled_beyond_the_last_hole(
    key: str,
) -> None:
    lay = laid(VARIANTS[key], 0)
    index, names = VARIANTS[key].board.index, [(13, 5), (5, 5), (13, 10), (5, 10)]
    for row, place in names:
        x, y = lay.centres[index[row, place]]
        near = [
            label
            for label in lay.labels
            if label.text == str(place)
            and abs(label.x - x) <= lay.apart
            and lay.radius < (label.y - y) * (1 if row == 5 else -1) <= 1.5 * lay.apart
        ]
        assert len(near) == 1
