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
    "lost-turn": mark(
        "{player}, it is your turn, but I cannot post the board in {place}. The clock stands still "
        "until I can. `/board` shows it to you; play by `/move`, or tell me your move here. A `/move` "
        "in another channel of the server takes the game there."
    ),
    "lost": mark(
        "I cannot post the board of your game in {place} any more. The clock stands still until I can. "
        "A `/move` in another channel of the server takes the game there."
    ),
    "lost-result": mark("Your game is over, but I cannot post that in {place}. `/record` has it."),
    "removed": mark(
        "I have been removed from the server of your game (running there: {games}). The clocks stand "
        "still. If I am invited back before {until}, it goes on; otherwise it is aborted then, and "
        "does not count."
    ),
    "absent": mark(
        "{player} is not in this server any more. The clock goes on until {until}: a move by direct "
        "message to me counts, and so does coming back."
    ),
    "absent-you": mark(
        "You are not in the server of this game any more. The clock goes on until {until}: tell me your "
        "moves here, or come back."
    ),
    "annulled": mark(
        "Whoever manages this server has struck this game out of the ratings: it counts no more."
    ),
    "waived": mark("{player} waives the win: the game counts no more in the ratings."),
    "left": mark("{player} has left the game; the computer plays on with these men."),
    "vacation": mark(
        "{player}'s time had run out, so vacation was taken by itself: {player} has until {until}."
    ),
    "overdue": mark(
        "{player}'s time has run out. Nothing is lost by that until somebody claims it, and a late move "
        "still counts. {other}, what shall it be? `/claim` and `/gift` do the same later."
    ),
    "gift-offered": mark(
        "{player} would like to give a day more for this turn. {other}, do you agree?"
    ),
    "partner-left": mark(
        "{player} has left the game. {other}, who plays on with these men? If you say nothing until "
        "{until}, the computer does."
    ),
    "both-hands": mark("{partner} plays on for {player}, and so with both hands."),
    "computer-hands": mark("The computer plays on for {player}."),
}
"""By the payload's "notice"; player is the seat that acts, other those who are still to answer."""
PRIVATE = {"lost-turn", "lost", "lost-result", "removed"}
"""Those told by direct message while the board is nowhere: they lead to none."""
AT_TABLE = {
    "table-left": mark("{player} leaves {host}'s table, so a place is free for anyone."),
}
"""The same for what happens at a table."""


ASKING = frozenset(
    {
        "absent",
        "draw-offered",
        "gift-offered",
        "no-show",
        "overdue",
        "partner-left",
        "pause-offered",
    }
)
"""The notices that call those whom they ask, or whom they tell that all is over."""


def asked(match: Match, seat: int, facts: Mapping[str, object]) -> list[int]:
    """The seats that are to answer: those of the payload, or all that a draw needs besides this one.

    Who has left or agreed to a draw is not asked.
    """
    named = facts.get("asks")
    if isinstance(named, list):
        return [int(other) for other in named]
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
    until, partner = facts.get("until"), facts.get("partner")
    others = asked(match, seat, facts)
    said = words.say(
        NOTICES[kind],
        player=person(match, seat),
        partner=mention(match.players[partner]) if isinstance(partner, int) else "",
        other=words.say(" and ").join(person(match, other) for other in others),
        until=stamp(until, "f") if isinstance(until, int) else "",
        place=f"<#{match.place}>",
        games=facts.get("games", 1),
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
    if kind == "gift-offered":
        answers = row(Press(Control("gift", match.id, match.ply), words.say("Give a day")))
    if kind == "overdue":
        answers = _overdue(words, match)
    if kind == "partner-left":
        answers = choices(words, match)
    about = words.say("{game} · game {number}", game=title(match), number=match.id)
    if kind not in PRIVATE and (address := link(match)):
        about += " · " + words.say("[Go to the board]({link})", link=address)
    return layout(f"{said}\n-# {about}", answers)


def _overdue(words: Words, match: Match) -> ui.ActionRow[Any] | None:
    """What an opponent may do about a turn whose time has run out."""
    return row(
        Press(
            Control("claim", match.id, match.ply), words.say("Claim"), discord.ButtonStyle.danger
        ),
        Press(Control("give", match.id, match.ply), words.say("Give 24 hours")),
        Press(Control("wait", match.id, match.ply), words.say("Keep waiting")),
    )


def choices(words: Words, match: Match) -> ui.ActionRow[Any] | None:
    """What a partner may choose who has been left alone."""
    return row(
        Press(
            Control("partner", match.id, match.ply, "hands"),
            words.say("I play both hands"),
            discord.ButtonStyle.primary,
        ),
        Press(
            Control("partner", match.id, match.ply, "computer"), words.say("Let the computer play")
        ),
        Press(Control("partner", match.id, match.ply, "concede"), words.say("Concede")),
    )
