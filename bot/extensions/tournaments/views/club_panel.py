"""Panel of tournaments, the private card of an event, and the list of champions."""

from collections.abc import Collection, Sequence

from discord import ui

from bot.extension_api.texts import Translator, plain_text, quote
from bot.extension_api.views import (
    Button,
    ComponentId,
    Select,
    button_row,
    button_rows,
    layout,
    mention,
    message_link,
)
from bot.extensions.tournaments.models import ClubLadder, Event, Series
from bot.extensions.tournaments.service.event_view import Champion, EventView, is_out
from bot.extensions.tournaments.views.cup_ties import fate_lines
from bot.extensions.tournaments.views.event_labels import STATES, table_label
from bot.extensions.tournaments.views.event_texts import event_game
from bot.extensions.tournaments.views.final_entry import missed_final_lines
from bot.extensions.tournaments.views.forum_choice import forum_select
from bot.extensions.tournaments.views.hub_post import hub_parts
from bot.extensions.tournaments.views.ladder_page import ladder_line
from bot.extensions.tournaments.views.season_page import series_line

MOST_LINES = 12
"""Maximum number of tournaments with a line in the panel.

Its select has all of them.
"""
MOST_CHAMPIONS = 40


def club_panel(
    t: Translator,
    events: Sequence[Event],
    mine: Collection[int],
    ladders: Sequence[ClubLadder] = (),
    seasons: Sequence[Series] = (),
    *,
    out: Collection[int] = (),
    refusal: str | None = None,
) -> ui.LayoutView:
    """Return the panel: lines for tournaments, ladders and seasons, and buttons.

    `mine` are the events that the reader has entered, and `out` those in which they are out.
    `refusal` says why the reader may not create a tournament, and who can.
    """
    lines = [
        _event_line(t, event, is_mine=event.id in mine, is_out=event.id in out)
        for event in events[:MOST_LINES]
    ]
    if not events:
        lines = [t.translate("There is no tournament here yet.")]
    select = None
    if events:
        options = {
            str(event.id): (
                plain_text(event.name, 60),
                f"{event_game(t, event)} · {t.translate(STATES[event.status])}",
            )
            for event in events
        }
        placeholder = t.translate("Choose a tournament")
        select = button_row(Select(ComponentId("event-pick", 0), options, placeholder))
    return layout(
        ["### " + t.translate("Tournaments"), *lines],
        select,
        [ladder_line(t, ladder) for ladder in ladders],
        [series_line(t, series) for series in seasons],
        None if refusal is None else f"-# {refusal}",
        *button_rows(
            None
            if refusal is not None
            else Button(ComponentId("event-new", 0), t.translate("New tournament"), "primary"),
            Button(ComponentId("ladders", 0), t.translate("Ladders")),
            Button(ComponentId("seasons", 0), t.translate("Seasons")),
            Button(ComponentId("club-champions", 0), t.translate("Champions")),
        ),
    )


def _event_line(t: Translator, event: Event, *, is_mine: bool, is_out: bool) -> str:
    """Return a line for a tournament: name with link, game, state."""
    name = f"**{quote(event.name)}**"
    if event.hub is not None:
        name = f"[{name}]({message_link(event.guild, event.channel, event.hub)})"
    parts = [name, event_game(t, event), t.translate(STATES[event.status])]
    if is_out:
        parts.append(t.translate("you are out"))
    elif is_mine:
        parts.append("✅ " + t.translate("you are in"))
    return "- " + " · ".join(parts)


def event_card(
    t: Translator,
    view: EventView,
    reader: int,
    channel: int | None,
    *,
    manages: bool,
    has_forums: bool,
) -> ui.LayoutView:
    """Return an event for a reader in a channel, with the buttons that they may use.

    If `has_forums`, its organiser can choose a forum for the next games.
    """
    event = view.event
    inside = any(each.player == reader and each.left_at is None for each in view.entrants)
    to_hub = None
    if event.hub is not None:
        link = message_link(event.guild, event.channel, event.hub)
        to_hub = "-# " + t.translate("[Go to the post]({link})", link=link)
    elif event.status in ("open", "running"):
        to_hub = "-# " + t.translate("The post of this tournament is gone.")
    own = None
    if is_out(view, reader):
        stages = [each.stage for each in view.sections if reader in each.entrants.values()]
        fate = fate_lines if event.format == "cup" else missed_final_lines
        own = fate(t, view, max(stages), reader)
    move = None
    is_elsewhere = event.hub is None or channel != event.channel
    if manages and is_elsewhere and event.status in ("open", "running"):
        move = Button(ComponentId("event-move", event.id), t.translate("Post it here"))
    is_choosable = manages and has_forums and event.status in ("open", "running")
    return layout(
        *hub_parts(t, view),
        own,
        to_hub,
        button_row(forum_select(t, event)) if is_choosable else None,
        *button_rows(*_card_buttons(t, event, inside=inside, manages=manages), move),
    )


def _card_buttons(
    t: Translator, event: Event, *, inside: bool, manages: bool
) -> list[Button | None]:
    def to(action: str, label: str, *, shown: bool = True) -> Button | None:
        return Button(ComponentId(action, event.id), label) if shown else None

    status = event.status
    return [
        Button(ComponentId("event-join", event.id), t.translate("Join"), "success")
        if status == "open" and not inside
        else None,
        to(
            "event-table",
            table_label(t, event.format),
            shown=status in ("running", "finished"),
        ),
        to("event-leave", t.translate("Leave"), shown=inside and status in ("open", "running")),
        to("event-open", t.translate("Open sign-up"), shown=manages and status == "draft"),
        to("event-change", t.translate("Change"), shown=manages and status == "draft"),
        to("event-start", t.translate("Start now"), shown=manages and status == "open"),
        to(
            "event-remove",
            t.translate("Remove a player"),
            shown=manages and status in ("open", "running"),
        ),
        to(
            "event-cancel",
            t.translate("Cancel the tournament"),
            shown=manages and status in ("open", "running"),
        ),
        to("event-export", t.translate("Export"), shown=status in ("running", "finished")),
    ]


def champions_text(t: Translator, champions: Sequence[Champion]) -> str:
    """Return the winners of a guild's events as text, newest first."""
    if not champions:
        return t.translate("No tournament has been finished here yet.")
    lines = ["### 🏆 " + t.translate("Champions")]
    lines += [champion_line(t, each) for each in champions[:MOST_CHAMPIONS]]
    return "\n".join(lines)


def champion_line(t: Translator, champion: Champion) -> str:
    """Return a line about the winner of an event, if any, and the date."""
    players = t.join(mention(player) for player in champion.players)
    if not champion.players:
        players = t.translate("no champion")
    return f"- **{quote(champion.name)}** · {players} · <t:{champion.ended_at}:D>"
