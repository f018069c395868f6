"""Illegal moves, marked on the board."""

import pytest
from discord.ui import TextDisplay

from bot.i18n.translator import translator_for
from bot.service.results import MatchView
from bot.views.components import Button
from bot.views.illegal_move import FAILS, illegal_move_view, marks
from engine import variant
from engine.errors import Reason
from render.scenes import Marker
from tests.bot.views.finished_matches import running

GAME = variant("halma-8")
VIEW = MatchView(running(), GAME.start(), None, 0, ())


def marked(text: str) -> dict[str, str]:
    reason = GAME.reason(VIEW.position, text)
    assert reason is not None
    return {
        GAME.board.names[mark.cell]: mark.label or mark.kind
        for mark in marks(GAME, VIEW.position, reason)
    }


@pytest.mark.parametrize(
    ("text", "shown_there"),
    [
        ("II,3-IV,5", {"II,3": "origin", "III,4": FAILS}),
        ("I,1-III,3-V,3", {"I,1": "origin", "IV,3": FAILS}),
        ("c2-c4", {"II,3": "origin", "III,3": FAILS}),
        ("I,1-VI,2", {"I,1": "origin", "VI,2": FAILS}),
        ("I,1-I,2", {"I,1": "origin", "I,2": FAILS}),
        ("VIII,8-VII,7", {"VIII,8": FAILS}),
        ("V,5-VI,6", {"V,5": FAILS}),
        ("what is this", {}),
        ("XII,1-I,1", {}),
    ],
)
def test_the_man_is_ringed_and_the_square_where_the_move_fails_is_crossed(
    text: str, shown_there: dict[str, str]
) -> None:
    assert marked(text) == shown_there


async def test_the_explanation_is_above_the_picture_or_alone_if_nothing_can_be_marked() -> None:
    reason = GAME.reason(VIEW.position, "II,3-IV,5")
    assert reason is not None
    reply = await illegal_move_view(translator_for(), VIEW, 0, "wood", reason)
    assert len(reply.files) == 1
    assert reply.view is not None
    [again] = [part for part in reply.view.walk_children() if isinstance(part, Button)]
    assert (again.custom_id or "").startswith("h:moves:"), "the panel is the next tap"
    unreadable = GAME.reason(VIEW.position, "hm")
    assert unreadable is not None
    reply = await illegal_move_view(translator_for(), VIEW, 0, "wood", unreadable)
    assert reply.files == []
    assert reply.view is not None
    [sentence] = [part for part in reply.view.walk_children() if isinstance(part, TextDisplay)]
    assert "`" + GAME.format(GAME.moves(VIEW.position)[-1]) + "`" in sentence.content
    [again] = [part for part in reply.view.walk_children() if isinstance(part, Button)]
    assert (again.custom_id or "").startswith("h:moves:")


def test_for_text_that_cannot_be_parsed_only_the_square_is_crossed() -> None:
    assert marks(GAME, VIEW.position, Reason("no-rest", "?", ("I,5",))) == (
        Marker(GAME.board.named["I,5"], "choice", FAILS),
    )
