"""Puzzles that one player plays in private."""

import random
from typing import Any

import pytest

from bot.extensions.puzzles.service import longest_hop, puzzle_games
from bot.extensions.puzzles.views.puzzle_page import FAULTS, TASKS, problem_kind
from bot.service.actions import resignations
from bot.views.move_steps import move_token
from engine import Move, puzzles, variant
from engine.jumps import jumps_of
from engine.variants.halma import BOARD
from tests.e2e import simulator
from tests.e2e.settings import ME, change_settings
from tests.e2e.table import Table, alts, ids, parts, text
from tests.transactions import reading, writing


async def begun(player: simulator.MemberActor, table: Table, problem: str) -> Any:
    """Open a problem as this player and return its private board."""
    interaction = await player.slash(table.channel, "puzzle start", puzzle=problem)
    assert interaction.response is not None
    assert interaction.response.ephemeral
    return interaction.response


async def made(player: simulator.MemberActor, table: Table, move: str) -> Any:
    """Play a move and return the private board after it."""
    interaction = await player.slash(table.channel, "puzzle move", move=move)
    assert interaction.response is not None
    assert interaction.response.ephemeral
    return interaction.response


def key_of(problem: str) -> list[str]:
    """Return the moves of the best known solution."""
    figure = puzzles.get_problem(problem)
    return [figure.variant.format(move) for move in puzzles.best_known_moves(figure)]


@pytest.mark.check
async def test_a_printed_puzzle_is_solved_by_its_solution(table: Table) -> None:
    board = await begun(table.ada, table, "yard-a")
    assert "### Yard A" in text(board)
    assert "0 moves made. Best known: 19." in text(board)
    assert board.attachments[0].filename == "solitaire-1-0.png"
    assert "III 5-8" in alts(board)[0]
    *moves, last = key_of("yard-a")
    for number, move in enumerate(moves, 1):
        board = await made(table.ada, table, move.replace("-", " to "))
        assert f"{number} move" in text(board)
        assert f"Last move: `{move}`" in text(board)
    board = await made(table.ada, table, last)
    assert "🏁 Solved in 19 moves! Best known: 19." in text(board)
    assert set(ids(board)) == {"alone-key", "alone-again"}
    again = await table.ada.click(board, custom_id=ids(board)["alone-again"])
    assert again.response is not None
    assert "0 moves made" in text(again.response)
    assert table.posts() == []


@pytest.mark.check
async def test_a_move_is_undone_and_the_solution_is_shown_as_a_spoiler(table: Table) -> None:
    await begun(table.ada, table, "bring-out-c")
    board = await made(table.ada, table, "III,4-IV,5")
    interaction = await table.ada.click(board, custom_id=ids(board)["alone-key"])
    content = text(interaction.response)
    assert "The rulebook's solution:\n||1. III,4-IV,5 · 2. IV,3-V,4 · " in content
    assert content.endswith("||")
    assert interaction.response is not None
    film = await table.ada.click(
        interaction.response, custom_id=ids(interaction.response)["alone-film"]
    )
    assert film.response is not None
    assert film.response.attachments[0].filename == "key-1.gif"
    interaction = await table.ada.click(board, custom_id=ids(board)["alone-undo"])
    assert interaction.response is not None
    assert "0 moves made" in text(interaction.response)
    assert "alone-undo" not in ids(interaction.response)
    board = await made(table.ada, table, "IV,3-V,4")
    await made(table.ada, table, "III,4-IV,5")
    interaction = await table.ada.click(board, custom_id=ids(board)["alone-undo"])
    assert "2 moves made" in text(interaction.response)


@pytest.mark.check
async def test_a_solved_figure_is_recognised_and_a_shorter_solution_encouraged(
    table: Table,
) -> None:
    await begun(table.ada, table, "bring-out-d")
    moves = key_of("bring-out-d")
    for move in ("I,5-I,6", "I,6-I,5", *moves):
        board = await made(table.ada, table, move)
    content = text(board)
    assert "Solved in 21 moves!" in content
    assert "Can you do it in fewer?" in content
    assert "This is diagram D in the rulebook." in content
    await begun(table.bruno, table, "bring-out-d")
    for move in ("I,5-I,6", "I,6-I,7", "I,7-I,6", "I,6-I,5", *moves):
        board = await made(table.bruno, table, move)
    assert "Someone here has done it in 21 moves." in text(board)
    number = puzzles.number_of(puzzles.FIGURES["D"])
    for name in ("bring-out-d", "bring-out-a"):
        await begun(table.chen, table, name)
        board = await made(table.chen, table, "; ".join(moves))
        assert f"This is figure {number:,} of 51,178; 1 person has found it." in text(board)


