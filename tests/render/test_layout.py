"""Everything has its place: nothing overlaps, nothing is cut, the viewer's own yard is nearest."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine import VARIANTS, Variant
from render.layout import NARROWEST, WIDEST, WINDOW, Layout, lay_out, standard_width
from tests.render.games import stages

STAGES = list(stages())
every_stage = pytest.mark.parametrize(
    ("variant", "side"), [stage[1:] for stage in STAGES], ids=[stage[0] for stage in STAGES]
)


def laid(variant: Variant, side: int) -> Layout:
    return lay_out(variant.board, variant.seats[side].facing, standard_width(variant.board))


@every_stage
def test_squares_of_cells_never_overlap(variant: Variant, side: int) -> None:
    lay = laid(variant, side)
    for (a, b), (c, d) in combinations(lay.centres, 2):
        assert max(abs(a - c), abs(b - d)) >= lay.tile


@every_stage
def test_cells_and_labels_lie_within_the_picture(variant: Variant, side: int) -> None:
    lay = laid(variant, side)
    for cell in range(len(lay.centres)):
        left, upper, right, lower = lay.box(cell)
        assert left >= 0
        assert upper >= 0
        assert right <= lay.width
        assert lower <= lay.height
    for label in lay.labels:
        assert label.width / 2 <= label.x <= lay.width - label.width / 2
        assert label.height / 2 <= label.y <= lay.height - label.height / 2


@every_stage
def test_labels_touch_neither_cells_nor_each_other(variant: Variant, side: int) -> None:
    lay = laid(variant, side)
    for label in lay.labels:
        for x, y in lay.centres:
            beside = abs(label.x - x) >= label.width / 2 + lay.radius
            above = abs(label.y - y) >= label.height / 2 + lay.radius
            assert beside or above, label
    for one, other in combinations(lay.labels, 2):
        beside = abs(one.x - other.x) >= (one.width + other.width) / 2
        above = abs(one.y - other.y) >= (one.height + other.height) / 2
        assert beside or above, (one, other)


@every_stage
def test_the_viewer_looks_forward_from_below(variant: Variant, side: int) -> None:
    seat, lay = variant.seats[side], laid(variant, side)
    home = [lay.centres[cell][1] for cell in seat.home]
    goal = [lay.centres[cell][1] for cell in seat.goal]
    behind = sum(home) / len(home) - sum(goal) / len(goal)
    assert behind > lay.tile or ("top-secret" in variant.key and abs(behind) < 1)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_row_is_named_at_both_ends(variant: Variant) -> None:
    lay = lay_out(variant.board, 0, 736)
    rows = {name.split(",")[0] for name in variant.board.names}
    for figure in rows:
        ends = [label for label in lay.labels if label.text == figure]
        assert len(ends) == 2
        assert ends[0].y == pytest.approx(ends[1].y)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_place_is_named_above_and_below_or_in_its_hole(variant: Variant) -> None:
    lay = laid(variant, 0)
    for place in {str(place) for _, place in variant.board.spots}:
        ends = [label for label in lay.labels if label.text == place]
        assert len(ends) == (0 if lay.numbered else 2)
        assert len({round(label.x) for label in ends}) <= 1


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_standard_widths_are_sharp_on_a_phone_and_kind_to_the_compressor(variant: Variant) -> None:
    width, lay = standard_width(variant.board), laid(variant, 0)
    assert NARROWEST <= width <= WIDEST
    assert lay.height <= WIDEST
    assert width == NARROWEST or (width + 1) * lay.tile <= WINDOW


def test_the_sixteen_board_has_roomy_squares_and_labels() -> None:
    lay = laid(VARIANTS["halma"], 0)
    assert lay.width == 736
    assert lay.tile >= 40
    assert lay.font >= 15


def test_a_board_too_wide_for_the_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        lay_out(VARIANTS["halma"].board, 0, 100)
