"""Translations with gettext catalogues.

A sentence is written once, in English, where it is used: `t.translate("It is {player}'s turn.",
player=...)`. `locale/<language>.po` holds the translations. `translator_for(locale)` returns the
translator for a Discord locale such as "de" or "en-GB". Untranslated sentences stay English.

    pybabel extract -k say -k translate \
        -k translate_plural:1,2 -k N_ -k locale_str -o /tmp/halma.pot bot engine render
    pybabel update -i /tmp/halma.pot -o bot/i18n/locale/de.po -l de --no-fuzzy-matching
"""

from collections.abc import Iterable
from datetime import date
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from typing import Literal

from babel.dates import format_date
from babel.lists import format_list

from bot.i18n.catalogue import Catalogue

LANGUAGE_NAMES = {
    "en": "English",
    "de": "Deutsch",
    "sv": "Svenska",
    "pt": "Português",
    "nl": "Nederlands",
    "it": "Italiano",
    "fr": "Français",
    "es": "Español",
    "ru": "Русский",
    "uk": "Українська",
}
"""The name of each language in that language.

Babel has these names as well, but only loads them with the data of all locales, which takes
10 MB of memory.
"""
LANGUAGES = tuple(LANGUAGE_NAMES)
"""Languages with complete catalogues; the first is the language of the sources."""
CATALOGUES = Path(__file__).parent / "locale"


def N_(sentence: str) -> str:  # noqa: N802 - gettext's conventional name
    """Mark a sentence for extraction and return it untranslated (gettext's `N_`)."""
    return sentence


class Translator:
    """Translator for one language."""

    def __init__(self, language: str, catalogue: NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue

    def translate(self, sentence: str, /, **facts: object) -> str:
        """Translate a sentence and fill in its placeholders."""
        return self._catalogue.gettext(sentence).format(**facts)

    @property
    def format_locale(self) -> str:
        """The Babel locale for lists and dates.

        English uses the British form, as in "28 Nov 2026".
        """
        return "en_GB" if self.language == LANGUAGES[0] else self.language

    def join(self, items: Iterable[object], style: Literal["standard", "or"] = "standard") -> str:
        """Join items into a list: "Ada, Bruno and Chen", or "2, 3 or 4" with style "or"."""
        return format_list([str(item) for item in items], style, self.format_locale)

    def date(self, day: date) -> str:
        """Format a date: "28 Nov 2026"."""
        return format_date(day, "medium", self.format_locale)

    def template(self, sentence: str) -> str:
        """Translate a sentence without filling in its placeholders."""
        return self._catalogue.gettext(sentence)

    def translate_plural(self, singular: str, plural: str, n: int, /, **facts: object) -> str:
        """Translate a sentence in the plural form for `n`, which also replaces {n}."""
        return self._catalogue.ngettext(singular, plural, n).format(n=n, **facts)


@cache
def _translator(language: str) -> Translator:
    if language == LANGUAGES[0]:
        return Translator(language, NullTranslations())
    return Translator(language, Catalogue(CATALOGUES / f"{language}.po"))


def translator_for(locale: object = None) -> Translator:
    """Return the translator for a Discord locale; English if it is unsupported."""
    language = str(locale).partition("-")[0].lower()
    return _translator(language if language in LANGUAGES else LANGUAGES[0])
