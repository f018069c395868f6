"""Welcome post for a new guild: a board and three buttons."""

from discord import ui

from bot.i18n.translator import Words
from bot.views.components import Control, Part, Press, layout, rows
from bot.views.start_game_panel import start_button

GAME = "halma-8"


def post(words: Words, guild: int, board: Part) -> ui.LayoutView:
    """Build the welcome post."""
    return layout(
        "### "
        + words.say("Halma by post")
        + "\n"
        + words.say(
            "Play Halma here, a move whenever you have a minute. I post the board and ping "
            "whoever's turn it is."
        ),
        board,
        *rows(
            start_button(words),
            Press(Control("how", guild), words.say("How to play")),
            Press(Control("welcome-server", guild), words.say("Settings for this server")),
        ),
    )
