"""Every sentence that the bot says, and its translations.

A sentence is written once, in English, where it is said: `say("It is {player}'s turn.", player=...)`.
`locale/<language>.po` holds the same sentences in another language. `speaker(locale)` answers with the
speaker of a Discord locale such as "de" or "en-GB"; what has no translation is said in English.

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
"""The languages that are complete; the first is the one that the sources are written in."""
CATALOGUES = Path(__file__).parent / "locale"


def mark(sentence: str) -> str:
    """The sentence itself; the name tells the extraction that it is said elsewhere."""
    return sentence


class Words:
    """One language: it says sentences."""

    def __init__(self, language: str, catalogue: NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue

    def say(self, sentence: str, /, **facts: object) -> str:
        """The sentence in this language, with {facts} filled in."""
        return self._catalogue.gettext(sentence).format(**facts)

    def text(self, sentence: str) -> str:
        """The sentence in this language, its {facts} still open: for those who fill them in."""
        return self._catalogue.gettext(sentence)

    def say_n(self, one: str, many: str, n: int, /, **facts: object) -> str:
        """The sentence in the form that fits the number n, which it may name as {n}."""
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
    """The speaker of a Discord locale ("de", "en-GB", a `discord.Locale`); English where unknown."""
    language = str(locale).partition("-")[0].lower()
    return _speaker(language if language in LANGUAGES else LANGUAGES[0])
