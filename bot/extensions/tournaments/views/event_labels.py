"""Labels of events: formats, sections, rounds, points and places."""

from collections.abc import Mapping

from bot.extension_api.texts import N_, Translator
from bot.extensions.tournaments.models import EventFormat
from bot.extensions.tournaments.service.openings import LAST_ROUNDS, SEPARATOR

FORMATS: Mapping[EventFormat, str] = {
    "all": N_("All play all"),
    "tables": N_("Tables of several players"),
    "cup": N_("Cup"),
    "rounds": N_("Rounds (Swiss system)"),
}
"""Names of the formats."""
IN_SHORT: Mapping[EventFormat, str] = {
    "all": N_(
        "Everyone plays everyone else. Many players are split into groups, called sections, and "
        "the best of each section play a final."
    ),
    "tables": N_(
        "Everyone plays once in each seat of a table. With many players, the best play a final."
    ),
    "cup": N_("Two games in each round: the player with more points advances."),
    "rounds": N_("In each round, you play someone with about as many points as you."),
}
"""A description of each format in one sentence."""
FINAL_ROUNDS: Mapping[int, str] = {
    1: N_("Final"),
    2: N_("Semi-finals"),
    4: N_("Quarter-finals"),
}
"""Names of the last rounds of a cup, by number of pairs."""
STATES: Mapping[str, str] = {
    "draft": N_("not open yet"),
    "open": N_("sign-up is open"),
    "running": N_("running"),
    "finished": N_("finished"),
    "cancelled": N_("cancelled"),
}
"""The status of an event as shown in lists."""
RUNNING, VOID = "·", "×"
"""Signs for a running game and a void game in a table."""
FORFEIT_WON, FORFEIT_LOST = "+", "–"
"""Signs for a game won or lost by forfeit, as FIDE writes them."""


def points_text(half_points: int) -> str:
    """Return half-points as text: "3½"."""
    whole, half = divmod(half_points, 2)
    return f"{whole or ('' if half else 0)}{'½' * half}"


def place_text(place: int, *, shared: bool) -> str:
    """Return a place as text: "2", or "2=" if others share it."""
    return f"{place}=" if shared else str(place)


def table_label(t: Translator, event_format: EventFormat) -> str:
    """Return the label of the button that shows the standings or the bracket."""
    return t.translate("Bracket") if event_format == "cup" else t.translate("Table")


def match_label(t: Translator, label: str) -> str:
    """Return the label of a match with the translated name of its round."""
    event, separator, part = label.rpartition(SEPARATOR)
    if part in LAST_ROUNDS.values():
        return f"{event}{separator}{t.translate(part)}"
    word, _, number = part.partition(" ")
    if separator and word == "Round" and number.isdecimal():
        part = t.translate("Round {n}", n=number)
        return f"{event}{separator}{part}"
    return label


def cup_round_name(t: Translator, number: int, pairs: int) -> str:
    """Return the name of a cup round with this number of pairs."""
    name = FINAL_ROUNDS.get(pairs)
    return t.translate("Round {n}", n=number) if name is None else t.translate(name)
