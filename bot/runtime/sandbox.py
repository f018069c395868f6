"""The bot in a simulated Discord, in a browser: no token, no server, no network.

The client is the one that runs on Discord. Around it SimCord plays Discord: one server, one channel and
four people, who are the same at every start, so that the games in the database find them again. What was
said is forgotten with the program, so each running game and open challenge is posted anew at the start.
"""

import asyncio
import os
import random
import secrets
import socket
import time
import webbrowser
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import simcord
from discord.ui import LayoutView
from simcord.preview import Preview

from bot.client import HalmaClient
from bot.service.match import lifecycle
from bot.store import Store, address, challenge_rows, matches, outbox_rows
from bot.store.models.payloads import ChallengePost
from bot.views.components import layout

PLAYERS = ("Ada", "Bruno", "Chen", "Dara")
SERVER = "Halma Club"
CHANNEL = "halma"
PORT = 8765
"""Where the page is if nobody else is there, so that the open tab is right after the next start too."""
PHONE = (390, 844)
"""Points of a common phone: the exact size that the page offers."""
SETTLE = 30.0
"""Seconds that the simulator waits for the bot to come to rest after each click."""


@dataclass(frozen=True)
class World:
    """The simulated Discord with the bot in it, not yet started."""

    env: simcord.Env
    client: HalmaClient
    channel: simcord.ChannelHandle
    members: tuple[simcord.MemberActor, ...]


def world(
    store: Store,
    *,
    clock: Callable[[], int] = lambda: int(time.time()),
    rng: random.Random | None = None,
) -> World:
    """A server, a channel and four people whose ids are the same every time.

    SimCord makes ids from its clock, which begins at a fixed instant: one second for each thing gives
    each its own id whatever else is numbered. Then the clock is set to the present, so that messages
    and interactions never get an id of an earlier run.
    """
    client = HalmaClient(store, clock=clock, rng=rng, sync="always")
    env = simcord.Env(client, check_errors=False, settle_timeout=SETTLE)
    tick = env.backend.clock.advance
    env.backend.bot_user.name = "Halma"
    users = []
    for name in PLAYERS:
        tick(1)
        users.append(env.create_user(name.lower(), global_name=name))
        tick(1)
        users[-1].dm_channel  # noqa: B018  the conversation is made when first asked for
    guild = env.create_guild(SERVER, id=1, owner=users[0])
    members = [guild.add_member(user) for user in users]
    tick(1)
    channel = guild.create_text_channel(CHANNEL)
    present = datetime.fromtimestamp(clock(), UTC)
    tick(max(1.0, (present - env.now()).total_seconds()))
    return World(env, client, channel, tuple(members))


async def post_again(store: Store, people: Iterable[int], now: int) -> list[str]:
    """Queue every running game and posted challenge, the channel being empty again; "2 games"."""
    async with store.write() as tx:
        running = await matches.running(tx)
        for match in running:
            await lifecycle.show(tx, match, now)
        waiting = [each for player in people for each in await challenge_rows.open_by(tx, player)]
        waiting = [each for each in waiting if each.post is not None]
        for challenge in waiting:
            await outbox_rows.queue(
                tx, "challenge", ChallengePost(challenge.id), channel=challenge.channel, now=now
            )
    counted = {"game": len(running), "challenge": len(waiting)}
    return [f"{n} {what}" + "s" * (n > 1) for what, n in counted.items() if n]


async def play(
    path: Path,
    *,
    port: int | None = None,
    browser: bool = True,
    tell: Callable[[str], None],
) -> None:
    """Serve the sandbox until it is closed in the page, or cancelled."""
    async with AsyncExitStack() as stack:
        store = await Store.open(address(path), alone=True)
        stack.push_async_callback(store.close)
        there = world(store)
        people = [member.id for member in there.members]
        again = await post_again(store, people, there.client.clock())
        await there.env.start()
        stack.push_async_callback(there.env.shutdown)
        stack.push_async_callback(there.client.scheduler.stop)
        width, height = PHONE
        preview = await stack.enter_async_context(
            there.env.preview(
                there.channel,
                viewers=there.members,
                layout="channel",
                port=port or (PORT if is_free(PORT) else None),
                locale="en-US",
                width=width,
                height=height,
            )
        )
        telling = asyncio.create_task(keep_time(there.env, preview))
        stack.push_async_callback(cancelled, telling)
        preview.capability = key(path)
        phone = phone_page(path, preview.url)
        tell(f"Halma is ready. Open this address in a browser:\n\n    {preview.url}\n")
        tell(f"As a phone shows it, in a window of that size:\n\n    {phone.as_uri()}\n")
        tell(
            f"You may be {', '.join(PLAYERS[:-1])} or {PLAYERS[-1]}: choose at the top of the page."
        )
        tell("Type /challenge or /play to begin a game, /learn to learn how it goes.")
        if not again:
            await there.client.get_partial_messageable(there.channel.id).send(view=welcome())
        else:
            tell(f"Posted again from last time: {' and '.join(again)}.")
        tell(f"Games are kept in {path}. Ctrl-C ends this.")
        if browser and headed():
            await asyncio.to_thread(webbrowser.open, preview.url)
        await preview.wait_closed()


def is_free(port: int) -> bool:
    """Whether nobody listens there."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def key(database: Path) -> str:
    """The secret part of the page's address, the same at each start; kept beside the database."""
    kept = database.with_suffix(".key")
    kept.touch(mode=0o600)
    if len(kept.read_text()) < 32:
        kept.write_text(secrets.token_urlsafe(32))
    return kept.read_text()


def phone_page(database: Path, url: str) -> Path:
    """A page beside the database that opens the sandbox in a window as large as a phone."""
    width, height = PHONE
    page = database.with_suffix(".phone.html")
    page.touch(mode=0o600)
    page.write_text(
        "<!doctype html><meta charset=utf-8><title>Halma on a phone</title>"
        "<body style='font: 20px sans-serif; margin: 3em'>"
        f"<button style='font: inherit' onclick=\"open({url!r}, 'phone', "
        f"'popup,width={width},height={height}')\">Open Halma as on a phone</button>"
    )
    return page.resolve()


async def keep_time(env: simcord.Env, preview: Preview) -> None:
    """Let the simulated clock, which stands still between events, go with the real one, and the page,
    which would reckon "5 minutes ago" from when it was first shown, with it."""
    while True:
        env.backend.clock.advance(max(0.0, time.time() - env.now().timestamp()))
        preview.capture_time = env.now()
        await asyncio.sleep(0.5)


async def cancelled(task: asyncio.Task[None]) -> None:
    """End a task and wait for its end."""
    task.cancel()
    await asyncio.wait((task,))


def welcome() -> LayoutView:
    """What a newcomer sees in the empty channel."""
    return layout(
        "### Welcome to the sandbox\n"
        "This is the real bot in a simulated Discord. At the top of the page you choose who you are.",
        "1. As Ada, type `/challenge`, choose Bruno as your opponent, and send it; or `/play`, and the "
        "computer answers.\n"
        "2. As Bruno, press **Accept**.\n"
        "3. Whoever is called replies to the board with a move, like `II,3-III,4`, "
        "or presses **Move**.",
        "-# `/learn` teaches the game, `/help` tells the rest. Your games are kept when you stop the "
        "program.",
    )


def headed() -> bool:
    """Whether there is a screen on which a browser could open."""
    if os.environ.get("CI"):
        return False
    if os.name == "nt" or os.uname().sysname == "Darwin":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
