"""Matches against the computer, from the command to the last board.

With HALMA_COMPUTER_GAMES=all (`make computer`), one match of every variant is played by taps, which
takes several minutes.
"""

import os
import random
from collections import Counter

import pytest

from bot.operations import integrity_check
from bot.service.match import lifecycle
from bot.store.models import computer_at, level_of
from bot.views.components import ComponentId, parse_custom_id
from bot.views.move_steps import Step, move_token
from engine import VARIANTS, Move, search, variant
from tests import raw
from tests.e2e import simulator
from tests.e2e.table import Shown, Table, ids, parts, text
from tests.transactions import reading

pytestmark = pytest.mark.check

SMALL = ("le-grec", "halma-8")
KEYS = tuple(VARIANTS) if os.environ.get("HALMA_COMPUTER_GAMES") == "all" else SMALL


def controls(message: Shown) -> list[ComponentId]:
    """Return the parsed custom ids of a message's components."""
    ids = [parse_custom_id(part["custom_id"]) for part in parts(message) if part.get("custom_id")]
    return [control for control in ids if control is not None]


async def tap(
    person: simulator.MemberActor, message: Shown, control: ComponentId
) -> simulator.ResponseMessage:
    """Press a button and return the response."""
    interaction = await person.click(message, custom_id=control.id("h"))
    assert interaction.response is not None
    return interaction.response


async def tap_move(table: Table, person: simulator.MemberActor, number: int, move: Move) -> None:
    """Make a move by taps in the move panel."""
    match = await table.match(number)
    game = variant(match.variant)
    moves = game.moves(game.load(match.position))
    interaction = await person.click(table.board, custom_id=ids(table.board)["moves"])
    panel, so_far = interaction.response, ""
    for _ in range(8):
        assert panel is not None
        shown = controls(panel)
        for control in shown:
            if control.action == "play" and control.extra == move_token(game, move):
                await tap(person, panel, control)
                return
        back = Step.of(game, moves, so_far, 0).back
        following = next(
            control
            for control in shown
            if control.action == "step"
            and control.extra not in (back, so_far)
            and move in Step.of(game, moves, control.extra, 0).moves
        )
        so_far = following.extra
        panel = await tap(person, panel, following)
    raise AssertionError(f"{game.format(move)} is not to be found")


async def play(table: Table, **choices: object) -> int:
    """Start a match between Ada and the computer and return its number."""
    interaction = await table.ada.slash(table.channel, "play", **choices)
    assert "has begun" in text(interaction.response), text(interaction.response)
    with reading(table.store) as tx:
        return (lifecycle.running_of(tx, table.ada.id))[-1].id


@pytest.mark.parametrize("key", KEYS)
async def test_a_game_against_the_computer_is_tapped_to_its_end(table: Table, key: str) -> None:
    game, turn = VARIANTS[key], 0
    seats, level = len(game.seats), search.levels(game)[-1]
    against = 2 if 2 in {each.number for each in search.levels(game)} else 1
    number = await play(table, game=key, level=str(against))
    while (match := await table.match(number)).status == "running":
        assert match.to_move == table.ada.id, "the computer has moved within seconds"
        assert set(ids(table.board)) == {"moves", "menu"} | ({"how"} if turn == 0 else set())
        move = search.choose(game, await table.position(number), level, seed=turn, nodes=40)
        await tap_move(table, table.ada, number, move)
        turn += 1
        after = await table.match(number)
        assert after.ply > match.ply
    assert match.outcome is not None
    assert "### 🏁" in text(table.board)
    assert len(table.posts()) == 2, "one board, which changed in its place, and the result"
    with reading(table.store) as tx:
        assert integrity_check.find_faults(tx) == []
    assert len([player for player in match.players if level_of(player) == against]) == seats - 1


@pytest.mark.parametrize("key", ["halma-8", "le-grec", "caesar"])
async def test_the_default_level_is_one_that_the_variant_offers(table: Table, key: str) -> None:
    match = await table.match(await play(table, game=key))
    [level] = filter(None, map(level_of, match.players))
    assert level in {each.number for each in search.levels(VARIANTS[key])}


