"""Puzzle games: start, play, undo, give up and solve."""

from typing import Any

import pytest

from bot.extensions.puzzles.models import Solitaire
from bot.extensions.puzzles.service import daily_schedule, puzzle_games
from bot.extensions.puzzles.store import puzzle_game_rows
from bot.service.errors import NotFound
from bot.service.players import player_settings
from engine import BadNotation
from engine.puzzles import get_problem, printed_key
from tests.bot.service.club import ADA, BRUNO, START, Club
from tests.transactions import reading, writing

YARD = "yard-a"


async def act(club: Club, what: str, player: int = ADA, key: str = YARD, **more: Any) -> Solitaire:
    arguments = {"interaction": next(club.ids), "now": club.now} | more
    with writing(club.store) as tx:
        done: Solitaire = getattr(puzzle_games, what)(tx, player=player, problem=key, **arguments)
    return done


def key_of(name: str) -> list[str]:
    the_problem = get_problem(name)
    moves = printed_key(the_problem)
    assert moves is not None
    return [the_problem.variant.format(move) for move in moves]


async def best(club: Club, reader: int = BRUNO) -> tuple[int, int] | None:
    with reading(club.store) as tx:
        return puzzle_games.best_solution(tx, YARD, reader)


async def test_the_printed_key_solves_the_problem(club: Club) -> None:
    begun = await act(club, "start")
    assert (begun.problem, begun.started, begun.finished_at) == (YARD, START, None)
    assert await best(club) is None
    texts = key_of(YARD)
    for text in texts[:-1]:
        assert (await act(club, "play", text=text)).turns is None
    club.now += 60
    solved = await act(club, "play", text=texts[-1])
    assert (solved.turns, solved.finished_at) == (len(texts), START + 60)
    assert await best(club) == (len(texts), 0)
    assert await best(club, ADA) == (len(texts), ADA)
    with writing(club.store) as tx:
        player_settings.change_settings(tx, ADA, {"show_name": "on"}, now=club.now)
    assert await best(club) == (len(texts), ADA)
    with pytest.raises(NotFound):
        await act(club, "play", text=texts[0])


async def test_each_player_has_one_game_of_each_puzzle(club: Club) -> None:
    first = await act(club, "start", interaction=7)
    assert await act(club, "start") == first
    assert await act(club, "start", interaction=7) == first
    other = await act(club, "start", key="packing-8-5")
    theirs = await act(club, "start", BRUNO)
    assert len({first.id, other.id, theirs.id}) == 3
    with reading(club.store) as tx:
        assert puzzle_game_rows.open_solitaires(tx, ADA) == [other, first]
        assert puzzle_games.current_solitaire(tx, ADA) == other
        assert puzzle_games.current_solitaire(tx, ADA, YARD) == first


async def test_a_move_can_be_taken_back(club: Club) -> None:
    begun = await act(club, "start")
    text = key_of(YARD)[0]
    played = await act(club, "play", text=text)
    assert len(puzzle_games.current_game(played).moves) == 1
    back = await act(club, "undo", interaction=7)
    assert (back.moves, back.marks) == (begun.moves, "su")
    played = await act(club, "play", text=text)
    assert await act(club, "undo", interaction=7) == played, "that was done already"
    await act(club, "undo")
    assert (await act(club, "undo")).moves == begun.moves
    assert (await act(club, "undo")).marks == "susu", "there is nothing more to take back"


async def test_a_repeated_interaction_plays_once(club: Club) -> None:
    await act(club, "start")
    text = key_of(YARD)[0]
    played = await act(club, "play", text=text, interaction=7)
    assert await act(club, "play", text=text, interaction=7) == played


async def test_a_puzzle_can_be_started_again_after_giving_up(club: Club) -> None:
    first = await act(club, "start")
    over = await act(club, "give_up", interaction=7)
    assert (over.id, over.finished_at, over.turns) == (first.id, START, None)
    assert await act(club, "give_up", interaction=7) == over
    with pytest.raises(NotFound):
        await act(club, "give_up")
    assert (await act(club, "start")).id != first.id
    assert await best(club) is None


async def test_an_unknown_puzzle_is_not_found(club: Club) -> None:
    with pytest.raises(NotFound) as refused:
        await act(club, "start", key="yard-z")
    assert refused.value.facts == {"what": "problem", "key": "yard-z"}
    with reading(club.store) as tx, pytest.raises(NotFound):
        puzzle_games.current_solitaire(tx, ADA)


async def test_an_illegal_move_changes_nothing(club: Club) -> None:
    begun = await act(club, "start")
    with pytest.raises(BadNotation):
        await act(club, "play", text="hello")
    with reading(club.store) as tx:
        assert puzzle_games.current_solitaire(tx, ADA) == begun


async def test_the_current_game_is_the_one_that_was_opened_or_played_last(club: Club) -> None:
    async def current() -> str:
        club.now += 60
        with reading(club.store) as tx:
            return puzzle_games.current_solitaire(tx, ADA).problem

    await act(club, "start")
    club.now += 60
    await act(club, "start", key="yard-b")
    assert await current() == "yard-b"
    await act(club, "start")
    assert await current() == YARD
    await act(club, "play", key="yard-b", text=key_of("yard-b")[0])
    assert await current() == "yard-b"
    await act(club, "undo")
    assert await current() == YARD
    figure = daily_schedule.figure_of_day(daily_schedule.today(club.now))
    await act(club, "start", key=f"figure-{figure}")
    assert await current() == YARD, "a daily puzzle has a command of its own"
