"""Keywords in replies to a board, in each language; other text is conversation."""

import pytest

from bot.commands.move_by_message import looks_like_move
from bot.i18n.translator import LANGUAGES, speaker
from bot.service.actions.available_actions import Choice
from bot.texts.reply_keywords import ASKED, asked
from bot.views.action_menu import wished
from bot.views.discord_limits import walk
from tests.bot.bodies import faults
from tests.bot.views.finished_matches import running


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_keyword_of_every_language_is_recognized_and_none_is_a_move(language: str) -> None:
    for what, words in ASKED.items():
        for word in speaker(language).say(words).split(", "):
            assert asked(word) == what
            assert asked(f" {word.upper()}? ") == what
            assert not looks_like_move(word)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("?", "help"),
        ("draw?", "draw"),
        ("How do I move?", "help"),
        ("/rules", "rules"),
        ("J’abandonne", "resign"),
    ],
)
def test_a_question_is_recognized_with_its_punctuation(text: str, what: str) -> None:
    assert asked(text) == what


@pytest.mark.parametrize("text", ["", "!", "nice move", "up left", "I resign myself to it", "lol"])
def test_chatter_is_not_recognized_as_a_keyword(text: str) -> None:
    assert asked(text) is None


@pytest.mark.parametrize("what", [*ASKED, "takeback"])
def test_the_answer_contains_only_the_button_for_the_request(what: Choice) -> None:
    components = wished(speaker("en"), running(), what).to_components()
    buttons = [part for part in walk(components) if part["type"] == 2]  # type: ignore[arg-type]
    assert len(buttons) == (2 if what == "help" else 1)
    assert faults({"components": components, "flags": 1 << 15}) == []
