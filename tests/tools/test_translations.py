"""`python -m tools translations`: untranslated text stays English."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.i18n.translator import CATALOGUES, translator_for
from tools import translations
from tools.__main__ import main
from tools.translations import Gap, gaps, sentences

HEADER = 'msgid ""\nmsgstr "Language: de\\nContent-Type: text/plain; charset=utf-8\\n"\n'


def test_sentences_include_singulars_with_their_plurals() -> None:
    assert ("Your turn",) in sentences()
    assert any(len(each) == 2 for each in sentences())


@pytest.mark.check
def test_missing_and_obsolete_translations_are_listed(tmp_path: Path) -> None:
    (tmp_path / "de.po").write_text(
        f'{HEADER}\nmsgid "Your turn"\nmsgstr "Du bist am Zug"\n\n'
        'msgid "Move"\nmsgstr ""\n\nmsgid "No such sentence"\nmsgstr "Fehlt"\n',
        encoding="utf-8",
    )
    missing = gaps("de", tmp_path)
    assert Gap("de", "missing", ("Move",)) in missing
    assert Gap("de", "missing", ("Your turn",)) not in missing
    assert missing[-1] == Gap("de", "obsolete", ("No such sentence",))
    assert len(missing) == len(sentences())


def test_the_command_fails_if_anything_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    gap = Gap("de", "missing", ("A new sentence.",))
    monkeypatch.setattr("tools.__main__.all_gaps", lambda: [gap])
    result = CliRunner().invoke(main, ["translations"])
    assert result.exit_code == 1
    assert "de.po missing: A new sentence." in result.output
    monkeypatch.setattr("tools.__main__.all_gaps", list)
    assert CliRunner().invoke(main, ["translations"]).exit_code == 0


def test_a_sentence_without_a_translation_is_said_in_english() -> None:
    assert translator_for("de").translate("A brand-new sentence for {player}.", player="Ada") == (
        "A brand-new sentence for Ada."
    )


@pytest.mark.check
def test_every_catalogue_of_the_bot_can_be_read() -> None:
    languages = {path.stem for path in CATALOGUES.glob("*.po")}
    assert languages == set(translations.LANGUAGES[1:])
    assert all(translations.read_catalogue(language) for language in languages)
