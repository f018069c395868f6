"""Sentences that explain a mistake, in every language."""

import pytest

from bot.extensions.review.views.move_explanation import SENTENCES, explanation_text, score_text
from bot.i18n.translator import LANGUAGES, translator_for
from engine.explanations import UNEXPLAINED, Explanation

KINDS = (
    *SENTENCES,
    *(
        "left-behind",
        "rivals-ladder",
        "own-ladder",
        "broken-ladder",
        "solved-loss",
        "race",
    ),
)


def text(language: str, why: Explanation) -> str:
    return explanation_text(
        translator_for(language), why, lambda move: f"`{move}`", lambda seat: f"seat {seat}"
    )


def explanation(kind: str) -> Explanation:
    return Explanation(kind, "II,3-VI,7", "IV,1", 4, 1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_sentence_in_every_language(kind: str, language: str) -> None:
    sentence = text(language, explanation(kind))
    assert len(sentence) > 10
    assert "{" not in sentence
    if language != "en":
        assert sentence != text("en", explanation(kind))


def test_the_sentences_name_the_move_the_man_and_the_number() -> None:
    assert text("en", explanation("allowed-win")) == (
        "The move played let seat 1 reach the goal at once with `II,3-VI,7`."
    )
    assert text("en", explanation("left-behind")) == (
        "The last man, on IV,1, was left alone: the nearest other man is 4 squares away. "
        "The better move brought the last man nearer to the goal."
    )
    assert text("en", explanation("rivals-ladder")) == (
        "The move played left seat 1 a ladder: the hop `II,3-VI,7` with 4 jumps, which the better "
        "move prevented."
    )


def test_a_race_has_two_exact_numbers() -> None:
    assert text("en", Explanation("race", number=7, best=5)) == (
        "The two sides had passed each other. Exactly 7 turns were left after the move played, and "
        "5 after the better move."
    )


def test_a_missed_hop_needs_no_sentence() -> None:
    assert text("en", explanation("missed-hop")) == ""


def test_without_a_fact_there_is_only_the_number() -> None:
    assert text("en", UNEXPLAINED) == ""
    assert score_text(translator_for("en"), (0.71, 0.3)) == (
        "By the computer's estimate, the chance of winning fell from 71% to 30%."
    )
