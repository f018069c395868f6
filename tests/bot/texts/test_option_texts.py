"""Optional rules: texts marked for translation, and sentences on rule cards."""

import pytest

from engine.optional_rules import OPTIONS, Option
from tests.bot.texts.test_rule_texts import every_game, first_page, looked_up
from tools.translations import sentences


@pytest.mark.check
def test_the_texts_of_options_are_marked_for_translation() -> None:
    texts = {text for option in OPTIONS for text in (option.title, option.sentence)}
    assert len(texts) == 2 * len(OPTIONS)
    assert all(option.source for option in OPTIONS)
    endings = {option.won for option in OPTIONS if option.field == "reached"}
    assert all("{winner}" in ending for ending in endings)
    assert {(text,) for text in texts | endings} <= sentences()


@pytest.mark.check
@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_a_card_has_the_sentence_of_an_option_exactly_if_the_rule_applies(option: Option) -> None:
    for game in every_game():
        text = f"{first_page(game.key)} {looked_up(game.key)}"
        assert (option.sentence in text) == option.applies(game), game.key
