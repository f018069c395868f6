"""Answers that everyone sees, and refusals that only one person sees."""

from collections import OrderedDict

import pytest

from bot.dialogs import worker_jobs
from bot.runtime.worker_pool import JobFailed, Worker
from tests.e2e.table import Table, text
from tests.e2e.test_forged_ids import going_on, used


async def test_refusals_to_share_are_ephemeral(table: Table) -> None:
    number = await going_on(table, 0)
    posts = len(table.channel.history())
    result = await used(table, table.dara, f"h:analysis-shared:{number}:0")
    assert result.response is not None
    assert "Analysis is available once the game is over." in text(result.response)
    assert result.response.ephemeral
    assert len(table.channel.history()) == posts


pytestmark = [pytest.mark.check, pytest.mark.usefixtures("quick_films")]


async def test_errors_after_a_public_deferral_are_ephemeral(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def switched_off(*_: object, **__: object) -> None:
        raise JobFailed("none")

    monkeypatch.setattr(Worker, "run", switched_off)
    monkeypatch.setattr(worker_jobs, "_films", OrderedDict())  # other tests cache animations
    number = await going_on(table, 0)
    posts = len(table.channel.history())
    result = await used(table, table.dara, f"h:film-shared:{number}:0")
    content = [(text(each), each.ephemeral) for each in result.followups]
    assert content == [("This needs computer players, which are turned off here.", True)]
    assert len(table.channel.history()) == posts
