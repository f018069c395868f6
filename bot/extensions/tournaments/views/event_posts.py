"""Posts about an event in its channel, and direct messages to its entrants."""

from collections.abc import Mapping, Sequence

import discord
from discord import ui

from bot.extension_api.texts import N_, Translator, quote, stamp
from bot.extension_api.views import Button, ComponentId, button_rows, layout, mention, message_link
from bot.extensions.tournaments.models import Entrant
from bot.extensions.tournaments.payloads import EventLine, EventNotice
from bot.extensions.tournaments.service.event_view import EventView, SectionView
from bot.extensions.tournaments.views.cup_ties import fate_lines
from bot.extensions.tournaments.views.event_labels import table_label
from bot.extensions.tournaments.views.event_texts import event_game
from bot.extensions.tournaments.views.final_entry import missed_final_lines
from bot.extensions.tournaments.views.hub_post import podium_lines
from bot.extensions.tournaments.views.round_pairs import round_lines
from bot.extensions.tournaments.views.section_table import section_name, shown_name

MOST_NAMES = 20
WITHDRAWN = {
    "removed": N_("You are no longer in {name}: a manager has removed you."),
    "silent": N_(
        "You are no longer in {name}: you ran out of time, and I have not heard from you since. "
        "Your games in progress have been resigned."
    ),
    "timeouts": N_(
        "You are no longer in {name}: you have run out of time in four games. Your games in "
        "progress have been resigned."
    ),
}
"""Sentences for players who did not leave an event themselves, by the reason."""


def line_view(
    t: Translator,
    view: EventView,
    post: EventLine,
    pictures: Sequence[discord.File] = (),
    threads: Mapping[int, int] | None = None,
) -> ui.LayoutView:
    """Return a post about an event, with pictures below the text.

    The post of a round has links to the `threads` of its matches.
    """
    event = view.event
    name = f"**{quote(event.name)}**"
    sections = [each for each in view.sections if each.stage == post.stage]
    people = [player for each in sections for player in each.entrants.values()]
    lines: list[str] = []
    pairs: list[str] = []
    match post.what:
        case "begins":
            lines = [_beginning(t, view)]
        case "round":
            lines = [_beginning(t, view) if post.stage == 1 else f"🏆 {name}"]
            pairs = round_lines(t, view, post.stage, threads or {})
        case "final":
            lines = [
                t.translate(
                    "🏆 The final of {name} begins: {players}.",
                    name=name,
                    players=_names(t, view, people),
                ),
            ]
        case "result":
            lines = [
                "🏆 " + t.translate("{name} is over.", name=name),
                *podium_lines(t, view),
                *_shared_places(t, view),
            ]
        case "cancelled":
            lines = _cancelled(t, view)
    table = Button(ComponentId("event-table", event.id), table_label(t, event.format))
    buttons = [] if post.what == "cancelled" else button_rows(table)
    return layout(lines, pairs, *pictures, _about(t, view), *buttons)


def _beginning(t: Translator, view: EventView) -> str:
    """Return a sentence that says with how many players an event begins."""
    inside = sum(not each.waiting for each in view.entrants)
    return t.translate_plural(
        "🏆 {name} begins with {n} player.",
        "🏆 {name} begins with {n} players.",
        inside,
        name=f"**{quote(view.event.name)}**",
    )


def _about(t: Translator, view: EventView) -> str:
    """Return a line with the game of an event and a link to its post."""
    event = view.event
    parts = [event_game(t, event)]
    if event.hub is not None:
        link = message_link(event.guild, event.channel, event.hub)
        parts.append(t.translate("[Go to the post]({link})", link=link))
    return "-# " + " · ".join(parts)


def _names(t: Translator, view: EventView, players: Sequence[int]) -> str:
    names = [shown_name(view, player) for player in players[:MOST_NAMES]]
    if len(players) > MOST_NAMES:
        names.append(t.translate_plural("{n} more", "{n} more", len(players) - MOST_NAMES))
    return t.join(names)


def notice_view(t: Translator, view: EventView, notice: EventNotice) -> ui.LayoutView:
    """Return a direct message to an entrant; a question has a button for the answer."""
    event = view.event
    answer = None
    if notice.what == "question":
        answer = Button(ComponentId("event-here", event.id), t.translate("I am here"), "success")
    return layout(_notice_lines(t, view, notice), _about(t, view), *button_rows(answer))


