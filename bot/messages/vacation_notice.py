"""The notice of a player's automatic vacation, kept up to date by edits."""

from collections.abc import Callable, Sequence
from functools import partial

from discord import ui

from bot.app import App
from bot.i18n.durations import stamp
from bot.i18n.translator import Translator
from bot.messages.composition import Draft, composes, edits, translator_for_post
from bot.messages.edits import edit
from bot.messages.turn_list import first_lines, turn_line
from bot.service.match import vacation_notices
from bot.store import Tx
from bot.store.models import Match, VacationNotice
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import VacationNoticePost, VacationNoticeUpdate
from bot.store.outbox.message_kinds import MessageKind
from bot.views.components import layout


@composes(MessageKind("absence", VacationNoticePost, on_sent=vacation_notices.on_posted))
def compose(tx: Tx, app: App, row: OutboxRow, post: VacationNoticePost) -> Draft | None:
    """Compose the notice; None if it is obsolete."""
    loaded = _load(tx, app, post)
    return None if loaded is None else Draft.of(loaded[1], guild=loaded[0].guild)


@edits(MessageKind("absence-changed", VacationNoticeUpdate))
async def update(app: App, row: OutboxRow, post: VacationNoticeUpdate) -> None:
    """Edit the notice when the vacation continues or ends; no-op without a post."""
    loaded = await app.store.read(_load, app, post)
    if loaded is None:
        return
    notice, build = loaded
    if notice.message is not None:
        await edit(app, notice.channel, notice.message, build(), may_be_gone=True)


def _load(
    tx: Tx, app: App, post: VacationNoticePost
) -> tuple[VacationNotice, Callable[[], ui.LayoutView]] | None:
    """Return a vacation notice and a function that builds its view.

    Returns None if the notice is obsolete.
    """
    content = vacation_notices.notice_content(tx, post)
    if content is None:
        return None
    notice, games = content
    t = translator_for_post(tx, app, notice.guild)
    return notice, partial(vacation_notice_view, t, notice, games)


def vacation_notice_view(
    t: Translator, notice: VacationNotice, games: Sequence[Match]
) -> ui.LayoutView:
    """Build the notice that an automatic vacation has begun or ended."""
    who = f"<@{notice.player}>"
    if not games:
        return layout(
            t.translate(
                "{player} ran out of time, and their vacation was used from {start} to {end}.",
                player=who,
                start=stamp(notice.started, "f"),
                end=stamp(notice.until or notice.started, "f"),
            )
        )
    head = t.translate(
        "{player} has run out of time, so their vacation is being used, half a day at a time:",
        player=who,
    )
    return layout([head, *first_lines(t, [turn_line(t, match) for match in games])])
