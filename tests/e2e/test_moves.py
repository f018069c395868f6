"""Every kind of move by every kind of input.

This includes drops, routes, exits, a bonus step and forced moves.
"""

import random
from collections.abc import Callable

import pytest

from engine import Move, Position, Variant, variant
from engine.board import OFF
from tests.e2e import simulator
from tests.e2e.table import Table, alts, ids, text

pytestmark = pytest.mark.check


def walk(game: Variant, seed: int, until: Callable[[Position], bool]) -> list[str]:
    """Return random moves from the start to the first position that satisfies `until`."""
    rng, position, moves = random.Random(seed), game.start(), []
    while not until(position):
        move = rng.choice(game.moves(position))
        moves.append(game.format(move))
        position = game.apply(position, move)
    return moves


def players(table: Table) -> dict[int, simulator.MemberActor]:
    return {each.id: each for each in (table.ada, table.bruno, table.chen, table.dara)}


async def test_drops_are_accepted_by_command_in_words_and_by_symbols(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno, game="platonic")
    assert "e.g. `diamond I,9`" in text(table.board)
    offered = await table.ada.autocomplete(table.channel, "move", "move", "circle")
    assert [each["value"] for each in offered] == [f"circle I,{place}" for place in range(2, 10)]
    offered = await table.ada.autocomplete(table.channel, "move", "move", "I,4")
    assert {each["value"].partition(" ")[2] for each in offered} == {"I,4"}
    interaction = await table.ada.slash(table.channel, "move", move="circle I,4")
    assert "Played `circle I,4`" in text(interaction.response)
    await table.bruno.send(table.channel, "drop triangle X,6", reply_to=table.board)
    assert "played `triangle X,6`" in text(table.board)
    await table.ada.send(table.channel, "◇ I,5", reply_to=table.board)
    interaction = await table.bruno.slash(table.channel, "move", move="C X,4")
    assert "Played `circle X,4`" in text(interaction.response)
    assert (await table.match(game)).ply == 4
    assert (
        "still has to drop: triangle × 2, square × 2, circle × 1, diamond × 1"
        in alts(table.board)[0]
    )
    interaction = await table.ada.slash(table.channel, "move", move="circle I,4")
    assert "There is already a man on `I,4`" in text(interaction.response)
    interaction = await table.ada.slash(table.channel, "move", move="circle II,4")
    assert "may not be dropped on `II,4`" in text(interaction.response)
    interaction = await table.ada.slash(table.channel, "move", move="I,4-II,4")
    assert "All pieces must be dropped first" in text(interaction.response)


async def test_a_drop_without_a_piece_is_asked_about(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno, game="platonic")
    interaction = await table.ada.slash(table.channel, "move", move="drop I,7")
    assert interaction.response is not None
    assert interaction.response.attachments
    await table.ada.click(interaction.response, label="Play C · circle I,7")
    assert "played `circle I,7`" in text(table.board)
    assert (await table.match(game)).ply == 1


async def test_a_drop_needs_no_piece_if_all_men_are_alike(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno, game="le-zug")
    interaction = await table.ada.slash(table.channel, "move", move="ii 4")
    assert "Played `drop II,4`" in text(interaction.response)
    assert (await table.match(game)).to_move == table.ada.id
    offered = await table.ada.autocomplete(table.channel, "move", "move", "II")
    assert offered
    assert "drop II,4" not in [each["value"] for each in offered]
    assert await table.bruno.autocomplete(table.channel, "move", "move", "") == []


async def test_an_ambiguous_route_is_asked_about_on_the_board(table: Table) -> None:
    rules = variant("platonic-advanced")
    number = await table.begin(table.ada, table.bruno, game=rules.key)

    def routes(position: Position) -> list[Move]:
        moves = [move for move in rules.moves(position) if len(move.path) > 2]
        ends = [(move.path[0], move.path[-1]) for move in moves]
        return [move for move, end in zip(moves, ends, strict=True) if ends.count(end) > 1]

    await table.played_on(number, walk(rules, 1, lambda position: bool(routes(position))))
    position = await table.position(number)
    first, second = (rules.format(move) for move in routes(position)[:2])
    assert (first, second) == ("IX,9-V,9-I,9", "IX,9-V,9-III,7-I,9")
    player = players(table)[(await table.match(number)).to_move or 0]
    interaction = await player.slash(table.channel, "move", move="IX,9-I,9")
    assert interaction.response is not None
    assert "Which of these?" in text(interaction.response)
    assert interaction.response.attachments
    await player.click(interaction.response, label=f"Play B · {second}")
    assert f"played `{second}`" in text(table.board)