@pytest.mark.check
async def test_men_of_the_61_jumps_are_placed_at_once_and_the_answer_is_checked(
    table: Table,
) -> None:
    board = await begun(table.ada, table, "61-jumps")
    assert "0 of 37 men placed" in text(board)
    answer = puzzles.write_men(
        move.path[0] for move in puzzles.best_known_moves(puzzles.get_problem("61-jumps"))
    )
    await made(table.ada, table, answer)
    board = await begun(table.bruno, table, "61-jumps")
    board = await made(table.bruno, table, answer.replace("II: 2,", "II: 3,", 1))
    assert "37 of 37 men placed." in text(board)
    assert "61" in text(board)
    board = await made(table.bruno, table, "remove II,3")
    assert "36 of 37 men placed." in text(board)
    interaction = await table.bruno.click(board, custom_id=ids(board)["alone-key"])
    assert f"||{answer}||" in text(interaction.response)
    board = await made(table.bruno, table, "II,2")
    assert "🏁 Solved: the man must make 61 jumps!" in text(board)


@pytest.mark.check
async def test_a_random_packing_can_be_given_up(table: Table) -> None:
    board = await begun(table.ada, table, "packing")
    assert "### Packing " in text(board)
    assert "alone-harder" not in ids(board)
    interaction = await table.ada.click(board, custom_id=ids(board)["alone-key"])
    assert "Best known solution:" in text(interaction.response)
    interaction = await table.ada.click(board, custom_id=ids(board)["alone-quit"])
    assert interaction.response is not None
    assert "You gave up." in text(interaction.response)
    assert set(ids(interaction.response)) == {"alone-key", "alone-again"}


@pytest.mark.check
async def test_the_first_puzzle_is_short_and_small_and_harder_ones_follow(table: Table) -> None:
    interaction = await table.ada.slash(table.channel, "puzzle start")
    board = interaction.response
    for _ in range(9):
        assert board is not None
        with reading(table.store) as tx:
            current = puzzle_games.current_solitaire(tx, table.ada.id)
        game = puzzle_games.current_game(current)
        par = puzzles.par_turns(game.problem)
        if current.problem.startswith("ending"):
            assert 3 <= par <= 8
            assert f"### Pack in {par} moves" in text(board)
            assert f"{par} moves are enough." in text(board)
        side = {"ending": 8, "packing": 16}.get(current.problem.partition("-")[0], 0)
        assert max(max(BOARD.spots[cell]) for cell in game.cells) <= side
        if "alone-harder" not in ids(board):
            break
        board = (await table.ada.click(board, custom_id=ids(board)["alone-harder"])).response
    assert current.problem.startswith("packing-16-")


@pytest.mark.check
async def test_a_short_puzzle_is_solved_by_taps_and_leads_to_a_harder_one(table: Table) -> None:
    board = await begun(table.ada, table, "ending-3-1")
    for move in key_of("ending-3-1"):
        board = await made(table.ada, table, move)
    assert "Solved in 3 moves! Best known: 3." in text(board)
    assert set(ids(board)) == {"alone-key", "alone-harder", "alone-again"}
    harder = await table.ada.click(board, custom_id=ids(board)["alone-harder"])
    assert harder.response is not None
    assert "### Pack in 4 moves" in text(harder.response)


@pytest.mark.check
async def test_puzzles_and_moves_are_offered_by_autocomplete(table: Table) -> None:
    await begun(table.ada, table, "packing-16-7")
    offered = await table.ada.autocomplete(table.channel, "puzzle start", "puzzle", "")
    assert [each["value"] for each in offered] == [
        "packing-16-7",
        "short",
        "first",
        *puzzles.PROBLEMS,
        *puzzles.RACES,
        "packing",
    ][:25]
    await begun(table.ada, table, "yard-b")
    offered = await table.ada.autocomplete(table.channel, "puzzle move", "move", "III,5")
    assert "III,5-II,4" in [each["value"] for each in offered]
    offered = await table.bruno.autocomplete(table.channel, "puzzle move", "move", "III,5")
    assert offered == []


@pytest.mark.check
async def test_impossible_requests_are_explained(table: Table) -> None:
    interaction = await table.ada.slash(table.channel, "puzzle move", move="III,4-IV,5")
    assert "You have no puzzle in progress" in text(interaction.response)
    interaction = await table.ada.slash(table.channel, "puzzle start", puzzle="chess")
    assert "I don't know that puzzle" in text(interaction.response)
    board = await begun(table.ada, table, "yard-a")
    interaction = await table.ada.slash(table.channel, "puzzle move", move="III,5-IX,9")
    assert "There is no route from `III,5` to `IX,9`" in text(interaction.response)
    other = await begun(table.ada, table, "yard-a")
    await table.ada.click(other, custom_id=ids(other)["alone-quit"])
    late = await table.ada.click(board, custom_id=ids(board)["alone-quit"])
    assert "That puzzle is finished" in text(late.response)


