"""Daily digest: all of a player's pending turns, by direct message."""

from collections.abc import Sequence

from discord import ui

from bot.app import App
from bot.i18n.translator import Translator
from bot.messages.composition import Draft, composes
from bot.messages.turn_list import first_lines, turn_line, turns_draft
from bot.service.notifications import digests
from bot.store import Tx
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import Digest
from bot.store.outbox.message_kinds import MessageKind
from bot.views.components import layout


@composes(MessageKind("digest", Digest, on_failed=digests.on_dm_refused))
def compose(tx: Tx, app: App, row: OutboxRow, digest: Digest) -> Draft | None:
    """Compose the digest; None if no turn is still pending."""
    return turns_draft(tx, app, row, digest, digest_view, mention=True)


def digest_view(t: Translator, player: int, turns: Sequence[tuple[Match, str]]) -> ui.LayoutView:
    """Build the digest: the pending turns, nearest deadline first."""
    head = t.translate_plural(
        "{n} game is waiting for you", "{n} games are waiting for you", len(turns)
    )
    why = t.translate(
        "You chose to get this message once a day. Use `/me settings` to turn it off."
    )
    games = first_lines(t, [turn_line(t, match) for match, _ in turns])
    return layout([f"### {head}", *games, f"-# {why}"])
