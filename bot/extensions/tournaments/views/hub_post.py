"""The post that shows an event: sign-up, standings and result."""

from collections.abc import Callable, Mapping, Sequence

import discord
from discord import ui

from bot.extension_api.texts import Translator, quote, stamp
from bot.extension_api.views import (
    Button,
    ComponentId,
    LayoutPart,
    button_rows,
    event_buttons,
    layout,
    rules_button,
)
from bot.extensions.tournaments.models import Event, EventStatus
from bot.extensions.tournaments.service.event_view import EventView, SectionView
from bot.extensions.tournaments.views.cup_bracket import round_lines
from bot.extensions.tournaments.views.event_labels import table_label
from bot.extensions.tournaments.views.event_texts import about_event, forum_lines, summary
from bot.extensions.tournaments.views.section_table import (
    section_name,
    shown_name,
    standing_line,
    standing_rows,
)

LEADERS = 3
"""Number of players of each section whose standing is shown."""
MOST_NAMES = 64
MEDALS = ("🥇", "🥈", "🥉")


def hub_post(t: Translator, view: EventView, picture: discord.File | None = None) -> ui.LayoutView:
    """Return the post for an event in its present state, with this picture of it."""
    buttons = *hub_buttons(t, view.event), last_game_button(t, view)
    return layout(*hub_parts(t, view, picture), *button_rows(*buttons))


def hub_parts(
    t: Translator, view: EventView, picture: discord.File | None = None
) -> list[LayoutPart]:
    """Return the texts of an event's post, with the picture above the progress."""
    event = view.event
    body = BODIES[event.status](t, view)
    about = about_event(t, event) if event.status in ("draft", "open") else None
    # A separate text: a line below a list would be indented as part of its last item.
    progress = _progress(t, view) if event.status == "running" else None
    return [heading(t, event), about, body, picture, progress, _note(t, event)]


def heading(t: Translator, event: Event) -> str:
    """Return the title of an event's post, with its summary."""
    return f"### 🏆 {quote(event.name)}\n{summary(t, event)}"


def hub_buttons(t: Translator, event: Event) -> list[Button | None]:
    """Return the buttons of an event's post."""
    is_open = event.status == "open"
    over = event.status in ("finished", "cancelled")
    return [
        Button(ComponentId("event-join", event.id), t.translate("Join"), "success")
        if is_open
        else None,
        Button(
            ComponentId("event-join", event.id, extra="once"), t.translate("Join only this season")
        )
        if is_open and event.series is not None
        else None,
        None if over else Button(ComponentId("event-leave", event.id), t.translate("Leave")),
        rules_button(t, event.variant),
        None
        if is_open or event.status == "cancelled"
        else Button(ComponentId("event-table", event.id), table_label(t, event.format), "primary"),
        *([] if over else event_buttons(t, event.id)),
    ]


def last_game_button(t: Translator, view: EventView) -> Button | None:
    """Return the button with the replay of the game that ended last, or None."""
    scored = [
        (section.stage, pairing.scored_at or 0, pairing.match)
        for section in view.sections
        for pairing, _ in section.pairings
        if pairing.state == "scored" and pairing.match is not None and not pairing.reason
    ]
    if view.event.status != "finished" or not scored:
        return None
    _, _, match = max(scored)
    return Button(ComponentId("replay", match), t.translate("Replay of the last game"))


def _sign_up(t: Translator, view: EventView) -> list[str]:
    """Return who has signed up, and when sign-up ends."""
    event = view.event
    inside = [each for each in view.entrants if not each.waiting]
    waiting = [each for each in view.entrants if each.waiting]
    lines = [_places(t, event, len(inside))]
    if inside:
        lines.append(entrant_names(view, [each.player for each in inside]))
    if waiting:
        names = entrant_names(view, [each.player for each in waiting])
        lines.append(t.translate("Waiting list: {players}", players=names))
    if event.closes_at is not None:
        when = f"{stamp(event.closes_at, 'f')} ({stamp(event.closes_at)})"
        lines.append(t.translate("Sign-up ends {when}.", when=when))
    if event.extended:
        lines.append(t.translate("Too few players had signed up, so sign-up lasts one more week."))
    if event.series is not None:
        lines.append(
            t.translate(
                "You stay signed up from season to season unless you leave or join only this "
                "season."
            )
        )
    if view.divisions:
        lines.append(
            t.translate(
                "With nine players or more, there are divisions and no final: the winner of each "
                "division swaps places with the last player of the division above."
            )
        )
    notes = [
        t.translate("You may meet everyone who signs up, including people you have blocked."),
        t.translate("Sign-ups appear here within an hour, and in the first hour at once."),
    ]
    return [*lines, "-# " + " ".join(notes)]


