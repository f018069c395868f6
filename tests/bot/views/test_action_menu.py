"""The board post with its two buttons, and the action menu behind the second one."""

from typing import Any, get_args

import pytest
from discord import ui

from bot.i18n.translator import LANGUAGES, translator_for
from bot.service.actions.available_actions import Action
from bot.service.results import MatchView
from bot.views import board_post
from bot.views.action_menu import LABELS, action_menu
from bot.views.components import button_rows, gallery
from bot.views.discord_limits import walk
from engine import variant
from tests.bot.bodies import faults
from tests.bot.views.finished_matches import running
from tests.phone import FRAME, WIDTH, lines_of

ALL: tuple[Action, ...] = get_args(Action)


def test_a_board_post_starts_with_whose_turn_it_is_and_has_two_buttons() -> None:
    match = running(control="72h+12h cap 120h")
    view = MatchView(match, variant("halma-8").start(), None, 0, ())
    [container] = board_post.board_post(
        translator_for("en"), view, gallery("board.png", "alt")
    ).to_components()
    first, picture, below, row = container["components"]  # type: ignore[typeddict-item]
    assert first["content"].startswith("### ⚪\u00a0<@1>, your turn!")
    assert picture["type"] == 12
    assert "Halma 8×8 · game 1" in below["content"]
    assert [button["label"] for button in row["components"]] == ["Move", "⋯"]


def test_the_post_of_a_part_of_the_board_has_a_button_for_the_whole() -> None:
    match = running("top-secret-centre")
    view = MatchView(match, variant(match.variant).start(), None, 0, ())
    t, picture = translator_for("en"), gallery("board.png", "alt")
    made = board_post.board_post(t, view, picture, cropped=True)
    buttons = {
        part["label"]: part["custom_id"]
        for part in walk(made.to_components())  # type: ignore[arg-type]
        if "label" in part
    }
    assert [*buttons] == ["Move", "Whole board", "⋯"]
    assert buttons["Whole board"] == "h:do:1:0:board"


def test_a_row_has_at_most_five_buttons_and_keeps_their_order_where_possible() -> None:
    letters = [ui.Button[Any](label="i") for _ in range(8)]
    assert [len(row.children) for row in button_rows(*letters, None)] == [5, 3]
    wide = [ui.Button[Any](label="A button of many letters") for _ in range(2)]
    assert [len(row.children) for row in button_rows(wide[0], letters[0], wide[1])] == [2, 1]


@pytest.mark.parametrize("can", [[], ["rematch"], [*ALL]])
def test_the_menu_has_a_button_for_every_available_action_and_respects_the_limits(
    can: list[Action],
) -> None:
    shown = action_menu(
        translator_for("en"),
        running(),
        [action for action in can if action != "agree"],
        player=1,
        turned=True,
    )
    components = shown.to_components()
    labels = {part.get("label") for part in walk(components)}  # type: ignore[arg-type]
    assert {LABELS[what] for what in can if what in LABELS} <= labels
    assert {"From my side", "As text", "Rules"} <= labels
    body = {"components": components, "flags": 1 << 15}
    assert faults(body) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_row_of_the_menu_needs_two_lines_on_a_phone(language: str) -> None:
    often: list[Action] = ["undo", "hint", "draw", "pause", "plan", "resign"]
    shown = action_menu(
        translator_for(language), running(), often, player=1, turned=True
    ).to_components()
    shown_rows = [part for part in walk(shown) if part["type"] == 1]  # type: ignore[arg-type]
    assert [lines_of(each, WIDTH - FRAME) for each in shown_rows] == [1] * len(shown_rows)
    assert len(shown_rows) <= 7
