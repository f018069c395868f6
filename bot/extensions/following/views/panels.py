"""Panels of what a player follows, and the list of all of it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.extension_api.matches import Match
from bot.extension_api.texts import N_, Translator, quote
from bot.extension_api.views import (
    Button,
    ComponentId,
    Reply,
    Select,
    button_row,
    button_rows,
    game_and_number,
    mention,
    seat_player_label,
    to_board,
)
from bot.extensions.following.models import LEVELS, Level

PAGE = 25
"""Number of entries on a page of the list."""
LABELS: Mapping[Level, str] = {
    "end": N_("Result only"),
    "day": N_("A line a day"),
    "moves": N_("Every move, in its thread"),
}
PROMISES: Mapping[Level, str] = {
    "end": N_("You get the result of this game by direct message."),
    "day": N_(
        "You get a line a day about this game in your daily digest, and the result by direct "
        "message."
    ),
    "moves": N_(
        "Discord shows you every move in this game's thread. You get the result by direct message."
    ),
}
NO_THREAD = N_("I can't add you to a thread of this game, so you get a line a day instead.")
DIGEST_ON = N_(
    "Your daily digest is on now, at 09:00 in your time zone. Use `/me settings` to change that."
)
DIGEST_OFF = N_(
    "Your daily digest is off, so you only get results. Use `/me settings` to turn it on."
)
STOPPED = N_("You no longer follow this.")


class Entry(NamedTuple):
    """An entry of the list."""

    value: str
    """The value that identifies it in the select."""
    line: str
    name: str
    """The label in the select, without Markdown."""


def watch_panel(
    t: Translator, match: Match, level: Level, *, notes: Sequence[str | None] = ()
) -> Reply:
    """Build the panel of a watched match, with buttons for the other levels."""
    players = t.join(seat_player_label(t, match, seat) for seat in range(len(match.players)))
    levels = [
        Button(
            ComponentId("watch-level", match.id, 0, each),
            t.translate(LABELS[each]),
            "primary" if each == level else "secondary",
        )
        for each in LEVELS
    ]
    return Reply.of(
        [players, " · ".join(filter(None, (game_and_number(t, match), to_board(t, match))))],
        [t.translate(PROMISES[level]), *(f"-# {note}" for note in notes if note)],
        *button_rows(*levels),
        *button_rows(
            Button(ComponentId("unwatch", match.id), t.translate("Stop"), "danger"), list_button(t)
        ),
    )


def person_panel(
    t: Translator, person: int, guild: int, *, notes: Sequence[str | None] = ()
) -> Reply:
    """Build the panel of a followed person."""
    return Reply.of(
        [
            t.translate(
                "You follow {player}: their new games and results in this server are in your daily "
                "digest. Only you see this.",
                player=mention(person),
            ),
            *(f"-# {note}" for note in notes if note),
        ],
        button_row(
            Button(ComponentId("unfollow", person, 0, str(guild)), t.translate("Stop"), "danger"),
            list_button(t),
        ),
    )


def event_panel(t: Translator, event: int, name: str, *, notes: Sequence[str | None] = ()) -> Reply:
    """Build the panel of a followed event."""
    return Reply.of(
        [
            t.translate(
                "You follow {name}: its stages and results are in your daily digest. Only you see "
                "this.",
                name=f"**{quote(name)}**",
            ),
            *(f"-# {note}" for note in notes if note),
        ],
        button_row(
            Button(ComponentId("unfollow-event", event), t.translate("Stop"), "danger"),
            list_button(t),
        ),
    )


def list_button(t: Translator) -> Button:
    """Return the button that lists what a player follows."""
    return Button(ComponentId("following", 0), t.translate("What I follow"))


def following_page(
    t: Translator, entries: Sequence[Entry], page: int, notes: Sequence[str | None] = ()
) -> Reply:
    """Build a page of the list. The select leads to the panel of an entry."""
    if not entries:
        return Reply.of(
            t.translate(
                "You follow nothing. Choose **Watch** in the menu ⋯ of a game, or **Follow** in a "
                "player's profile."
            )
        )
    pages = -(-len(entries) // PAGE)
    page = min(max(page, 0), pages - 1)
    shown = entries[page * PAGE : (page + 1) * PAGE]
    return Reply.of(
        "### " + t.translate("What I follow"),
        [entry.line for entry in shown],
        [f"-# {note}" for note in notes if note],
        button_row(
            Select(
                ComponentId("followed", 0, page),
                {entry.value: entry.name for entry in shown},
                t.translate("Change or stop"),
            )
        ),
        button_row(
            Button(ComponentId("following", 0, page - 1, "e"), t.translate("Earlier"))
            if page
            else None,
            Button(ComponentId("following", 0, page + 1, "l"), t.translate("Later"))
            if page + 1 < pages
            else None,
        ),
    )
