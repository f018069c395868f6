"""Sentences: translations, escaping, dates, and names of games and outcomes."""

from bot.i18n.date_input import read_date
from bot.i18n.durations import NAMES as CLOCK_NAMES
from bot.i18n.durations import describe_control as describe_clock
from bot.i18n.durations import stamp
from bot.i18n.escaping import code, plain_text, quote
from bot.i18n.translator import N_, Translator, translator_for
from bot.texts.computer_levels import computer_name, level_description, numbered_level
from bot.texts.error_messages import illegal_move_text
from bot.texts.game_names import both_names, game_name
from bot.texts.onboarding_hints import FirstUseHint
from bot.texts.outcomes import ending_text

__all__ = [
    "CLOCK_NAMES",
    "N_",
    "FirstUseHint",
    "Translator",
    "both_names",
    "code",
    "computer_name",
    "describe_clock",
    "ending_text",
    "game_name",
    "illegal_move_text",
    "level_description",
    "numbered_level",
    "plain_text",
    "quote",
    "read_date",
    "stamp",
    "translator_for",
]
