"""Daily puzzle results: solvers, solutions and streaks."""

from typing import Any

import pytest

from bot.extensions.puzzles.models import Solitaire, Solver
from bot.extensions.puzzles.service import daily_results, daily_schedule, puzzle_games
from bot.extensions.puzzles.store import figure_solutions
from bot.service.clock.calendar import DAY
from bot.service.errors import NotFound
from bot.service.players import player_settings
from bot.setting_definition import OFF, ON
from engine import puzzles
from tests.bot.service.club import ADA, BRUNO, GUILD, START, Club
from tests.transactions import reading, writing

TODAY = daily_schedule.today(START)


@pytest.fixture(autouse=True)
def whole_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set every day's puzzle to the whole figure, as on Sundays."""
    monkeypatch.setattr(daily_schedule, "turns_played", lambda figure: 0)


async def opened(club: Club, player: int = ADA, day: int = TODAY) -> Solitaire:
    with writing(club.store) as tx:
        return daily_results.open_daily(tx, player=player, day=day, now=club.now)


async def act(club: Club, what: str, game: Solitaire, **more: Any) -> Solitaire:
    with writing(club.store) as tx:
        done: Solitaire = getattr(puzzle_games, what)(
            tx,
            player=game.player,
            problem=game.problem,
            interaction=next(club.ids),
            now=club.now,
            **more,
        )
    return done


def way(day: int = TODAY) -> list[str]:
    figure = daily_schedule.figure_of_day(day)
    rules = puzzles.figure_problem(figure).variant
    return [rules.format(move) for move in puzzles.figure_solution(figure)]


async def solve(club: Club, player: int = ADA, day: int = TODAY, *, key: bool = False) -> Solitaire:
    game = await opened(club, player, day)
    if key:
        with writing(club.store) as tx:
            puzzle_games.add_mark(tx, game, puzzle_games.KEY)
    return await act(club, "play", game, text="; ".join(way(day)), guild=GUILD)


async def standing(club: Club, game: Solitaire) -> daily_results.DailyStanding:
    with reading(club.store) as tx:
        return daily_results.daily_standing(tx, game, puzzle_games.current_game(game), club.now)


async def named(club: Club, player: int, shown: bool = True) -> None:
    with writing(club.store) as tx:
        player_settings.change_settings(
            tx, player, {"show_name": ON if shown else OFF}, now=club.now
        )


async def today(club: Club, day: int = TODAY) -> list[Solver]:
    with reading(club.store) as tx:
        return daily_results.solvers_of_day(tx, GUILD, day)


@pytest.mark.parametrize(
    ("days", "count"),
    [
        ([], 0),
        ([100], 1),
        ([99], 1),
        ([98], 1),
        ([97], 0),
        ([100, 99, 98], 3),
        ([100, 98, 97], 3),
        ([100, 98, 96], 2),
        ([100, 99, 97, 96, 95, 94, 93, 92, 90], 9),
        ([100, 99, 97, 96, 95, 94, 93, 92, 91, 89, 88], 11),
        ([100, 99, 97, 96, 95, 94, 93, 91, 90], 7),
        ([101, 100], 1),
    ],
)
def test_a_streak_forgives_one_day_in_any_seven(days: list[int], count: int) -> None:
    assert daily_results.current_streak(days, 100) == count


def test_every_day_has_a_figure_and_every_figure_a_day() -> None:
    for day in (
        daily_schedule.FIRST_DAY,
        daily_schedule.FIRST_DAY + 1,
        TODAY,
        daily_schedule.FIRST_DAY + puzzles.count() - 1,
    ):
        assert daily_schedule.day_of(daily_schedule.figure_of_day(day)) == day
    assert daily_results.day_number(daily_results.date_of(TODAY)) == TODAY


async def test_a_daily_puzzle_can_be_resumed_and_stays_solved(club: Club) -> None:
    game = await opened(club)
    left = await act(club, "play", game, text="; ".join(way()[:7]))
    club.now += DAY
    assert await opened(club) == left
    done = await act(club, "play", left, text="; ".join(way()[7:]), guild=GUILD)
    assert done.turns == len(puzzles.YARD)
    assert await opened(club) == done
    assert (await standing(club, done)).streak == 0, "it was solved a day late"
    assert (await standing(club, done)).solvers == 1


