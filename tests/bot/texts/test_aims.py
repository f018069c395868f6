"""Aims of the games: one line for each game, in every language."""

import pytest

from bot.i18n.translator import LANGUAGES, translator_for
from bot.texts.rule_card import OUTLINED, aim_of, aim_text
from engine import VARIANTS


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_aim_of_every_game_is_one_sentence_without_placeholders(language: str) -> None:
    for game in VARIANTS.values():
        aim = aim_text(translator_for(language), game)
        assert 20 < len(aim) < 200, game.key
        assert not {"{", "}"} & set(aim), game.key


def test_the_outline_is_named_only_where_it_frames_a_goal_for_men() -> None:
    for game in VARIANTS.values():
        if aim_of(game) == OUTLINED:
            assert all(seat.goal and seat.home for seat in game.seats), game.key
