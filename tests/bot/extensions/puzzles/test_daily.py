"""The puzzle of the day, solved by taps, as text, or both."""

import random
from typing import Any

import discord
import pytest

from bot.extensions.puzzles.service import daily_results, daily_schedule, puzzle_games
from bot.service.clock.calendar import DAY
from engine import puzzles
from tests.e2e import simulator
from tests.e2e.days import wait
from tests.e2e.forms import forged
from tests.e2e.settings import ME, SERVER, change_settings
from tests.e2e.table import Shown, Table, alts, ids, text
from tests.e2e.test_user_installs import Visitor
from tests.transactions import reading


@pytest.fixture(autouse=True)
def some_days_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the date of the first puzzle to a few days before the simulation starts."""
    monkeypatch.setattr(daily_schedule, "FIRST_DAY", 20_444)


@pytest.fixture(autouse=True)
def whole_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set every day's puzzle to the whole figure, as on Sundays."""
    monkeypatch.setattr(daily_schedule, "turns_played", lambda figure: 0)


def way(day: int) -> list[tuple[str, str]]:
    """Return the (origin, end) squares of each move in a day's stored solution."""
    figure = daily_schedule.figure_of_day(day)
    names = puzzles.figure_problem(figure).variant.board.names
    return [(names[move.path[0]], names[move.path[-1]]) for move in puzzles.figure_solution(figure)]


def typed(turns: list[tuple[str, str]]) -> str:
    return "; ".join(f"{origin}-{end}" for origin, end in turns)


def lost(day: int) -> list[tuple[str, str]]:
    """Return moves that, after the solution's first move, make the figure unreachable."""
    problem = puzzles.figure_problem(daily_schedule.figure_of_day(day))
    names, rng = problem.variant.board.names, random.Random(1)
    for _ in range(200):
        game = puzzles.begin_game(problem)
        game = puzzles.play_text(game, typed(way(day)[:1]))
        while turns := puzzles.legal_turns(game):
            game = puzzles.play_text(game, problem.variant.format(rng.choice(turns)))
            few = len(game.moves) >= 13  # with few men left, the solver answers quickly
            if few and puzzles.legal_turns(game) and puzzles.is_solvable(game) is False:
                return [(names[move.path[0]], names[move.path[-1]]) for move in game.moves[1:]]
    raise AssertionError("every turn leads to the figure")


async def asked(player: simulator.MemberActor, table: Table, **options: str) -> Any:
    interaction = await player.slash(table.channel, "puzzle daily", **options)
    assert interaction.response is not None
    return interaction.response


def letter(board: Shown, square: str) -> str:
    """Return the letter of a square in the legend under the picture."""
    line = next(line for line in text(board).split("\n") if line.startswith("-# A\u00a0"))
    return next(part for part in line[3:].split(" · ") if part.split("\u00a0", 1)[1] == square)[0]


async def tapped(player: simulator.MemberActor, board: Any, turn: tuple[str, str]) -> Any:
    """Play a move by taps and return the board.

    The panel skips a step that has only one choice.
    """
    for square in turn:
        if f"{square}: where to?" in text(board) or "**Play" in text(board):
            continue
        interaction = await player.click(board, label=letter(board, square))
        board = interaction.response
        assert board is not None
        if f"Last move: `{turn[0]}-" in text(board):
            return board
    interaction = await player.click(board, label="Play")
    assert interaction.response is not None
    return interaction.response


@pytest.mark.check
async def test_three_players_solve_puzzles_by_taps_by_text_and_by_both(table: Table) -> None:
    today = daily_schedule.today(table.client.clock())
    board = await asked(table.ada, table)
    assert board.ephemeral
    assert "of 51,178" in text(board)
    assert puzzles.write_men(sorted(puzzles.figure(daily_schedule.figure_of_day(today)))) in text(
        board
    )
    for turn in way(today):
        board = await tapped(table.ada, board, turn)
    assert "Solved!" in text(board)
    assert "You are the first player to find the solution I know." in text(board)
    assert "1 day in a row" in text(board)

    yesterday = today - 1
    board = await asked(table.bruno, table, day="-1", moves=typed(way(yesterday)))
    assert "Solved!" in text(board)
    assert "in a row" not in text(board), "it was not on its day"

    turns = way(today)
    board = await asked(table.chen, table, moves=typed(turns[:5]))
    assert "5 of 19 men are in place." in text(board)
    await table.restart()
    board = await tapped(table.chen, await asked(table.chen, table), turns[5])
    interaction = await table.chen.click(board, custom_id=ids(board)["alone-undo"])
    board = await tapped(table.chen, interaction.response, turns[5])
    board = await asked(table.chen, table, moves=typed(turns[6:]))
    assert "Solved!" in text(board)
    assert "Someone found this solution before you." in text(board)
    assert "Taken back: 1" in text(board)
    assert table.posts() == []


