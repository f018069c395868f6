"""Welcome post for a new guild: a board and three buttons."""

from discord import ui

from bot.i18n.translator import Translator
from bot.views.components import Button, ComponentId, LayoutPart, button_rows, layout
from bot.views.start_game_panel import start_button

GAME = "halma-8"


def post(t: Translator, guild: int, board: LayoutPart) -> ui.LayoutView:
    """Build the welcome post."""
    return layout(
        "### "
        + t.translate("Halma by post")
        + "\n"
        + t.translate(
            "Play Halma here, a move whenever you have a minute. I post the board and ping "
            "the player to move."
        ),
        board,
        *button_rows(
            start_button(t),
            Button(ComponentId("how", guild), t.translate("How to play")),
            Button(ComponentId("welcome-server", guild), t.translate("Settings for this server")),
        ),
    )