async def test_days_before_the_first_and_future_days_have_no_puzzle(club: Club) -> None:
    for day in (daily_schedule.FIRST_DAY - 1, TODAY + 1, 10**9, -1):
        with pytest.raises(NotFound):
            await opened(club, day=day)
    await opened(club, day=daily_schedule.FIRST_DAY)
    with writing(club.store) as tx, pytest.raises(NotFound):
        puzzle_games.start(
            tx,
            player=ADA,
            problem=f"figure-{daily_schedule.figure_of_day(TODAY + 1)}",
            interaction=next(club.ids),
            now=club.now,
        )


@pytest.mark.check
async def test_tables_show_only_players_who_agree_but_all_solvers_are_counted(club: Club) -> None:
    await solve(club, ADA)
    done = await solve(club, BRUNO)
    assert await today(club) == []
    await named(club, BRUNO)
    assert await today(club) == [Solver(BRUNO, 1, 0)]
    assert (await standing(club, done)).solvers == 2
    club.now += DAY
    await solve(club, BRUNO, TODAY + 1)
    with reading(club.store) as tx:
        month = daily_results.solvers_of_month(tx, GUILD, club.now)
    assert month == [Solver(BRUNO, 2, 0)]
    await named(club, BRUNO, shown=False)
    assert await today(club) == await today(club, TODAY + 1) == []


async def test_hints_are_counted_and_rank_a_player_lower(club: Club) -> None:
    game = await act(club, "play", await opened(club), text=way()[0])
    await act(club, "undo", await act(club, "play", game, text=way()[1]), wholly=True)
    with writing(club.store) as tx:
        puzzle_games.add_mark(tx, puzzle_games.current_solitaire(tx, ADA), puzzle_games.HINT)
    await named(club, ADA)
    done = await solve(club)
    assert done.marks[3:5] == "t" + puzzle_games.turn_mark(
        puzzles.figure_solution(daily_schedule.figure_of_day(TODAY))[0]
    )
    await named(club, BRUNO)
    club.now += 60
    await solve(club, BRUNO)
    assert await today(club) == [Solver(BRUNO, 1, 0), Solver(ADA, 1, 2)]


async def test_a_player_who_has_seen_the_key_gets_no_result(club: Club) -> None:
    await named(club, ADA)
    done = await solve(club, key=True)
    assert done.turns is not None
    assert await today(club) == []
    assert await standing(club, done) == daily_results.DailyStanding(
        TODAY, 0, 0, 0, None, key_seen=True
    )
    with writing(club.store) as tx:
        again = puzzle_games.start(
            tx, player=ADA, problem=done.problem, interaction=next(club.ids), now=club.now
        )
    again = await act(club, "play", again, text="; ".join(way()), guild=GUILD)
    assert again.id != done.id
    assert (await standing(club, again)).solvers == 0, "they know it from the key still"


@pytest.mark.check
async def test_the_first_finder_of_a_solution_is_known_whatever_the_order_of_moves(
    club: Club,
) -> None:
    first = await solve(club, ADA)
    assert (await standing(club, first)).first == ADA
    second = await solve(club, BRUNO)
    assert (await standing(club, second)).ways == 1
    assert (await standing(club, second)).first == 0, "they do not wish to be named"
    await named(club, ADA)
    assert (await standing(club, second)).first == ADA


async def test_a_figure_formed_in_another_puzzle_counts_as_found(club: Club) -> None:
    with writing(club.store) as tx:
        game = puzzle_games.start(
            tx, player=ADA, problem="bring-out-c", interaction=next(club.ids), now=club.now
        )
    figure = daily_schedule.figure_of_day(TODAY + 1)
    game = await act(club, "play", game, text="; ".join(way(TODAY + 1)))
    assert daily_schedule.formed_figure(puzzle_games.current_game(game)) == figure
    with reading(club.store) as tx:
        assert figure_solutions.count_solutions(tx, figure) == (1, 1)
