"""Sentences: translations, escaping, dates, and names of games and outcomes.

A sentence is English text. `Translator.translate` finds its translation; `N_` marks sentences of
constants. Text of users is escaped with `quote`, `code` or `plain_text`.
"""

from bot.i18n.date_input import read_date
from bot.i18n.durations import NAMES, stamp
from bot.i18n.durations import describe_control as describe_clock
from bot.i18n.escaping import code, plain_text, quote
from bot.i18n.translator import N_, Translator
from bot.service.clock.time_control import PRESETS
from bot.texts.game_names import game_name, level_description, numbered_level
from bot.texts.onboarding_hints import FirstUseHint
from bot.texts.outcomes import ending_text

__all__ = [
    "N_",
    "FirstUseHint",
    "Translator",
    "code",
    "describe_clock",
    "ending_text",
    "game_name",
    "level_description",
    "numbered_level",
    "plain_text",
    "quote",
    "read_date",
    "stamp",
    "timed_presets",
]


def timed_presets(t: Translator) -> dict[str, str]:
    """Return the names of the timed presets, by the text of the time control."""
    return {
        str(PRESETS[name]): t.translate(NAMES[name]) for name in NAMES if PRESETS[name].is_timed
    }
