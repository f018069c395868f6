"""Catalogue check: missing and unused translations."""

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

from bot.i18n.translator import CATALOGUES, LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("bot", "engine", "render")
"""The packages whose sentences are translated."""
KEYWORDS = {
    "say": None,
    "translate": None,
    "translate_plural": (1, 2),
    "N_": None,
    "locale_str": None,
}
"""Functions that mark sentences for translation, in the format of `pybabel extract -k`."""

Sentence = tuple[str, ...]
"""A sentence, or its singular and plural."""


class Gap(NamedTuple):
    """A sentence missing from a catalogue, or a translation of a removed sentence."""

    language: str
    kind: str
    """"missing" or "obsolete"."""
    sentence: Sentence


@cache
def sentences() -> frozenset[Sentence]:
    """Return every sentence that the sources mark for translation.

    Babel reads only files that contain the name of a keyword, because it takes seconds for all.
    """
    marking = re.compile("|".join(map(re.escape, KEYWORDS)))
    return frozenset(
        (message,) if isinstance(message, str) else tuple(message or ())
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if marking.search(path.read_text("utf-8"))
        for _, message, _, _ in extract_from_file("python", path, keywords=KEYWORDS)
    )


def read_catalogue(language: str, folder: Path = CATALOGUES) -> Catalog:
    """Read the catalogue of a language. Raises babel's PoFileError if it is malformed."""
    text = (folder / f"{language}.po").read_bytes()
    return read_po(BytesIO(text), locale=language, abort_invalid=True)


def forms(message: Message) -> Iterator[tuple[str, str]]:
    """Yield (source, translation) for each plural form of a message."""
    sources = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    targets = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    for number, target in enumerate(targets):
        yield sources[min(number, len(sources) - 1)], target


def gaps(language: str, folder: Path = CATALOGUES) -> list[Gap]:
    """Return the missing and obsolete sentences of a catalogue, sorted by sentence."""
    translated = {
        (message.id,) if isinstance(message.id, str) else tuple(message.id)
        for message in read_catalogue(language, folder)
        if message.id and all(translation for _, translation in forms(message))
    }
    return [
        *(Gap(language, "missing", each) for each in sorted(sentences() - translated)),
        *(Gap(language, "obsolete", each) for each in sorted(translated - sentences())),
    ]


def all_gaps(folder: Path = CATALOGUES) -> list[Gap]:
    """Return the gaps of all languages except English, the source language."""
    return [gap for language in LANGUAGES[1:] for gap in gaps(language, folder)]
