"""The Share button of a result: a private card, which the player may post."""

import io

import pytest
from PIL import Image

from tests import raw
from tests.e2e.table import Table, alts, ids, parts, text
from tests.e2e.test_forged_ids import used

pytestmark = pytest.mark.check


async def finished(table: Table) -> int:
    """Play a short game to a resignation, and return its number."""
    game = await table.begin(table.ada, table.bruno)
    await table.played_on(game, ["II,3-III,3", "VII,6-VI,6", "II,2-IV,2"])
    asked = await table.ada.slash(table.channel, "game resign", game=str(game))
    assert asked.response is not None
    await table.ada.click(asked.response, custom_id=ids(asked.response)["resigned"])
    await table.env.settle()
    return game


async def test_the_card_is_private_until_it_is_shown_to_everyone(table: Table) -> None:
    game = await finished(table)
    pressed = await table.chen.click(table.board, custom_id=ids(table.board)["share"])
    shown = pressed.response
    assert shown is not None
    assert shown.ephemeral
    [file] = shown.attachments
    assert file.filename == f"halma-{game}-card.png"
    assert Image.open(io.BytesIO(await file.read())).size == (1200, 630)
    [alt] = alts(shown)
    assert "resigned" in alt
    assert "Halma by Post" in alt
    buttons = {part["label"]: part["custom_id"] for part in parts(shown) if part.get("label")}
    pressed = await table.chen.click(shown, custom_id=buttons["Show everyone"])
    assert pressed.response is not None
    assert not pressed.response.ephemeral
    assert alts(pressed.response) == [alt]


async def test_a_name_that_cannot_be_drawn_is_replaced_by_the_colour(table: Table) -> None:
    await finished(table)
    raw.spoil(table.store.path, "UPDATE players SET name = '🎲🎲' WHERE id = :id", id=table.ada.id)
    pressed = await table.bruno.click(table.board, custom_id=ids(table.board)["share"])
    [alt] = alts(pressed.response)
    assert "🎲" not in alt
    assert "White" in alt or "Black" in alt


async def test_a_running_game_cannot_be_shared(table: Table) -> None:
    await finished(table)
    forged = ids(table.board)["share"]
    second = await table.begin(table.ada, table.bruno)
    pressed = await used(table, table.ada, forged.replace(":1:", f":{second}:"))
    assert "once it is over" in text(pressed.response)
