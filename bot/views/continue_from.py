"""Panel for continuing a game from a position: choice of opponent."""

from discord import ui

from bot.i18n.translator import Words
from bot.texts.computer_levels import about_level, numbered_level
from bot.views.components import ChoosePerson, Press, layout, row
from bot.views.player_labels import seat_name
from bot.views.review_source import Story
from engine.search import levels


def play_on(words: Words, story: Story, turn: int, seat: int) -> ui.LayoutView:
    """Build the panel; the reader will play `seat`, which moves after `turn` turns."""
    game = story.record.variant
    ways = [
        Press(story.control("play-level", turn, str(one.number)), numbered_level(words, one.number))
        for one in levels(game)
    ]
    return layout(
        "### " + words.say("Play on after move {n}", n=turn),
        words.say("You are {seat} and move next.", seat=seat_name(words, game, seat)),
        [f"- {about_level(words, one.number)}" for one in levels(game)],
        row(*ways),
        row(Press(story.control("play-level", turn, "0"), words.say("I'll play all sides"))),
        row(ChoosePerson(story.control("play-friend", turn), words.say("Challenge someone"))),
    )
