"""Seasons of a club championship as messages: the list, and questions."""

from collections.abc import Mapping, Sequence

from discord import ui

from bot.extension_api.texts import N_, Translator, game_name, plain_text, quote, stamp
from bot.extension_api.views import Button, ComponentId, Select, button_row, button_rows, layout
from bot.extensions.tournaments.models import Period, Series

PERIODS: Mapping[Period, str] = {
    "month": N_("every month"),
    "quarter": N_("every quarter"),
    "half-year": N_("every six months"),
}
"""Descriptions of how often a season begins."""


def season_list(t: Translator, all_series: Sequence[Series], *, manages: bool) -> ui.LayoutView:
    """Return the series of a guild. Managers can also start and stop series."""
    start = Button(ComponentId("season-new", 0), t.translate("New seasons"))
    new = button_row(start if manages else None)
    if not all_series:
        text = t.translate(
            "There are no seasons here yet. Seasons are a championship that repeats, e.g. every "
            "month. Someone who manages this server can start them."
        )
        return layout(text, new)
    lines = [series_line(t, series) for series in all_series]
    select = None
    if manages:
        options = {
            str(series.id): (plain_text(series.name, 80), _game(t, series)) for series in all_series
        }
        placeholder = t.translate("Stop seasons")
        select = button_row(Select(ComponentId("season-stop", 0), options, placeholder))
    return layout(["### " + t.translate("Seasons"), *lines], select, new)


def series_line(t: Translator, series: Series) -> str:
    """Return a line about a series: name, game, period, and the next sign-up."""
    parts = [f"**{quote(series.name)}**", _game(t, series), t.translate(PERIODS[series.period])]
    if series.divisions:
        parts.append(t.translate("with divisions"))
    if series.next_at is not None:
        when = stamp(series.next_at, "D")
        parts.append(t.translate("next sign-up {when}", when=when))
    return "- 📅 " + " · ".join(parts)


def stop_question(t: Translator, series: Series) -> ui.LayoutView:
    """Return the question that confirms stopping a series."""
    text = t.translate(
        "Stop the seasons of {name}? A season whose sign-up has opened will still take place.",
        name=f"**{quote(series.name)}**",
    )
    stop = Button(ComponentId("season-stop-now", series.id), t.translate("Stop"), "danger")
    return layout(text, *button_rows(stop))


def _game(t: Translator, series: Series) -> str:
    return game_name(t, series.variant)