async def test_a_game_named_alone_has_its_suggested_rules(table: Table) -> None:
    assert (await table.match(await play(table, game="carrera"))).variant == "carrera+equal-turns"
    assert (await table.match(await play(table, game="ugolki+full"))).variant == "ugolki+full"
    await table.ada.slash(table.channel, "challenge", opponent=table.bruno, game="ugolki")
    challenge = table.channel.last_message
    assert challenge is not None
    assert "equal turns" in text(challenge)
    panel = (await table.chen.slash(table.channel, "help")).response
    assert panel is not None
    [button] = [each for each in controls(panel) if each.action == "computer"]
    opened = await tap(table.chen, panel, button)
    panel = (await table.chen.select(opened, ["ugolki"])).response
    assert panel is not None
    assert "Ugolki, equal turns" in text(panel)
    [level] = [each for each in controls(panel) if each.extra == "1:ugolki"]
    assert "has begun" in text(await tap(table.chen, panel, level))
    with reading(table.store) as tx:
        [match] = lifecycle.running_of(tx, table.chen.id)
    assert match.variant == "ugolki+equal-turns"


async def test_the_computer_moves_first_if_the_player_chooses_to_be_second(table: Table) -> None:
    number = await play(table, level="1", side="second")
    match = await table.match(number)
    assert (match.ply, match.to_move, match.rated) == (1, table.ada.id, False)
    assert match.players == (computer_at(1), table.ada.id)
    assert "Computer (Stroller, level 1)" in text(table.board)
    assert "your turn" in text(table.board)
    assert "thinking" not in text(table.board)


async def test_one_player_plays_both_sides(table: Table) -> None:
    number = await play(table, game="halma-8", level="0")
    lots = random.Random(1)
    for turn in range(4):
        match = await table.match(number)
        assert (match.turn, match.to_move) == (turn % 2, table.ada.id)
        await table.ada.slash(table.channel, "move", move=await table.good_move(number, lots))
    assert (await table.match(number)).ply == 4
    menu = await table.menu(table.ada)
    await table.ada.click(menu, custom_id=ids(menu)["undo"])
    assert (await table.match(number)).turn_count == 3
    interaction = await table.ada.slash(table.channel, "game resign", game=str(number))
    await table.ada.click(interaction.response, custom_id=ids(interaction.response)["resigned"])
    assert (await table.match(number)).status == "aborted"


async def test_a_hint_is_drawn_described_and_played_by_its_button(table: Table) -> None:
    number = await play(table, game="halma-8", level="1", side="first")
    interaction = await table.ada.slash(table.channel, "game hint", game=str(number))
    assert interaction.response is not None
    assert interaction.response.ephemeral
    assert "Good moves, best first" in text(interaction.response)
    plays = [control for control in controls(interaction.response) if control.action == "choose"]
    assert 1 <= len(plays) <= 3
    await tap(table.ada, interaction.response, plays[0])
    match = await table.match(number)
    assert (match.ply, match.to_move) == (2, table.ada.id)
    without = await table.begin(table.ada, table.bruno)
    interaction = await table.ada.slash(table.channel, "game hint", game=str(without))
    assert "did not agree to hints" in text(interaction.response)
    assert "do" not in {control.action for control in controls(interaction.response)}
    rated = await table.begin(table.ada, table.bruno, options=["hints"])
    raw.spoil(table.store.path, "UPDATE matches SET rated = 1 WHERE id = :id", id=rated)
    interaction = await table.ada.slash(table.channel, "game hint", game=str(rated))
    assert "rated" in text(interaction.response)


async def test_a_hint_between_people_is_agreed_on_the_challenge_and_shown_with_the_move(
    table: Table,
) -> None:
    challenge = await table.challenge(table.ada, table.bruno, options=["hints"])
    assert "With hints: players may ask for good moves" in text(challenge)
    assert "Not rated.\n💡 With hints" in text(challenge)
    await table.bruno.click(challenge, custom_id=ids(challenge)["accept"])
    await table.env.settle()
    first, other = table.ada, table.bruno
    if (await table.match(1)).to_move != first.id:
        first, other = other, first
    interaction = await other.slash(table.channel, "game hint")
    assert "It is not your turn" in text(interaction.response)
    interaction = await first.slash(table.channel, "game hint")
    assert "everyone sees that you used a hint" in text(interaction.response)
    plays = [control for control in controls(interaction.response) if control.action == "choose"]
    await tap(first, interaction.response, plays[0])
    await table.env.settle()
    assert "· 💡 with a hint" in text(table.board)
    await other.slash(table.channel, "move", move=await table.good_move(1, random.Random(1)))
    await table.env.settle()
    assert "with a hint" not in text(table.board)


