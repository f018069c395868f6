"""Messages about an event: to its entrants, in its threads and in its channel."""

from contextlib import suppress
from functools import partial

import discord
from discord import ui

from bot.extension_api.commands import App
from bot.extension_api.matches import MatchView, view_at
from bot.extension_api.people import board_theme
from bot.extension_api.posts import Draft, MessageKind, composes, translator_for_post
from bot.extension_api.transactions import UNPLAYABLE, NotFound, OutboxRow, Tx
from bot.extension_api.views import layout
from bot.extensions.tournaments.payloads import EventLine, EventNotice, EventQuestion, EventTie
from bot.extensions.tournaments.service import champion_roles
from bot.extensions.tournaments.service.event_view import EventView, event_view
from bot.extensions.tournaments.store import entrant_rows, event_rows, pairing_rows
from bot.extensions.tournaments.views.champion_card import champion_card, deciding_match
from bot.extensions.tournaments.views.cup_ties import tie_text
from bot.extensions.tournaments.views.event_posts import line_view, notice_view, question_view
from bot.extensions.tournaments.views.table_page import table_picture


@composes(MessageKind("event-notice", EventNotice))
def compose_notice(tx: Tx, app: App, row: OutboxRow, notice: EventNotice) -> Draft | None:
    """Compose the message; None if the event has been deleted."""
    if event_rows.get_event(tx, notice.event) is None:
        return None
    view = event_view(tx, notice.event)
    t = translator_for_post(tx, app, None, notice.player)
    return Draft.of(partial(notice_view, t, view, notice))


@composes(MessageKind("event-question", EventQuestion))
def compose_question(tx: Tx, app: App, row: OutboxRow, question: EventQuestion) -> Draft | None:
    """Compose the question; None if it has been answered, or the event is over."""
    entrant = entrant_rows.get_entrant(tx, question.event, question.player)
    if entrant is None or entrant.asked_at is None:
        return None
    view = event_view(tx, question.event)
    t = translator_for_post(tx, app, view.event.guild)
    build = partial(question_view, t, view, entrant)
    return Draft.of(build, mentions=(question.player,), guild=view.event.guild)


@composes(MessageKind("event-tie", EventTie))
def compose_tie(tx: Tx, app: App, row: OutboxRow, tie: EventTie) -> Draft | None:
    """Compose the line; None if the result has changed or the event is gone."""
    if event_rows.get_event(tx, tie.event) is None:
        return None
    view = event_view(tx, tie.event)
    t = translator_for_post(tx, app, view.event.guild)
    text = tie_text(t, view, tie.stage, tie.player)
    return None if text is None else Draft.of(partial(layout, text), guild=view.event.guild)


@composes(MessageKind("event-line", EventLine, on_sent=champion_roles.on_line_sent))
def compose_line(tx: Tx, app: App, row: OutboxRow, post: EventLine) -> Draft | None:
    """Compose the post, the result with pictures; None if the event has been deleted."""
    event = event_rows.get_event(tx, post.event)
    if event is None:
        return None
    view = event_view(tx, event.id)
    t = translator_for_post(tx, app, event.guild)
    theme = board_theme(tx, event.guild)

    decided = _decided(tx, view) if post.what == "result" else None
    threads = pairing_rows.threads_of(tx, event.id) if post.what == "round" else None

    async def make() -> tuple[ui.LayoutView, list[discord.File]]:
        if post.what != "result" or not view.sections:
            return line_view(t, view, post, threads=threads), []
        last = max(view.sections, key=lambda section: (section.stage, -section.section))
        pictures = [await table_picture(t, view, last, None, theme)]
        if decided is not None:
            pictures.insert(0, await champion_card(t, view, decided, theme))
        return line_view(t, view, post, pictures), pictures

    return Draft(make, guild=event.guild)


def _decided(tx: Tx, view: EventView) -> MatchView | None:
    """Return the end of the champion's last game, or None if there is none to show."""
    match = deciding_match(view)
    if match is None:
        return None
    with suppress(NotFound, *UNPLAYABLE):  # the operator must repair this match
        return view_at(tx, match)
    return None
