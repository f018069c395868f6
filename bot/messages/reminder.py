"""A reminder of turns, by mention in a channel or by direct message."""

from collections.abc import Mapping, Sequence

from discord import ui

from bot.app import App
from bot.i18n.translator import N_, Translator
from bot.messages.composition import Draft, composes
from bot.messages.turn_list import first_lines, turn_line, turns_draft
from bot.service.notifications import reminders
from bot.store import Tx
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import Reminder
from bot.store.outbox.message_kinds import MessageKind
from bot.views import discord_limits
from bot.views.board_post import move_button
from bot.views.components import Button, ComponentId, button_row, layout

KINDS: Mapping[str, str] = {
    "turn": N_("your turn"),
    "half": N_("half your time is gone"),
    "last": N_("your time is almost up"),
    "nudge": N_("your opponent is waiting for your move"),
}
"""Reminder texts by kind of reminder. A turn of any other kind is only listed."""


@composes(MessageKind("reminder", Reminder, on_failed=reminders.on_dm_refused))
def compose(tx: Tx, app: App, row: OutboxRow, reminder: Reminder) -> Draft | None:
    """Compose the reminder; None if no turn is still pending."""
    return turns_draft(tx, app, row, reminder, reminder_view, mention=True)


def reminder_view(t: Translator, player: int, turns: Sequence[tuple[Match, str]]) -> ui.LayoutView:
    """Build a reminder with a Move button and mute buttons for the first turns."""
    head = t.translate("{player}, it is your turn:", player=f"<@{player}>")
    to_move = [match for match, _ in turns if match.deciding_partner is None]
    muted = [match for match, kind in turns if kind in KINDS]
    quiet = [
        Button(
            ComponentId("mute", match.id, match.ply),
            t.translate("Mute this turn")
            if len(turns) == 1
            else t.translate("Mute game {number}", number=match.id),
        )
        for match in muted[: discord_limits.ROW - 1]
    ]
    move = [move_button(t, match, match.ply) for match in to_move[:1]]
    lines = [
        turn_line(t, match, t.translate(KINDS[kind]) if kind in KINDS else None)
        for match, kind in turns
    ]
    return layout([head, *first_lines(t, lines)], button_row(*move, *quiet))