def _places(t: Translator, event: Event, inside: int) -> str:
    """Return how many have signed up, with the minimum and maximum."""
    least, most = event.min_entrants, event.max_entrants
    if least == most:
        return t.translate_plural(
            "**{n} player** of {most}", "**{n} players** of {most}", inside, most=most
        )
    return t.translate_plural(
        "**{n} player** of {most} at most, {least} at least",
        "**{n} players** of {most} at most, {least} at least",
        inside,
        most=most,
        least=least,
    )


def entrant_names(view: EventView, players: Sequence[int]) -> str:
    """Return the names of entrants, separated by commas."""
    names = [shown_name(view, player) for player in players[:MOST_NAMES]]
    return ", ".join(names)


def _standings(t: Translator, view: EventView) -> list[str]:
    """Return the leaders of each section that has begun, newest stage first."""
    newest = max((section.stage for section in view.sections), default=0)
    lines = []
    if view.event.format == "cup":
        lines = round_lines(t, view, newest)
    else:
        for section in view.sections:
            if section.stage == newest or not (section.ended or view.event.format == "rounds"):
                lines += _leaders(t, view, section)
    return lines


def _progress(t: Translator, view: EventView) -> list[str]:
    """Return where the games are, how many are left, and when the event began."""
    lines = forum_lines(t, view.event)
    if view.event.started_at is not None:
        lines.append(
            "-# "
            + t.translate_plural(
                "{n} game left · running since {when}",
                "{n} games left · running since {when}",
                view.games_left,
                when=f"<t:{view.event.started_at}:D>",
            )
        )
    return lines


def _leaders(t: Translator, view: EventView, section: SectionView) -> list[str]:
    """Return the leaders of a section, or its players before any game has counted."""
    name = section_name(t, view, section)
    rows = standing_rows(view, section)
    lines = [f"**{name}**"] if name else []
    if not any(row and row.games for _, row in rows):
        return [*lines, entrant_names(view, list(section.entrants.values()))]
    shown = rows[:LEADERS]
    return [*lines, *(standing_line(t, shown_name(view, player), row) for player, row in shown)]


def _result(t: Translator, view: EventView) -> list[str]:
    """Return the podium."""
    lines = podium_lines(t, view)
    if view.event.ended_at is not None:
        lines.append("-# " + t.translate("Ended {when}.", when=f"<t:{view.event.ended_at}:D>"))
    return lines


def podium_lines(t: Translator, view: EventView) -> list[str]:
    """Return a line for each player on the first three places, or why nobody has won."""
    if all(each.place != 1 for each in view.entrants):
        if all(each.place is None for each in view.entrants):
            return [t.translate("It has ended without a result: nobody is left in it.")]
        return [
            t.translate("Nobody has won: a champion must have made a move, and must not have left.")
        ]
    ranked = sorted((each.place, each.player) for each in view.entrants if each.place in (1, 2, 3))
    return [f"{MEDALS[place - 1]} **{shown_name(view, player)}**" for place, player in ranked]


def _cancelled(t: Translator, view: EventView) -> list[str]:
    return [t.translate("This tournament has been cancelled.")]


def _note(t: Translator, event: Event) -> str:
    """Return the last decision of a manager, or ""."""
    return (
        "" if not event.note else "-# " + t.translate("Note: {text}", text=quote(event.note, 400))
    )


BODIES: Mapping[EventStatus, Callable[[Translator, EventView], list[str]]] = {
    "draft": _sign_up,
    "open": _sign_up,
    "running": _standings,
    "finished": _result,
    "cancelled": _cancelled,
}
"""The part of the post that depends on the status of the event."""
