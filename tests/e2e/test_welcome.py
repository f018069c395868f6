"""The welcome message in a new guild, posted once."""

import pytest

from bot.service.clock.calendar import DAY
from bot.service.guilds import removed_guilds
from tests.e2e.forms import fields
from tests.e2e.table import Table, alts, ids, text
from tests.transactions import writing


async def joined(table: Table) -> None:
    """Simulate the event that the bot has joined this guild."""
    guild = table.client.get_guild(table.channel.guild.id)
    await table.client.on_guild_join(guild)  # type: ignore[attr-defined]
    table.client.scheduler.wake()
    await table.env.settle()


@pytest.mark.check
async def test_a_new_guild_is_welcomed_once_and_the_buttons_work(table: Table) -> None:
    await joined(table)
    post = table.last
    assert "Halma by post" in text(post)
    assert alts(post)[0]
    assert set(ids(post)) == {"begin", "how", "welcome-server"}
    interaction = await table.ada.click(post, custom_id=ids(post)["how"])
    assert "Halma 8×8" in text(interaction.response)
    assert "rules" in ids(interaction.response)
    interaction = await table.ada.click(post, custom_id=ids(post)["welcome-server"])
    assert "Only the managers of this server" in text(interaction.response)
    interaction = await table.ada.click(post, custom_id=ids(post)["begin"])
    assert fields(interaction)["game"]
    posts = len(table.posts())
    await joined(table)
    assert len(table.posts()) == posts, "not twice on one day"


@pytest.mark.check
async def test_a_guild_is_welcomed_again_only_after_a_day(
    table: Table,
) -> None:
    guild, now = table.channel.guild.id, table.client.clock()
    with writing(table.store) as tx:
        assert removed_guilds.queue_welcome(tx, guild, table.channel.id, now=now)
        assert not removed_guilds.queue_welcome(tx, guild, table.channel.id, now=now + DAY - 1)
        assert removed_guilds.queue_welcome(tx, guild, table.channel.id, now=now + DAY)