@pytest.mark.parametrize(
    "problem", [puzzles.first_problem(), *puzzles.PROBLEMS.values(), puzzles.packing_problem(3)]
)
def test_puzzle_tasks_have_the_same_wording_as_in_the_engine(problem: puzzles.Problem) -> None:
    letter = problem.letter or "3"
    assert TASKS[problem_kind(problem)].format(letter=letter) == problem.task


def test_every_fault_has_a_sentence() -> None:
    assert set(FAULTS) == set(puzzles.FAULTS)


@pytest.mark.check
async def test_a_move_is_tapped_and_an_older_board_only_shows_the_newest(table: Table) -> None:
    board = await begun(table.ada, table, "bring-out-c")
    assert "**Which man?**" in text(board)
    assert alts(board)[0].startswith("A\u00a0V,1 · B\u00a0V,2 · ")
    old = table.seen(board)
    man = next(part for part in text(board).split(" · ") if part.endswith("III,4"))[0]
    interaction = await table.ada.click(board, label=man)
    assert interaction.response is not None
    assert interaction.response.id == board.id
    assert "**III,4: where to?**" in text(interaction.response)
    to = text(interaction.response).partition("\u00a0IV,5")[0][-1]
    step = next(
        part["custom_id"] for part in parts(interaction.response) if part.get("label") == to
    )
    interaction = await table.ada.click(interaction.response, label=to)
    assert "1 move made" in text(interaction.response)
    assert "Last move: `III,4-IV,5`" in text(interaction.response)
    await table.at_once([(table.ada, old, step)])
    with reading(table.store) as tx:
        game = puzzle_games.current_solitaire(tx, table.ada.id)
    assert game.moves == "bring-out-c; III,4-IV,5"


@pytest.mark.check
async def test_the_men_of_the_61_jumps_are_placed_with_two_taps(table: Table) -> None:
    board = await begun(table.ada, table, "61-jumps")
    assert "XVI,16" not in text(board), "the board shows which letter stands for which squares"
    assert "XVI,16" not in alts(board)[0], "the list would leave no room for the men"
    assert "White" in alts(board)[0]
    interaction = await table.ada.click(board, label="X")
    assert interaction.response is not None
    place = next(
        part["label"]
        for part in parts(interaction.response)
        if part.get("label", "").startswith("Play A")
    )
    interaction = await table.ada.click(interaction.response, label=place)
    assert "1 of 37 men placed" in text(interaction.response)


@pytest.mark.check
async def test_the_longest_hop_of_a_finished_match_can_be_guessed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(longest_hop, "MIN_JUMPS", 1)
    interaction = await table.chen.slash(table.channel, "puzzle longest_hop")
    assert "There is no suitable position in this server" in text(interaction.response)
    number = await table.begin(table.ada, table.bruno)
    game, position = variant("halma-8"), variant("halma-8").start()
    made, rng = list[str](), random.Random(5)
    for _ in range(12):
        chosen = rng.choice(game.moves(position))
        made.append(game.format(chosen))
        position = game.apply(position, chosen)
    await table.played_on(number, made)
    await change_settings(table, table.ada, ME, share_positions="on")
    await change_settings(table, table.bruno, ME, share_positions="on")
    with writing(table.store) as tx:
        match = await table.match(number)
        resignations.resign(
            tx, number, player=table.ada.id, interaction=next(table.numbers), now=match.moved_at
        )
    interaction = await table.chen.slash(table.channel, "puzzle longest_hop")
    board = interaction.response
    assert board is not None
    assert "Which hop needs the most jumps?" in text(board)
    ply = int(ids(board)["hop-step"].split(":")[3])
    with reading(table.store) as tx:
        rules, known = longest_hop.possible_moves(longest_hop.load_problem(tx, number, ply))
    known.sort(key=lambda move: jumps_of(rules, move))

    async def answered(move: Move) -> Any:
        """Tap this move and return the reply."""
        shown = board
        man, to = f"c{move.path[0]}", f"c{move.path[0]}-{move.path[-1]}"
        for action, key in (
            ("hop-step", man),
            ("hop-step", to),
            ("hop-play", move_token(rules, move)),
        ):
            control = f"h:{action}:{number}:{ply}:{key}"
            if control in [part.get("custom_id") for part in parts(shown)]:
                shown = (await table.chen.click(shown, custom_id=control)).response
        return shown

    board = await answered(known[0])
    assert "there is a longer hop" in text(board)
    board = await answered(known[-1])
    assert "the longest hop here." in text(board)
    assert "You are the first to find it." in text(board)
    await change_settings(table, table.ada, ME, share_positions="off")
    interaction = await table.chen.click(board, custom_id=ids(board)["hop-another"])
    assert "There is no suitable position in this server" in text(interaction.response)
