"""Forms for a new ladder and for new seasons."""

from collections.abc import Sequence
from typing import NamedTuple

from discord import ui

from bot.extension_api.texts import Translator, game_name
from bot.extension_api.views import ComponentId, Field, StaleComponent, form
from bot.extensions.tournaments.models import Period
from bot.extensions.tournaments.views.event_form import RATED, clock_field, read_clock
from bot.extensions.tournaments.views.season_page import PERIODS
from engine import VARIANTS

DIVISIONS = "divisions"
USUAL_PERIOD: Period = "quarter"
USUAL_CLOCK = "standard"


class NewForm(NamedTuple):
    """The values of a submitted form."""

    name: str
    game: str
    """The key of a game."""
    control: str
    rated: bool
    period: Period
    """How often a season begins; the usual period for a ladder."""
    divisions: bool


def ladder_form(t: Translator, games: Sequence[str]) -> ui.Modal:
    """Build the form for a new ladder of one of these games."""
    return form(
        ComponentId("ladder-form", 0),
        t.translate("New ladder"),
        *_fields(t, games),
        Field("options", t.translate("Options"), "boxes", choices=_rated(t), chosen=[RATED]),
    )


def season_form(t: Translator, games: Sequence[str]) -> ui.Modal:
    """Build the form for the seasons of one of these games."""
    split = t.translate("Whether nine players or more are split into divisions by strength")
    return form(
        ComponentId("season-form", 0),
        t.translate("New seasons"),
        *_fields(t, games),
        Field(
            "period",
            t.translate("How often a season begins"),
            "radio",
            value=USUAL_PERIOD,
            choices={key: t.translate(name) for key, name in PERIODS.items()},
        ),
        Field(
            "options",
            t.translate("Options"),
            "boxes",
            choices={**_rated(t), DIVISIONS: (t.translate("Divisions"), split)},
            chosen=[RATED, DIVISIONS],
        ),
    )


def read_new_form(control: ComponentId) -> NewForm:
    """Return the values of a form. Raises `StaleComponent` if one is unknown."""

    def value(name: str) -> str:
        return next(iter(control.fields.get(name, ())), "")

    game, period = value("game"), value("period") or USUAL_PERIOD
    if game not in VARIANTS:
        raise StaleComponent(game)
    known = next((each for each in PERIODS if each == period), None)
    if known is None:
        raise StaleComponent(period)
    options = control.fields.get("options", ())
    return NewForm(
        value("name").strip(),
        game,
        read_clock(value("clock")),
        RATED in options,
        known,
        DIVISIONS in options,
    )


def _fields(t: Translator, games: Sequence[str]) -> list[Field]:
    names = {key: game_name(t, VARIANTS[key], both=True) for key in games}
    return [
        Field("game", t.translate("Game"), "menu", value=games[0], choices=names),
        Field(
            "name", t.translate("Name"), hint=t.translate("Leave empty for the name of the game")
        ),
        clock_field(t, USUAL_CLOCK),
    ]


def _rated(t: Translator) -> dict[str, tuple[str, str]]:
    return {RATED: (t.translate("Rated"), t.translate("The games count towards the ratings"))}
