"""Daily puzzles that begin after the first turns: the week from Monday to Sunday."""

from datetime import date, timedelta
from statistics import mean

import pytest

from bot.extensions.puzzles.service import daily_results, daily_schedule, puzzle_games
from bot.extensions.puzzles.views import daily_page
from bot.i18n.translator import translator_for
from bot.service.clock.calendar import DAY
from engine import puzzles
from tests.bot.service.club import ADA, Club
from tests.transactions import reading, writing
from tools import daily_week
from tools.daily_week import AIMS, WEEKDAYS
from tools.simple_player import MOST, SimplePlayer

MONDAY = daily_schedule.FIRST_DAY + 6
WEEKS = 8


def figures(weekday: int, weeks: int = WEEKS) -> list[int]:
    """Return the figures of this weekday in some weeks; Monday is 0."""
    days = range(MONDAY + weekday, MONDAY + 7 * weeks, 7)
    return [daily_schedule.figure_of_day(day) for day in days]


def test_the_first_monday_is_a_monday() -> None:
    assert (date(1970, 1, 1) + timedelta(MONDAY)).weekday() == 0


def test_a_simple_player_solves_mondays_puzzle_in_most_attempts() -> None:
    for figure in figures(0):
        played = daily_schedule.turns_played(figure)
        assert SimplePlayer(figure).count_successes(played) >= MOST
        assert daily_schedule.difficulty(figure) == "very easy"


@pytest.mark.parametrize("weekday", range(6))
def test_hints_lead_a_simple_player_to_the_solution(weekday: int) -> None:
    name = WEEKDAYS[weekday]
    for figure in figures(weekday):
        assert daily_week.weekday(figure) == name
        played = daily_schedule.turns_played(figure)
        hints = puzzles.easy_after(figure) - played
        assert hints in AIMS[name].hints
        assert SimplePlayer(figure).count_successes(played + hints) >= MOST


@pytest.mark.check
def test_the_week_becomes_harder_from_day_to_day() -> None:
    turns, words, successes = [], [], []
    for weekday in range(7):
        played = {figure: daily_schedule.turns_played(figure) for figure in figures(weekday, 30)}
        turns.append(mean(len(puzzles.YARD) - number for number in played.values()))
        words.append(
            mean(puzzles.DIFFICULTIES.index(daily_schedule.difficulty(each)) for each in played)
        )
        successes.append(
            mean(SimplePlayer(figure).count_successes(number) for figure, number in played.items())
        )
    assert turns == sorted(turns)
    assert words == sorted(words)
    assert successes == sorted(successes, reverse=True)
    assert successes[0] >= MOST
    assert successes[6] < 1


def test_on_sundays_the_whole_figure_is_the_puzzle() -> None:
    assert {daily_schedule.turns_played(figure) for figure in figures(6)} == {0}


async def open_day(club: Club, day: int) -> puzzle_games.Solitaire:
    club.now = day * DAY
    with writing(club.store) as tx:
        return daily_results.open_daily(tx, player=ADA, day=day, now=club.now)


async def test_an_attempt_begins_after_the_first_turns_and_can_be_solved(club: Club) -> None:
    attempt = await open_day(club, MONDAY)
    game = puzzle_games.current_game(attempt)
    solution = puzzles.figure_solution(game.problem.figure)
    played = daily_schedule.turns_played(game.problem.figure)
    assert game.moves == solution[:played]
    rest = "; ".join(game.problem.variant.format(move) for move in solution[played:])
    with writing(club.store) as tx:
        done = puzzle_games.play(
            tx, player=ADA, problem=attempt.problem, text=rest, interaction=5, now=club.now
        )
    assert done.turns == 19
    assert len(done.marks) == 19 - played, "only the player's own turns are marked"
    with reading(club.store) as tx:
        assert daily_results.daily_standing(tx, done, game, club.now).solvers == 1


async def test_given_turns_cannot_be_taken_back(club: Club) -> None:
    attempt = await open_day(club, MONDAY)
    beginning = attempt.moves
    game = puzzle_games.current_game(attempt)
    turn = game.problem.variant.format(
        puzzles.figure_solution(game.problem.figure)[len(game.moves)]
    )
    for number, wholly in enumerate((False, True)):
        with writing(club.store) as tx:
            puzzle_games.play(
                tx, player=ADA, problem=attempt.problem, text=turn, interaction=number, now=club.now
            )
            for again in range(2):
                back = puzzle_games.undo(
                    tx,
                    player=ADA,
                    problem=attempt.problem,
                    wholly=wholly,
                    interaction=10 * (number + 1) + again,
                    now=club.now,
                )
                assert back.moves == beginning


async def test_an_attempt_at_the_whole_figure_goes_on(club: Club) -> None:
    """Attempts that began before the first turns were given keep their moves."""
    figure = daily_schedule.figure_of_day(MONDAY)
    first = puzzles.figure_problem(figure).variant.format(puzzles.figure_solution(figure)[0])
    await open_day(club, MONDAY)
    await club.spoil(
        f"UPDATE solitaires SET moves = 'figure-{figure}; {first}' WHERE problem = 'figure-{figure}'"
    )
    attempt = await open_day(club, MONDAY)
    assert attempt.moves == f"figure-{figure}; {first}"
    assert not daily_schedule.is_at_beginning(puzzle_games.current_game(attempt))
    with writing(club.store) as tx:
        back = puzzle_games.undo(
            tx, player=ADA, problem=attempt.problem, interaction=7, now=club.now
        )
    assert back.moves == f"figure-{figure}"


def test_the_task_says_how_many_men_are_in_place() -> None:
    t = translator_for("en")
    assert daily_page.task_text(t, 0).startswith("Bring the nineteen men")
    assert daily_page.task_text(t, 12).startswith("12 men are in place.")


def test_only_a_figure_that_needs_no_hint_is_simply_easy() -> None:
    words = {
        daily_schedule.difficulty(figure): daily_page.difficulty(translator_for("en"), figure)
        for weekday in range(7)
        for figure in figures(weekday)
    }
    assert words["very easy"] == "very easy"
    assert words["easy"] == "easy with a hint"
    assert [word for key, word in words.items() if "easy" in word and key != "very easy"] == [
        "easy with a hint"
    ]
