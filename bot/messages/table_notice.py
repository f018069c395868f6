"""Notice saying that a player has left a multiplayer challenge."""

from functools import partial

from discord import ui

from bot.app import App
from bot.i18n.translator import Translator
from bot.messages.composition import Draft, composes, translator_for_post
from bot.service.matchmaking import challenges
from bot.store import Tx
from bot.store.models import Challenge
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import TableNotice
from bot.store.outbox.message_kinds import MessageKind
from bot.views.components import layout
from bot.views.player_labels import player_label, post_link, title


@composes(MessageKind("table-notice", TableNotice))
def compose(tx: Tx, app: App, row: OutboxRow, what: TableNotice) -> Draft:
    """Compose the notice, mentioning the challenger."""
    table = challenges.load_challenge(tx, what.challenge)
    build = partial(table_notice, translator_for_post(tx, app, table.guild), table, what)
    return Draft.of(build, mentions=(table.challenger,), by=what.player, guild=table.guild)


def table_notice(t: Translator, table: Challenge, what: TableNotice) -> ui.LayoutView:
    """Build the notice, which names the player who has left."""
    text = t.translate(
        "{player} has left {host}'s challenge, so there is a free seat for anyone.",
        player=player_label(t, what.player),
        host=player_label(t, table.challenger),
    )
    about = title(t, table)
    if address := post_link(table):
        about += " · " + t.translate("[Go to the challenge]({link})", link=address)
    return layout([text, f"-# {about}"])
