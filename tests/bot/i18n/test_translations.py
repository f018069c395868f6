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
            assert placeholders(source) == placeholders(target), source
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
