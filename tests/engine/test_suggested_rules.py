"""Optional rules that are suggested for new games."""

import pytest

from engine import VARIANTS, option_sentences, variant
from engine.suggested_rules import FIRST_WINS, SENTENCE, first_player_wins, suggested_rules


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_suggested_rule_can_be_chosen_and_is_not_suggested_twice(key: str) -> None:
    names = suggested_rules(key)
    assert bool(names) == (key in FIRST_WINS)
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
    with pytest.raises(KeyError):
        first_player_wins("halma")
