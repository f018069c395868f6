"""Diagnostics behind `halma-bot doctor`: checks with their results and remedies.

The checks query Discord with the bot's token. They are read-only and never change the database.
"""

import os
import platform
import shutil
import ssl
import time
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib.metadata import PackageNotFoundError, version
from importlib.metadata import files as installed_files
from pathlib import Path
from typing import Any, Literal, NamedTuple

import aiohttp
from discord.http import Route

from bot.invite_link import invite_url, missing_permissions
from bot.process import runner, watchdog
from bot.process.proxy import discord_proxy
from bot.settings import Settings, differing_names, unknown_names
from bot.store import Store, StoreError
from bot.store.driver.errors import DRIVER_ERRORS, explain
from bot.store.schedule import future_times

REQUEST_TIMEOUT = 15
"""Timeout in seconds for each request to Discord."""
SKEW, FAR_OFF = 5, 60
"""Clock skew thresholds in seconds: for a note and for an error."""
MIN_FREE_BYTES = 200_000_000
"""Required free bytes beyond twice the database size, for its log and a copy."""
MIN_SESSIONS = 20
"""Minimum number of gateway sessions left today; at zero Discord resets the token."""
PAGE = 200
PRIVILEGED = {
    "Presence": 0b11 << 12,
    "Server Members": 0b11 << 14,
    "Message Content": 0b11 << 18,
}
"""Privileged gateway intents, with the application flags that grant them."""

SETTINGS_FILES = (Path("deploy/env"), Path("/etc/halma/env"))
"""Files of settings, in a clone and under systemd."""

Severity = Literal["well", "odd", "wrong"]


class Finding(NamedTuple):
    """Result of one check: its subject, state, message and remedy."""

    subject: str
    severity: Severity
    detail: str
    remedy: str = ""

    def __str__(self) -> str:
        mark = {"well": "ok   ", "odd": "note ", "wrong": "ERROR"}[self.severity]
        remedy = f"\n      -> {self.remedy}" if self.remedy else ""
        return f"{mark} {self.subject}: {self.detail}{remedy}"


async def run_checks(
    settings: Settings, *, clock: Callable[[], float] = time.time
) -> AsyncIterator[Finding]:
    """Run all checks in sequence. A check that cannot run also yields a finding."""
    yield _check_versions()
    if (finding := _check_names()) is not None:
        yield finding
    for file in SETTINGS_FILES:
        if (finding := _check_settings_file(file)) is not None:
            yield finding
    yield _check_files()
    yield _check_disk(settings.path)
    async for finding in _check_database(settings, clock):
        yield finding
    yield _check_operator(settings)
    if settings.token is None:
        yield Finding(
            "token", "wrong", "DISCORD_TOKEN is not set.",
            "Copy it from the Bot page of your application in Discord's developer portal.",
        )  # fmt: skip
        return
    head = {
        "Authorization": f"Bot {settings.token}",
        "User-Agent": "DiscordBot (halma-by-post, doctor)",
    }
    timeout = aiohttp.ClientTimeout(total=REQUEST_TIMEOUT)
    try:
        async with aiohttp.ClientSession(
            headers=head, timeout=timeout, proxy=discord_proxy()
        ) as session:
            async for finding in _check_discord(session, clock):
                yield finding
    except (aiohttp.ClientError, TimeoutError, OSError, ssl.SSLError) as error:
        yield Finding(
            "Discord", "wrong", f"It cannot be reached ({type(error).__name__}).",
            "Check this machine's network: it must reach discord.com and gateway.discord.gg on "
            "port 443. If it does, wait: the bot reconnects by itself.",
        )  # fmt: skip
    except (KeyError, TypeError, ValueError) as error:
        yield Finding(
            "Discord", "odd", f"Unexpected response ({type(error).__name__}).",
            "Something between this machine and Discord, such as a proxy, may be answering instead.",
        )  # fmt: skip


def _check_versions() -> Finding:
    versions = {"Python": platform.python_version()}
    for name in ("halma-by-post", "discord.py", "SQLAlchemy", "Pillow"):
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            versions[name] = "not installed"
    text = ", ".join(f"{name} {number}" for name, number in versions.items()) + "."
    if "not installed" in versions.values():
        return Finding("versions", "odd", text, "Install it as described in docs/running.md.")
    return Finding("versions", "well", text)


def _check_names() -> Finding | None:
    if not (unknown := unknown_names()):
        return None
    return Finding("settings", "odd", " ".join(unknown), "deploy/env.example lists all settings.")


