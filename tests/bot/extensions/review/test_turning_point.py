"""The message about a move that was worse than another."""

import pytest

from bot.extensions.review.views.analysed_game import AnalysedGame
from bot.extensions.review.views.review_source import Review
from bot.extensions.review.views.turning_point import explained, turning_point_view
from bot.i18n.translator import LANGUAGES, translator_for
from engine import VARIANTS, variant
from engine.analysis import Analysis
from engine.explanations import UNEXPLAINED, Explanation
from engine.record import Record
from tests.render.games import course

MISSED_HOP = Explanation("missed-hop", number=4)


def mistake(
    key: str,
    swing: tuple[float, float],
    lost: float,
    reason: Explanation,
) -> AnalysedGame:
    """Return a game of one move for which another move was better."""
    rules = variant(key)
    played, better = rules.moves(rules.start())[:2]
    story = Review(7, Record(rules, (played,)), "Game 7", "Over.", 0, "wood", is_shared=True)
    to_go = ((9.0,) * len(rules.seats),) * 2
    analysis = Analysis(to_go, (lost,), (rules.format(better),), 0, 0, (), (swing,), (reason,))
    return AnalysedGame(story, analysis)


@pytest.mark.parametrize(
    ("swing", "lost", "reason", "sentences"),
    [
        ((0.5, 0.5), 2.2, MISSED_HOP, 2),
        ((0.5, 0.5), 2.2, UNEXPLAINED, 2),
        ((0.9, 0.1), 2.2, MISSED_HOP, 2),
        ((0.9, 0.1), 2.2, UNEXPLAINED, 3),
        ((0.5, 0.5), 2.2, Explanation("backward"), 3),
        ((0.5, 0.5), 2.0, Explanation("race", number=7, best=5), 4),
    ],
)
def test_only_a_reason_that_the_routes_do_not_show_is_given(
    swing: tuple[float, float], lost: float, reason: Explanation, sentences: int
) -> None:
    text = explained(translator_for("en"), mistake("halma-8", swing, lost, reason), 1, str)
    assert text.count(". ") + 1 == sentences, text


def test_a_loss_that_is_counted_exactly_is_not_about_a_number() -> None:
    race = mistake("halma-8", (0.5, 0.5), 2.0, Explanation("race", number=7, best=5))
    guessed = mistake("halma-8", (0.5, 0.5), 2.0, UNEXPLAINED)
    assert " gave away 2 turns. " in explained(translator_for("en"), race, 1, str)
    assert " gave away about 2 turns. " in explained(translator_for("en"), guessed, 1, str)


@pytest.mark.each_kind
@pytest.mark.parametrize("key", sorted(VARIANTS))
async def test_every_game_has_a_board_with_both_routes_and_names_them(key: str) -> None:
    analysed = mistake(key, (0.5, 0.5), 3.0, MISSED_HOP)
    shown = await turning_point_view(translator_for("en"), analysed, 1)
    [file] = shown.files
    better, [played] = analysed.analysis.better[0], analysed.story.texts
    legend = (
        "Ring: the better move. Square: the move played."
        if len(analysed.played(1).path) == 1
        else "Solid line: the better move. Dashed line: the move played."
    )
    sentences = str(file.description).splitlines()[0]
    assert sentences.startswith("Move 1, ")
    assert f": {played} " in sentences
    assert sentences.endswith(f" {better} was better. {legend}")
    assert file.filename == "better-7-1.png"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_alt_text_fits_with_long_moves(language: str) -> None:
    """The routes come first, so that only the list of men may be cut."""
    rules = variant("super-chinese-checkers")
    moves = [move for _, move in course(rules.key) if move is not None]
    lost, swings = (2.0,) * len(moves), ((0.5, 0.5),) * len(moves)
    story = Review(7, Record(rules, tuple(moves)), "Game 7", "Over.", 0, "wood", is_shared=True)
    better = tuple(map(rules.format, moves))
    analysis = Analysis(((9.0, 9.0),), lost, better, 0, 0, (), swings, (MISSED_HOP,) * len(moves))
    turn = max(range(1, len(moves) + 1), key=lambda turn: len(better[turn - 1]))
    shown = await turning_point_view(translator_for(language), AnalysedGame(story, analysis), turn)
    description = str(shown.files[0].description)
    assert description.count(better[turn - 1]) == 2
    assert len(description) <= 1024
