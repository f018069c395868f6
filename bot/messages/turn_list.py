"""Lists of pending turns, for reminders, digests and other messages to one player."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from discord import ui

from bot.app import App
from bot.i18n.durations import stamp
from bot.i18n.translator import Translator
from bot.messages.composition import Draft, translator_for_post
from bot.service.clock.time_control import parse
from bot.service.notifications import reminders
from bot.store import Tx
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import PlayerTurns
from bot.views.player_labels import game_and_number, to_board

SHOWN = 10
"""Maximum number of turns listed in one message, nearest deadline first."""

BuildList = Callable[[Translator, int, Sequence[tuple[Match, str]]], ui.LayoutView]
"""Function called with (t, player, turns) that builds the message.

The turns come with the kind of each reminder.
"""


def turns_draft(
    tx: Tx, app: App, row: OutboxRow, what: PlayerTurns, build: BuildList, *, mention: bool
) -> Draft | None:
    """Draft a message about the turns still pending; None if there are none."""
    turns, player = reminders.still_running(tx, what), what.player
    if not turns:
        return None
    guild = turns[0][0].guild
    t = translator_for_post(tx, app, guild, player if row.user else None)
    view = partial(build, t, player, turns)
    draft = Draft.of(view, mentions=(player,) if mention else (), guild=guild)
    return replace(draft, turns=tuple(turns))


def first_lines(t: Translator, lines: Sequence[str]) -> list[str]:
    """Return the first lines, plus a line with the number of omitted lines."""
    more = len(lines) - SHOWN
    return [
        *lines[:SHOWN],
        *([t.translate_plural("… and {n} more", "… and {n} more", more)] if more > 0 else []),
    ]


def turn_line(t: Translator, match: Match, why: str | None = None) -> str:
    """Return a line about a pending turn: its reason, its deadline, and a board link."""
    parts = [f"⏳ {game_and_number(t, match)}"]
    if match.deciding_partner is not None:
        parts.append(t.translate("use `/game takeover` to choose who takes over for your partner"))
    elif why is not None:
        parts.append(why)
    if match.overdue is not None:
        parts.append(
            t.translate("time ran out {when}, but a move still counts", when=stamp(match.overdue))
        )
    elif match.deadline is not None and (match.deciding_partner or parse(match.control).is_timed):
        parts.append(t.translate("time runs out {when}", when=stamp(match.deadline)))
    return " · ".join(filter(None, [*parts, to_board(t, match)]))
