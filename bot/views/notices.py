"""Short posts between two boards: draw offers and what becomes of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.service.values import Challenge, Match
from bot.views.controls import Control, Press, layout, row
from bot.views.seats import link, mention, person, post_link, title
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
    "gift": mark("{player} has been given a day more, and has until {until}."),
    "pause-offered": mark(
        "{player} would like a pause: the clock stands still until the next move, for 14 days at "
        "most. {other}, do you agree?"
    ),
    "paused": mark(
        "A pause is agreed: the clock stands still until the next move. {player} has until {until}."
    ),
    "draw-withdrawn": mark("{player} takes the draw offer back. The game goes on."),
    "draw-agreed": mark("{player} agrees to the draw as well. Not everybody has yet."),
    "annulled": mark(
        "Whoever manages this server has struck this game out of the ratings: it counts no more."
    ),
    "waived": mark("{player} waives the win: the game counts no more in the ratings."),
    "left": mark("{player} has left the game; the computer plays on with these men."),
}
"""By the payload's "notice"; player is the seat that acts, other those who are still to answer."""
AT_TABLE = {
    "table-left": mark("{player} leaves {host}'s table, so a place is free for anyone."),
}
"""The same for what happens at a table."""


def asked(match: Match, seat: int) -> list[int]:
    """The seats that a draw needs besides this one: who has left or agreed is not asked."""
    silent = {seat, *match.gone, *match.agreed}
    return [other for other in range(len(match.players)) if other not in silent]


def table_notice(words: Words, table: Challenge, kind: str, player: int) -> ui.LayoutView:
    """The post of what happened at a table."""
    said = words.say(AT_TABLE[kind], player=mention(player), host=mention(table.challenger))
    about = title(table)
    if address := post_link(table):
        about += " · " + words.say("[Go to the table]({link})", link=address)
    return layout(f"{said}\n-# {about}")


def notice(
    words: Words, match: Match, kind: str, seat: int, facts: Mapping[str, object]
) -> ui.LayoutView:
    """The post of a notice, with buttons where it asks something; facts: the payload."""
    until = facts.get("until")
    others = asked(match, seat)
    said = words.say(
        NOTICES[kind],
        player=person(match, seat),
        other=words.say(" and ").join(person(match, other) for other in others),
        until=stamp(until, "f") if isinstance(until, int) else "",
    )
    answers: ui.ActionRow[Any] | None = None
    if kind in ("draw-offered", "draw-agreed") and others:
        answers = row(
            Press(
                Control("agree", match.id, match.ply),
                words.say("Agree to a draw"),
                discord.ButtonStyle.success,
            ),
            Press(Control("refuse", match.id, match.ply), words.say("Play on")),
        )
    if kind == "pause-offered":
        answers = row(Press(Control("pause", match.id, match.ply), words.say("Agree to a pause")))
    about = words.say("{game} · game {number}", game=title(match), number=match.id)
    if address := link(match):
        about += " · " + words.say("[Go to the board]({link})", link=address)
    return layout(f"{said}\n-# {about}", answers)
