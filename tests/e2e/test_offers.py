"""Offers that need consent, with their buttons: draws, takebacks and pauses."""

import pytest

from bot.service.actions import game_records
from bot.service.match import lifecycle
from tests.e2e.days import wait
from tests.e2e.table import Table, ids, text
from tests.transactions import reading

pytestmark = pytest.mark.check


@pytest.mark.usefixtures("early_draws")
async def test_a_draw_is_offered_confirmed_and_agreed(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.moved(game, "II,3-III,3", "VII,6-VI,6")
    menu = await table.menu(table.bruno)
    interaction = await table.bruno.click(menu, custom_id=ids(menu)["draw"])
    assert "I have asked the others" in text(interaction.response)
    notice = table.last
    assert f"<@{table.ada.id}>, do you agree?" in text(notice)
    assert table.env.http_requests[-1].json["allowed_mentions"]["users"] == [table.ada.id]
    interaction = await table.bruno.click(notice, custom_id=ids(notice)["agree"])
    assert "already asked or agreed" in text(interaction.response)
    interaction = await table.chen.click(notice, custom_id=ids(notice)["agree"])
    assert "You are not playing in that game" in text(interaction.response)
    asked = await table.ada.click(notice, custom_id=ids(notice)["agree"])
    assert asked.response is not None
    assert "Agree to a draw" in text(asked.response)
    assert (await table.match(game)).status == "running"
    interaction = await table.ada.click(asked.response, custom_id=ids(asked.response)["agreed"])
    assert "Agreed" in text(interaction.response)
    assert "A draw, by agreement" in text(table.board)
    interaction = await table.ada.click(notice, custom_id=ids(notice)["agree"])
    assert "That game is over" in text(interaction.response)


@pytest.mark.usefixtures("early_draws")
async def test_a_draw_offer_is_declined_withdrawn_or_cancelled_by_a_move(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.ada.slash(table.channel, "game draw")
    notice = table.last
    await table.bruno.click(notice, custom_id=ids(notice)["refuse"])
    assert "declines the draw" in text(table.last)
    interaction = await table.bruno.click(notice, custom_id=ids(notice)["agree"])
    assert "That offer is no longer open" in text(interaction.response)
    await table.bruno.slash(table.channel, "game draw")
    notice = table.last
    interaction = await table.ada.slash(table.channel, "game pause")
    assert "There is already another offer" in text(interaction.response)
    await table.bruno.click(notice, custom_id=ids(notice)["refuse"])
    assert "withdraws the draw offer" in text(table.last)
    await table.bruno.slash(table.channel, "game draw")
    notice = table.last
    await table.moved(game, "II,3-III,3")
    interaction = await table.ada.click(notice, custom_id=ids(notice)["agree"])
    assert "The game has moved on" in text(interaction.response)
    await table.bruno.slash(table.channel, "game draw")
    asked = await table.ada.slash(table.channel, "game draw")
    assert asked.response is not None
    interaction = await table.ada.click(asked.response, custom_id=ids(asked.response)["agreed"])
    assert "Agreed" in text(interaction.response)
    assert (await table.match(game)).status == "finished"


async def test_a_draw_cannot_be_offered_in_the_first_rounds(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    interaction = await table.ada.slash(table.channel, "game draw")
    assert "after the first 10 rounds" in text(interaction.response)


async def test_a_move_is_taken_back_and_old_boards_become_stale(table: Table) -> None:
    """Edge cases 5 and 6 in `tests/test_edge_cases.py`, for the buttons of offers."""
    game = await table.begin(table.ada, table.bruno)
    interaction = await table.ada.slash(table.channel, "game takeback")
    assert "You have no move to take back" in text(interaction.response)
    await table.moved(game, "II,3-III,3")
    moved = table.board
    seen = table.seen(moved)
    await wait(table, 61)  # after this, undoing a move needs the opponent's consent
    menu = await table.menu(table.ada)
    interaction = await table.ada.click(menu, custom_id=ids(menu)["takeback"])
    assert "I have asked the others" in text(interaction.response)
    notice = table.last
    assert f"<@{table.ada.id}> would like to take `II,3-III,3` back." in text(notice)
    # Ada's challenge has already mentioned Bruno within the last hour.
    assert table.env.http_requests[-1].json["allowed_mentions"]["users"] == []
    posts = len(table.posts())
    yes = (table.bruno, notice, ids(notice)["agree"])
    answers = [text(interaction.response) for interaction in await table.at_once([yes, yes])]
    assert (
        sum("Agreed: the move has been taken back." in interaction for interaction in answers) == 1
    )
    assert sum("The game has moved on" in interaction for interaction in answers) == 1
    assert len(table.posts()) == posts + 1
    board = table.board
    assert f"<@{table.ada.id}>, your turn!" in text(board)
    assert f"<@{table.ada.id}> has taken back 1 move; everyone agreed." in text(board)
    assert ids(next(post for post in table.posts() if post.id == moved.id)) == {}
    assert board.attachments[0].filename == f"halma-{game}-2.png"
    await table.moved(game, "II,3-III,4")
    (interaction,) = await table.at_once([(table.bruno, seen, ids(moved)["moves"])])
    assert "The game has moved on" in text(interaction.response)
    interaction = await table.bruno.click(notice, custom_id=ids(notice)["agree"])
    assert "The game has moved on" in text(interaction.response)
    with reading(table.store) as tx:
        record = game_records.record_text(tx, lifecycle.load(tx, game), {})
    assert "II,3-III,4" in record
    assert "II,3-III,3" not in record


async def test_a_pause_is_offered_and_agreed(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    interaction = await table.ada.slash(table.channel, "game pause")
    assert "I have asked the others" in text(interaction.response)
    asked = table.last
    assert f"<@{table.bruno.id}>, do you agree?" in text(asked)
    interaction = await table.chen.click(asked, custom_id=ids(asked)["agree"])
    assert "You are not playing in that game" in text(interaction.response)
    interaction = await table.bruno.click(asked, custom_id=ids(asked)["agree"])
    assert "Agreed: the clock is stopped" in text(interaction.response)
    assert "The game is paused" in text(table.last)


async def test_a_takeback_within_a_minute_undoes_the_move_without_asking(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.moved(game, "II,3-III,3")
    interaction = await table.ada.slash(table.channel, "game takeback")
    assert "Undone. It is your turn again." in text(interaction.response)
    match = await table.match(game)
    assert (match.offer, match.to_move, match.turn_count) == (None, table.ada.id, 0)


async def test_a_players_own_open_offer_is_named_and_can_be_withdrawn(
    table: Table,
) -> None:
    await table.begin(table.ada, table.bruno)
    await table.ada.slash(table.channel, "game pause")
    repeated = (await table.ada.slash(table.channel, "game pause")).response
    assert repeated is not None
    assert "already asked or agreed" in text(repeated)
    await table.ada.click(repeated, label="Withdraw my offer")
    assert "no longer wants a pause" in text(table.last)


async def test_a_second_offer_is_refused_with_a_button_that_withdraws_the_first(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.moved(game, "II,3-III,3")
    await wait(table, 61)
    await table.ada.slash(table.channel, "game takeback")
    refused = (await table.ada.slash(table.channel, "game pause")).response
    assert refused is not None
    assert "Your own offer in that game is still open" in text(refused)
    others = (await table.bruno.slash(table.channel, "game pause")).response
    assert others is not None
    assert "There is already another offer" in text(others)
    assert ids(others) == {}
    await table.ada.click(refused, label="Withdraw my offer")
    assert "lets the move stand after all" in text(table.last)
    assert (await table.match(game)).offer is None


async def test_a_takeback_against_the_computer_names_its_reply(table: Table) -> None:
    await table.ada.slash(table.channel, "play", level="1")
    await table.ada.slash(table.channel, "move", move="II,3-III,3")
    await wait(table, 61)
    interaction = await table.ada.slash(table.channel, "game takeback")
    assert "Undone. It is your turn again." in text(interaction.response)
    assert "has taken back a move and the computer's reply." in text(table.board)


async def test_a_game_in_which_no_one_moved_ends_with_one_post_and_no_review(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno, clock="1d/move")
    before = len(table.posts())
    await wait(table, 2 * 86400 + 3600)
    assert (await table.match(game)).status == "aborted"
    posts = [post for post in table.posts()[before:] if "aborted" in text(post)]
    assert len(posts) == 1
    assert f"<@{table.ada.id}> did not make their first move in time" in text(posts[0])
    assert list(ids(posts[0])) == ["rematch", "new-game-like"]
    assert "0 moves" not in text(posts[0])
