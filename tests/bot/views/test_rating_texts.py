"""Ratings as text: rating changes of results, and annulled games."""

from dataclasses import replace

from bot.i18n.translator import translator_for
from bot.service.rating.ladder import Rating, RatingChange
from bot.service.rating.player_ratings import RatingChanges
from bot.views.rating_texts import annulled_note, change_line
from tests.bot.views.finished_matches import running

T = translator_for()
CHANGES = RatingChanges(
    {1: RatingChange(Rating(150_000), Rating(153_000, 1), ())},
)


def test_the_result_of_an_annulled_game_says_that_its_changes_have_been_taken_back() -> None:
    line = "📈 Rating: <@1> 1500? → **1530?** (+30)"
    assert change_line(T, running(), CHANGES) == line
    assert change_line(T, running(), replace(CHANGES, annulled=True)) == (
        f"{line}\n-# This game has been annulled: these changes have been taken back."
    )


def test_an_annulled_game_without_changes_has_no_line() -> None:
    assert change_line(T, running(), RatingChanges({}, annulled=True)) is None


def test_a_history_says_how_many_games_are_annulled() -> None:
    assert annulled_note(T, 1) == (
        "-# 1 annulled game is not counted: its rating change has been taken back."
    )
    assert annulled_note(T, 2) == (
        "-# 2 annulled games are not counted: their rating changes have been taken back."
    )
