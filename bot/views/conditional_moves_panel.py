"""Conditional moves as shown to their owner: lines, modal and end notice."""

from collections.abc import Mapping

import discord
from discord import ui

from bot.i18n.escaping import shorten
from bot.i18n.translator import N_, Translator
from bot.service.conditional_moves.parser import LENGTH, MAX_LINES, MAX_PLIES
from bot.store.models import Match, Plan
from bot.views.components import Button, ComponentId, button_row, layout
from bot.views.forms import text_form
from bot.views.player_labels import game_and_number, link

SHOWN = 2500
"""Maximum number of characters of conditional moves in one message."""

ENDED: Mapping[str, str] = {
    "unforeseen": N_("Your plan for {about} has ended: a move was played that it does not cover."),
    "touched": N_("Your plan for {about} has ended: a square on your move's path has changed."),
    "impossible": N_("Your plan for {about} has ended: its next move is no longer possible."),
    "takeback": N_("Your plan for {about} has ended: a move was taken back."),
}
"""Messages by `bot.store.models.CancelReason`; they do not reveal the planned moves."""


def game_line(t: Translator, match: Match) -> str:
    """Return the match's name, as a link to its board if there is one."""
    label, address = game_and_number(t, match), link(match)
    return label if address is None else f"[{label}]({address})"


def instructions(t: Translator) -> list[str]:
    """Explain how conditional moves are written and when they are cancelled."""
    return [
        "**" + t.translate("Plans") + "**",
        t.translate(
            "While you wait, you can plan your reply. It is played immediately, takes none "
            "of your time, and no one sees it beforehand."
        ),
        "`if II,3-IV,5 then I,1-III,1` " + t.translate("replies to that move only."),
        "`if A then B if C then D` "
        + t.translate("plans further ahead; write one line for each case."),
        "`if A and B then C` "
        + t.translate("replies once several players have moved, in that order."),
        "`any II,2-II,4` " + t.translate("replies to every move that does not affect the path."),
        "`next drop II,4` " + t.translate("queues a drop; an occupied square is skipped."),
        t.translate(
            "A move affects your path if it changes a square that your man leaves, lands "
            "on or passes over. For example, another man is in the way, or a man that "
            "yours would jump over is gone. The plan then ends. It also ends if a move is "
            "played that no line covers. You will be notified privately."
        ),
        t.translate(
            "At most {lines} lines of {plies} moves each. Lines with `if` are tried first, "
            "then those with `any`, from top to bottom.",
            lines=MAX_LINES,
            plies=MAX_PLIES,
        ),
    ]


def code_block(text: str) -> str:
    """Return the lines in a code block."""
    return f"```\n{shorten(text.replace('`', 'ˋ'), SHOWN)}\n```"


def plan_post(
    t: Translator, match: Match, plan: Plan | None, news: str | None = None
) -> ui.LayoutView:
    """Build the view of the current conditional moves, or of the instructions.

    `news` is the first-use hint.
    """
    change = Button(
        ComponentId("plan", match.id, match.ply),
        t.translate("Write a plan") if plan is None else t.translate("Change the plan"),
    )
    if plan is None:
        head = t.translate("You have no plan for {about}.", about=game_line(t, match))
        return layout(head, instructions(t), button_row(change))
    head = t.translate("Your plan for {about}. Only you can see it.", about=game_line(t, match))
    drop = Button(ComponentId("unplan", match.id, match.ply), t.translate("Delete the plan"))
    return layout(head, code_block(plan.text), news, button_row(change, drop))


def plan_form(t: Translator, match: Match, plan: Plan | None) -> ui.Modal:
    """Build the modal for writing conditional moves, filled with the current ones."""
    return text_form(
        ComponentId("plan-lines", match.id, match.ply),
        t.translate("Plan for game {number}", number=match.id),
        t.translate("Your replies, one per line"),
        ui.TextInput(
            custom_id="lines",
            style=discord.TextStyle.paragraph,
            placeholder="if II,3-IV,5 then I,1-III,1\nany II,2-II,4",
            default=None if plan is None else plan.text[:LENGTH],
            max_length=LENGTH,
        ),
    )


def ended_text(t: Translator, match: Match, why: str) -> str:
    """Return a sentence that says that conditional moves have ended, and why."""
    return t.translate(ENDED[why], about=game_line(t, match))
