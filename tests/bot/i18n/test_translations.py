"""Translations keep the placeholders, code and links of their English sentences."""

import re
import string
from functools import cache
from pathlib import Path

import pytest
from babel import Locale

import bot
from bot.i18n.translator import LANGUAGE_NAMES, LANGUAGES, translator_for
from tools.translations import forms, read_catalogue

ROOT = Path(bot.__file__).parent
catalogue = cache(read_catalogue)


def placeholders(text: str) -> set[str]:
    """Return the names of the {placeholders} in a sentence."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_translations_keep_placeholders_code_spans_and_bold_text(language: str) -> None:
    for message in catalogue(language):
        for source, target in forms(message) if message.id else ():
            # The first plural form of some languages is that of 1, 21, 31 and so on.
            number = {"n"} if isinstance(message.id, tuple) else set()
            assert placeholders(source) | number == placeholders(target) | number, source
            assert sorted(re.findall(r"`[^`{]*`", source)) == sorted(
                re.findall(r"`[^`{]*`", target)
            ), source
            assert source.count("**") == target.count("**"), source


def test_no_translatable_sentence_is_inside_an_f_string_where_extraction_misses_it() -> None:
    hidden = re.compile(r"""f["'].*\{[^}]*\b(say|translate|translate_plural|N_)\(['"]""")
    faults = [
        f"{path.name}:{number}"
        for path in ROOT.rglob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if hidden.search(line)
    ]
    assert faults == []


def test_the_translator_follows_the_locale_and_falls_back_to_english() -> None:
    assert translator_for("de").translate("Your turn") == "Du bist am Zug"
    assert translator_for("de-AT").translate("Your turn") == "Du bist am Zug"
    assert translator_for("pl").translate("Your turn") == "Your turn"
    assert translator_for(None).translate("Your turn") == "Your turn"
    assert translator_for("de").translate("no such sentence") == "no such sentence"
    single, many = "Play {move}? {n} jump", "Play {move}? {n} jumps"
    jumps = [translator_for("de").translate_plural(single, many, n, move="x") for n in (1, 2)]
    assert jumps == ["x ziehen? 1 Sprung", "x ziehen? 2 Sprünge"]


def test_languages_have_the_names_that_babel_gives_them() -> None:
    names = {key: str(Locale(key).get_language_name()).capitalize() for key in LANGUAGES}
    assert names == LANGUAGE_NAMES


def test_sentences_name_buttons_by_their_labels() -> None:
    for language in LANGUAGES:
        t = translator_for(language)
        bold = re.findall(
            r"\*\*(.+?)\*\*",
            t.translate(
                "You cannot pass while you can move. Press **Move** to see what is possible."
            ),
        )
        assert bold == [t.translate("Move")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_that_stand_near_each_other_have_different_labels(language: str) -> None:
    t = translator_for(language)
    labels = ["Move", "Play", "Undo", "Back", "Cancel", "Next", "Plan my reply", "Take back"]
    assert len({t.translate(label) for label in labels}) == len(labels)


def test_german_capitalizes_sentences_after_colons_and_avoids_two_wrong_forms() -> None:
    small = re.compile(r": (?:die Uhr|deine?|du|wähle|schreibe|es|er|sie) ")
    for message in catalogue("de"):
        for _, target in forms(message) if message.id else ():
            assert not small.search(target), target
            assert not re.search(r"\bzog\b|Männer", target), target


@cache
def translated(language: str) -> dict[str, str]:
    """Return the translations of a language by their English sentence."""
    return {
        source: target
        for message in catalogue(language)
        if message.id
        for source, target in forms(message)
    }


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_bold_names_of_buttons_are_the_labels_of_those_buttons(language: str) -> None:
    words = translated(language)
    bold = re.compile(r"\*\*([^*{}]+)\*\*")
    faults = [
        target
        for source, target in words.items()
        if not {words[name] for name in bold.findall(source) if name in words}
        <= set(bold.findall(target))
    ]
    assert faults == []


NOT_SHOWN = re.compile(r"`[^`]*`|\{\w+\}|\]\([^)]*\)")
"""Code, placeholders and link targets, in which no rule of punctuation applies."""
MISPRINTS = {
    "de": r" %|z\. B\.",
    "es": r" %|#%|[Pp]\. ej|^[^¿]*[^«]\?|^[^¡]*!",
    "fr": r"[ #a-zA-ZÀ-ÿ][:;!?»%]|« |\w'\w|p\. ex",
    "it": r" %|\bE'|\b(perch|finch|poich)è",
    "nl": r" %|\w'\w|‘",
    "pt": r" %|p\. ex|\b(tua?s?|teus?|numa?)\b",
    "ru": r" %|\"| [-–] |\.\.\.",
    "sv": r" %|t\. ex|“|«",
    "uk": r" %|\"| [-–] |\.\.\.|\w'\w",
}
"""Spaces that may break a line, and punctuation that the language writes otherwise."""
TYPED = ("resign, i resign, give up, i give up",)
"""Words that players type, and that therefore have typewriter apostrophes."""


@pytest.mark.parametrize("language", MISPRINTS)
def test_punctuation_follows_the_language(language: str) -> None:
    misprint = re.compile(MISPRINTS[language])
    faults = [
        target
        for source, target in translated(language).items()
        if source not in TYPED and misprint.search(NOT_SHOWN.sub("#", target))
    ]
    assert faults == []


TERMS = {
    "claim(s|ed)?": "(ein(zu|ge)?forder|reclam|réclam|claim|reivindi|påkall|засчит|прострочен)",
    "divisions?": "(lig|divis|дивизион|дивізіон)",
    "draws?": "(remi|tablas|nulle|patta|empate|ничь|нічи)",
    "seasons?": "(saison|temporada|stagion|seizoen|säsong|сезон)",
    "vacations?": "(urlaub|vacacion|vacan|vakantie|férias|semester|отпуск|відпуст)",
}
"""English terms, each with the stems that translate it in all languages."""


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("term", TERMS)
def test_a_term_is_always_translated_by_the_same_word(language: str, term: str) -> None:
    english, stem = (
        re.compile(each, re.IGNORECASE) for each in (rf"(?<![\w-]){term}(?!\w)", TERMS[term])
    )
    faults = [
        target
        for source, target in translated(language).items()
        if english.search(NOT_SHOWN.sub("#", source)) and not stem.search(target)
    ]
    assert faults == []
