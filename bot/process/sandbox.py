"""Sandbox: the bot in a simulated Discord, shown in a browser, without a token.

The client is the one that runs on Discord. SimCord simulates Discord with one guild, one channel
and nine users, whose ids are the same at every start, so that stored matches keep their players.
The messages are not stored, so running matches and open challenges are posted again at each start.
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
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import discord
import simcord
from discord.ui import LayoutView
from simcord.preview import Preview

from bot.client import HalmaClient
from bot.service.match import lifecycle
from bot.store import Store, Tx, address
from bot.store.challenges import challenge_rows
from bot.store.match import matches
from bot.store.models.payloads import ChallengePost
from bot.store.outbox import outbox_rows
from bot.views.components import layout

PLAYERS = ("Ada", "Bruno", "Chen", "Dara", "Emil", "Fumi", "Greta", "Hana", "Ivo")
"""Names of the users. The first one owns the guild."""
EARLY = 4
"""Number of users that are created before the channel. New users are added at the end."""
SERVER = "Halma Club"
CHANNEL = "halma"
PORT = 8765
"""Preferred port of the page, so that a browser tab stays valid after a restart."""
PHONE = (390, 844)
"""Viewport of a common phone in CSS pixels."""
SETTLE_TIMEOUT = 30.0
"""Maximum seconds that the simulator waits after a click until the bot is idle."""


class World(NamedTuple):
    """The simulated Discord with the bot, not yet started."""

    env: simcord.Env
    client: HalmaClient
    channel: simcord.ChannelHandle
    members: tuple[simcord.MemberActor, ...]


def build_world(
    store: Store,
    *,
    clock: Callable[[], int] = lambda: int(time.time()),
    rng: random.Random | None = None,
) -> World:
    """Create a guild, a channel and nine users whose ids are the same every time.

    SimCord derives ids from its clock, which starts at a fixed instant. The clock is advanced by
    one second per object, so that each object has a stable id. The clock is then set to the
    present, so that messages and interactions never reuse an id from an earlier run.

    The page shows one channel and no threads, so nobody can open threads there. Each match of a
    tournament is then posted in the channel.
    """
    client = HalmaClient(store, clock=clock, rng=rng, sync="always")
    env = simcord.Env(client, check_errors=False, settle_timeout=SETTLE_TIMEOUT)
    tick = env.backend.clock.advance
    env.backend.bot_user.name = "Halma"

    def add_user(name: str) -> simcord.UserHandle:
        tick(1)
        user = env.create_user(name.lower(), global_name=name)
        tick(1)
        user.dm_channel  # noqa: B018 reading the property creates the DM channel
        return user

    users = [add_user(name) for name in PLAYERS[:EARLY]]
    guild = env.create_guild(SERVER, id=1, owner=users[0])
    tick(1)
    no_threads = discord.PermissionOverwrite(create_public_threads=False)
    channel = guild.create_text_channel(CHANNEL, overwrites={guild.default_role: no_threads})
    users += [add_user(name) for name in PLAYERS[EARLY:]]
    members = [guild.add_member(user) for user in users]
    present = datetime.fromtimestamp(clock(), UTC)
    tick(max(1.0, (present - env.now()).total_seconds()))
    return World(env, client, channel, tuple(members))


async def requeue_posts(store: Store, people: Iterable[int], now: int) -> list[str]:
    """Queue the boards of all running matches and the open challenges again.

    Returns the counts for display, e.g. ["2 games", "1 challenge"].
    """
    running, waiting = await store.write(_requeue, people, now)
    counted = {"game": running, "challenge": waiting}
    return [f"{n} {what}" + "s" * (n > 1) for what, n in counted.items() if n]


def _requeue(tx: Tx, people: Iterable[int], now: int) -> tuple[int, int]:
    """Queue the boards and challenges. Returns the number of each."""
    running = matches.running_matches(tx)
    for match in running:
        lifecycle.queue_board(tx, match, now)
    waiting = [
        challenge
        for player in people
        for challenge in challenge_rows.open_challenges_by(tx, player)
        if challenge.post is not None
    ]
    for challenge in waiting:
        outbox_rows.queue(tx, ChallengePost(challenge.id), channel=challenge.channel, now=now)
    return len(running), len(waiting)


async def serve(
    path: Path,
    *,
    port: int | None = None,
    browser: bool = True,
    echo: Callable[[str], None],
) -> None:
    """Run the sandbox until the page is closed or the task is cancelled."""
    async with AsyncExitStack() as stack:
        store = await Store.open(address(path), alone=True)
        stack.push_async_callback(store.close)
        simulated = build_world(store)
        people = [member.id for member in simulated.members]
        again = await requeue_posts(store, people, simulated.client.clock())
        await simulated.env.start()
        stack.push_async_callback(simulated.client.worker.close)
        stack.push_async_callback(simulated.env.shutdown)
        stack.push_async_callback(simulated.client.scheduler.stop)
        width, height = PHONE
        preview = await stack.enter_async_context(
            simulated.env.preview(
                simulated.channel,
                viewers=simulated.members,
                layout="channel",
                port=port or (PORT if is_free(PORT) else None),
                locale="en-US",
                width=width,
                height=height,
            )
        )
        clock_task = asyncio.create_task(sync_clock(simulated.env, preview))
        stack.push_async_callback(cancel_and_wait, clock_task)
        preview.capability = page_key(path)
        phone = phone_page(path, preview.url)
        echo(f"Halma is ready. Open this address in a browser:\n\n    {preview.url}\n")
        echo(f"To see it as on a phone, in a window of that size:\n\n    {phone.as_uri()}\n")
        echo(
            f"You can be {', '.join(PLAYERS[:-1])} or {PLAYERS[-1]}: choose at the top of the page."
        )
        echo("Type /challenge or /play to start a game, or /help to learn how to play.")
        if not again:
            await simulated.client.get_partial_messageable(simulated.channel.id).send(
                view=welcome_text()
            )
        else:
            echo(f"Restored from last time: {' and '.join(again)}.")
        echo(f"Games are saved in {path}. Press Ctrl-C to quit.")
        if browser and has_display():
            await asyncio.to_thread(webbrowser.open, preview.url)
        await preview.wait_closed()


def is_free(port: int) -> bool:
    """Return whether the port is free on the loopback interface."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def page_key(database: Path) -> str:
    """Return the secret part of the page's URL, stored next to the database."""
    kept = database.with_suffix(".key")
    kept.touch(mode=0o600)
    if len(kept.read_text()) < 32:
        kept.write_text(secrets.token_urlsafe(32))
    return kept.read_text()


