"""The part of a large board on which a move is chosen."""

import random

import pytest

from bot.i18n.translator import translator_for
from bot.views.board_image import Scenery
from bot.views.board_part import StepView, part_of, split_key
from bot.views.components import gallery
from bot.views.move_panel import MovePanel, PanelTarget
from bot.views.move_steps import Step
from engine import Position, variant
from engine.board import OFF
from engine.position import man
from tests.bot.views.tap_counter import positions, random_turn

ENGLISH = translator_for("en")
HALMA = variant("halma")


def labels(step: Step, scenery: Scenery, view: StepView) -> list[tuple[str, str]]:
    """Return the labels and keys of the buttons that do not choose a letter."""
    aim = PanelTarget(1, 0, view=view)
    shown = MovePanel(ENGLISH, scenery, step, aim).message(gallery("board.png", ""))
    buttons = [part for part in shown.walk_children() if hasattr(part, "label")]
    return [
        (part.label, part.custom_id.removeprefix("h:step:1:0").removeprefix(":"))
        for part in buttons
        if len(part.label) > 1
    ]


@pytest.mark.check
def test_the_part_holds_every_square_that_the_chosen_man_can_reach() -> None:
    cropped = 0
    for position, last in positions(HALMA, 6, 60):
        moves, seen = HALMA.moves(position), Scenery(HALMA, position, "b.png", last)
        first = Step.of(HALMA, moves, "", 0)
        assert part_of(seen, first, moves) == frozenset()  # the yards are far apart
        for choice in first.choices:
            step = Step.of(HALMA, moves, choice.key, 0)
            part = part_of(seen, step, moves)
            cropped += bool(part)
            reached = {cell for move in choice.moves for cell in move.path}
            assert part in (frozenset(), reached)
            for landing in step.choices if step.stage == "squares" else ():
                assert part_of(seen, Step.of(HALMA, moves, landing.key, 0), moves) == part
    assert cropped


def test_the_first_step_is_cropped_only_if_all_men_and_the_last_move_fit() -> None:
    game, lots = variant("top-secret-centre"), random.Random(1)
    position = game.start()
    while game.drops(position):
        position = game.play(position, random_turn(game, position, lots))
    moves, last = game.moves(position), None
    step = Step.of(game, moves, "", 0)
    part = part_of(Scenery(game, position, "b.png"), step, moves)
    assert part >= {cell for cell, byte in enumerate(position.cells) if byte}
    far = next(move for move in HALMA.moves(HALMA.start()) if OFF not in move.path)
    last = far
    assert not part_of(Scenery(game, position, "b.png", last), step, moves)
    assert not part_of(Scenery(game, position, "b.png", earlier=((0, far),)), step, moves)


@pytest.mark.parametrize("key", ["halma-8", "chinese-checkers", "platonic"])
def test_small_boards_and_stars_are_shown_whole(key: str) -> None:
    game = variant(key)
    moves = game.moves(game.start())
    for choice in Step.of(game, moves, "", 0).choices:
        step = Step.of(game, moves, choice.key, 0)
        assert not part_of(Scenery(game, game.start(), "b.png"), step, moves)


def test_the_whole_board_stays_until_the_player_zooms_in_again() -> None:
    start = HALMA.start()
    moves, seen = HALMA.moves(start), Scenery(HALMA, start, "b.png")
    key = Step.of(HALMA, moves, "", 0).choices[-1].key
    step = Step.of(HALMA, moves, key, 0)
    part = part_of(seen, step, moves)
    near = StepView(part, is_whole=False, key=key)
    assert near.around == part
    assert labels(step, seen, near) == [("Different man", ""), ("Whole board", f"{key}w")]
    assert split_key(f"{key}w") == (key, True)
    whole = StepView(part, is_whole=True, key=key)
    assert whole.around == frozenset()
    assert labels(step, seen, whole) == [("Different man", "w"), ("Zoom in", key)]
    chosen = Step.of(HALMA, moves, step.choices[0].key, 0)
    looked = StepView(part, is_whole=True, key=step.choices[0].key)
    assert ("Different square", f"{key}w") in labels(chosen, seen, looked)


def test_a_lone_man_that_can_move_is_shown_with_all_others() -> None:
    cells = bytearray(256)
    for name, seat in (("I,1", 0), ("IV,4", 1)):
        cells[HALMA.board.names.index(name)] = man(seat)
    position = Position(bytes(cells), 0)
    moves, seen = HALMA.moves(position), Scenery(HALMA, position, "b.png")
    step = Step.of(HALMA, moves, "", 0)
    assert step.stage == "squares"
    assert HALMA.board.names.index("IV,4") in part_of(seen, step, moves)
