"""Short posts between two boards: offers and what becomes of them, and news of the clocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import discord
from discord import ui

from bot.service.values import Challenge, Match, OfferKind
from bot.views.controls import Control, Press, layout, row
from bot.views.seats import link, mention, person, post_link, title
from bot.words import Words, mark
from bot.words.quoting import code
from bot.words.times import stamp

NOTICES = {
    "draw-offered": mark("{player} offers a draw. {other}, do you agree?"),
    "draw-declined": mark("{player} declines the draw. The game goes on."),
    "draw-withdrawn": mark("{player} takes the draw offer back. The game goes on."),
    "draw-agreed": mark("{player} agrees to the draw as well. Not everybody has yet."),
    "takeback-offered": mark("{player} would like to take {move} back. {other}, do you agree?"),
    "takeback-declined": mark("{player} does not agree: what was played stands."),
    "takeback-withdrawn": mark("{player} lets the move stand after all."),
    "takeback-agreed": mark("{player} agrees to take the move back. Not everybody has yet."),
    "pause-offered": mark(
        "{player} would like a pause: the clock stands still until the next move, for 14 days at "
        "most. {other}, do you agree?"
    ),
    "pause-declined": mark("{player} does not want a pause. The clock runs."),
    "pause-withdrawn": mark("{player} needs no pause any more."),
    "pause-agreed": mark("{player} agrees to the pause as well. Not everybody has yet."),
    "paused": mark(
        "A pause is agreed: the clock stands still until the next move. {player} has until {until}."
    ),
    "abort-offered": mark(
        "{player} would like to break this game off without a result. {other}, do you agree?"
    ),
    "abort-declined": mark("{player} does not want to break it off. The game goes on."),
    "abort-withdrawn": mark("{player} wants to play on after all."),
    "abort-agreed": mark("{player} agrees to break the game off as well. Not everybody has yet."),
    "no-show": mark(
        "{player} did not make a first move in time, so the game was aborted. It does not count."
    ),
    "abandoned": mark("Nobody has moved for 30 days, so the game was aborted. It does not count."),
    "given-back": mark(
        "I was away for a while and have given the time back: {player} has until {until}."
    ),
    "gift": mark("{player} has been given a day more, and has until {until}."),
    "annulled": mark(
        "Whoever manages this server has struck this game out of the ratings: it counts no more."
    ),
    "waived": mark("{player} waives the win: the game counts no more in the ratings."),
    "left": mark("{player} has left the game; the computer plays on with these men."),
}
"""By the payload's "notice"; player is the seat that acts, other those who are still to answer."""
AGREE: Mapping[OfferKind, str] = {
    "draw": mark("Agree to a draw"),
    "takeback": mark("Agree to take it back"),
    "pause": mark("Agree to a pause"),
    "abort": mark("Agree to break it off"),
}
AT_TABLE = {
    "table-left": mark("{player} leaves {host}'s table, so a place is free for anyone."),
}
"""The same for what happens at a table."""


def asked(match: Match, seat: int, facts: Mapping[str, object]) -> list[int]:
    """Whom a notice is for: those whose answer it waits for, or else all others who are there."""
    if "asked" in facts:
        return cast("list[int]", facts["asked"])
    return [
        other for other in range(len(match.players)) if other != seat and other not in match.gone
    ]


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
    said = words.say(
        NOTICES[kind],
        player=person(match, seat),
        other=words.say(" and ").join(person(match, each) for each in asked(match, seat, facts)),
        until=stamp(until, "f") if isinstance(until, int) else "",
        move=code(str(facts.get("move", "")), 300),
    )
    turns = facts.get("turns")
    if isinstance(turns, int) and turns > 1:
        more = words.say_n(
            "{n} move that followed goes with it.", "{n} moves that followed go with it.", turns - 1
        )
        said += f" {more}"
    about = words.say("{game} · game {number}", game=title(match), number=match.id)
    if address := link(match):
        about += " · " + words.say("[Go to the board]({link})", link=address)
    return layout(f"{said}\n-# {about}", _answers(words, match, kind))


def _answers(words: Words, match: Match, kind: str) -> ui.ActionRow[Any] | None:
    """The buttons under an offer, while it is open."""
    what, _, how = kind.partition("-")
    there = match.offer
    if there is None or there.kind != what or how not in ("offered", "agreed"):
        return None
    meant = f"{there.kind}-{there.seat}"
    return row(
        Press(
            Control("agree", match.id, match.ply, meant),
            words.say(AGREE[there.kind]),
            discord.ButtonStyle.success,
        ),
        Press(Control("refuse", match.id, match.ply, meant), words.say("No")),
    )