def phone_page(database: Path, url: str) -> Path:
    """Write a page that opens the sandbox in a phone-sized window; return its path."""
    width, height = PHONE
    page = database.with_suffix(".phone.html")
    page.touch(mode=0o600)
    page.write_text(
        "<!doctype html><meta charset=utf-8><title>Halma on a phone</title>"
        "<body style='font: 20px sans-serif; margin: 3em'>"
        f"<button style='font: inherit' onclick=\"open({url!r}, 'phone', "
        f"'popup,width={width},height={height}')\">Open Halma in a phone-sized window</button>"
    )
    return page.resolve()


async def sync_clock(env: simcord.Env, preview: Preview) -> None:
    """Keep the simulated clock and the page's timestamps in sync with real time.

    SimCord's clock is stopped between events.
    """
    while True:
        env.backend.clock.advance(max(0.0, time.time() - env.now().timestamp()))
        preview.capture_time = env.now()
        await asyncio.sleep(0.5)


async def cancel_and_wait(task: asyncio.Task[None]) -> None:
    """Cancel a task and wait for it to end."""
    task.cancel()
    await asyncio.wait((task,))


def welcome_text() -> LayoutView:
    """Build the instructions shown in an empty channel."""
    return layout(
        "### Welcome to the sandbox\n"
        "This is the real bot in a simulated Discord. Choose who you are at the top of the page.",
        "1. As Ada, type `/challenge`, choose Bruno as your opponent, and send it; or type `/play` to "
        "play the computer.\n"
        "2. As Bruno, press **Accept**.\n"
        "3. The player whose turn it is replies to the board with a move, e.g. `II,3-III,4`, "
        "or presses **Move**.",
        f"There are {len(PLAYERS)} of you, enough for a tournament: `/games` has a button for it.",
        "-# Use `/help` to learn the game, and for everything else. Your games are saved when you stop "
        "the program.",
    )


def has_display() -> bool:
    """Return whether a graphical display is available for a browser."""
    if os.environ.get("CI"):
        return False
    if os.name == "nt" or os.uname().sysname == "Darwin":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
