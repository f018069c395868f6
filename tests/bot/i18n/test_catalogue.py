"""Catalogues: the reader of the bot and Babel's read the same translations."""

from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po

from bot.i18n.catalogue import Catalogue
from bot.i18n.translator import CATALOGUES, LANGUAGES
from tools.translations import read_catalogue

NUMBERS = (*range(130), 1000, 1001, 1002, 1_000_000)


def compiled(catalogue: Catalog) -> GNUTranslations:
    """Return the translations that the standard library reads from a `.mo` file."""
    file = BytesIO()
    write_mo(file, catalogue)
    file.seek(0)
    return GNUTranslations(file)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_catalogue_has_the_translations_of_its_compiled_form(language: str) -> None:
    source = read_catalogue(language)
    catalogue, wanted = Catalogue(CATALOGUES / f"{language}.po"), compiled(source)
    assert len(source) > 1500
    for message in source:
        match message.id:
            case str(sentence):
                assert not sentence or catalogue.gettext(sentence) == wanted.gettext(sentence)
            case (one, many):
                for n in NUMBERS:
                    assert catalogue.ngettext(one, many, n) == wanted.ngettext(one, many, n)


def test_escaped_characters_and_long_strings_are_read(tmp_path: Path) -> None:
    source = Catalog(locale="de")
    sentences = ['"', "\\", "\\n", "a\n\nb\tc\r", 'ends with \\"', "word " * 40, "\u2028, # and ~"]
    for sentence in sentences:
        source.add(sentence, f"{sentence}{sentence}")
    with (tmp_path / "de.po").open("wb") as file:
        write_po(file, source, width=40)
    catalogue = Catalogue(tmp_path / "de.po")
    assert [catalogue.gettext(each) for each in sentences] == [each + each for each in sentences]


def test_what_is_not_translated_stays_english(tmp_path: Path) -> None:
    source = Catalog(locale="de")
    source.add("Empty", "")
    source.add(("{n} man", "{n} men"), ("", ""))
    with (tmp_path / "de.po").open("wb") as file:
        write_po(file, source)
    catalogue = Catalogue(tmp_path / "de.po")
    assert [catalogue.gettext("Empty"), catalogue.gettext("Missing")] == ["Empty", "Missing"]
    assert [catalogue.ngettext("{n} man", "{n} men", n) for n in (1, 2)] == ["{n} man", "{n} men"]