@pytest.mark.check
async def test_a_shared_result_reveals_no_move_and_links_to_the_puzzle(
    table: Table,
) -> None:
    today = daily_schedule.today(table.client.clock())
    await change_settings(table, table.ada, ME, show_name="on")
    board = await asked(table.ada, table, moves=typed(way(today)))
    interaction = await table.ada.click(board, custom_id=ids(board)["daily-tables"])
    assert f"1. <@{table.ada.id}>" in text(interaction.response)
    await table.ada.click(board, custom_id=ids(board)["daily-share"])
    post = table.last
    assert f"<@{table.ada.id}> has solved" in text(post)
    assert [square for turn in way(today) for square in turn if square in text(post)] == []
    interaction = await table.bruno.click(post, custom_id=ids(post)["daily"])
    assert interaction.response is not None
    assert interaction.response.ephemeral
    assert "0 of 19 men are in place." in text(interaction.response)


@pytest.mark.check
async def test_input_that_is_not_understood_is_explained_and_changes_nothing(table: Table) -> None:
    today = daily_schedule.today(table.client.clock())
    turns = way(today)
    await asked(table.ada, table, moves=typed(turns[:3]))
    for moves in ("hello", "XVI,16-XV,15", typed([turns[3], turns[0]]), typed([turns[3]] * 2)):
        interaction = await table.ada.slash(table.channel, "puzzle daily", moves=moves)
        assert "of 19 men" not in text(interaction.response)
    for day, message in (
        ("tomorrowish", "could not read"),
        ("31.2.", "could not read"),
        ("2099-01-01", "none for 1 Jan 2099"),
        ("1885-01-01", "none for 1 Jan 1885"),
    ):
        interaction = await table.ada.slash(table.channel, "puzzle daily", day=day)
        assert message in text(interaction.response)
    board = await asked(table.ada, table)
    assert "3 of 19 men are in place." in text(board)
    interaction = await table.ada.click(board, custom_id=ids(board)["daily-restart"])
    assert "0 of 19 men are in place." in text(interaction.response)
    assert alts(board)
    offered = await table.ada.autocomplete(table.channel, "puzzle daily", "day", "")
    assert 1 < len(offered) <= 25


@pytest.mark.check
async def test_a_hint_shows_the_next_move_or_that_the_figure_is_unreachable(table: Table) -> None:
    today = daily_schedule.today(table.client.clock())
    board = await asked(table.ada, table)
    assert "daily-possible" not in ids(board)
    board = (await table.ada.click(board, custom_id=ids(board)["daily-hint"])).response
    origin, end = way(today)[0]
    assert f"💡 Hint: `{origin}-{end}`" in text(board)
    board = await asked(table.ada, table, moves=f"{origin}-{end}")
    board = (await table.ada.click(board, custom_id=ids(board)["daily-possible"])).response
    assert "Yes, the figure can still be formed." in text(board)
    board = await asked(table.ada, table, moves=typed(lost(today)))
    board = (await table.ada.click(board, custom_id=ids(board)["daily-hint"])).response
    assert "can no longer be formed" in text(board)
    with reading(table.store) as tx:
        assert (puzzle_games.current_solitaire(tx, table.ada.id)).marks.count("t") == 1


@pytest.mark.check
async def test_the_puzzle_is_posted_in_a_guild_each_morning_without_mentions(
    table: Table,
) -> None:
    role = table.channel.guild.create_role(
        "host", permissions=discord.Permissions(manage_guild=True)
    )
    host = table.channel.guild.add_member(table.env.create_user("host"), roles=[role])
    await change_settings(table, host, SERVER, daily=[table.channel])
    await wait(table, DAY)
    (post,) = table.posts()
    assert "### Daily puzzle" in text(post)
    assert post.mentions == []
    interaction = await table.bruno.click(post, custom_id=ids(post)["daily"])
    assert "0 of 19 men are in place." in text(interaction.response)
    await change_settings(table, host, SERVER, [table.channel], quiet="22-8")
    await wait(table, DAY)
    assert len(table.posts()) == 2, "another change does not turn it off"
    await change_settings(table, host, SERVER, [table.channel], daily=[])
    await wait(table, DAY)
    assert len(table.posts()) == 2


