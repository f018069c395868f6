"""Sentences about a text that is not a legal move."""

import pytest

from bot.i18n.translator import translator_for
from bot.texts.error_messages import illegal_move_text
from engine import variant

ENGLISH = translator_for("en")


def refusal(key: str, dump: str, text: str) -> str:
    """Return the English sentence about an illegal move in a dumped position."""
    game = variant(key)
    reason = game.reason(game.load(dump) if dump else game.start(), text)
    assert reason is not None
    return illegal_move_text(ENGLISH, reason)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("the player begins by moving the piece on II,5 to III,6", "`II,5-III,6`"),
        ("II,5-III,6 please", "`II,5-III,6`"),
        ("you move e2 to f3, hopping", "`II,5-III,6`"),
        ("II, 5 to III, 6.—III, 4 to IV, 5.", "`II,5-III,6`, `III,4-IV,5`"),
    ],
)
def test_prose_is_answered_with_what_was_read(text: str, read: str) -> None:
    assert read in refusal("halma", "", text)


@pytest.mark.parametrize("text", ["hello", "drop II,3 IV,5", "II,3 hello"])
def test_other_unreadable_text_is_answered_with_an_example(text: str) -> None:
    assert "I could not read" in refusal("halma", "", text)


def test_the_sentence_about_a_hop_through_the_goal_is_true_of_a_man_outside_it() -> None:
    dump = "halma-8+locked 20 0 - - - B7/8/8/8/8/8/3B4/2AB4"
    sentence = refusal("halma-8+locked", dump, "VIII,3-VI,3")
    assert "not even between two jumps" in sentence
    assert "within the goal" not in sentence


def test_the_sentence_about_the_own_yard_names_a_square_of_it_and_promises_nothing() -> None:
    dump = "halma-8+no-return 20 0 - - - 8/8/1B1A4/B7/A7/8/8/7B"
    sentence = refusal("halma-8+no-return", dump, "V,1-III,5")
    assert "`III,1`" in sentence
    assert "yet" not in sentence
