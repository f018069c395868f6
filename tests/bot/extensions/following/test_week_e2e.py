"""The weekly post in Discord."""

import random

import pytest

from bot.extension_points import Extension
from bot.service.clock.calendar import DAY
from bot.service.match import lifecycle
from bot.store.match import match_saver
from engine import Outcome
from tests.bot.service.event_matches import installed
from tests.e2e.settings import SERVER, change_settings
from tests.e2e.table import Table, alts, text
from tests.e2e.test_match_channels import host
from tests.transactions import writing

pytestmark = pytest.mark.check


async def test_the_post_shows_the_hop_and_notifies_nobody(table: Table) -> None:
    owner = await host(table)
    await change_settings(table, owner, SERVER, week=[table.channel])
    game = await table.begin(table.ada, table.bruno)
    rng = random.Random(1)
    for _ in range(14):
        await table.played_on(game, [await table.good_move(game, rng)])
    with installed(Extension(guild_news=lambda tx, guild, since, until, t: ["🎲 dice"])):
        with writing(table.store) as tx:
            running = lifecycle.load(tx, game)
            outcome = Outcome(((0,), (1,)), "resigned")
            after = lifecycle.finish(tx, running, "finished", outcome, table.client.clock())
            match_saver.save(tx, running, after)
        for _ in range(8):
            await table.env.advance_time(DAY)
    [post] = [each for each in table.posts() if "This week in this server" in text(each)]
    assert "🎲 dice" in text(post)
    requests = [sent.json for sent in table.env.http_requests if "This week in" in str(sent.json)]
    [body] = requests
    assert body["flags"] & 1 << 12
    assert body["allowed_mentions"].get("users", []) == []
    assert "🦘 Longest hop: " in text(post)
    assert len(alts(post)) == 1
