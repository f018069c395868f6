"""The New game form of a result, with the choices of the finished match."""

import pytest

from bot.service.match import lifecycle
from tests.e2e.days import wait
from tests.e2e.forms import shown, submit
from tests.e2e.table import Table, ids, text
from tests.transactions import reading

pytestmark = pytest.mark.check


async def test_hints_of_the_form_make_the_game_unrated_and_the_result_offers_them_again(
    table: Table,
) -> None:
    await table.challenge(table.ada, table.bruno, options=["hints"])
    assert "With hints: players may ask for good moves" in text(table.last)
    await table.bruno.click(table.last, label="Accept")
    match = await table.match(1)
    assert match.hints
    assert not match.rated
    asked = (await table.ada.slash(table.channel, "game abort", game="1")).response
    assert asked is not None
    await table.ada.click(asked, custom_id=ids(asked)["abort"])
    again = await table.ada.click(table.board, label="New game")
    assert shown(again)["rated"] == []
    preview = (await submit(table.ada, again, (table.bruno,))).response
    assert preview is not None
    more = await table.ada.click(preview, label="More rules")
    assert shown(more)["options"] == ["hints"]


async def test_a_result_opens_the_form_with_its_game_clock_and_opponent(table: Table) -> None:
    number = await table.begin(table.ada, table.bruno, game="caesar", clock="3 days")
    asked = (await table.ada.slash(table.channel, "game resign", game=str(number))).response
    assert asked is not None
    await table.ada.click(
        asked, custom_id=ids(asked)["abort" if "abort" in ids(asked) else "resigned"]
    )
    result = table.last
    form = await table.bruno.click(result, label="New game")
    assert shown(form) == {
        "game": ["caesar"],
        "people": [table.ada.id],
        "clock": ["3d/move"],
        "rated": ["rated"],
    }
    preview = (await submit(table.bruno, form, (table.ada,))).response
    assert preview is not None
    await table.bruno.click(preview, label="Post")
    assert "3 days for each move" in text(table.last)
    assert f"<@{table.bruno.id}> challenges <@{table.ada.id}>" in text(table.last)
    form = await table.chen.click(result, label="New game")
    assert shown(form)["people"] == [], "Chen did not play"


async def test_a_result_keeps_the_optional_rules(table: Table) -> None:
    number = await table.begin(table.ada, table.bruno, options=["locked"])
    asked = (await table.ada.slash(table.channel, "game abort", game=str(number))).response
    assert asked is not None
    await table.ada.click(asked, custom_id=ids(asked)["abort"])
    form = await table.ada.click(table.board, label="New game")
    assert shown(form)["game"] == ["halma-8"]
    preview = (await submit(table.ada, form, (table.bruno,))).response
    assert preview is not None
    assert "locked yard" in text(preview)


async def test_an_open_challenge_is_rated_unless_a_newcomer_accepts_it(
    table: Table,
) -> None:
    await wait(table, 15 * 86400)
    await table.begin(table.ada, table.bruno)
    for taker, rated in ((table.chen, False), (table.bruno, True)):
        post = await table.challenge(table.ada)
        assert "Rated, unless it is someone's first game." in text(post)
        await taker.click(post, custom_id=ids(post)["accept"])
        with reading(table.store) as tx:
            match = (lifecycle.running_of(tx, taker.id))[-1]
        assert match.rated == rated
