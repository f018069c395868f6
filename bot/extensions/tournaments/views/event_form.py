"""Forms for a new tournament."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from discord import ui

from bot.extension_api.matches import parse_clock, variants_by_size
from bot.extension_api.texts import N_, Translator, describe_clock, game_name, quote, timed_presets
from bot.extension_api.transactions import InvalidTime
from bot.extension_api.views import (
    Button,
    ComponentId,
    Field,
    StaleComponent,
    UserError,
    button_rows,
    form,
    layout,
    parse_int,
)
from bot.extensions.tournaments.models import DAY, EventFormat
from bot.extensions.tournaments.rules.sections import DOUBLE_UP_TO
from bot.extensions.tournaments.rules.table_blocks import TABLE_SEATS
from bot.extensions.tournaments.service.drafts import EventDraft
from bot.extensions.tournaments.views.event_labels import FORMATS
from engine import VARIANTS, variant

RATED, TWICE = "rated", "twice"
"""Options of the form: rated games, and two games for each pair."""
KINDS: Mapping[str, str] = {
    "all": N_(
        "Everyone plays everyone; many players are split into groups (sections), then a final"
    ),
    "cup": N_("Two games in each round; the player with more points advances"),
    "rounds": N_("Each round pairs players who have about as many points"),
    "tables-3": N_("Choose a game for 3. Everyone plays once in each seat"),
    "tables-4": N_("Choose a game for 4. Everyone plays once in each seat"),
    "tables-6": N_("Choose a game for 6. Everyone plays once in each seat"),
}
"""The kinds of tournaments in the form, each with an explanation of at most 100 characters."""
KIND_NAMES: Mapping[str, str] = {
    **{name: label for name, label in FORMATS.items() if name != "tables"},
    "tables-3": N_("Tables of 3"),
    "tables-4": N_("Tables of 4"),
    "tables-6": N_("Tables of 6"),
}
"""Names of the kinds of tournaments: formats, with the number of seats at a table."""
RELIABILITIES = (0, 70, 80, 90)
SIGN_UP_DAYS = (1, 3, 7, 14, 21, 30)
MOST_DAYS = 60
NO_OPTIONS = "-"
AT_ONCE = range(2, 8)
ROUNDS = range(3, 8)
UNREADABLE_PLAYERS = N_(
    "I could not read {text} as the number of players. Write the minimum and the maximum, e.g. "
    "4-16."
)


class EventForm(NamedTuple):
    """The values of the submitted form."""

    name: str
    game: str
    """The key of the game's form for two."""
    format: EventFormat
    seats: int
    """Number of seats; 2 except at tables."""
    control: str
    options: frozenset[str]


def kind_of(event_format: EventFormat, key: str) -> str:
    """Return the kind in the form: a format, with the number of seats for tables."""
    return f"tables-{len(variant(key).seats)}" if event_format == "tables" else event_format


def event_form(t: Translator, games: Sequence[str], draft: EventDraft, event: int = 0) -> ui.Modal:
    """Build the form for a new tournament, or for the draft with the number `event`."""
    named = {
        VARIANTS[key].game: (game_name(t, VARIANTS[key], both=True), _sizes(t, VARIANTS[key].game))
        for key in games
    }
    on = {RATED: draft.rated, TWICE: draft.games_each == 2}
    return form(
        ComponentId("event-form", event),
        t.translate("New tournament"),
        Field("name", t.translate("Name"), hint=t.translate("e.g. Spring Cup"), value=draft.name),
        Field(
            "game",
            t.translate("Game"),
            "menu",
            value=variant(draft.variant).game,
            choices=named,
        ),
        Field(
            "kind",
            t.translate("Kind"),
            "radio",
            value=kind_of(draft.format, draft.variant),
            choices=_kinds(t),
        ),
        clock_field(t, draft.control),
        Field(
            "options",
            t.translate("Options"),
            "boxes",
            choices={
                RATED: (t.translate("Rated"), t.translate("The games count towards the ratings")),
                TWICE: (
                    t.translate("Two games for each pair"),
                    t.translate(
                        "Each player moves first once. Up to {n} players always play two games",
                        n=DOUBLE_UP_TO,
                    ),
                ),
            },
            chosen=[option for option, is_on in on.items() if is_on],
        ),
    )


def _sizes(t: Translator, game: str) -> str:
    sizes = (size for size in variants_by_size(game) if size == 2 or size in TABLE_SEATS)
    return t.translate("For {n} players.", n=t.join(sizes, "or"))


def form_control(draft: EventDraft) -> ComponentId:
    """Return the custom id data of a button that opens the form again.

    It carries the main choices. The name is omitted if the id would be too long.
    """
    on = {"r": draft.rated, "t": draft.games_each == 2}
    options = "".join(letter for letter, is_on in on.items() if is_on) or NO_OPTIONS
    fields = (draft.variant, draft.format, draft.control, options)
    control = ComponentId("event-new", 0, extra=":".join((*fields, draft.name)))
    return control if control.fits_limit() else replace(control, extra=":".join((*fields, "")))


def parse_draft(control: ComponentId) -> EventDraft:
    """Return the choices in a custom id. Raises `StaleComponent` if it is malformed."""
    parts = control.extra.split(":", 4)
    if len(parts) < 5:
        raise StaleComponent(control.extra)
    key, kind, clock, options, name = parts
    event_format = next((each for each in FORMATS if each == kind), None)
    try:
        game = variant(key)
    except KeyError:
        raise StaleComponent(key) from None
    if event_format is None:
        raise StaleComponent(kind)
    return EventDraft(
        name,
        game.key,
        event_format,
        str(read_clock(clock)),
        rated="r" in options,
        games_each=2 if "t" in options else None,
    )


