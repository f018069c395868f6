"""`halma-bot doctor`: findings and their remedies, against a fake Discord server."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner
from discord.http import Route

from bot.__main__ import main
from bot.invite_link import FOR_THREADS, NEEDED, PERMISSIONS, invite_url, missing_permissions
from bot.process import doctor
from bot.process.doctor import Finding
from bot.settings import Settings, load_settings
from tests.bot.loopback import ROOT, Loopback, discord

GATEWAY = {"url": "x", "shards": 1, "session_start_limit": {"remaining": 900}}
ALL = str(PERMISSIONS.value)


class Asked:
    """Responses of the fake Discord server, by the end of the request path."""

    def __init__(self, server: Loopback) -> None:
        self.server = server
        self.answers: dict[str, tuple[int, Any]] = {
            "/gateway/bot": (200, GATEWAY),
            "/users/@me/guilds": (200, [{"id": "500", "permissions": ALL}]),
        }
        server.answer = self.answer

    def answer(self, _method: str, path: str) -> tuple[int, Any] | None:
        return next((answer for end, answer in self.answers.items() if path.endswith(end)), None)


@pytest.fixture
async def asked(database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Asked]:
    async with discord() as server:
        monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{server.port}/api/v10")
        monkeypatch.setattr(doctor, "SETTINGS_FILES", ())
        monkeypatch.setenv("DISCORD_TOKEN", "s3cret")
        monkeypatch.setenv("HALMA_OPERATOR", "Halma Club")
        monkeypatch.setenv("HALMA_CONTACT", "halma@example.org")
        monkeypatch.setenv("HALMA_DATABASE", str(database))
        yield Asked(server)


async def examined(settings: Settings | None = None, skew: float = 0) -> dict[str, Finding]:
    """Return the findings by subject."""
    checks = doctor.run_checks(settings or load_settings(), clock=lambda: time.time() + skew)
    return {each.subject: each async for each in checks}


async def test_a_complete_setup_has_no_findings(asked: Asked) -> None:
    checks = await examined()
    assert {each.severity for each in checks.values()} == {"well"}
    assert {"versions", "disk", "database", "token", "clock", "intents", "servers"} <= set(checks)


async def test_a_file_of_settings_that_does_not_count_is_named(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "env"
    monkeypatch.setattr(doctor, "SETTINGS_FILES", (file, tmp_path / "none"))
    file.write_text("DISCORD_TOKEN=s3cret\n#HALMA_COMPUTERS=2\n")
    assert "settings" not in await examined()
    file.write_text("DISCORD_TOKEN=another\nHALMA_DATABASE=postgresql://a:b@c/d\n")
    found = (await examined())["settings"]
    assert found.severity == "odd"
    assert found.detail == (
        f"{file} has other values, which are not used here: DISCORD_TOKEN, HALMA_DATABASE."
    )
    file.write_bytes(b"\xff")
    assert "cannot be read" in (await examined())["settings"].detail


@pytest.mark.check
async def test_the_command_prints_all_findings_and_its_exit_code_reports_problems(
    asked: Asked,
) -> None:
    result = await asyncio.to_thread(CliRunner().invoke, main, ["doctor"])
    assert result.exit_code == 0, result.output
    asked.answers["/users/@me"] = (401, {"message": "401: Unauthorized", "code": 0})
    result = await asyncio.to_thread(CliRunner().invoke, main, ["doctor"])
    assert result.exit_code == 1
    assert "ERROR token: Discord does not accept this DISCORD_TOKEN. Create a new token" in (
        result.output
    )
    assert "Traceback" not in result.output
    assert "s3cret" not in result.output


@pytest.mark.parametrize(
    ("path", "status", "body", "what", "state"),
    [
        ("/users/@me", 401, {}, "token", "wrong"),
        ("/users/@me", 500, {}, "Discord", "wrong"),
        ("/users/@me", 403, {}, "Discord", "wrong"),
        ("/gateway/bot", 200, {**GATEWAY, "session_start_limit": {"remaining": 3}},
         "connections", "odd"),
        ("/gateway/bot", 200, {"nonsense": True}, "Discord", "odd"),
        ("/gateway/bot", 502, {}, "Discord", "odd"),
        ("/users/@me/guilds", 200, [{"id": "7", "permissions": "0"}], "server 7", "wrong"),
        ("/users/@me/guilds", 200, [], "servers", "odd"),
        ("/users/@me/guilds", 429, {}, "Discord", "odd"),
        ("/applications/@me", 200, {"id": "1", "flags": 1 << 19}, "intents", "odd"),
        ("/applications/@me", 200, {"id": "1", "interactions_endpoint_url": "https://x"},
         "application", "wrong"),
        ("/applications/@me", 200, {"id": "1", "bot_require_code_grant": True},
         "application", "wrong"),
    ],
)  # fmt: skip
async def test_a_problem_on_discord_is_found_with_a_remedy(
    asked: Asked, path: str, status: int, body: Any, what: str, state: str
) -> None:
    asked.answers[path] = (status, body)
    checks = (await examined())[what]
    assert checks.severity == state
    assert checks.remedy


@pytest.mark.check
@pytest.mark.parametrize(
    ("names", "start"),
    [
        (["HALMA_OPERATOR", "HALMA_CONTACT"], "HALMA_OPERATOR and HALMA_CONTACT are not set"),
        (["HALMA_CONTACT"], "HALMA_CONTACT is not set"),
    ],
)
async def test_missing_details_of_the_operator_are_mentioned(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, names: list[str], start: str
) -> None:
    assert (await examined())["operator"].detail == "Halma Club, halma@example.org."
    for name in names:
        monkeypatch.setenv(name, " ")
    checks = (await examined())["operator"]
    assert checks.severity == "odd"
    assert checks.detail.startswith(start)
    assert "docs/publishing.md" in checks.remedy


@pytest.mark.check
async def test_a_wrong_system_clock_is_found(asked: Asked) -> None:
    assert (await examined())["clock"].severity == "well"
    assert (await examined(skew=20))["clock"].severity == "odd"
    assert (await examined(skew=-3600))["clock"].severity == "wrong"


async def test_guilds_on_all_pages_are_checked(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "PAGE", 2)
    pages = iter(
        [[{"id": "1", "permissions": ALL}, {"id": "2", "permissions": ALL}],
         [{"id": "3", "permissions": "1024"}]]
    )  # fmt: skip
    usual = asked.answer
    asked.server.answer = lambda method, path: (
        (200, next(pages)) if path.endswith("/guilds") else usual(method, path)
    )
    checks = await examined()
    assert "Send Messages" in checks["server 3"].detail
    assert "servers" not in checks


async def test_an_unreachable_discord_is_reported_as_a_sentence(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:1/api")
    monkeypatch.setenv("HALMA_DATABASE", str(database))
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    assert (await examined())["Discord"].severity == "wrong"
    monkeypatch.delenv("DISCORD_TOKEN")
    assert (await examined())["token"].severity == "wrong"


def test_an_unusable_database_or_a_full_disk_is_found(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HALMA_DATABASE", str(database))
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    whole = database.read_bytes()
    database.write_bytes(whole[:8192] + bytes(8192) + whole[16384:])
    assert asyncio.run(examined())["database"].severity == "wrong"
    database.write_text("no database at all " * 100)
    assert asyncio.run(examined())["database"].severity == "wrong"
    database.unlink()
    assert "first start" in asyncio.run(examined())["database"].detail
    monkeypatch.setattr(doctor, "MIN_FREE_BYTES", 10**18)
    assert asyncio.run(examined())["disk"].severity == "wrong"


def test_the_invite_link_requests_exactly_the_permissions_that_the_bot_checks() -> None:
    asked = parse_qs(urlsplit(invite_url(17)).query)
    assert int(asked["permissions"][0]) == PERMISSIONS.value
    assert sum(on for _, on in PERMISSIONS) == len({*NEEDED, *FOR_THREADS})
    assert asked["client_id"] == ["17"]
    assert asked["scope"] == ["bot applications.commands"]
    assert f"permissions={PERMISSIONS.value}`" in (ROOT / "README.md").read_text("utf-8")
    assert missing_permissions(PERMISSIONS.value) == []
    assert missing_permissions(8) == []
    assert len(missing_permissions(0)) == len({*NEEDED, *FOR_THREADS})
