"""Drafts of a plan's lines, encoded in the custom ids of the panel's buttons."""

import random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.i18n.translator import translator_for
from bot.service.conditional_moves import plan_text
from bot.service.conditional_moves.plan_text import ANY
from bot.views import discord_limits
from bot.views.board_image import Scenery
from bot.views.board_part import StepView
from bot.views.components import ComponentId, StaleComponent, gallery
from bot.views.conditional_moves_panel import choice_buttons, draft_text
from bot.views.move_panel import MovePanel, PanelTarget
from bot.views.move_steps import Step
from bot.views.plan_draft import Draft, encode_line, parse_draft
from engine import VARIANTS, variant

WORDS = translator_for("de")
HALMA = variant("halma-8")
START = HALMA.apply(HALMA.start(), HALMA.parse(HALMA.start(), "II,3-III,3"))


def drafted(*moves: str) -> Draft:
    """Return the draft of these moves."""
    draft = parse_draft(HALMA, START, 0, "")
    for text in moves:
        if text == ANY:
            after = draft.any_reply()
        else:
            after = draft.after(HALMA, HALMA.parse(draft.position, text))
        draft = parse_draft(HALMA, START, 0, after if after.endswith("/") else f"{after}/")
    return draft


def test_a_draft_shows_what_has_been_chosen_and_what_is_to_be_chosen() -> None:
    t = translator_for("en")
    assert draft_text(t, drafted()) == "If they play …, I play …"
    draft = drafted("VII,6-VI,6", "III,3-IV,3", ANY)
    assert draft_text(t, draft) == (
        "If they play `VII,6-VI,6`, I play `III,3-IV,3`\n↳ Whatever they play, I play …"
    )
    whole = parse_draft(HALMA, START, 0, drafted(ANY, "III,3-IV,3").whole())
    assert draft_text(t, whole) == "Whatever they play, I play `III,3-IV,3`"


def test_a_stored_line_can_be_continued_if_its_moves_are_legal_in_the_draft() -> None:
    (line,) = plan_text.parse_plan(HALMA, START, 0, "VII,6-VI,6, III,3-IV,3, *, IV,3-V,3")
    text = encode_line(HALMA, START, 0, line)
    assert text is not None
    assert parse_draft(HALMA, START, 0, text).steps == line
    (line,) = plan_text.parse_plan(HALMA, START, 0, "*, III,3-IV,3, *, VIII,8-I,1")
    assert encode_line(HALMA, START, 0, line) is None


@pytest.mark.parametrize(
    "text",
    [
        "*", "1", "1.*/", "1.*.2/", "*.*/", "zz/", "-1/", "1..1/", "x.y/", "ß/", ".", "*.0.*",
        "0.0.0.0.0.0.0.0.0.0.0/", "*.99999999999999999999999/",
    ],
)  # fmt: skip
def test_a_forged_draft_is_treated_as_an_old_button(text: str) -> None:
    with pytest.raises(StaleComponent):
        parse_draft(HALMA, START, 0, text)


@settings(max_examples=40, deadline=None)
@given(text=st.text("0123456789abc*./-w", max_size=30))
def test_any_text_is_a_draft_or_an_old_button(text: str) -> None:
    try:
        draft = parse_draft(HALMA, START, 0, text)
    except StaleComponent:
        return
    assert draft_text(WORDS, draft)
    assert len(draft.tokens) <= plan_text.MAX_PLIES


@pytest.mark.each_kind
@pytest.mark.parametrize("key", VARIANTS)
def test_every_step_of_a_line_fits_discords_limits_and_is_read_as_it_was_chosen(key: str) -> None:
    game, rng = variant(key), random.Random(key)
    position = game.start()
    seat = game.next_seat(position.turn, ())
    match: Any = SimpleNamespace(id=10**18, ply=999_999)
    state: Any = SimpleNamespace(match=match, lines=())
    text, moves = "", list[str]()
    while True:
        draft = parse_draft(game, position, seat, text)
        legal = game.moves(draft.position)
        if not legal or len(draft.tokens) == plan_text.MAX_PLIES:
            break
        step = Step.of(game, legal, "", seat)
        aim = PanelTarget(
            match.id,
            match.ply,
            step="plan-step",
            play="plan-step",
            close="",
            confirms=False,
            view=StepView(frozenset((0,)), False, ""),
            prefix=draft.choice(),
            token=draft.after,
            asks=False,
        )
        scenery = Scenery(game, draft.position, "x.png", side=seat)
        view = MovePanel(WORDS, scenery, step, aim).message(
            gallery("x.png", ""),
            before=draft_text(WORDS, draft),
            whose="-",
            after="-",
            more=choice_buttons(WORDS, state, draft),
        )
        parts = list(discord_limits.walk(view.to_components()))  # type: ignore[no-untyped-call]
        assert len(parts) <= discord_limits.COMPONENTS
        if draft.may_name_any and rng.random() < 0.3:
            text, said = draft.any_reply(), ANY
        else:
            move = rng.choice(legal)
            text, said = draft.after(game, move), game.format(move)
            longest = ComponentId("plan-step", match.id, match.ply, f"{text.rstrip('/')}/c255-255w")
            assert longest.fits_limit()
        moves.append(said)
        is_whole = not text.endswith("/")
        if is_whole:
            assert parse_draft(game, position, seat, text).moves == moves
            line = plan_text.read_line(game, position, seat, moves)
            assert encode_line(game, position, seat, line) == text
            text += "/"
    assert moves
