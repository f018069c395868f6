"""Ping limits: one per turn, otherwise one per hour from one player to another."""

from typing import Any

import pytest

from bot.service.players import ping_limits
from tests.e2e.table import Table, ids

pytestmark = pytest.mark.check


def called(table: Table) -> list[int]:
    """Return the users mentioned in the channel's posts so far, in order."""
    return [
        person
        for sent in table.env.http_requests
        if sent.method == "POST" and sent.path.endswith(f"/channels/{table.channel.id}/messages")
        for person in (sent.json or {}).get("allowed_mentions", {}).get("users", [])
    ]


async def challenged(table: Table, **choices: Any) -> None:
    """Have Ada challenge Bruno and then withdraw the challenge."""
    post = await table.challenge(table.ada, table.bruno, **choices)
    await table.ada.click(post, custom_id=ids(post)["cancel"])


async def test_repeated_challenges_mention_the_opponent_once_per_hour(
    table: Table,
) -> None:
    for number in range(12):
        await challenged(table, note=f"the {number}th")
    assert len(table.posts()) == 12
    assert called(table) == [table.bruno.id]
    await table.challenge(table.chen, table.bruno)
    assert called(table) == [table.bruno.id] * 2
    await table.env.advance_time(ping_limits.PING_INTERVAL - 1)
    await challenged(table)
    assert called(table) == [table.bruno.id] * 2
    await table.env.advance_time(1)
    await challenged(table)
    assert called(table) == [table.bruno.id] * 3


@pytest.mark.usefixtures("early_draws")
async def test_repeated_offers_mention_the_opponent_once_and_turns_always_do(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.moved(game, "II,3-III,3", "VII,6-VI,6")
    await table.env.advance_time(ping_limits.PING_INTERVAL)
    before = called(table)
    for kind in ("game draw", "game pause", "game takeback", "game draw"):
        await table.bruno.slash(table.channel, kind)
        asked = table.last
        assert "agree" in ids(asked)
        await table.bruno.click(asked, custom_id=ids(asked)["refuse"])
    assert called(table) == [*before, table.ada.id]
    await table.moved(game, "III,3-IV,3", "VI,6-V,6")
    assert called(table) == [*before, table.ada.id, table.bruno.id, table.ada.id]


async def test_a_player_who_leaves_and_rejoins_mentions_the_host_once(table: Table) -> None:
    await table.ada.slash(table.channel, "challenge", game="halma-4")
    post = table.last
    for _ in range(3):
        await table.bruno.click(post, custom_id=ids(post)["join"])
        await table.bruno.click(post, custom_id=ids(post)["leave"])
    assert called(table) == [table.ada.id]
