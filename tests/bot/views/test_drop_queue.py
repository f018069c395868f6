"""Drop queue, encoded in the custom ids of the panel's buttons."""

import asyncio

import pytest

from bot.i18n.translator import translator_for
from bot.views import board_image, discord_limits
from bot.views.board_image import Scenery
from bot.views.components import StaleComponent, parse_custom_id
from bot.views.drop_queue import Queue, lines, parse_queue, queue_panel
from engine import VARIANTS, Move, variant

DROPPING = [key for key, game in VARIANTS.items() if game.drops(game.start())]


@pytest.mark.each_kind
@pytest.mark.parametrize("key", DROPPING)
def test_a_whole_queue_can_be_entered_square_by_square_within_the_limits(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Only the alt text is checked, so no picture is drawn.
    monkeypatch.setattr(board_image, "png", lambda _: b"")
    game = variant(key)
    position, queue = game.start(), Queue()
    scenery = Scenery(game, position, "x.png")
    for drops in range(len(game.zone(0)) + 1):
        assert parse_queue(game, 0, queue.format_queue(game, 0)) == queue
        panel = asyncio.run(queue_panel(translator_for("de"), scenery, 0, queue, 10**9, 999))
        assert panel.view is not None
        parts = list(discord_limits.walk(panel.view.to_components()))  # type: ignore[no-untyped-call]
        buttons = [part for part in parts if part["type"] == 2]
        assert len(parts) <= discord_limits.COMPONENTS
        assert len(buttons) <= 25
        assert len(panel.files[0].description or "") <= discord_limits.ALT_TEXT
        letters = [part for part in buttons if len(part["label"]) == 1 and part["label"].isalpha()]
        assert len(queue.drops) == drops
        if not letters:
            break
        control = parse_custom_id(letters[0]["custom_id"])
        assert control is not None
        queue = parse_queue(game, 0, control.extra)
    single = len(game.kinds) == 1
    assert len(queue.drops) == (len(game.zone(0)) if single else sum(game.in_hand(position, 0)))
    assert lines(game, queue.drops[:1]) == f"next {game.format(queue.drops[0])}"


@pytest.mark.parametrize(
    "text", ["0.0.zz0", "0.0.!", "0.x.0", "9.0.0", "0.0.00", "-1..", "0.0.z1z"]
)
def test_a_forged_queue_is_treated_as_an_old_button(text: str) -> None:
    with pytest.raises(StaleComponent):
        parse_queue(variant("top-secret"), 0, text)


def test_an_empty_queue_can_be_parsed() -> None:
    assert parse_queue(variant("top-secret"), 0, "") == Queue()
    assert parse_queue(variant("platonic"), 0, "1.0.12").drops == (Move((3,), 1),)
