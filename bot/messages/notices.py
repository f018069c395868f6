"""Notices posted between boards: offers, their outcomes and clock events."""

from collections.abc import Mapping, Sequence
from typing import Any

from discord import ui

from bot.i18n.durations import stamp
from bot.i18n.escaping import code
from bot.i18n.translator import Words, mark
from bot.store.models import Challenge, Match, OfferKind
from bot.store.models.payloads import Notice, TableNotice
from bot.views.components import Control, Press, Style, layout, row
from bot.views.player_labels import called, numbered, person, post_link, title, to_board

NOTICES = {
    "draw-offered": mark("{player} offers a draw. {other}, do you agree?"),
    "draw-declined": mark("{player} declines the draw. The game continues."),
    "draw-withdrawn": mark("{player} withdraws the draw offer. The game continues."),
    "draw-agreed": mark("{player} also agrees to the draw. Not everyone has agreed yet."),
    "takeback-offered": mark("{player} would like to take {move} back. {other}, do you agree?"),
    "takeback-declined": mark("{player} does not agree: the move stands."),
    "takeback-withdrawn": mark("{player} lets the move stand after all."),
    "takeback-agreed": mark("{player} agrees to take the move back. Not everyone has agreed yet."),
    "pause-offered": mark(
        "{player} would like a pause: the clock is stopped until the next move, for 14 "
        "days at most. {other}, do you agree?"
    ),
    "pause-declined": mark("{player} does not want a pause. The clock keeps running."),
    "pause-withdrawn": mark("{player} no longer needs a pause."),
    "pause-agreed": mark("{player} also agrees to the pause. Not everyone has agreed yet."),
    "paused": mark(
        "The game is paused: the clock is stopped until the next move. {player} then has "
        "until {until}."
    ),
    "abort-offered": mark(
        "{player} would like to abort this game without a result. {other}, do you agree?"
    ),
    "abort-declined": mark("{player} does not want to abort. The game continues."),
    "abort-withdrawn": mark("{player} wants to play on after all."),
    "abort-agreed": mark("{player} also agrees to abort the game. Not everyone has agreed yet."),
    "no-show": mark(
        "{player} did not make a first move in time, so the game was aborted. It does not count."
    ),
    "abandoned": mark("No one has moved for 30 days, so the game was aborted. It does not count."),
    "gift": mark("{player} has been given one more day, and has until {until}."),
    "lost-turn": mark(
        "{player}, it is your turn, but I cannot post the board in {place}. The clock is "
        "stopped until I can. Use `/board` to see it; play with `/move`, or send me your "
        "move here. Use `/move` in another channel of the server to move the game there."
    ),
    "lost": mark(
        "I can no longer post the board of your game in {place}. The clock is stopped "
        "until I can. Use `/move` in another channel of the server to move the game there."
    ),
    "lost-result": mark(
        "Your game is over, but I cannot post the result in {place}. Use `/game record` to "
        "get the game."
    ),
    "removed": mark(
        "I have been removed from the server of your game (running there: {games}). The "
        "clocks are stopped. If I am invited back by {until}, the game continues; "
        "otherwise it is aborted and does not count."
    ),
    "absent": mark(
        "{player} is no longer in this server. Their clock keeps running until {until}. "
        "They can move by direct message to me, or come back."
    ),
    "absent-you": mark(
        "You have left this game's server. Your clock keeps running until {until}: send me "
        "your moves here, or rejoin."
    ),
    "annulled": mark(
        "The managers of this server have annulled this game: it no longer counts in the ratings."
    ),
    "waived": mark("{player} waives the win: the game no longer counts in the ratings."),
    "left": mark("{player} has left the game; the computer takes over their men."),
    "overdue": mark(
        "{player}'s time has run out. The game is not lost until someone claims it, and a "
        "late move still counts. {other}, what would you like to do? You can also use "
        "`/game claim` or `/game gift` later."
    ),
    "gift-declined": mark("{player} does not want to give a day."),
    "gift-withdrawn": mark("{player} withdraws the offer of a day."),
    "gift-agreed": mark("{player} also agrees to give a day. Not everyone has agreed yet."),
    "gift-offered": mark(
        "{player} would like to give one more day for this turn. {other}, do you agree?"
    ),
    "partner-left": mark(
        "{player} has left the game. {other}, who should take over their men? If you do "
        "not choose by {until}, the computer takes over."
    ),
    "both-hands": mark("{partner} takes over for {player} and now plays both sides."),
    "computer-hands": mark("The computer takes over for {player}."),
}
"""Notice text by `Notice.notice`.

`player` is the acting seat; `other` are the seats that still have to answer.
"""
PRIVATE = {"lost-turn", "lost", "lost-result", "removed"}
"""Notices sent by DM while the match's channel is unreachable; without board link."""
AGREE: Mapping[OfferKind, str] = {
    "draw": mark("Agree to a draw"),
    "takeback": mark("Agree to take it back"),
    "pause": mark("Agree to a pause"),
    "abort": mark("Agree to abort"),
    "gift": mark("Give a day"),
}
ASKING = frozenset({"absent", "no-show", "overdue", "partner-left"})
"""Notices other than offers that mention the players whom they concern."""


