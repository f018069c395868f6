"""Conditional moves as shown to their owner: the lines, the modal and their end."""

from collections.abc import Mapping

import discord
from discord import ui

from bot.i18n.escaping import shorten
from bot.i18n.translator import Words, mark
from bot.service.conditional_moves.parser import LENGTH, LINES, PLIES
from bot.store.models import Match, Plan
from bot.views.components import Control, Press, form_of, layout, row
from bot.views.player_labels import link, numbered

SHOWN = 2500
"""Maximum number of characters of conditional moves in one message."""

ENDED: Mapping[str, str] = {
    "unforeseen": mark("Your plan in {about} has ended: a move was played that it does not cover."),
    "touched": mark("Your plan in {about} has ended: a square on your move's path has changed."),
    "impossible": mark("Your plan in {about} has ended: its next move is no longer possible."),
    "takeback": mark("Your plan in {about} has ended: a move was taken back."),
}
"""Message by `bot.store.models.Ended`; it does not reveal the planned moves."""


def about(words: Words, match: Match) -> str:
    """Return the match's name, as a link to its board if there is one."""
    said, address = numbered(words, match), link(match)
    return said if address is None else f"[{said}]({address})"


def how(words: Words) -> list[str]:
    """Explain how conditional moves are written and when they are cancelled."""
    return [
        "**" + words.say("Plans") + "**",
        words.say(
            "While you wait, you can plan your reply. It is played immediately, takes none "
            "of your time, and nobody sees it beforehand."
        ),
        "`if II,3-IV,5 then I,1-III,1` " + words.say("replies to that move only."),
        "`if A then B if C then D` " + words.say("continues; one line for each case."),
        "`if A and B then C` " + words.say("if several play before you, in order."),
        "`any II,2-II,4` " + words.say("replies to every move that does not affect the path."),
        "`next drop II,4` " + words.say("is queued; a square that has been taken is skipped."),
        words.say(
            "A move affects your path if it changes a square that your man leaves, lands "
            "on or passes over: another man is in the way, or a man that it would jump "
            "over is gone. Then the plan ends. It also ends if a move is played that no "
            "line covers. You will be notified in private."
        ),
        words.say(
            "At most {lines} lines of {plies} moves each. Lines with `if` come first, then "
            "those with `any` in their order.",
            lines=LINES,
            plies=PLIES,
        ),
    ]


def lines(text: str) -> str:
    """Return the lines in a code block."""
    return f"```\n{shorten(text.replace('`', 'ˋ'), SHOWN)}\n```"


def plan_post(
    words: Words, match: Match, plan: Plan | None, news: str | None = None
) -> ui.LayoutView:
    """Build the post of the current conditional moves, or of how to write some.

    `news` is the first-use hint.
    """
    change = Press(
        Control("plan", match.id, match.ply),
        words.say("Write a plan") if plan is None else words.say("Change the plan"),
    )
    if plan is None:
        head = words.say("You have no plan in {about}.", about=about(words, match))
        return layout(head, how(words), row(change))
    head = words.say("Your plan in {about}. Nobody else sees it.", about=about(words, match))
    drop = Press(Control("unplan", match.id, match.ply), words.say("Delete the plan"))
    return layout(head, lines(plan.text), news, row(change, drop))


def form(words: Words, match: Match, plan: Plan | None) -> ui.Modal:
    """Build the modal for writing conditional moves, filled with the current ones."""
    return form_of(
        Control("plan-lines", match.id, match.ply),
        shorten(words.say("Plan for game {number}", number=match.id), 45),
        words.say("Your replies, one line each"),
        ui.TextInput(
            custom_id="lines",
            style=discord.TextStyle.paragraph,
            placeholder="if II,3-IV,5 then I,1-III,1\nany II,2-II,4",
            default=None if plan is None else plan.text[:LENGTH],
            max_length=LENGTH,
        ),
    )


def ended(words: Words, match: Match, why: str) -> str:
    """Return the sentence that conditional moves have ended, and why."""
    return words.say(ENDED[why], about=about(words, match))
