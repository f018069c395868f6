"""The help page for one player, with what awaits them."""

from typing import NamedTuple

from bot.app import App
from bot.dialogs import variant_picker
from bot.i18n.translator import Translator
from bot.service.guilds import guild_settings
from bot.service.match import lifecycle
from bot.store import Tx
from bot.store.challenges import challenge_rows
from bot.store.models import Challenge, Match, Theme
from bot.views.help_page import help_page
from bot.views.reply import Reply
from engine import variant


async def help_reply(app: App, player: int, t: Translator, guild: int | None) -> Reply:
    """Build the help page. `guild` is None if no match can be started there."""
    waiting, asked, theme = await app.store.read(_load_help, player, guild)
    game = variant(variant_picker.FAVOURITES[0])
    return await help_page(
        t, game, can_play=guild is not None, theme=theme, waiting=waiting, pending_challenges=asked
    )


class _Help(NamedTuple):
    """The player's data on the help page: pending turns, challenges and the theme."""

    waiting: list[Match]
    asked: list[Challenge]
    theme: Theme


def _load_help(tx: Tx, player: int, guild: int | None) -> _Help:
    return _Help(
        waiting=lifecycle.waiting_for(tx, player),
        asked=challenge_rows.awaiting_answer_of(tx, player),
        theme=guild_settings.board_theme(tx, guild, player),
    )
