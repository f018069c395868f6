"""Analysis of a finished game in words."""

import pytest

from bot.extensions.review.views.analysed_game import AnalysedGame
from bot.extensions.review.views.analysis_page import comments
from bot.extensions.review.views.review_source import Review
from bot.i18n.translator import translator_for
from engine import Outcome, variant
from engine.analysis import Analysis
from engine.explanations import UNEXPLAINED
from engine.record import Record

MOVES = ("II,3-III,3", "VII,6-VI,6", "III,3-IV,3", "VI,6-V,6")


def summary(
    to_go: tuple[tuple[float, ...], ...],
    exact_from: tuple[int, ...] = (-1, -1),
    result: Outcome | None = None,
) -> str:
    """Return the last comment on a game with these turns to go after each move."""
    rules, moves = variant("halma-8"), MOVES[: len(to_go) - 1]
    record = Record(rules, tuple(map(rules.parse_canonical, moves)), result)
    story = Review(1, record, "Game 1", None, 0, "wood", is_shared=True)
    lost, swings = (0.0,) * len(moves), ((0.5, 0.5),) * len(moves)
    analysis = Analysis(to_go, lost, ("",) * len(moves), 0, 0, (), swings, exact_from=exact_from)
    return comments(translator_for("en"), AnalysedGame(story, analysis))[len(moves)]


LED_THROUGHOUT = ((6.2, 5.1), (4.0, 4.8), (4.0, 3.0), (3.0, 3.0), (3.0, 2.0))
LED_AT_FIRST = (*LED_THROUGHOUT[:3], (3.0, 3.0), (3.0, 3.0))


@pytest.mark.parametrize(
    ("to_go", "winner", "course"),
    [
        (LED_THROUGHOUT, 1, ", and kept the lead."),
        (LED_AT_FIRST, 0, ", but lost the lead."),
        (LED_THROUGHOUT, 0, "."),  # for another reason, such as the time
        (LED_AT_FIRST, 1, "."),
        (LED_THROUGHOUT, None, "."),
    ],
)
def test_an_exact_race_is_one_line(
    to_go: tuple[tuple[float, ...], ...], winner: int | None, course: str
) -> None:
    result = None if winner is None else Outcome(((winner,), (1 - winner,)), "goal")
    line = f"After move 2, ⚫ Black led the race, 3 turns to 4{course}"
    assert summary(to_go, (1, 2), result) == line


def test_a_level_race_names_the_side_that_moves_next() -> None:
    text = summary(((6.0, 5.0), (4.0, 4.0), (4.0, 3.5)), (1, 1))
    assert text == "After move 1, the race was level: 4 turns each, and ⚫ Black moved next."


@pytest.mark.parametrize(
    ("last", "line"),
    [
        ((17.8, 16.2), "At the end, ⚫ Black led by about 2 turns."),
        ((0.0, 1.4), "At the end, ⚪ White led by about 1 turn."),
        ((5.4, 5.0), "At the end, the two sides were level."),
    ],
)
def test_without_an_exact_race_the_line_describes_the_end(
    last: tuple[float, ...], line: str
) -> None:
    assert summary(((18.4, 18.4), (17.6, 18.4), last)) == line


def test_a_race_of_two_turns_is_not_counted_since_the_board_shows_it() -> None:
    text = summary(((4.0, 3.0), (3.0, 3.0), (3.0, 2.0)), (1, 2))
    assert text == "At the end, ⚫ Black led by about 1 turn."


def test_with_several_players_the_line_lists_the_turns_left() -> None:
    rules = variant("chinese-checkers-3")
    move = rules.moves(rules.start())[0]
    story = Review(1, Record(rules, (move,)), "Game 1", None, 0, "wood", is_shared=True)
    analysis = Analysis(
        ((20.0,) * 3, (19.4, 20.0, 20.0)),
        (0.0,),
        ("",),
        0,
        0,
        (),
        ((0.5, 0.5),),
        exact_from=(-1,) * 3,
    )
    text = comments(translator_for("en"), AnalysedGame(story, analysis))[1]
    assert text == "Turns left at the end: 🔴 Red 19, 🟡 Yellow 20, ⚫ Black 20."


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
    text, _ = comments(translator_for("en"), AnalysedGame(story, found))[1].splitlines()
    assert expected in text
    assert f"{better} was better." in text
