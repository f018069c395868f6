"""Analysis of a finished game in words."""

import pytest

from bot.extensions.review.views.analysis_page import AnalysedGame, comments
from bot.extensions.review.views.review_source import Review
from bot.i18n.translator import translator_for
from engine import variant
from engine.analysis import Analysis
from engine.explanations import UNEXPLAINED
from engine.record import Record

MOVES = ("II,3-III,3", "VII,6-VI,6")


def summary(to_go: tuple[tuple[float, ...], ...], exact_from: tuple[int, ...]) -> str:
    """Return the last comment on a game with these turns to go."""
    rules = variant("halma-8")
    record = Record(rules, tuple(map(rules.parse_canonical, MOVES)))
    story = Review(1, record, "Game 1", None, 0, "wood", is_shared=True)
    lost = (0.0,) * len(MOVES)
    swings = ((0.5, 0.5),) * len(MOVES)
    analysis = Analysis(to_go, lost, ("",) * len(MOVES), 0, 0, (), swings, exact_from=exact_from)
    return comments(translator_for("en"), AnalysedGame(story, analysis))[len(MOVES)]


def test_the_turns_covered_are_the_difference_of_the_numbers_on_the_graph() -> None:
    text = summary(((18.4, 18.4), (17.6, 18.4), (17.6, 16.5)), (-1, -1))
    assert "In 1 move, ⚪ White covered about 0 of the 18 turns" in text
    assert "In 1 move, ⚫ Black covered about 2 of the 18 turns" in text
    assert "passed each other" not in text


def test_an_exact_race_is_named_unless_the_board_shows_it() -> None:
    text = summary(((4.0, 3.0), (3.0, 3.0), (3.0, 2.0)), (1, 2))
    assert "After move 1, the two sides had passed each other: ⚪ White needed exactly 3" in text
    assert "⚫ Black needed exactly" not in text


@pytest.mark.parametrize(
    ("key", "played", "better", "expected"),
    [
        ("halma-8", "II,3-III,3", "III,2-III,3", "II,3-III,3 gave away about 3 turns."),
        ("hexma", "III,1-V,5", "IV,1-V,5", "was a mistake."),
    ],
)
def test_turns_are_given_away_only_in_a_race(
    key: str, played: str, better: str, expected: str
) -> None:
    rules = variant(key)
    move = rules.parse(rules.start(), played)
    story = Review(1, Record(rules, (move,)), "Game 1", None, 0, "wood", is_shared=True)
    to_go = ((9.0, 9.0), (9.0, 9.0))
    found = Analysis(
        to_go, (3.0,), (better,), 0, 0, (), ((0.5, 0.4),), (UNEXPLAINED,), exact_from=(-1, -1)
    )
    [text, _, _] = comments(translator_for("en"), AnalysedGame(story, found))[1].splitlines()
    assert expected in text
    assert f"{better} was better." in text
