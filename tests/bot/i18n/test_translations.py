"""Translation catalogues: complete, and consistent with their sources."""

import re
import string
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import bot
import render
from bot.i18n.translator import LANGUAGES, speaker

ROOT = Path(bot.__file__).parent
KEYWORDS = {"say": None, "say_n": (1, 2), "mark": None, "locale_str": None}


@cache
def sentences() -> frozenset[tuple[str, ...]]:
    """Return every message id in the sources of `bot` and `render`, with its plural."""
    return frozenset(
        tuple(message) if isinstance(message, tuple) else (message,)
        for package in (ROOT, Path(render.__file__).parent)
        for _, _, message, _, _ in extract_from_dir(
            package, [("**.py", "python")], keywords=KEYWORDS
        )
    )


@cache
def catalogue(language: str) -> Catalog:
    """Return the parsed catalogue of a language."""
    text = (ROOT / "i18n/locale" / f"{language}.po").read_bytes()
    return read_po(BytesIO(text), locale=language, abort_invalid=True)


def placeholders(text: str) -> set[str]:
    """Return the names of the format fields in a text."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def translated(message: Message) -> Iterator[tuple[str, str]]:
    """Yield (source, translation) for each form of a message."""
    sources = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    targets = (message.string,) if isinstance(message.string, str) else tuple(message.string)
    for number, target in enumerate(targets):
        yield sources[min(number, len(sources) - 1)], target


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_sentence_is_translated_and_no_translation_is_obsolete(language: str) -> None:
    known = {
        (message.id,) if isinstance(message.id, str) else tuple(message.id)
        for message in catalogue(language)
        if message.id and all(translation for _, translation in translated(message))
    }
    assert sentences() - known == set()
    assert known - sentences() == set()


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_translations_keep_placeholders_code_spans_and_bold_text(language: str) -> None:
    for message in catalogue(language):
        for source, target in translated(message) if message.id else ():
            assert placeholders(source) == placeholders(target), source
            assert sorted(re.findall(r"`[^`{]*`", source)) == sorted(
                re.findall(r"`[^`{]*`", target)
            ), source
            assert source.count("**") == target.count("**"), source


def test_no_translatable_sentence_is_inside_an_f_string_where_extraction_misses_it() -> None:
    hidden = re.compile(r"""f["'].*\{[^}]*\bsay(_n)?\(['"]""")
    found = [
        f"{path.name}:{number}"
        for path in ROOT.rglob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if hidden.search(line)
    ]
    assert found == []


def test_the_translator_follows_the_locale_and_falls_back_to_english() -> None:
    assert speaker("de").say("Your turn") == "Du bist am Zug"
    assert speaker("de-AT").say("Your turn") == "Du bist am Zug"
    assert speaker("pl").say("Your turn") == "Your turn"
    assert speaker(None).say("Your turn") == "Your turn"
    assert speaker("de").say("no such sentence") == "no such sentence"
    one, many = "Play {move}? {n} jump", "Play {move}? {n} jumps"
    jumps = [speaker("de").say_n(one, many, n, move="x") for n in (1, 2)]
    assert jumps == ["x ziehen? 1 Sprung", "x ziehen? 2 Sprünge"]


def test_sentences_name_buttons_by_their_labels() -> None:
    for language in LANGUAGES:
        said = speaker(language)
        bold = re.findall(
            r"\*\*(.+?)\*\*",
            said.say("You cannot pass while you can move. **Move** shows what is possible."),
        )
        assert bold == [said.say("Move")]


def test_german_capitalizes_sentences_after_colons_and_avoids_two_wrong_forms() -> None:
    small = re.compile(r": (?:die Uhr|deine?|du|wähle|schreibe|es|er|sie) ")
    for message in catalogue("de"):
        for _, target in translated(message) if message.id else ():
            assert not small.search(target), target
            assert not re.search(r"\bzog\b|Männer", target), target
