"""How often one person can call another: by each turn, and otherwise once an hour."""

from typing import Any

import pytest

from bot.service.players import ping_limits
from tests.e2e.table import Table, ids


def called(table: Table) -> list[int]:
    """Who was mentioned in each post of the channel so far, one after another."""
    return [
        person
        for sent in table.env.http_requests
        if sent.method == "POST" and sent.path.endswith(f"/channels/{table.channel.id}/messages")
        for person in (sent.json or {}).get("allowed_mentions", {}).get("users", [])
    ]


async def challenged(table: Table, **choices: Any) -> None:
    """Ada challenges Bruno and takes it back."""
    post = await table.challenge(table.ada, table.bruno, **choices)
    await table.ada.click(post, custom_id=ids(post)["cancel"])


async def test_twelve_challenges_taken_back_call_once_and_an_hour_later_again(
    table: Table,
) -> None:
    for number in range(12):
        await challenged(table, note=f"the {number}th")
    assert len(table.posts()) == 12
    assert called(table) == [table.bruno.id]
    await table.challenge(table.chen, table.bruno)
    assert called(table) == [table.bruno.id] * 2
    await table.env.advance_time(ping_limits.PAUSE - 1)
    await challenged(table)
    assert called(table) == [table.bruno.id] * 2
    await table.env.advance_time(1)
    await challenged(table)
    assert called(table) == [table.bruno.id] * 3


@pytest.mark.usefixtures("early_draws")
async def test_an_offer_withdrawn_and_another_made_calls_once_and_each_turn_calls(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.moved(game, "II,3-III,3", "VII,6-VI,6")
    await table.env.advance_time(ping_limits.PAUSE)
    before = called(table)
    for kind in ("game draw", "game pause", "game takeback", "game draw"):
        await table.bruno.slash(table.channel, kind)
        asked = table.last
        assert "agree" in ids(asked)
        await table.bruno.click(asked, custom_id=ids(asked)["refuse"])
    assert called(table) == [*before, table.ada.id]
    await table.moved(game, "III,3-IV,3", "VI,6-V,6")
    assert called(table) == [*before, table.ada.id, table.bruno.id, table.ada.id]


async def test_who_leaves_a_table_and_comes_back_calls_its_host_once(table: Table) -> None:
    await table.ada.slash(table.channel, "challenge", game="halma-4")
    post = table.last
    for _ in range(3):
        await table.bruno.click(post, custom_id=ids(post)["join"])
        await table.bruno.click(post, custom_id=ids(post)["leave"])
    assert called(table) == [table.ada.id]
