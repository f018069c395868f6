"""Every game has its rules in a few sentences, in every language, and examples that are legal."""

import re

import pytest

from bot.views.rules import card, examples, men
from bot.words import LANGUAGES, speaker
from bot.words.games import SUMMARIES
from bot.words.pieces import COLOURS, EMBLEMS, KINDS
from bot.words.rules import LONGEST, OPTIONS, RULES, TITLES, chosen, rules
from engine import VARIANTS, Variant
from engine import typed_text as notation
from engine.optional_rules import OPTIONS as ENGINE_OPTIONS
from engine.optional_rules import offered
from engine.registry import variant
from render.theme import MATERIALS
from tests.bot.bodies import faults


@pytest.mark.parametrize("key", VARIANTS)
def test_every_game_is_told_in_at_most_eight_sentences(key: str) -> None:
    told = rules(key)
    assert 4 <= len(told) <= LONGEST
    assert len(set(told)) == len(told)
    for sentence in told:
        assert len(re.findall(r"[.?!](?: |$)", sentence)) == 1, sentence


def test_no_rules_are_told_of_games_that_there_are_not() -> None:
    assert set(RULES) <= set(VARIANTS)


def test_options_are_told_as_the_engine_has_them() -> None:
    assert {option.name: option.sentence for option in ENGINE_OPTIONS} == OPTIONS
    assert {option.name: option.title for option in ENGINE_OPTIONS} == TITLES
    assert chosen("renpaarden+full") == (OPTIONS["full"],)


def every_game() -> list[Variant]:
    """Each game, and each with the first rule that may be chosen."""
    with_options = [
        variant(f"{key}+{each[0].name}")
        for key, game in VARIANTS.items()
        if (each := offered(game))
    ]
    return [*VARIANTS.values(), *with_options]


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.key)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_can_be_posted(game: Variant, language: str) -> None:
    shown = card(speaker(language), game, "the board").to_components()  # type: ignore[no-untyped-call]
    assert faults({"components": shown, "flags": 1 << 15}) == []
    texts = [part["content"] for part in shown[0]["components"] if part["type"] == 10]
    assert sum(map(len, texts)) < 3500
    assert "{" not in "".join(texts)


@pytest.mark.parametrize("game", VARIANTS.values(), ids=lambda game: game.key)
def test_the_examples_of_a_card_are_read(game: Variant) -> None:
    found = examples(game)
    assert found
    for text in found:
        assert notation.read(text, game.board.rows).squares
    assert any(text.startswith(("drop", "circle", "diamond")) for text in found) == any(game.stock)
    assert any(text.endswith("off") for text in found) == (game.key == "top-secret")


def test_men_to_drop_are_counted() -> None:
    counted = {
        key: men(VARIANTS[key]) for key in ("halma", "halma-4", "le-zug", "platonic", "hexma")
    }
    assert counted == {"halma": 19, "halma-4": 13, "le-zug": 12, "platonic": 8, "hexma": 13}


def test_what_a_game_is_about_can_be_said_in_every_language() -> None:
    assert {game.summary for game in VARIANTS.values()} == set(SUMMARIES)


def test_men_and_their_emblems_have_names() -> None:
    assert {kind.name for game in VARIANTS.values() for kind in game.kinds} == set(KINDS)
    assert set(MATERIALS) == set(COLOURS)
    assert {seating.emblem for seating in MATERIALS.values()} == set(EMBLEMS)
