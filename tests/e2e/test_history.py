"""A player's finished matches, page by page."""

import pytest

from bot.commands.me import history
from tests.e2e.days import wait
from tests.e2e.settings import profile
from tests.e2e.table import Table, ids, text

pytestmark = pytest.mark.check


async def test_finished_matches_are_listed_with_results_from_the_latest(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "PAGE", 2)
    interaction = await profile(table, table.ada, label="Finished games")
    assert "None here yet." in text(interaction.response)
    games = [await table.begin(table.ada, table.bruno) for _ in range(3)]
    for game in games:
        await table.moved(game, "II,3-III,3", "VII,6-VI,6")
        menu = await table.bruno.slash(table.channel, "game resign", game=str(game))
        assert menu.response is not None
        await table.bruno.click(menu.response, custom_id=ids(menu.response)["resigned"])
        await wait(table, 60)
    running = await table.begin(table.ada, table.bruno)
    interaction = await profile(table, table.chen, table.ada, "Finished games")
    page = interaction.response
    assert page is not None
    lines = text(page).strip().split("\n")
    assert lines[0] == f"### <@{table.ada.id}>'s finished games"
    assert len(lines) == 3
    assert f"game {games[2]}" in lines[1]
    assert f"game {games[1]}" in lines[2]
    assert f"<@{table.bruno.id}> resigned." in lines[1]
    assert "[board](https://discord.com/channels/" in lines[1]
    interaction = await table.chen.click(page, label="Next")
    assert interaction.response is not None
    assert f"game {games[0]}" in text(interaction.response)
    assert f"game {running}" not in text(interaction.response)
    interaction = await table.chen.click(interaction.response, label="Back")
    assert f"game {games[2]}" in text(interaction.response)
