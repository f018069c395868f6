"""Diagnostics behind `halma-bot doctor`: each check with its result and a remedy.

It reads from Discord with the bot's token. It changes nothing there or in the database.
"""

import platform
import shutil
import ssl
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal

import aiohttp
from discord.http import Route

from bot.invite_link import invitation, lacking
from bot.runtime import runner
from bot.settings import Settings
from bot.store import Store, StoreError
from bot.store.errors import DRIVER_ERRORS

PATIENCE = 15
"""Timeout in seconds for each request to Discord."""
SKEW, FAR_OFF = 5, 60
"""Clock skew in seconds from which the check reports a note, and an error."""
SPACE = 200_000_000
"""Free bytes required in addition to twice the database size (its log and a copy)."""
SESSIONS = 20
"""Minimum of gateway sessions left today; Discord resets the token at zero."""
PAGE = 200
PRIVILEGED = {
    "Presence": 0b11 << 12,
    "Server Members": 0b11 << 14,
    "Message Content": 0b11 << 18,
}
"""Privileged gateway intents, with the application flags that grant them."""

State = Literal["well", "odd", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of one check: its subject, state, message and remedy."""

    what: str
    state: State
    told: str
    remedy: str = ""

    def __str__(self) -> str:
        mark = {"well": "ok   ", "odd": "note ", "wrong": "ERROR"}[self.state]
        remedy = f"\n      -> {self.remedy}" if self.remedy else ""
        return f"{mark} {self.what}: {self.told}{remedy}"


async def examine(
    settings: Settings, *, clock: Callable[[], float] = time.time
) -> AsyncIterator[Finding]:
    """Run all checks one after the other; a check that cannot run is reported too."""
    yield _versions()
    yield _disk(settings.path)
    async for found in _database(settings):
        yield found
    if settings.token is None:
        yield Finding(
            "token", "wrong", "DISCORD_TOKEN is not set.",
            "Copy it from the Bot page of your application in Discord's developer portal.",
        )  # fmt: skip
        return
    head = {
        "Authorization": f"Bot {settings.token.get_secret_value()}",
        "User-Agent": "DiscordBot (halma-by-post, doctor)",
    }
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    try:
        async with aiohttp.ClientSession(headers=head, timeout=timeout) as session:
            async for found in _discord(session, clock):
                yield found
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


def _versions() -> Finding:
    found = {"Python": platform.python_version()}
    for name in ("halma-by-post", "discord.py", "SQLAlchemy", "Pillow"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    told = ", ".join(f"{name} {number}" for name, number in found.items()) + "."
    if "not installed" in found.values():
        return Finding("versions", "odd", told, "Install it as described in docs/running.md.")
    return Finding("versions", "well", told)


def _disk(database: Path) -> Finding:
    folder = next(each for each in (database.parent, *database.absolute().parents) if each.exists())
    needed = SPACE + 2 * (database.stat().st_size if database.exists() else 0)
    free = shutil.disk_usage(folder).free
    told = f"{free // 1_000_000} MB free where the games are stored."
    if free < needed:
        return Finding(
            "disk", "wrong", told,
            f"Free some space: the database, its log and a copy need {needed // 1_000_000} MB.",
        )  # fmt: skip
    return Finding("disk", "well", told)


async def _database(settings: Settings) -> AsyncIterator[Finding]:
    if not settings.on_server and not settings.path.exists():
        yield Finding("database", "well", f"{settings.path} will be created at the first start.")
        return
    try:
        store = await Store.open(settings.database, create=False, files=settings.path)
    except StoreError as error:
        yield Finding("database", "wrong", str(error), "See docs/running.md, Restore and Upgrade.")
        return
    try:
        damage = await store.database.damage()
        if damage is None:
            async with store.write():
                pass
    except (StoreError, *DRIVER_ERRORS) as error:
        yield Finding(
            "database", "wrong", f"{store.name} is not writable: {error}.",
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
    fault = runner.health(settings.sign)
    yield Finding("bot", "well", fault or "Running and healthy.")


async def _discord(
    session: aiohttp.ClientSession, clock: Callable[[], float]
) -> AsyncIterator[Finding]:
    status, _, date = await _asked(session, "/users/@me")
    if date is not None:
        yield _time(date, clock())
    if status == 401:
        yield Finding(
            "token", "wrong", "Discord does not accept this DISCORD_TOKEN.",
            "Create a new token on the Bot page of your application and set DISCORD_TOKEN to it.",
        )  # fmt: skip
        return
    if status != 200:
        yield Finding(
            "Discord", "wrong", f"It responds with status {status}.",
            "Check discordstatus.com and wait; the bot reconnects by itself.",
        )  # fmt: skip
        return
    yield Finding("token", "well", "Discord accepts it.")
    _, about, _ = await _asked(session, "/applications/@me")
    for found in _application(about):
        yield found
    _, gateway, _ = await _asked(session, "/gateway/bot")
    yield _sessions(gateway)
    places = [found async for found in _servers(session)]
    if not places:
        yield Finding(
            "servers", "odd", "The bot is not in any server yet.",
            f"Invite it: {invitation(int(about['id']))}",
        )  # fmt: skip
    for found in places:
        yield found


async def _asked(session: aiohttp.ClientSession, path: str) -> tuple[int, Any, str | None]:
    """Return the status, the JSON body (None unless 200) and the Date header."""
    async with session.get(Route.BASE + path) as answer:
        body = await answer.json(content_type=None) if answer.status == 200 else None
        return answer.status, body, answer.headers.get("Date")


def _time(date: str, now: float) -> Finding:
    off = now - parsedate_to_datetime(date).timestamp()
    told = f"{abs(round(off))} seconds off Discord's clock."
    if abs(off) <= SKEW:
        return Finding("clock", "well", told)
    return Finding(
        "clock", "wrong" if abs(off) > FAR_OFF else "odd", told,
        "Synchronize this machine's clock: `timedatectl set-ntp true`. Deadlines depend on it.",
    )  # fmt: skip


def _application(about: Any) -> list[Finding]:
    found = []
    if about.get("interactions_endpoint_url"):
        found.append(Finding(
            "application", "wrong",
            "Its commands are sent to an Interactions Endpoint URL, not to the bot.",
            "Clear that field on the General Information page of your application.",
        ))  # fmt: skip
    if about.get("bot_require_code_grant"):
        found.append(Finding(
            "application", "wrong", "It requires an OAuth2 code grant: nobody can invite it.",
            "Turn that off on the Bot page of your application.",
        ))  # fmt: skip
    flags = int(about.get("flags") or 0)
    needless = [name for name, bits in PRIVILEGED.items() if flags & bits]
    if needless:
        found.append(Finding(
            "intents", "odd", f"Privileged intents are on that the bot does not use: "
            f"{', '.join(needless)}.", "Turn them off on the Bot page of your application.",
        ))  # fmt: skip
    else:
        found.append(
            Finding("intents", "well", "No privileged intents are on, and none are needed.")
        )
    return found


def _sessions(gateway: Any) -> Finding:
    left = int(gateway["session_start_limit"]["remaining"])
    shards = int(gateway["shards"])
    told = f"{left} connections left today; Discord recommends {shards} shard(s)."
    if left < SESSIONS:
        return Finding(
            "connections", "odd", told, "Something keeps restarting the bot: check its log."
        )
    return Finding("connections", "well", told)


async def _servers(session: aiohttp.ClientSession) -> AsyncIterator[Finding]:
    """Check the bot's permissions in each guild.

    Yields a finding for each guild with missing permissions, or a single one if all are in order.
    """
    after, count, poor = 0, 0, 0
    while True:
        _, page, _ = await _asked(session, f"/users/@me/guilds?limit={PAGE}&after={after}")
        for guild in page:
            count, after = count + 1, int(guild["id"])
            if missing := lacking(int(guild["permissions"])):
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