def calls(kind: str) -> bool:
    """Return whether a notice mentions the players whom it is addressed to."""
    return kind in ASKING or offered(kind)


def offered(kind: str) -> bool:
    """Return whether a notice announces an offer."""
    return kind.endswith("-offered")


def asked(match: Match, what: Notice) -> Sequence[int]:
    """Return the seats that a notice addresses: those asked, or all other active ones."""
    if what.facts.asked is not None:
        return what.facts.asked
    others = range(len(match.players))
    return [other for other in others if other != what.seat and other not in match.gone]


def table_notice(words: Words, table: Challenge, what: TableNotice) -> ui.LayoutView:
    """Build the notice that a player has left a multiplayer challenge."""
    said = words.say(
        "{player} has left {host}'s challenge, so there is a free seat for anyone.",
        player=called(words, what.player),
        host=called(words, table.challenger),
    )
    about = title(words, table)
    if address := post_link(table):
        about += " · " + words.say("[Go to the challenge]({link})", link=address)
    return layout([said, f"-# {about}"])


def notice(words: Words, match: Match, what: Notice) -> ui.LayoutView:
    """Build a notice, with buttons if it asks a question."""
    kind, facts = what.notice, what.facts
    said = words.say(
        NOTICES[kind],
        player=person(words, match, what.seat),
        partner="" if facts.partner is None else called(words, match.players[facts.partner]),
        other=words.say(" and ").join(person(words, match, each) for each in asked(match, what)),
        until="" if facts.until is None else stamp(facts.until, "f"),
        place=f"<#{match.place}>",
        games=facts.games,
        move=code(facts.move, 300),
    )
    if (more := facts.turns - 1) > 0:
        follow = words.say_n(
            "{n} later move will be taken back with it.",
            "{n} later moves will be taken back with it.",
            more,
        )
        said += f" {follow}"
    about = [numbered(words, match), None if kind in PRIVATE else to_board(words, match)]
    return layout([said, "-# " + " · ".join(filter(None, about))], _answers(words, match, kind))


def _answers(words: Words, match: Match, kind: str) -> ui.ActionRow[Any] | None:
    """Return the answer buttons of a notice; those of an offer only while it is open."""
    if kind == "overdue":
        return row(
            Press(Control("claim", match.id, match.ply), words.say("Claim"), "danger"),
            Press(Control("give", match.id, match.ply), words.say("Give 24 hours")),
            Press(Control("wait", match.id, match.ply), words.say("Keep waiting")),
        )
    if kind == "partner-left":
        return choices(words, match)
    what, _, how = kind.partition("-")
    there = match.offer
    if there is None or there.kind != what or how not in ("offered", "agreed"):
        return None
    meant = f"{there.kind}-{there.seat}"
    return row(
        Press(
            Control("agree", match.id, match.ply, meant), words.say(AGREE[there.kind]), "success"
        ),
        Press(Control("refuse", match.id, match.ply, meant), words.say("No")),
    )


def choices(words: Words, match: Match) -> ui.ActionRow[Any] | None:
    """Return the buttons for the partner of a player who has left the match."""

    def to(what: str, label: str, style: Style = "secondary") -> Press:
        return Press(Control("partner", match.id, match.ply, what), label, style)

    return row(
        to("hands", words.say("I'll play both sides"), "primary"),
        to("computer", words.say("Let the computer play")),
        to("concede", words.say("Resign")),
    )