def _notice_lines(t: Translator, view: EventView, notice: EventNotice) -> list[str]:
    """Return the text of a direct message."""
    event = view.event
    name = f"**{quote(event.name)}**"
    entrant = next((each for each in view.entrants if each.player == notice.player), None)
    place = None if entrant is None else entrant.place
    match notice.what:
        case "in":
            return [
                t.translate("{name} is starting, and you are in.", name=name),
                *_your_section(t, view, notice),
            ]
        case "substitute":
            return [
                t.translate("Someone has left {name}, and you have taken their place.", name=name),
                *_your_section(t, view, notice),
            ]
        case "final":
            return [
                t.translate("Congratulations! You are in the final of {name}.", name=name),
                *_your_section(t, view, notice),
            ]
        case "through" | "out":
            fate = fate_lines if event.format == "cup" else missed_final_lines
            lines = fate(t, view, notice.number, notice.player)
            return [f"{name}: {lines[0]}", *lines[1:]] if lines else [name]
        case "question":
            return _question(t, view, entrant)
        case "withdrawn":
            why = None if entrant is None else entrant.left_why
            return [t.translate(WITHDRAWN.get(why or "", WITHDRAWN["removed"]), name=name)]
        case "result":
            if place is None:
                return [t.translate("{name} is over.", name=name), *podium_lines(t, view)]
            over = t.translate("{name} is over.", name=name)
            if sum(each.place == place for each in view.entrants) > 1:
                own = t.translate("Your place: {place} (shared)", place=place)
            else:
                own = t.translate("Your place: {place}", place=place)
            return [f"{over} {own}", *podium_lines(t, view), *_shared_places(t, view)]
        case "cancelled":
            return _cancelled(t, view)
        case "channel":
            return [
                t.translate(
                    "I can no longer post {name}: its channel has been deleted, or I may not post "
                    "there. Use **Tournaments** (`/games`) in another channel, choose the tournament, "
                    "and press **Post it here**. Its games continue.",
                    name=name,
                )
            ]


def _shared_places(t: Translator, view: EventView) -> list[str]:
    """Return a line that says why players of a cup share places, or []."""
    if view.event.format != "cup":
        return []
    return ["-# " + t.translate("Players who lost in the same round share a place.")]


def question_view(t: Translator, view: EventView, entrant: Entrant) -> ui.LayoutView:
    """Return the question after a timeout for a thread; it mentions the player."""
    answer = Button(ComponentId("event-here", view.event.id), t.translate("I am here"), "success")
    lines = [mention(entrant.player), *_question(t, view, entrant)]
    return layout(lines, _about(t, view), *button_rows(answer))


def _question(t: Translator, view: EventView, entrant: Entrant | None) -> list[str]:
    """Return the lines that ask whether an entrant is still playing."""
    name = f"**{quote(view.event.name)}**"
    until = None if entrant is None else entrant.withdraw_at
    return [
        t.translate("You ran out of time in a game of {name}. Are you still playing?", name=name),
        t.translate(
            "Press the button or make a move by {until}. Otherwise, you will be withdrawn from "
            "the tournament.",
            until=stamp(until, "f"),
        )
        if until is not None
        else t.translate(
            "Press the button or make a move. Otherwise, you will be withdrawn from the tournament."
        ),
    ]


def _cancelled(t: Translator, view: EventView) -> list[str]:
    """Return a sentence that says that an event was cancelled, and why."""
    lines = [t.translate("{name} has been cancelled.", name=f"**{quote(view.event.name)}**")]
    if view.event.note:
        lines.append(t.translate("Reason: {text}", text=quote(view.event.note, 400)))
    return lines


def _your_section(t: Translator, view: EventView, notice: EventNotice) -> list[str]:
    """Return the entrant's section, seed, opponents and number of games."""
    own_sections = [each for each in view.sections if notice.player in each.entrants.values()]
    if not own_sections:
        return []
    section = max(own_sections, key=lambda each: each.stage)
    entrant = next(each for each in view.entrants if each.player == notice.player)
    lines = []
    where = section_name(t, view, section)
    facts = [where] if where else []
    if entrant.seed is not None:
        facts.append(t.translate("seed {n}", n=entrant.seed))
    if notice.number:
        facts.append(t.translate_plural("{n} game", "{n} games", notice.number))
    if facts:
        lines.append(" · ".join(facts))
    others = _opponents(view, section, notice.player)
    if others:
        lines.append(t.translate("You will meet {players}.", players=_names(t, view, others)))
    return lines


def _opponents(view: EventView, section: SectionView, player: int) -> list[int]:
    """Return a player's opponents in a section, each once, in the order of the games."""
    met = [
        seat.player
        for _, seats in section.pairings
        if any(each.player == player for each in seats)
        for seat in seats
        if seat.player != player
    ]
    return list(dict.fromkeys(met))
