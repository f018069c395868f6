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
    "unforeseen": mark("Your plan in {about} has ended: what was played is not in it."),
    "touched": mark("Your plan in {about} has ended: the path of your move has been touched."),
    "impossible": mark("Your plan in {about} has ended: the move in it cannot be played any more."),
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
            "While others are to move, you can plan your answer. It is played at once, "
            "costs you no time, and no one sees it before."
        ),
        "`if II,3-IV,5 then I,1-III,1` " + words.say("answers just that move."),
        "`if A then B if C then D` " + words.say("goes on; one line for each case."),
        "`if A and B then C` " + words.say("where several play before you, in their order."),
        "`any II,2-II,4` " + words.say("answers every move that does not touch the path."),
        "`next drop II,4` "
        + words.say("waits in a queue of drops; squares that are taken by then are passed over."),
        words.say(
            "A path is touched when something has changed on a square that your man "
            "leaves, lands on or passes over: another man is in the way, or a man that "
            "it would jump over is gone. Then the plan ends. It also ends when a move "
            "comes that no line names. You are told in private."
        ),
        words.say(
            "{lines} lines at most, of {plies} turns each. Lines with `if` come first, then "
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
    drop = Press(Control("unplan", match.id, match.ply), words.say("Forget the plan"))
    return layout(head, lines(plan.text), news, row(change, drop))


def form(words: Words, match: Match, plan: Plan | None) -> ui.Modal:
    """Build the modal for writing conditional moves, filled with the current ones."""
    return form_of(
        Control("plan-lines", match.id, match.ply),
        shorten(words.say("Plan for game {number}", number=match.id), 45),
        words.say("Your answers, one line each"),
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