async def test_the_computer_accepts_a_takeback_and_declines_an_early_draw(
    table: Table, early_draws: None
) -> None:
    number = await play(table, game="halma-8", level="2", side="first")
    await table.ada.slash(table.channel, "move", move="II,3-III,3")
    menu = await table.menu(table.ada)
    interaction = await table.ada.click(menu, custom_id=ids(menu)["draw"])
    assert "The computer declines the draw" in text(interaction.response)
    undo = ids(menu).get("undo") or ids(menu)["takeback"]
    interaction = await table.ada.click(menu, custom_id=undo)
    match = await table.match(number)
    assert (match.turn_count, match.to_move, match.offer) == (0, table.ada.id, None)


async def test_buttons_in_help_and_challenges_start_matches(table: Table) -> None:
    interaction = await table.ada.slash(table.channel, "help")
    assert interaction.response is not None
    opened = await table.ada.click(
        interaction.response, custom_id=ids(interaction.response)["computer"]
    )
    assert opened.response is not None
    assert "good for casual players" in text(opened.response)
    levels = [
        control for control in controls(opened.response) if control.action == "computer-begin"
    ]
    assert [level.extra.partition(":")[0] for level in levels] == ["1", "2", "3", "4", "0"]
    begun = await table.ada.click(opened.response, custom_id=levels[1].id("h"))
    assert "has begun" in text(begun.response)
    post = await table.challenge(table.ada)
    interaction = await table.ada.click(post, custom_id=ids(post)["filling"])
    assert interaction.response is not None
    fills = [control for control in controls(interaction.response) if control.action == "fill"]
    done = await table.ada.click(interaction.response, custom_id=fills[0].id("h"))
    assert "has begun" in text(done.response)
    with reading(table.store) as tx:
        games = lifecycle.running_of(tx, table.ada.id)
    assert Counter(level_of(player) for match in games for player in match.players) == {
        None: 2,
        1: 1,
        2: 1,
    }


async def test_a_multiplayer_challenge_is_filled_with_computers(table: Table) -> None:
    post = await table.challenge(table.ada, game="chinese-checkers-3")
    await table.bruno.click(post, custom_id=ids(post)["join"])
    interaction = await table.ada.click(post, custom_id=ids(post)["filling"])
    assert interaction.response is not None
    fills = [control for control in controls(interaction.response) if control.action == "fill"]
    await table.ada.click(interaction.response, custom_id=fills[0].id("h"))
    with reading(table.store) as tx:
        [match] = lifecycle.running_of(tx, table.bruno.id)
    assert (match.people, match.rated, match.is_solo) == (
        {table.ada.id, table.bruno.id},
        False,
        False,
    )
    people = {each.id: each for each in (table.ada, table.bruno)}
    lots = random.Random(2)
    for _ in range(4):
        match = await table.match(match.id)
        assert match.to_move in people
        move = await table.good_move(match.id, lots)
        await people[match.to_move].slash(table.channel, "move", move=move, game=str(match.id))


async def test_the_computer_can_be_played_in_direct_messages(table: Table) -> None:
    place = table.ada.user.dm_channel
    interaction = await table.ada.user.slash("play", game="halma-8", level="2", side="first")
    assert "has begun" in text(interaction.response)
    with reading(table.store) as tx:
        [match] = lifecycle.running_of(tx, table.ada.id)
    assert (match.guild, match.channel) == (None, place.id)
    board = place.last_message
    assert board is not None
    assert "your turn" in text(board)
    await table.ada.user.slash("move", move="II,3-III,3")
    assert (await table.match(match.id)).ply == 2