def _check_settings_file(file: Path) -> Finding | None:
    """Warn if the environment differs from this file, and so overrides it."""
    try:
        names = differing_names(file)
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        text = f"{file} cannot be read: {explain(error)}."
        return Finding("settings", "odd", text, "Run the doctor as the user who runs the bot.")
    if not names:
        return None
    return Finding(
        "settings", "odd", f"{file} has other values, which are not used here: {', '.join(names)}.",
        f"Use the file with `halma-bot --env {file} doctor`, or delete what should not count.",
    )  # fmt: skip


def _check_files() -> Finding:
    """Compare the installed files with the list that the installation keeps of them."""
    wrong = [
        str(file)
        for file in installed_files("halma-by-post") or ()
        if file.size is not None and _size(Path(str(file.locate()))) != file.size
    ]
    if wrong:
        return Finding(
            "files", "wrong", f"Missing or changed: {', '.join(wrong[:3])}; {len(wrong)} in all.",
            "Install the bot again, as described in docs/running.md.",
        )  # fmt: skip
    return Finding("files", "well", "The installed files are complete.")


def _size(path: Path) -> int | None:
    """Return the size of a file in bytes; None if it cannot be read."""
    try:
        return path.stat().st_size
    except OSError:
        return None


def _check_disk(database: Path) -> Finding:
    needed = MIN_FREE_BYTES + 2 * (_size(database) or 0)
    folder = next(folder for folder in database.absolute().parents if os.path.isdir(folder))
    free = shutil.disk_usage(folder).free
    text = f"{free // 1_000_000} MB free where the games are stored."
    if free < needed:
        return Finding(
            "disk", "wrong", text,
            f"Free some space: the database, its log and a copy need {needed // 1_000_000} MB.",
        )  # fmt: skip
    return Finding("disk", "well", text)


def _check_operator(settings: Settings) -> Finding:
    missing = [
        name
        for name, value in (
            ("HALMA_OPERATOR", settings.operator),
            ("HALMA_CONTACT", settings.contact),
        )
        if not value
    ]
    if missing:
        return Finding(
            "operator", "odd", f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} "
            "not set: the terms and the privacy policy do not say who runs the bot.",
            "Set them to your name and to an e-mail address or link; see docs/publishing.md.",
        )  # fmt: skip
    return Finding("operator", "well", f"{settings.operator}, {settings.contact}.")


async def _check_database(settings: Settings, clock: Callable[[], float]) -> AsyncIterator[Finding]:
    if not settings.uses_postgresql and (finding := _check_new_database(settings.path)):
        yield finding
        return
    try:
        store = await Store.open(settings.database, create=False, files=settings.path)
    except StoreError as error:
        yield Finding(
            "database", "wrong", str(error), "docs/running.md describes how to restore and upgrade."
        )
        return
    early: list[future_times.FutureTimes] = []
    try:
        damage = await store.database.damage()
        if damage is None:
            await store.write(lambda tx: None)
            early = await store.read(future_times.find_future_times, int(clock()))
    except (StoreError, *DRIVER_ERRORS) as error:
        yield Finding(
            "database", "wrong", f"{store.name} is not writable: {explain(error)}.",
            "The file and its folder, or the tables, must be owned by the user the bot runs as.",
        )  # fmt: skip
        return
    finally:
        await store.close()
    if damage is not None:
        yield Finding(
            "database", "wrong", f"{store.name} is damaged: {damage}.",
            "Stop the bot and restore a backup; see docs/running.md.",
        )  # fmt: skip
        return
    yield Finding("database", "well", f"{store.name} is intact and up to date.")
    if early:
        rows = sum(each.rows for each in early)
        yield Finding(
            "times", "odd", f"{rows} rows have a time in the future, until "
            f"{datetime.fromtimestamp(max(each.latest for each in early), UTC):%Y-%m-%d %H:%M} UTC.",
            "Check this machine's clock. The next start corrects what was stored while it was ahead.",
        )  # fmt: skip
    fault = watchdog.process_fault(settings.heartbeat_path)
    yield Finding("bot", "well", fault or "Running and healthy.")


def _check_new_database(path: Path) -> Finding | None:
    """Check that a database that cannot be seen can be created; None if it is there."""
    if os.path.exists(path):
        return None
    nearest = next(each for each in path.absolute().parents if os.path.exists(each))
    if nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK):
        return Finding("database", "well", f"{path} will be created at the first start.")
    return Finding(
        "database", "wrong", f"{path} cannot be created or read: the bot may not write to {nearest}.",
        "Make it a folder owned by the user the bot runs as, or correct HALMA_DATABASE.",
    )  # fmt: skip


