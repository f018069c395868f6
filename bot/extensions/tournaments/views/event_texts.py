"""Descriptions of an event in sentences: format, clock, ratings and conditions."""

from bot.extension_api.matches import parse_clock
from bot.extension_api.texts import N_, Translator, describe_clock, game_name
from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.views.event_labels import FORMATS, IN_SHORT

VACATIONS = {
    True: N_("Vacations stop the clock."),
    False: N_("Vacations do not stop the clock."),
}
"""Sentences that say whether vacations stop the clocks of an event's games."""


def event_game(t: Translator, event: Event) -> str:
    """Return the name of an event's game."""
    return game_name(t, event.variant)


def summary(t: Translator, event: Event) -> str:
    """Return a small line with the game, the format and whether the games are rated."""
    parts = event_game(t, event), t.translate(FORMATS[event.format]), _rated(t, event)
    return "-# " + " · ".join(parts)


def about_event(t: Translator, event: Event) -> list[str]:
    """Return lines about an event: format, clock, conditions, and where the games are."""
    return [
        f"{t.translate(IN_SHORT[event.format])} {pace(t, event)}",
        describe_clock(t, parse_clock(event.control))
        + " "
        + t.translate(VACATIONS[event.vacation]),
        *conditions(t, event),
        *forum_lines(t, event),
    ]


def forum_lines(t: Translator, event: Event) -> list[str]:
    """Return a line with the forum of an event's games, or []."""
    if event.forum is None:
        return []
    return [t.translate("Each game is a post in {channel}.", channel=f"<#{event.forum}>")]


def pace(t: Translator, event: Event) -> str:
    """Return a sentence about the number of rounds or of simultaneous games."""
    if event.format == "rounds":
        if event.rounds is None:
            return t.translate("One game in each round.")
        return t.translate_plural("There is {n} round.", "There are {n} rounds.", event.rounds)
    if event.format == "cup":
        return t.translate(
            "If both players score the same, the one who won by more turns advances."
        )
    return t.translate_plural(
        "You play at most {n} game at once.", "You play at most {n} games at once.", event.at_once
    )


def _rated(t: Translator, event: Event) -> str:
    return t.translate("rated") if event.rated else t.translate("unrated")


def conditions(t: Translator, event: Event) -> list[str]:
    """Return a line with the conditions for entering an event, or []."""
    parts = []
    if event.role is not None:
        parts.append(t.translate("members with the role {role}", role=f"<@&{event.role}>"))
    if event.min_reliability:
        parts.append(t.translate("reliability of at least {n}%", n=event.min_reliability))
    low, high = event.min_rating, event.max_rating
    if low is not None and high is not None:
        parts.append(t.translate("rating from {low} to {high}", low=low, high=high))
    elif low is not None:
        parts.append(t.translate("rating of at least {low}", low=low))
    elif high is not None:
        parts.append(t.translate("rating of at most {high}", high=high))
    return [t.translate("Only for: {conditions}.", conditions=t.join(parts))] if parts else []
