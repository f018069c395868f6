"""Buttons of a challenge's preview: what they carry, and forged ones."""

import pytest

from bot.views.new_game_form import NewGame
from tests.e2e.forms import submit
from tests.e2e.table import Table, text
from tests.e2e.test_new_game import previewed


@pytest.mark.check
async def test_someone_outside_the_server_cannot_be_challenged_by_a_forged_button(
    table: Table,
) -> None:
    preview = await previewed(table, people=[table.bruno])
    stranger = table.env.create_user("stranger")
    custom_id = NewGame("hexma", people=(stranger.id,)).control("new-post").id("h")
    results = await table.at_once([(table.ada, preview, custom_id)])
    assert "is no longer in this server" in text(results[0].response)
    assert table.posts() == []


@pytest.mark.check
async def test_choices_that_the_buttons_cannot_hold_are_refused_rather_than_lost(
    table: Table,
) -> None:
    game, rules = "super-chinese-checkers-6", frozenset({"hints", "rated", "no-rest", "places"})
    guild = table.channel.guild
    five = [guild.add_member(table.env.create_user(f"friend{n}")) for n in range(5)]
    wish = NewGame(game, "96h+12h cap 240h", rules)
    preview = await previewed(table)
    again = wish.control("new-form").id("h")
    [form] = await table.at_once([(table.ada, preview, again)])
    refused = (await submit(table.ada, form, people=five)).response
    assert "One message cannot hold all these choices" in text(refused)
    assert refused is not None
    [form] = await table.at_once([(table.ada, preview, again)])
    shorter = (await submit(table.ada, form, people=five[:4])).response
    assert all(f"<@{friend.id}>" in text(shorter) for friend in five[:4])
    assert table.posts() == []
