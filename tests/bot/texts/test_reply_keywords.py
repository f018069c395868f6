"""Keywords in replies to a board, in each language. Other text is conversation."""

import pytest

from bot.commands.move_by_message import looks_like_move
from bot.i18n.translator import LANGUAGES, translator_for
from bot.service.actions.available_actions import Action
from bot.texts.reply_keywords import KEYWORDS, requested_action
from bot.views.action_menu import keyword_reply
from bot.views.discord_limits import walk
from tests.bot.bodies import faults
from tests.bot.views.finished_matches import running


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_keyword_of_every_language_is_recognized_and_none_is_a_move(language: str) -> None:
    for what, words in KEYWORDS.items():
        for word in translator_for(language).translate(words).split(", "):
            assert requested_action(word) == what
            assert requested_action(f" {word.upper()}? ") == what
            assert not looks_like_move(word)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("?", "help"),
        ("draw?", "draw"),
        ("How do I move?", "help"),
        ("/rules", "rules"),
        ("where are the rules?", "rules"),
        ("up left", "help"),
        ("Forward, then to the right!", "help"),
        ("nach links oben", "help"),
        ("en haut à gauche", "help"),
        ("J’abandonne", "resign"),
    ],
)
def test_a_question_is_recognized_with_its_punctuation(text: str, what: str) -> None:
    assert requested_action(text) == what


@pytest.mark.parametrize(
    "text",
    [
        "",
        "!",
        "nice move",
        "right",
        "right, right!",
        "left alone, right?",
        "I resign myself to it",
        "lol",
    ],
)
def test_chatter_is_not_recognized_as_a_keyword(text: str) -> None:
    assert requested_action(text) is None


@pytest.mark.parametrize("what", [*KEYWORDS, "takeback"])
def test_the_answer_contains_only_the_button_for_the_request(what: Action) -> None:
    components = keyword_reply(translator_for("en"), running(), what).to_components()
    buttons = [part for part in walk(components) if part["type"] == 2]  # type: ignore[arg-type]
    assert len(buttons) == (2 if what == "help" else 1)
    assert faults({"components": components, "flags": 1 << 15}) == []
