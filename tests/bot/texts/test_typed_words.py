"""The words shown in each language can be typed: pieces, passes and moves."""

import re
from collections.abc import Iterator

import pytest

from bot.i18n.translator import LANGUAGES, translator_for
from bot.texts.game_names import KINDS, shapes
from engine import VARIANTS, EngineError, variant
from engine.board import OFF
from engine.move_lexer import parse_typed
from engine.move_words import WORDS
from tests.engine.boards import placed
from tools.translations import forms, read_catalogue

HALMA = variant("halma")
PLATONIC = variant("platonic")
GAMES = {kind.name: game for game in VARIANTS.values() for kind in game.kinds}
"""A game for each piece, by the name of the piece."""
ROUGH_MOVE = re.compile(r"[IVX]+,\d+(?:-[IVX]+,\d+)+|[a-p]\d+-[a-p]\d+|\d,\d .* \d,\d")

languages = pytest.mark.parametrize("language", LANGUAGES)


def examples(language: str) -> Iterator[str]:
    """Yield each move quoted in backticks in the sentences of a language.

    A quoted example of conditional moves contains several.
    """
    for message in read_catalogue(language):
        for _, text in forms(message):
            for quoted in re.findall(r"`([^`]+)`", text):
                yield from ROUGH_MOVE.findall(quoted)


def test_the_engine_knows_words_of_every_language_of_the_bot() -> None:
    assert set(WORDS) == set(LANGUAGES)
    assert set(GAMES) == set(KINDS)


@languages
@pytest.mark.parametrize("kind", KINDS)
def test_the_name_of_a_piece_is_read_as_the_bot_prints_it(language: str, kind: str) -> None:
    game = GAMES[kind]
    position = game.start()
    printed = translator_for(language).translate(KINDS[kind])
    number = next(number for number, each in enumerate(game.kinds) if each.name == kind)
    move = next(
        move
        for move in game.moves(position)
        if len(move.path) > 1 or len(game.kinds) == 1 or move.kind == number
    )
    text = game.format(move).removeprefix(kind).strip()
    for name in (printed, printed.capitalize(), printed.upper()):
        assert game.parse(position, f"{name} {text}") == move


@languages
def test_the_pieces_of_a_rule_card_are_read_in_a_drop(language: str) -> None:
    lines = shapes(translator_for(language), PLATONIC)
    kinds = PLATONIC.kinds[: len(lines)]
    assert [kind.name for kind in kinds] == ["triangle", "square", "circle", "diamond"]
    for line, kind in zip(lines, kinds, strict=True):
        matched = re.match(r"\*\*\d+ × (.+?)\*\*", line)
        assert matched is not None
        move = PLATONIC.parse(PLATONIC.start(), f"{matched[1]} I,5")
        assert PLATONIC.format(move) == f"{kind.name} I,5"


@languages
def test_passing_and_leaving_the_board_are_read_as_the_bot_prints_them(language: str) -> None:
    t = translator_for(language)
    for word in (t.translate("pass"), t.translate("Pass")):
        reason = HALMA.reason(HALMA.start(), word)
        assert reason is not None
        assert reason.code == "no-pass"
    game = variant("top-secret")
    position = placed(game, {0: "XVI,5", 1: "I,1"})
    move = game.parse(position, f"XVI,5 {t.translate('off the board')}")
    assert move.path[-1] == OFF


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_move_in_a_translated_sentence_is_read(language: str) -> None:
    texts = set(examples(language))
    assert "II,3-IV,5" in texts
    for move in texts:
        try:
            assert len(parse_typed(move, 16).squares) > 1
        except EngineError:
            pytest.fail(move)
