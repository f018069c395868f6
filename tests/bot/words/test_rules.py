"""Every game has its rules in a few sentences, in every language, and examples that are legal."""

import re

import pytest

from bot.views.rules import card, examples, men
from bot.words import LANGUAGES, speaker
from bot.words.chosen_rules import OPTIONS, TITLES, chosen, everywhere
from bot.words.games import SUMMARIES
from bot.words.pieces import COLOURS, EMBLEMS, KINDS
from bot.words.rules import LONGEST, REPLACED, RULES, rules
from engine import VARIANTS, Variant
from engine import typed_text as notation
from engine.optional_rules import OPTIONS as ENGINE_OPTIONS
from engine.optional_rules import offered
from engine.registry import variant
from render.theme import MATERIALS
from tests.bot.bodies import faults


@pytest.mark.parametrize("key", VARIANTS)
def test_every_game_is_told_in_at_most_eight_sentences(key: str) -> None:
    told = rules(variant(key))
    assert 4 <= len(told) <= LONGEST
    assert len(set(told)) == len(told)
    for sentence in told:
        assert len(re.findall(r"[.?!](?: |$)", sentence)) == 1, sentence


def test_no_rules_are_told_of_games_that_there_are_not() -> None:
    assert set(RULES) <= set(VARIANTS)


def test_options_are_told_as_the_engine_has_them() -> None:
    assert {option.name: option.sentence for option in ENGINE_OPTIONS} == OPTIONS
    assert {option.name: option.title for option in ENGINE_OPTIONS} == TITLES
    assert chosen(variant("platonic+repetition-loss")) == (OPTIONS["repetition-loss"],)


def test_a_goal_that_was_chosen_takes_the_place_of_the_printed_one() -> None:
    for key in ("halma+ploog", "halma-8+full", "carrera+full", "chinese-checkers-6+full"):
        plain, option = key.split("+")
        told = rules(variant(key))
        assert set(rules(variant(plain))) - set(told) <= REPLACED[option]
        assert not [sentence for sentence in told if "first to have all" in sentence]
        assert chosen(variant(key)) == (OPTIONS[option], "The first to reach their goal wins.")
    assert rules(variant("halma-4-adjacent+full"))[-1].startswith("A pair wins")
    assert chosen(variant("halma-4-adjacent+full")) == (OPTIONS["full"],)


def test_no_card_says_what_a_chosen_rule_denies() -> None:
    for key, game in VARIANTS.items():
        for option in offered(game):
            told = rules(variant(f"{key}+{option.name}"))
            assert not set(told) & REPLACED.get(option.name, frozenset()), (key, option.name)
    assert set().union(*REPLACED.values()) <= set().union(*RULES.values())


def test_the_card_tells_the_rules_that_hold_in_every_game() -> None:
    assert len(everywhere(variant("platonic"))) == 3
    assert not [each for each in everywhere(variant("platonic+repetition-loss")) if "third" in each]


def test_the_goal_of_the_star_is_told_as_it_is_for_so_many() -> None:
    for key in ("chinese-checkers", "super-chinese-checkers"):
        assert "every hole" in rules(variant(key))[-1]
        for players in (3, 4, 6):
            assert "all {men} men" in rules(variant(f"{key}-{players}"))[-1]


def test_a_game_that_nobody_has_written_a_card_for_is_told_by_its_summary(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(RULES, "caesar")  # type: ignore[arg-type]
    assert rules(variant("caesar")) == (variant("caesar").summary,)


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