@pytest.mark.check
async def test_a_forged_form_cannot_post_the_puzzle_in_another_channel(table: Table) -> None:
    role = table.channel.guild.create_role(
        "host", permissions=discord.Permissions(manage_guild=True)
    )
    host = table.channel.guild.add_member(table.env.create_user("host"), roles=[role])
    other = table.env.create_guild("Another club").create_text_channel("halma")
    for channel in (str(other.id), "9" * 40, "here"):
        answered = await forged(
            table,
            host,
            "m:server-change:0:0:channels",
            [{"type": 8, "custom_id": "daily:0", "values": [channel]}],
        )
        assert "no longer works" in text(answered.response)
    await wait(table, DAY)
    assert table.posts() == []


@pytest.mark.check
async def test_the_first_daily_puzzle_is_explained_once(table: Table) -> None:
    for is_first in (True, False):
        interaction = await table.ada.slash(table.channel, "puzzle daily")
        assert ("💡 Everyone gets the same figure today." in text(interaction.response)) is is_first


@pytest.mark.check
async def test_the_settings_of_a_server_show_the_channel(table: Table) -> None:
    owner = table.channel.guild.add_member(
        table.env.create_user("owner"),
        roles=[
            table.channel.guild.create_role(
                "host", permissions=discord.Permissions(manage_guild=True)
            )
        ],
    )
    interaction = await owner.slash(table.channel, "server settings")
    assert "Channel for the daily puzzle: **none**" in text(interaction.response)
    await change_settings(table, owner, SERVER, daily=[table.channel])
    content = text((await owner.slash(table.channel, "server settings")).response)
    assert f"Channel for the daily puzzle: **<#{table.channel.id}>**" in content
    assert f"Channel for the daily puzzle: none → <#{table.channel.id}>" in content


@pytest.mark.check
@pytest.mark.parametrize("command", ["puzzle daily", "puzzle start"])
async def test_a_visitor_can_solve_puzzles(visitor: Visitor, command: str) -> None:
    assert "went wrong" not in text(await visitor.slash(command))


@pytest.mark.check
async def test_moves_without_a_day_are_made_in_the_figure_that_is_open(table: Table) -> None:
    today = daily_schedule.today(table.client.clock())
    await asked(table.ada, table)
    await wait(table, 60)
    board = await asked(table.ada, table, day="-1")
    date = daily_results.date_of(today - 1)
    assert f"with `day:{date}` to make several moves" in text(board)
    board = await asked(table.ada, table, moves=typed(way(today - 1)[:2]))
    assert "2 of 19 men are in place." in text(board)
    assert puzzles.write_men(sorted(puzzles.figure(daily_schedule.figure_of_day(today - 1)))) in (
        text(board)
    )
    assert "0 of 19 men" in text(await asked(table.ada, table))
    await wait(table, 60)
    board = await asked(table.ada, table, day="-1")
    assert "2 of 19 men are in place." in text(board)
    board = await asked(table.ada, table, day=str(date), moves=typed(way(today - 1)[2:3]))
    assert "3 of 19 men are in place." in text(board)


@pytest.mark.check
async def test_moves_typed_after_midnight_go_to_the_figure_opened_before_it(table: Table) -> None:
    yesterday = daily_schedule.today(table.client.clock())
    await asked(table.ada, table)
    await asked(table.bruno, table, moves=typed(way(yesterday)))
    await wait(table, DAY)
    board = await asked(table.ada, table, moves=typed(way(yesterday)))
    assert "Solved!" in text(board)
    board = await asked(table.bruno, table, moves=typed(way(yesterday + 1)))
    assert "Solved!" in text(board), "the figure of the day before is finished"


@pytest.mark.check
async def test_moves_of_todays_figure_are_not_made_in_an_unfinished_one(table: Table) -> None:
    yesterday = daily_schedule.today(table.client.clock())
    await asked(table.ada, table, moves=typed(way(yesterday)[:8]))
    await wait(table, DAY)
    board = await asked(table.ada, table, moves=typed(way(yesterday + 1)))
    assert "Solved!" in text(board)
