"""Optional rules that are suggested for new games."""

import pytest

from engine import VARIANTS, option_sentences, variant
from engine.suggested_rules import FIRST_WINS, SENTENCE, USUAL, first_player_wins, suggested_rules


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_suggested_rule_can_be_chosen_and_is_not_suggested_twice(key: str) -> None:
    names = suggested_rules(key)
    assert bool(names) == (key in FIRST_WINS or bool(VARIANTS[key].suggested))
    assert set(names) <= set(option_sentences(key))
    if names:
        chosen = "+".join((key, *names))
        assert variant(chosen).equal_turns
        assert suggested_rules(chosen) == ()


def test_a_rule_is_suggested_only_where_the_first_player_clearly_wins_more_often() -> None:
    assert all(55 <= points <= 100 for points in FIRST_WINS.values())
    assert "{n}" in SENTENCE


def test_the_number_in_the_sentence_belongs_to_the_game_whatever_its_other_rules() -> None:
    assert first_player_wins("carrera+full") == FIRST_WINS["carrera"]
    assert suggested_rules("carrera+full") == ("equal-turns",)
    assert first_player_wins("halma") is None


def test_a_rule_that_is_usual_is_suggested_until_it_is_chosen() -> None:
    assert suggested_rules("ugolki-16+full") == ("equal-turns",)
    assert suggested_rules("ugolki-16+equal-turns") == ()
    assert suggested_rules("a game of another version") == ()
    assert first_player_wins("ugolki") is None
    assert "{rule}" in USUAL
