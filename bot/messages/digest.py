"""Daily digest: a player's pending turns and news, by direct message."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from discord import ui

from bot.app import App
from bot.i18n.translator import Translator
from bot.messages.composition import Draft, composes, translator_for_post
from bot.messages.turn_list import first_lines, turn_line
from bot.service.notifications import digests, reminders
from bot.store import Tx
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import Digest
from bot.store.outbox.message_kinds import MessageKind
from bot.views.components import layout
from bot.views.discord_limits import join_lines

NEWS_LENGTH = 2000
"""Maximum number of characters of the extensions' lines."""


@composes(MessageKind("digest", Digest, on_failed=digests.on_dm_refused))
def compose(tx: Tx, app: App, row: OutboxRow, digest: Digest) -> Draft | None:
    """Compose the digest; None if no turn is still pending and there is no news."""
    t = translator_for_post(tx, app, None, digest.player)
    turns, news = reminders.still_running(tx, digest), digests.news_of(tx, digest, t)
    if not turns and not news:
        return None
    lines = [line.text for line in news]
    draft = Draft.of(partial(digest_view, t, turns, lines), mentions=(digest.player,))
    guilds = sorted({line.guild for line in news if line.guild is not None})
    return replace(draft, turns=tuple(turns), member_of=tuple(guilds))


def digest_view(
    t: Translator, turns: Sequence[tuple[Match, str]], news: Sequence[str]
) -> ui.LayoutView:
    """Build the digest: pending turns, nearest deadline first, and news."""
    why = t.translate(
        "You chose to get this message once a day. Use `/me settings` to turn it off."
    )
    games = first_lines(t, [turn_line(t, match) for match, _ in turns])
    if turns:
        head = t.translate_plural(
            "{n} game is waiting for you", "{n} games are waiting for you", len(turns)
        )
        games = [f"### {head}", *games]
    if news:
        games += ["### " + t.translate("News"), *join_lines([*news], NEWS_LENGTH)]
    return layout(*games, f"-# {why}")