def _kinds(t: Translator) -> dict[str, tuple[str, str]]:
    return {
        kind: (t.translate(KIND_NAMES[kind]), t.translate(about)) for kind, about in KINDS.items()
    }


def parse_kind(kind: str) -> tuple[EventFormat, int]:
    """Return the format and number of seats. Raises `StaleComponent` if unknown."""
    family, _, seats = kind.partition("-")
    event_format = next((each for each in FORMATS if each == family), None)
    if event_format is None or kind not in KINDS:
        raise StaleComponent(kind)
    return event_format, int(seats or 2)


def clock_field(t: Translator, control: str) -> Field:
    """Return the select of a time control: presets, and the draft's own.

    The labels are short, because a select shows one line of the chosen label.
    """
    clocks: dict[str, str | tuple[str, str]] = {
        preset: (name, describe_clock(t, parse_clock(preset)))
        for preset, name in timed_presets(t).items()
    }
    clocks.setdefault(control, describe_clock(t, parse_clock(control)))
    return Field("clock", t.translate("Clock"), "menu", value=control, choices=clocks)


def read_event_form(control: ComponentId) -> EventForm:
    """Return the values of a form. Raises `StaleComponent` if one is unknown."""

    def value(name: str) -> str:
        return next(iter(control.fields.get(name, ())), "")

    game = value("game")
    if game not in VARIANTS:
        raise StaleComponent(game)
    event_format, seats = parse_kind(value("kind"))
    clock = read_clock(value("clock"))
    options = frozenset(control.fields.get("options", ())) & {RATED, TWICE}
    return EventForm(value("name"), game, event_format, seats, clock, options)


def read_clock(text: str) -> str:
    """Return a time control as it is stored. Raises `StaleComponent` if unreadable."""
    try:
        return str(parse_clock(text))
    except InvalidTime:
        raise StaleComponent(text) from None


def conditions_form(t: Translator, event: int, draft: EventDraft) -> ui.Modal:
    """Build the form for players, games at once and conditions of a draft."""
    days = max(1, round(draft.closes_in / DAY))
    sign_up = {str(n): t.translate_plural("{n} day", "{n} days", n) for n in (*SIGN_UP_DAYS, days)}
    reliability = {
        str(percent): t.translate("At least {n}%", n=percent) if percent else t.translate("Any")
        for percent in RELIABILITIES
    }
    return form(
        ComponentId("event-more", event),
        t.translate("Players and conditions"),
        Field(
            "players",
            t.translate("Number of players"),
            hint=t.translate("Minimum and maximum, e.g. 4-16"),
            value=f"{draft.min_entrants}-{draft.max_entrants}",
        ),
        *_pace_fields(t, draft),
        Field(
            "days",
            t.translate("Sign-up lasts"),
            "menu",
            value=str(days),
            choices=dict(sorted(sign_up.items(), key=lambda each: int(each[0]))),
        ),
        Field(
            "reliability",
            t.translate("Reliability"),
            "menu",
            t.translate("Share of recent games finished without running out of time"),
            str(draft.min_reliability),
            reliability,
        ),
        Field(
            "role",
            t.translate("Only for members with a role"),
            "role",
            t.translate("Leave empty for everyone"),
            chosen=[] if draft.role is None else [draft.role],
        ),
    )


def _pace_fields(t: Translator, draft: EventDraft) -> tuple[Field, ...]:
    """Return the field for the number of rounds, or of games at once; () for a cup.

    In a cup, the two games of a round always run at the same time.
    """
    if draft.format == "cup":
        return ()
    if draft.format == "rounds":
        labels = {str(n): t.translate_plural("{n} round", "{n} rounds", n) for n in ROUNDS}
        labels = {"0": t.translate("Depends on the number of players"), **labels}
        chosen = str(draft.rounds or 0)
        return (Field("rounds", t.translate("Rounds"), "menu", value=chosen, choices=labels),)
    labels = {str(n): t.translate_plural("{n} game", "{n} games", n) for n in AT_ONCE}
    at_once = t.translate("Games per player at once")
    return (Field("at-once", at_once, "menu", value=str(draft.at_once), choices=labels),)


def read_conditions(control: ComponentId, draft: EventDraft, role: int | None) -> EventDraft:
    """Return the draft with the values of the submitted form.

    `role` is the chosen role. Raises `UserError` if the numbers of players cannot be read, and
    `StaleComponent` if another value is unknown.
    """

    def number(name: str, among: Sequence[int]) -> int:
        value = parse_int(next(iter(control.fields.get(name, ())), ""))
        if value not in among:
            raise StaleComponent(f"{name} {value}")
        return value

    least, most = _read_players(next(iter(control.fields.get("players", ())), ""))
    changed = replace(
        draft,
        min_entrants=least,
        max_entrants=most,
        closes_in=number("days", range(1, MOST_DAYS + 1)) * DAY,
        min_reliability=number("reliability", RELIABILITIES),
        role=role,
    )
    if draft.format == "rounds":
        return replace(changed, rounds=number("rounds", (0, *ROUNDS)) or None)
    if draft.format == "cup":
        return changed
    return replace(changed, at_once=number("at-once", AT_ONCE))


def _read_players(text: str) -> tuple[int, int]:
    """Return the minimum and maximum number of players from "4-16" or "8"."""
    numbers = [int(each) for each in re.findall(r"[0-9]{1,3}", text)]
    if not 1 <= len(numbers) <= 2 or re.search(r"[0-9]{4}", text):
        raise UserError(UNREADABLE_PLAYERS, text=quote(text) or "…")
    return numbers[0], numbers[-1]


def refusal_view(t: Translator, text: str, again: ComponentId) -> ui.LayoutView:
    """Build the reply to a refused form, with a button that opens it again."""
    return layout(text, *button_rows(Button(again, t.translate("Open the form"))))
