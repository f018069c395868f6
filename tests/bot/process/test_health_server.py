"""Health and metrics pages, and the dashboard and alerts built on them."""

import asyncio
import json
import re
import time
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.client import HalmaClient
from bot.operations import backup
from bot.process import health_server
from bot.runtime import metrics
from bot.service.jobs.scheduler import Scheduler
from bot.store import Store, StoreError
from bot.store.driver.shard_locks import Shards
from tests.bot.service.club import Club
from tests.bot.service.fake_discord import Discord
from tests.transactions import reading, writing

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / "deploy"
HERE = ("127.0.0.1", 0)


async def asked(port: int | None, page: str) -> tuple[int, str]:
    """Return the status and the text of a page."""
    url = f"http://127.0.0.1:{port}/{page}"
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status, await answer.text()


def measured(name: str, **labels: str) -> float:
    """Return the current value of a metric, or 0 if it was never recorded."""
    return metrics.REGISTRY.get_sample_value(name, labels) or 0.0


async def test_a_bot_without_a_discord_connection_is_live_but_not_ready(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = HalmaClient(store, clock=lambda: 0)
    async with health_server.serve_health(client, HERE) as port:
        assert await asked(port, "live") == (200, "alive\n")
        assert await asked(port, "ready") == (503, "not connected to Discord\n")
        monkeypatch.setattr(HalmaClient, "is_reachable", lambda _self: True)
        assert await asked(port, "ready") == (200, "ready\n")
        await store.close()
        assert await asked(port, "ready") == (503, "the database does not respond\n")
        assert (await asked(port, "metrics"))[0] == 200
    with pytest.raises(aiohttp.ClientConnectorError):
        await asked(port, "live")


async def test_an_address_in_use_does_not_stop_the_bot(store: Store) -> None:
    client = HalmaClient(store, clock=lambda: 0)
    async with health_server.serve_health(client, HERE) as port:
        assert port is not None
        async with health_server.serve_health(client, ("127.0.0.1", port)) as second:
            assert second is None


@pytest.mark.check
async def test_pending_messages_and_overdue_deadlines_are_counted_with_their_age(
    store: Store,
) -> None:
    club = Club(store)
    client = HalmaClient(store, clock=lambda: club.now)
    moves = measured("halma_moves_total")
    await club.turn(await club.match())
    club.now += 60 * 86400
    await health_server.refresh_gauges(client)
    assert measured("halma_moves_total") == moves + 1
    assert measured("halma_outbox_messages") > 0
    assert measured("halma_outbox_age_seconds") == 60 * 86400
    assert measured("halma_overdue_deadlines") == 1
    assert measured("halma_games_running") == 1
    assert measured("halma_database_bytes", part="database") > 0


async def test_shards_and_the_last_backup_are_measured(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = HalmaClient(store, clock=lambda: 0, shards=Shards((2, 3), 8))
    await health_server.refresh_gauges(client)
    assert measured("halma_shards") == 0
    assert measured("halma_wanted_shards") == 8
    assert measured("halma_backup_timestamp_seconds") == 0
    monkeypatch.setattr(HalmaClient, "shards", {2: None, 3: None})
    monkeypatch.setattr(HalmaClient, "is_ready", lambda _self: True)
    began = time.time()
    backup.back_up(store.path, tmp_path / "copy.sqlite3")
    await client.on_shard_disconnect(3)
    await health_server.refresh_gauges(client)
    assert measured("halma_shards") == 1
    assert measured("halma_backup_timestamp_seconds") >= began - 2
    with pytest.raises(StoreError):
        backup.back_up(store.path, tmp_path / "copy.sqlite3")


def test_promtool_tests_the_alerts_of_processes_and_backups() -> None:
    tests = (ROOT / "tests/alerts.yml").read_text("utf-8")
    for name in ("HalmaProcessDown", "HalmaShardsMissing", "HalmaBackupOld"):
        assert f"alertname: {name}" in tests


@pytest.mark.check
async def test_the_lateness_of_a_scheduled_job_is_measured(store: Store) -> None:
    club, discord = Club(store), Discord()
    late: list[tuple[str, int]] = []
    await club.match()
    scheduler = Scheduler(
        store, deliver=discord.deliver, find=discord.find, clock=lambda: club.now,
        late=lambda job, seconds: late.append((job, seconds)),
    )  # fmt: skip
    await scheduler.run_until_idle()
    late.clear()
    club.now += 60 * 86400
    await scheduler.run_until_idle()
    assert max(seconds for job, seconds in late if job == "timeouts") > 86400
    assert set(scheduler.failures().values()) == {0}


async def test_transactions_are_timed_by_kind_and_phase(store: Store) -> None:
    heard: list[tuple[str, str]] = []
    store.counts.on_phase = lambda kind, phase, seconds: heard.append((kind, phase))
    with reading(store):
        pass
    with pytest.raises(ZeroDivisionError), writing(store):
        raise ZeroDivisionError
    assert heard == [("read", "wait"), ("read", "hold"), ("write", "wait"), ("write", "hold")]


async def test_response_time_is_measured_per_command() -> None:
    before = measured("halma_interaction_seconds_count", what="a test")
    with metrics.measure_response("a test"):
        await asyncio.sleep(0)
    assert measured("halma_interaction_seconds_count", what="a test") == before + 1


def expressions() -> dict[str, list[str]]:
    """Return the Prometheus expressions of the dashboard and the alerts, by file."""
    dashboard: Any = json.loads((DEPLOY / "dashboard.json").read_text("utf-8"))
    alerts = (DEPLOY / "alerts.yml").read_text("utf-8")
    return {
        "dashboard.json": [
            target["expr"] for panel in dashboard["panels"] for target in panel["targets"]
        ],
        "alerts.yml": re.findall(r"^        expr: (.+)$", alerts, re.MULTILINE),
    }


def exposed() -> dict[str, set[str]]:
    """Return the label names of each exposed metric, by its name in Prometheus."""
    names: dict[str, set[str]] = {}
    for family in metrics.REGISTRY.collect():
        endings = {"counter": ["_total"], "histogram": ["_bucket", "_count", "_sum"]}
        for ending in endings.get(family.type, [""]):
            names[family.name + ending] = set()
    for each in vars(metrics).values():
        for name in getattr(each, "_labelnames", ()):
            for known in names:
                if known.startswith(each._name):
                    names[known].add(name)
    return names


def test_the_dashboard_and_the_alerts_use_only_existing_metrics_and_labels() -> None:
    known = {**exposed(), "up": {"job"}}  # Prometheus itself knows which targets answer
    for file, asking in expressions().items():
        assert len(asking) > 5, file
        for each in asking:
            names = re.findall(r"\b(?:(?:halma|process)_\w+|up\b)", each)
            assert names, each
            assert [name for name in names if name not in known] == []
            labels = set(re.findall(r"by \(([^)]*)\)", each)) | set(re.findall(r"\{(\w+)=", each))
            wanted = {label for group in labels for label in re.split(r",\s*", group)} - {"le"}
            assert wanted <= set().union(*(known[name] for name in names)), each


def test_the_dashboard_shows_every_metric() -> None:
    asking = " ".join(expressions()["dashboard.json"])
    ours = {re.sub(r"_(total|bucket|count|sum)$", "", name) for name in exposed()}
    assert [name for name in sorted(ours) if name.startswith("halma_") and name not in asking] == []


def test_prometheus_parses_the_page() -> None:
    families = list(text_string_to_metric_families(metrics.render_metrics().decode()))
    assert "halma_moves" in {family.name for family in families}
