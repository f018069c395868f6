"""Notices posted between boards: offers, their outcomes and clock events."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from discord import ui

from bot.app import App
from bot.i18n.durations import stamp
from bot.i18n.escaping import code
from bot.i18n.translator import N_, Translator
from bot.messages.composition import Draft, composes, translator_for_post
from bot.service.match import lifecycle, notice_posts
from bot.store import Tx
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import Notice
from bot.store.outbox.message_kinds import MessageKind
from bot.texts.outcomes import ABORTED_BY_BOT
from bot.views.action_menu import action_button, partner_choices
from bot.views.components import Button, ComponentId, button_row, layout
from bot.views.player_labels import game_and_number, player_label, seat_player_label, to_board

NOTICES: Mapping[str, str] = {
    "draw-offered": N_("{player} offers a draw. {other}, do you agree?"),
    "draw-declined": N_("{player} declines the draw. The game continues."),
    "draw-withdrawn": N_("{player} withdraws the draw offer. The game continues."),
    "draw-agreed": N_("{player} also agrees to the draw. Not everyone has agreed yet."),
    "takeback-offered": N_("{player} would like to take {move} back. {other}, do you agree?"),
    "takeback-declined": N_("{player} does not agree: the move stands."),
    "takeback-withdrawn": N_("{player} lets the move stand after all."),
    "takeback-agreed": N_("{player} agrees to take the move back. Not everyone has agreed yet."),
    "pause-offered": N_(
        "{player} would like a pause: the clock would stop until the next move, for at "
        "most 14 days. {other}, do you agree?"
    ),
    "pause-declined": N_("{player} does not want a pause. The clock keeps running."),
    "pause-withdrawn": N_("{player} no longer wants a pause."),
    "pause-agreed": N_("{player} also agrees to the pause. Not everyone has agreed yet."),
    "paused": N_(
        "The game is paused: the clock is stopped until the next move. {player} has until "
        "{until} to make it."
    ),
    "abort-offered": N_(
        "{player} would like to abort this game without a result. {other}, do you agree?"
    ),
    "abort-declined": N_("{player} does not want to abort. The game continues."),
    "abort-withdrawn": N_("{player} wants to play on after all."),
    "abort-agreed": N_("{player} also agrees to abort the game. Not everyone has agreed yet."),
    **ABORTED_BY_BOT,  # queued by versions whose results did not give the reason
    "gift": N_("{player} has been given one more day and now has until {until}."),
    "lost-turn": N_(
        "{player}, it is your turn, but I cannot post the board in {place}. The clock is "
        "stopped until I can. Use `/game board` to see it and `/move` to play, or send me your "
        "move here. To move the game to another channel of the server, use `/move` there."
    ),
    "lost": N_(
        "I can no longer post the board of your game in {place}. The clock is stopped "
        "until I can. To move the game to another channel of the server, use `/move` there."
    ),
    "lost-result": N_(
        "Your game is over, but I cannot post the result in {place}. Use `/game board` to see it."
    ),
    "removed": N_(
        "I have been removed from your game's server (your games in progress there: "
        "{games}). The clocks are stopped. If I am invited back by {until}, the games will "
        "continue; otherwise they will be aborted and will not count."
    ),
    "absent": N_(
        "{player} is no longer in this server. Their clock keeps running until {until}. "
        "They can send me their moves by direct message, or rejoin."
    ),
    "absent-you": N_(
        "You have left this game's server. Your clock keeps running until {until}: send me "
        "your moves here, or rejoin."
    ),
    "annulled": N_(
        "The managers of this server have annulled this game: it no longer counts towards "
        "the ratings."
    ),
    "waived": N_("{player} waives the win: the game no longer counts towards the ratings."),
    "left": N_("{player} has left the game; the computer takes over their men."),
    "overdue": N_(
        "{player}'s time has run out. The game is not lost until someone claims it, and a "
        "late move still counts. {other}, what would you like to do? You can also "
        "decide later: press ⋯ below the board."
    ),
    "gift-declined": N_("{player} does not agree to the extra day."),
    "gift-withdrawn": N_("{player} withdraws the offer of an extra day."),
    "gift-agreed": N_("{player} also agrees to the extra day. Not everyone has agreed yet."),
    "gift-offered": N_(
        "{player} would like to give one more day to the player whose turn it is. {other}, "
        "do you agree?"
    ),
    "partner-left": N_(
        "{player} has left the game. {other}, who should take over their men? If you do "
        "not choose by {until}, the computer takes over."
    ),
    "both-hands": N_("{partner} takes over for {player} and now plays both sides."),
    "computer-hands": N_("The computer takes over for {player}."),
}
"""Notice texts by `Notice.notice`.

