"""Formatting of durations, timestamps, time controls and time errors."""

from collections.abc import Mapping

from bot.i18n.escaping import code
from bot.i18n.translator import N_, Translator
from bot.service.clock.calendar import DAY, HOUR, InvalidTime, local_time
from bot.service.clock.time_control import PRESETS, TimeControl

TIMES: Mapping[str, str] = {
    "bank-too-long": N_("The initial time can be at most {limit}, not {wanted}."),
    "cap-below-bank": N_("The cap cannot be less than the initial time."),
    "cap-too-long": N_("The cap can be at most {limit}, not {wanted}."),
    "increment-too-long": N_("The increment can be at most {limit}, not {wanted}."),
    "no-increment": N_(
        "Without an increment, the initial time must be at least {limit}, not {wanted}."
    ),
    "no-such-zone": N_(
        "I don't know the time zone {text}. Write the name of a large city in it, e.g. `Berlin`."
    ),
    "quiet-too-long": N_("Quiet hours can last at most {limit}, not {wanted}."),
    "rated-bank-too-short": N_(
        "A rated game needs an initial time of at least {limit}, not {wanted}."
    ),
    "rated-cap-too-long": N_("In a rated game, the cap can be at most {limit}, not {wanted}."),
    "rated-untimed": N_("A rated game needs a clock. Choose one, or play unrated."),
    "unreadable-clock": N_(
        "I could not read {text} as a clock. Choose one from the list. You can also write "
        "a time per move, e.g. `3 days`, or initial time + increment and cap, e.g. "
        "`72h+12h cap 120h`."
    ),
    "unreadable-hour": N_(
        "I could not read {text} as a time. Write it like `7`, `19:30` or `7pm`, or write `off`."
    ),
    "unreadable-quiet": N_(
        "I could not read {text} as quiet hours. Write them like `22-8` or `10pm-8am`."
    ),
    "vacation-too-long": N_("A vacation can last at most {limit}, not {wanted}."),
    "vacation-too-short": N_("A vacation must last at least {limit}, not {wanted}."),
    "vacation-used-up": N_("You have {have} of vacation left, less than {wanted}."),
}
"""Messages by `InvalidTime.code`.

Facts: `text` is the input, and `limit`, `wanted` and `have` are durations.
"""

NAMES: Mapping[str, str] = {
    "daily": N_("Daily"),
    "standard": N_("Standard"),
    "relaxed": N_("Relaxed"),
    "untimed": N_("Untimed"),
}
"""Names shown for presets; any other preset is described only by its times."""


def stamp(at: int, form: str = "R") -> str:
    """Return a Discord timestamp, shown in each reader's time zone.

    `form` is "R" for relative time or "f" for date and time.
    """
    return f"<t:{at}:{form}>"


def local_time_text(t: Translator, zone: str, now: int) -> str:
    """Return a sentence with the time of day in a time zone."""
    return t.translate("It is {time} there now.", time=local_time(zone, now))


def duration(t: Translator, seconds: int) -> str:
    """Format a duration in days if that is a whole number above one, else in hours."""
    if seconds >= 2 * DAY and seconds % DAY == 0:
        return t.translate_plural("{n} day", "{n} days", seconds // DAY)
    return t.translate_plural("{n} hour", "{n} hours", -(-seconds // HOUR))


def describe_control(t: Translator, control: TimeControl) -> str:
    """Describe a time control in a sentence."""
    if not control.is_timed:
        return t.translate("No clock; after 30 days without a move the game is aborted.")
    if control.is_per_move:
        return t.translate("{time} for each move.", time=duration(t, control.bank))
    if not control.increment:
        return t.translate("{bank} per player for the whole game.", bank=duration(t, control.bank))
    return t.translate(
        "{bank} to start with, {increment} more for each move, at most {cap}.",
        bank=duration(t, control.bank),
        increment=duration(t, control.increment),
        cap=duration(t, control.cap),
    )


def days_expected(control: TimeControl, turns: int, players: int) -> tuple[int, int]:
    """Estimate how many days a match lasts with quick players and with slow players."""
    prompt, slow = control.expected_duration(turns, players)
    return max(2, round(prompt / DAY)), max(2, round(slow / DAY))


def preset_name(t: Translator, name: str, turns: int, players: int) -> str:
    """Describe a time control preset, with the expected duration of a match."""
    control = PRESETS[name]
    description = describe_control(t, control)
    if name not in NAMES or not control.is_timed:
        return description
    prompt, slow = days_expected(control, turns, players)
    return t.translate(
        "{name} (about {prompt}–{slow} days): {terms}",
        name=t.translate(NAMES[name]),
        prompt=prompt,
        slow=slow,
        terms=description,
    )


def invalid_time_text(t: Translator, error: InvalidTime) -> str:
    """Return the message for a time or time control that is not allowed."""
    facts = {
        name: code(str(fact), 60) if name == "text" else duration(t, int(str(fact)))
        for name, fact in error.facts.items()
    }
    return t.translate(TIMES[error.code], **facts)