async def test_a_man_leaves_the_board_by_every_kind_of_input(table: Table) -> None:
    rules = variant("top-secret")
    number = await table.begin(table.ada, table.bruno, game=rules.key)

    def exits(position: Position) -> list[Move]:
        return [move for move in rules.moves(position) if OFF in move.path]

    await table.played_on(number, walk(rules, 2, lambda position: bool(exits(position))))
    way = rules.format(exits(await table.position(number))[0])
    assert way.endswith("-off")
    player = players(table)[(await table.match(number)).to_move or 0]
    offered = await player.autocomplete(table.channel, "move", "move", way.partition("-")[0])
    assert way in [each["value"] for each in offered]
    shown = await player.click(table.board, custom_id=ids(table.board)["moves"])
    assert shown.response is not None
    kinds_shown = alts(shown.response)[0].partition("\n")[0].split(" · ")
    [letter] = [part[0] for part in kinds_shown if part[2:] == way.partition("-")[0]]
    interaction = await player.click(shown.response, label=letter)
    assert interaction.response is not None
    interaction = await player.click(interaction.response, label="Off the board")
    assert interaction.response is not None
    assert f"Play `{way}`?" in text(interaction.response)
    await player.click(interaction.response, label="Play")
    assert f"played `{way}`" in text(table.board)


async def test_the_bonus_step_of_le_zug_is_not_called_a_jump(table: Table) -> None:
    rules = variant("le-zug")
    number = await table.begin(table.ada, table.bruno, game=rules.key)
    drops = ["drop II,2", "drop II,6", "drop II,12", "drop XVI,4", "drop XVI,8", "drop XVI,14"]
    await table.played_on(number, drops)
    await table.ada.send(table.channel, "I,1 to III,3 to IV,4", reply_to=table.board)
    assert "played `I,1-IV,4`" in text(table.board)
    assert "jump" not in text(table.board).partition("played")[2].partition("\n")[0]
    await table.bruno.send(table.channel, "XVII,3-XV,5", reply_to=table.board)
    assert "played `XVII,3-XV,5`" in text(table.board)


async def test_a_forced_outjump_is_announced_and_other_moves_are_refused(table: Table) -> None:
    rules = variant("platonic-advanced")
    number = await table.begin(table.ada, table.bruno, game=rules.key)

    def forced(position: Position) -> bool:
        duty = rules.restriction(rules, position)
        return duty is not None and len(rules.moves(position)) < 4

    await table.played_on(number, walk(rules, 0, forced))
    position = await table.position(number)
    moves = [rules.format(move) for move in rules.moves(position)]
    named = ", ".join(f"`{move}`" for move in moves)
    assert f"⚠️ You must jump out of your first rank: {named}." in text(table.board)
    player = players(table)[(await table.match(number)).to_move or 0]
    free = next(
        rules.format(move)
        for cell in rules.standing(position, position.turn)
        for move in rules.from_cell(position, cell)
        if rules.format(move) not in moves
    )
    interaction = await player.slash(table.channel, "move", move=free)
    assert f"You may play {named}" in text(interaction.response)
    interaction = await player.slash(table.channel, "game board")
    assert "You must jump out" in text(interaction.response)
    await player.slash(table.channel, "move", move=moves[0])
    assert f"played `{moves[0]}`" in text(table.board)


async def test_moves_on_the_star_are_shown_from_the_players_own_side(table: Table) -> None:
    await table.begin(table.ada, table.bruno, game="chinese-checkers")
    await table.ada.send(table.channel, "III,1 → V,7", reply_to=table.board)
    assert "played `III,1-V,7`" in text(table.board)
    shown = await table.bruno.click(table.board, custom_id=ids(table.board)["moves"])
    assert shown.response is not None
    assert "Seen from White's side" in alts(shown.response)[0]
    interaction = await table.bruno.click(shown.response, label="G")
    assert interaction.response is not None
    interaction = await table.bruno.click(interaction.response, label="A")
    assert interaction.response is not None
    move = text(interaction.response).split("`")[-2]
    await table.bruno.click(interaction.response, label="Play")
    assert f"played `{move}`" in text(table.board)


async def test_a_reply_to_an_old_board_shows_the_current_one(table: Table) -> None:
    number = await table.begin(table.ada, table.bruno)
    old = table.board
    await table.moved(number, "II,3-III,3", "VII,6-VI,6")
    await table.ada.send(table.channel, "I,1-III,3", reply_to=old)
    assert "The game has moved on" in text(table.last)
    assert table.last.attachments[0].filename == f"halma-{number}-2.png"
    assert (await table.match(number)).ply == 2
    newest = [post for post in table.posts() if post.attachments][-2]
    await table.ada.send(table.channel, "II,2-II,3", reply_to=newest)
    assert (await table.match(number)).ply == 3