Facts include `player` (the acting seat) and `other` (the recipients, see `recipients_of`).
"""
PRIVATE = {"lost-turn", "lost", "lost-result", "removed"}
"""Notices sent by DM, without a board link, because the channel is unreachable."""
QUESTIONS = frozenset({"absent", "no-show", "overdue", "partner-left"})
"""Notices, other than offers, that mention their recipients."""


def mentions_people(kind: str) -> bool:
    """Return whether a notice mentions its recipients."""
    return kind in QUESTIONS or is_offer_notice(kind)


def is_offer_notice(kind: str) -> bool:
    """Return whether a notice announces an offer."""
    return kind.endswith("-offered")


def recipients_of(match: Match, what: Notice) -> Sequence[int]:
    """Return the recipients' seats: those that were asked, or all other active seats."""
    if what.facts.asked is not None:
        return what.facts.asked
    others = range(len(match.players))
    return [other for other in others if other != what.seat and other not in match.departed_seats]


@composes(MessageKind("notice", Notice, on_sent=notice_posts.on_notice_sent))
def compose(tx: Tx, app: App, row: OutboxRow, what: Notice) -> Draft:
    """Compose a notice about an event in a match."""
    match = lifecycle.load(tx, what.match)
    t = translator_for_post(tx, app, match.guild, row.user)
    others = tuple(match.players[other] for other in recipients_of(match, what))
    build = partial(notice, t, match, what)
    by = match.players[what.seat] if is_offer_notice(what.notice) else None
    called = others if mentions_people(what.notice) else ()
    return Draft.of(build, mentions=called, by=by, guild=match.guild)


def notice(t: Translator, match: Match, what: Notice) -> ui.LayoutView:
    """Build a notice, with buttons if it asks a question."""
    kind, facts = what.notice, what.facts
    text = t.translate(
        NOTICES[kind],
        player=seat_player_label(t, match, what.seat),
        partner="" if facts.partner is None else player_label(t, match.players[facts.partner]),
        other=t.join(seat_player_label(t, match, each) for each in recipients_of(match, what)),
        until="" if facts.until is None else stamp(facts.until, "f"),
        place=f"<#{match.place}>",
        games=facts.games,
        move=code(facts.move, 300),
    )
    if (more := facts.turns - 1) > 0:
        follow = t.translate_plural(
            "{n} later move will be taken back with it.",
            "{n} later moves will be taken back with it.",
            more,
        )
        text += f" {follow}"
    about = [game_and_number(t, match), None if kind in PRIVATE else to_board(t, match)]
    return layout([text, "-# " + " · ".join(filter(None, about))], _answers(t, match, kind))


def _answers(t: Translator, match: Match, kind: str) -> ui.ActionRow[Any] | None:
    """Return a notice's answer buttons, or None. An offer has buttons only while open."""
    if kind == "overdue":
        return button_row(
            Button(ComponentId("claim", match.id, match.ply), t.translate("Claim"), "danger"),
            Button(ComponentId("give", match.id, match.ply), t.translate("Give 24 hours")),
            Button(ComponentId("wait", match.id, match.ply), t.translate("Keep waiting")),
        )
    if kind == "partner-left":
        return partner_choices(t, match)
    what, _, how = kind.partition("-")
    offer_open = match.offer
    if offer_open is None or offer_open.kind != what or how not in ("offered", "agreed"):
        return None
    return button_row(action_button(t, match, "agree"), action_button(t, match, "refuse"))
