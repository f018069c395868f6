"""Short posts between two boards: draw offers and what becomes of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.service.values import Match
from bot.views.controls import Control, Press, layout, row
from bot.views.seats import link, person, title
from bot.words import Words, mark
from bot.words.times import stamp

NOTICES = {
    "draw-offered": mark("{player} offers a draw. {other}, do you agree?"),
    "draw-declined": mark("{player} declines the draw. The game goes on."),
    "no-show": mark(
        "{player} did not make a first move in time, so the game was aborted. It does not count."
    ),
    "abandoned": mark("Nobody has moved for 30 days, so the game was aborted. It does not count."),
    "given-back": mark(
        "I was away for a while and have given the time back: {player} has until {until}."
    ),
    "draw-withdrawn": mark("{player} takes the draw offer back. The game goes on."),
}
"""By the payload's "notice"; player is the seat that acts, other the one that did not."""


def notice(
    words: Words, match: Match, kind: str, seat: int, facts: Mapping[str, object]
) -> ui.LayoutView:
    """The post of a notice, with buttons where it asks something; facts: the payload."""
    until = facts.get("until")
    others = [other for other in range(len(match.players)) if other != seat]
    said = words.say(
        NOTICES[kind],
        player=person(match, seat),
        other=words.say(" and ").join(person(match, other) for other in others),
        until=stamp(until, "f") if isinstance(until, int) else "",
    )
    answers: ui.ActionRow[Any] | None = None
    if kind == "draw-offered":
        answers = row(
            Press(
                Control("agree", match.id, match.ply),
                words.say("Agree to a draw"),
                discord.ButtonStyle.success,
            ),
            Press(Control("refuse", match.id, match.ply), words.say("Play on")),
        )
    about = words.say("{game} · game {number}", game=title(match), number=match.id)
    if address := link(match):
        about += " · " + words.say("[Go to the board]({link})", link=address)
    return layout(f"{said}\n-# {about}", answers)
