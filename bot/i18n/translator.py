"""Translations with gettext catalogues.

A sentence is written once, in English, where it is used: `say("It is {player}'s turn.",
player=...)`. `locale/<language>.po` holds the translations. `speaker(locale)` returns the
translator for a Discord locale such as "de" or "en-GB". Untranslated sentences stay English.

    pybabel extract -k say -k say_n:1,2 -k mark -k locale_str -o /tmp/halma.pot bot render
    pybabel update -i /tmp/halma.pot -o bot/i18n/locale/de.po -l de --no-fuzzy-matching
"""

import io
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES = (
    "en",
    "de",
    "sv",
    "pt",
    "nl",
    "it",
    "fr",
    "es",
)
"""Languages with complete catalogues; the first is the language of the sources."""
CATALOGUES = Path(__file__).parent / "locale"


def mark(sentence: str) -> str:
    """Mark a sentence for extraction (gettext's `N_`); it is translated elsewhere."""
    return sentence


class Words:
    """Translator for one language."""

    def __init__(self, language: str, catalogue: NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue

    def say(self, sentence: str, /, **facts: object) -> str:
        """Translate a sentence and fill in its placeholders."""
        return self._catalogue.gettext(sentence).format(**facts)

    def text(self, sentence: str) -> str:
        """Translate a sentence without filling in its placeholders."""
        return self._catalogue.gettext(sentence)

    def say_n(self, one: str, many: str, n: int, /, **facts: object) -> str:
        """Translate a sentence in the plural form for `n`, which it may use as {n}."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **facts)


@cache
def _speaker(language: str) -> Words:
    if language == LANGUAGES[0]:
        return Words(language, NullTranslations())
    with (CATALOGUES / f"{language}.po").open("rb") as source:
        catalogue = read_po(source, locale=language, abort_invalid=True)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Words(language, GNUTranslations(compiled))


def speaker(locale: object = None) -> Words:
    """Return the translator for a Discord locale; English if it is unsupported."""
    language = str(locale).partition("-")[0].lower()
    return _speaker(language if language in LANGUAGES else LANGUAGES[0])
