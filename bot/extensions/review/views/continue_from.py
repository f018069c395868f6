"""Panel for continuing a game from a position: choice of opponent."""

from discord import ui

from bot.extension_api.controls import Button, UserSelect, button_row, layout
from bot.extension_api.labels import seat_name
from bot.extension_api.texts import Translator, level_description, numbered_level
from bot.extensions.review.views.review_source import Review
from engine.search import levels


def continue_panel(t: Translator, story: Review, turn: int, seat: int) -> ui.LayoutView:
    """Build the panel. The player takes `seat`, which is to move after `turn` turns."""
    game = story.record.variant
    ways = [
        Button(
            story.control("play-level", turn, str(level.number)), numbered_level(t, level.number)
        )
        for level in levels(game)
    ]
    return layout(
        "### " + t.translate("Play on after move {n}", n=turn),
        t.translate("You are {seat} and move next.", seat=seat_name(t, game, seat)),
        [f"- {level_description(t, level.number)}" for level in levels(game)],
        button_row(*ways),
        button_row(
            Button(story.control("play-level", turn, "0"), t.translate("I'll play all sides"))
        ),
        button_row(
            UserSelect(story.control("play-friend", turn), t.translate("Challenge someone"))
        ),
    )