async def _check_discord(
    session: aiohttp.ClientSession, clock: Callable[[], float]
) -> AsyncIterator[Finding]:
    status, _, date = await _fetch(session, "/users/@me")
    if date is not None:
        yield _check_clock(date, clock())
    if status == 401:
        yield Finding(
            "token", "wrong", runner.NOT_ACCEPTED,
            "The client secret and the public key of an application are not tokens.",
        )  # fmt: skip
        return
    if status != 200:
        yield Finding(
            "Discord", "wrong", f"It responds with status {status}.",
            "Check discordstatus.com and wait; the bot reconnects by itself.",
        )  # fmt: skip
        return
    yield Finding("token", "well", "Discord accepts it.")
    _, about, _ = await _fetch(session, "/applications/@me")
    for finding in _check_application(about):
        yield finding
    _, gateway, _ = await _fetch(session, "/gateway/bot")
    yield _check_sessions(gateway)
    places = [finding async for finding in _check_guilds(session)]
    if not places:
        yield Finding(
            "servers", "odd", "The bot is not in any server yet.",
            f"Invite it: {invite_url(int(about['id']))}",
        )  # fmt: skip
    for finding in places:
        yield finding


async def _fetch(session: aiohttp.ClientSession, path: str) -> tuple[int, Any, str | None]:
    """Return the status, the JSON body (None unless 200) and the Date header."""
    async with session.get(Route.BASE + path) as answer:
        body = await answer.json(content_type=None) if answer.status == 200 else None
        return answer.status, body, answer.headers.get("Date")


def _check_clock(date: str, now: float) -> Finding:
    off = now - parsedate_to_datetime(date).timestamp()
    text = f"{abs(round(off))} seconds off Discord's clock."
    if abs(off) <= SKEW:
        return Finding("clock", "well", text)
    return Finding(
        "clock", "wrong" if abs(off) > FAR_OFF else "odd", text,
        "Synchronize this machine's clock: `timedatectl set-ntp true`. Deadlines depend on it.",
    )  # fmt: skip


def _check_application(about: Any) -> list[Finding]:
    findings = []
    if about.get("interactions_endpoint_url"):
        findings.append(Finding(
            "application", "wrong",
            "Its commands are sent to an Interactions Endpoint URL, not to the bot.",
            "Clear that field on the General Information page of your application.",
        ))  # fmt: skip
    if about.get("bot_require_code_grant"):
        findings.append(Finding(
            "application", "wrong", "It requires an OAuth2 code grant: nobody can invite it.",
            "Turn that off on the Bot page of your application.",
        ))  # fmt: skip
    flags = int(about.get("flags") or 0)
    needless = [name for name, bits in PRIVILEGED.items() if flags & bits]
    if needless:
        findings.append(Finding(
            "intents", "odd", f"Privileged intents are on that the bot does not use: "
            f"{', '.join(needless)}.", "Turn them off on the Bot page of your application.",
        ))  # fmt: skip
    else:
        findings.append(
            Finding("intents", "well", "No privileged intents are on, and none are needed.")
        )
    return findings


def _check_sessions(gateway: Any) -> Finding:
    left = int(gateway["session_start_limit"]["remaining"])
    shards = int(gateway["shards"])
    text = f"{left} connections left today; Discord recommends {shards} shard(s)."
    if left < MIN_SESSIONS:
        return Finding(
            "connections", "odd", text, "Something keeps restarting the bot: check its log."
        )
    return Finding("connections", "well", text)


async def _check_guilds(session: aiohttp.ClientSession) -> AsyncIterator[Finding]:
    """Check the bot's permissions in each guild.

    Yields a finding for each guild with missing permissions, or one finding if there are none.
    """
    after, count, poor = 0, 0, 0
    while True:
        _, page, _ = await _fetch(session, f"/users/@me/guilds?limit={PAGE}&after={after}")
        for guild in page:
            count, after = count + 1, int(guild["id"])
            if missing := missing_permissions(int(guild["permissions"])):
                poor += 1
                yield Finding(
                    f"server {guild['id']}", "wrong", f"The bot is missing {', '.join(missing)}.",
                    "Someone who manages the server can grant it under Server Settings, Roles.",
                )  # fmt: skip
        if len(page) < PAGE:
            break
    if count and not poor:
        yield Finding(
            "servers", "well", f"{count}; the bot has every permission it needs in all of them."
        )
