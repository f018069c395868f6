"""Welcome post in a guild that the bot has joined: a board and three buttons."""

from discord import ui

from bot.app import App
from bot.i18n.translator import Translator
from bot.messages.composition import Draft, Message, composes, translator_for_post
from bot.service.guilds import guild_settings
from bot.store import Tx
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import Welcome
from bot.store.outbox.message_kinds import MessageKind
from bot.views.board_image import Scenery, board_image
from bot.views.components import Button, ComponentId, LayoutPart, button_rows, layout
from bot.views.new_game_form import new_game_button
from engine import variant

GAME = "halma-8"


@composes(MessageKind("welcome", Welcome))
def compose(tx: Tx, app: App, row: OutboxRow, greeted: Welcome) -> Draft:
    """Compose the welcome post with a starting position in the guild's theme."""
    t = translator_for_post(tx, app, greeted.guild)
    theme = guild_settings.board_theme(tx, greeted.guild)

    async def make() -> Message:
        game = variant(GAME)
        scenery = Scenery(game, game.start(), "halma-welcome.png", theme=theme)
        file = await board_image(t, scenery)
        return post(t, greeted.guild, file), [file]

    return Draft(make, guild=greeted.guild)


def post(t: Translator, guild: int, board: LayoutPart) -> ui.LayoutView:
    """Build the welcome post."""
    return layout(
        "### "
        + t.translate("Halma by post")
        + "\n"
        + t.translate(
            "Play Halma here, one move at a time, whenever you have a minute. I post the "
            "board and ping the player whose turn it is."
        ),
        board,
        *button_rows(
            new_game_button(t),
            Button(ComponentId("how", guild), t.translate("How to play")),
            Button(ComponentId("welcome-server", guild), t.translate("Settings for this server")),
        ),
    )
