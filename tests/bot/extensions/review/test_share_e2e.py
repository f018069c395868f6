"""The Share button of a result: a private card, which the player may post."""

import io
from typing import Any

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


@pytest.mark.parametrize(("status", "code"), [(413, 0), (400, 40005)])
@pytest.mark.parametrize("action", ["share", "analysis", "replay"])
async def test_a_refused_upload_is_explained_in_private(
    table: Table, action: str, status: int, code: int, log: list[Any]
) -> None:
    game = await finished(table)
    board = table.board
    for sent in ("POST", "PATCH"):
        table.env.inject_error(sent, UPLOADS[sent], status=status, code=code)
    shared = {"replay": "film"}.get(action, action) + "-shared"
    pressed = [
        await table.chen.click(board, custom_id=ids(board)[action]),
        await used(table, table.chen, f"h:{shared}:{game}:0"),
    ]
    for result in pressed:
        answers = [each for each in (result.response, *result.followups) if each is not None]
        [answer] = [each for each in answers if each.content or each.components]
        assert "too large" in text(answer)
        assert answer.ephemeral
    assert [line for line in log if line["log_level"] == "error"] == []


UPLOADS = {"POST": "/interactions/*/callback", "PATCH": "/webhooks/*/messages/@original"}
"""Paths of the requests that carry the picture, in private and for everyone."""


async def test_a_name_that_cannot_be_drawn_is_replaced_by_the_user_name(table: Table) -> None:
    await finished(table)
    raw.spoil(table.store.path, "UPDATE players SET name = '李🎲' WHERE id = :id", id=table.ada.id)
    pressed = await table.bruno.click(table.board, custom_id=ids(table.board)["share"])
    [alt] = alts(pressed.response)
    assert "ada resigned" in alt
    assert "🎲" not in alt


async def test_a_nameless_player_is_replaced_by_the_colour(table: Table) -> None:
    await finished(table)
    raw.spoil(
        table.store.path,
        "UPDATE players SET name = '🎲🎲', user_name = '' WHERE id = :id",
        id=table.ada.id,
    )
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
