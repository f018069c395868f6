"""Localized game names, and finding games by local and English names."""

import pytest

from bot.dialogs.variant_picker import matching_games, parse_game
from bot.i18n.translator import LANGUAGES, translator_for
from bot.texts.game_names import NAMES, SEARCH_WORDS, game_name
from bot.views.reply import UserError
from engine import VARIANTS, variant

DE, EN = translator_for("de"), translator_for("en")


def test_a_game_name_is_localized_with_its_form_and_rules() -> None:
    assert game_name(DE, variant("chinese-checkers-3+full")) == "Sternhalma für 3, voller Hof"
    assert game_name(DE, variant("platonic-advanced-4")) == "Platonisches Halma, erweitert für 4"
    assert game_name(DE, variant("le-grec")) == "Le Grec"
    for game in VARIANTS.values():
        assert game_name(EN, game) == game.name


def test_the_english_name_is_shown_where_it_differs() -> None:
    assert game_name(DE, variant("chinese-checkers"), both=True) == "Sternhalma · Chinese Checkers"
    assert game_name(DE, variant("halma-8"), both=True) == "Halma 8×8"
    assert game_name(EN, variant("chinese-checkers"), both=True) == "Chinese Checkers"


def test_every_translated_name_belongs_to_a_game() -> None:
    for name in NAMES:
        assert any(game.name.startswith(name) for game in VARIANTS.values()), name
    for language in LANGUAGES[1:]:
        assert translator_for(language).translate(NAMES[0]) != NAMES[0]


@pytest.mark.parametrize(
    ("typed", "key"),
    [("stern", "chinese-checkers"), ("checkers", "chinese-checkers"), ("sechseck", "hexma-hex")],
)
def test_a_game_is_found_by_either_name(typed: str, key: str) -> None:
    assert key in matching_games(DE, typed)


@pytest.mark.parametrize(
    ("typed", "key"),
    [("corners", "ugolki"), ("Уголки", "ugolki"), ("угол", "ugolki"), ("grasshopper", "halma-8")],
)
def test_a_game_is_found_by_a_name_under_which_it_is_known_elsewhere(typed: str, key: str) -> None:
    assert key in matching_games(DE, typed)
    assert parse_game(typed).key == key
    assert "caesar" not in matching_games(DE, typed)


def test_search_words_belong_to_games() -> None:
    assert set(SEARCH_WORDS) <= {game.game for game in VARIANTS.values()}


def test_partners_in_a_name_are_translated() -> None:
    assert game_name(DE, "chinese-checkers-6-partners") == "Sternhalma für 6 mit Partnern"
    named = game_name(DE, "chinese-checkers-6-partners+places")
    assert named == "Sternhalma für 6 mit Partnern, um alle Plätze spielen"
    assert "chinese-checkers-4-partners" in matching_games(DE, "stern partner")


def test_the_number_of_men_in_a_name_is_translated() -> None:
    assert game_name(DE, "ugolki-9") == "Ugolki mit 9 Steinen"
    assert game_name(DE, "ugolki-16+full") == "Ugolki mit 16 Steinen, voller Hof"
    assert game_name(DE, "chinese-checkers-3-15") == "Sternhalma für 3 mit 15 Steinen"
    assert set(matching_games(DE, "stern 15")) == {"chinese-checkers-15", "chinese-checkers-3-15"}


@pytest.mark.parametrize("typed", ["16x16", "halma 16×16", "16X16 halma"])
def test_a_game_is_found_by_the_size_of_its_board(typed: str) -> None:
    matching = matching_games(DE, typed)
    assert "halma" in matching
    assert "halma-8" not in matching
    assert "chinese-checkers" not in matching


def test_a_full_name_in_any_language_is_recognized() -> None:
    assert parse_game("Sternhalma").key == parse_game("chinese checkers").key == "chinese-checkers"
    assert parse_game("Super-Sternhalma für 6").key == "super-chinese-checkers-6"


def test_an_error_names_the_game_in_the_readers_language() -> None:
    refused = UserError("{game} has no such optional rule.", game=variant("chinese-checkers"))
    assert refused.text(DE).startswith("Sternhalma ")
