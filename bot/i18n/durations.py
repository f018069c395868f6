"""Formatting of durations, timestamps, time controls and time errors."""

from collections.abc import Mapping

from bot.i18n.escaping import code
from bot.i18n.translator import Words, mark
from bot.service.clock.calendar import DAY, HOUR, BadTime
from bot.service.clock.time_control import PRESETS, TimeControl, expected

TIMES: Mapping[str, str] = {
    "bank-too-long": mark("The starting time can be at most {limit}, not {wanted}."),
    "cap-below-bank": mark("The cap cannot be less than the starting time."),
    "cap-too-long": mark("The cap can be at most {limit}, not {wanted}."),
    "increment-too-long": mark("The increment can be at most {limit}, not {wanted}."),
    "no-increment": mark(
        "Without an increment, the starting time must be at least {limit}, not {wanted}."
    ),
    "no-such-zone": mark(
        "I don't know the time zone {text}. Choose one from the list, e.g. `Berlin`."
    ),
    "quiet-too-long": mark("Quiet hours can last at most {limit}, not {wanted}."),
    "rated-bank-too-short": mark(
        "A rated game needs a starting time of at least {limit}, not {wanted}."
    ),
    "rated-cap-too-long": mark("In a rated game, the cap can be at most {limit}, not {wanted}."),
    "rated-untimed": mark("A rated game needs a clock. Choose one, or play unrated."),
    "unreadable-clock": mark(
        "I could not read {text} as a clock. Choose one from the list, or write `3 days` "
        "for each move, or `72h+12h cap 120h` (starting time + increment, cap)."
    ),
    "unreadable-hour": mark(
        "I could not read {text} as an hour. Write it like `7`, `19:30` or `7pm`, or `off`."
    ),
    "unreadable-quiet": mark(
        "I could not read {text} as quiet hours. Write them like `22-8` or `10pm-8am`."
    ),
    "vacation-too-long": mark("A vacation can last at most {limit}, not {wanted}."),
    "vacation-too-short": mark("A vacation must last at least {limit}, not {wanted}."),
    "vacation-used-up": mark("You have {have} of vacation left, less than {wanted}."),
}
"""Messages by `BadTime.code`.

Facts: `text` is the input; `limit`, `wanted` and `have` are durations.
"""

NAMES: Mapping[str, str] = {
    "daily": mark("Daily"),
    "standard": mark("Standard"),
    "relaxed": mark("Relaxed"),
    "untimed": mark("Untimed"),
}
"""Names of the presets that are not described by their numbers alone."""


def stamp(at: int, form: str = "R") -> str:
    """Return a Discord timestamp, shown in each reader's time zone.

    The form "R" is relative, "f" a date with time.
    """
    return f"<t:{at}:{form}>"


def duration(words: Words, seconds: int) -> str:
    """Format a duration in seconds: whole days from two days on, otherwise hours."""
    if seconds >= 2 * DAY and seconds % DAY == 0:
        return words.say_n("{n} day", "{n} days", seconds // DAY)
    return words.say_n("{n} hour", "{n} hours", -(-seconds // HOUR))


def described(words: Words, control: TimeControl) -> str:
    """Describe a time control in a sentence."""
    if not control.timed:
        return words.say("No clock; after 30 days without a move the game is aborted.")
    if control.simple:
        return words.say("{time} for each move.", time=duration(words, control.bank))
    if not control.increment:
        return words.say("{bank} for the whole game.", bank=duration(words, control.bank))
    return words.say(
        "{bank} to start with, {increment} more for each move, at most {cap}.",
        bank=duration(words, control.bank),
        increment=duration(words, control.increment),
        cap=duration(words, control.cap),
    )


def days_expected(control: TimeControl, turns: int, players: int) -> tuple[int, int]:
    """Estimate a match's length in days: (between quick players, between slow ones)."""
    prompt, slow = expected(control, turns, players)
    return max(2, round(prompt / DAY)), max(2, round(slow / DAY))


def preset_name(words: Words, name: str, turns: int, players: int) -> str:
    """Describe a time control preset, with the duration of a match of this many turns."""
    control = PRESETS[name]
    told = described(words, control)
    if name not in NAMES or not control.timed:
        return told
    prompt, slow = days_expected(control, turns, players)
    return words.say(
        "{name} (about {prompt}–{slow} days): {terms}",
        name=words.say(NAMES[name]),
        prompt=prompt,
        slow=slow,
        terms=told,
    )


def refused_time(words: Words, error: BadTime) -> str:
    """Return the message for a time or time control that is not allowed."""
    facts = {
        name: code(str(fact), 60) if name == "text" else duration(words, int(str(fact)))
        for name, fact in error.facts.items()
    }
    return words.say(TIMES[error.code], **facts)
