"""The sandbox keeps its players, matches and challenges across restarts."""

import asyncio
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.process import sandbox
from bot.service.match import lifecycle
from bot.store import Store, address
from tests.bot.extensions.tournaments import tapping
from tests.e2e.forms import submit
from tests.e2e.table import ids, text
from tests.transactions import reading

pytestmark = pytest.mark.check

NOW = 1_800_000_000


async def started(store: Store, later: int) -> sandbox.World:
    """Start the sandbox as `serve` does, but without the page."""
    worlds: list[sandbox.World] = []
    world = sandbox.build_world(
        store, clock=lambda: int(worlds[0].env.now().timestamp()) if worlds else NOW + later
    )
    worlds.append(world)
    people = [member.id for member in world.members]
    await sandbox.requeue_posts(store, people, NOW + later)
    await world.env.start()
    return world


def posts(world: sandbox.World) -> list[str]:
    return [text(message) for message in world.channel.history()]


@pytest.mark.measured
async def test_matches_and_challenges_of_the_last_run_are_posted_again_and_continue(
    tmp_path: Path,
) -> None:
    store = await Store.open(address(tmp_path / "sandbox.sqlite3"))
    first = await started(store, 0)
    ada, bruno, chen, *_ = first.members
    await ada.slash(first.channel, "challenge", opponent=bruno)
    post = first.channel.last_message
    assert post is not None
    await bruno.click(post, custom_id=ids(post)["accept"])
    mover = ada if f"<@{ada.id}>, your turn" in text(first.channel.last_message) else bruno
    await mover.slash(first.channel, "move", move="II,3-III,3")
    await chen.slash(first.channel, "challenge", game="halma-8")
    known = (first.channel.id, *(member.id for member in first.members))
    last = first.channel.last_message
    await first.env.shutdown()
    second = await started(store, 60)
    assert (second.channel.id, *(member.id for member in second.members)) == known
    content = posts(second)
    assert len(content) == 2
    assert any("your turn" in each and "II,3-III,3" in each for each in content)
    assert any("is looking for an opponent" in each for each in content)
    newest = second.channel.last_message
    other = second.members[1 if mover is ada else 0]
    assert last is not None
    assert newest is not None
    assert newest.id > last.id
    board = next(each for each in second.channel.history() if each.attachments)
    await other.send(second.channel, "VII,6-VI,6", reply_to=board)
    with reading(store) as tx:
        assert (lifecycle.load(tx, 1)).ply == 2
    assert second.env.errors == []
    await second.env.shutdown()
    await store.close()


async def test_users_that_were_added_later_change_no_id_in_older_databases(tmp_path: Path) -> None:
    store = await Store.open(address(tmp_path / "sandbox.sqlite3"))
    world = sandbox.build_world(store, clock=lambda: NOW)
    assert world.channel.id == 1456074481729536000
    assert [member.id for member in world.members[: sandbox.EARLY]] == [
        1456074448175104000,
        1456074456563712000,
        1456074464952320000,
        1456074473340928000,
    ]
    assert len(world.members) == 9
    await store.close()


async def test_games_of_a_tournament_are_posted_in_the_channel_because_the_page_has_no_threads(
    tmp_path: Path,
) -> None:
    store = await Store.open(address(tmp_path / "sandbox.sqlite3"))
    world = await started(store, 0)
    ada, *others = world.members
    opened = await tapping.from_panel(ada, world.channel, "event-new")
    preview = (await submit(ada, opened, name="Cup", kind="cup", options=[])).response
    assert preview is not None
    more = await ada.click(preview, custom_id=ids(preview)["event-conditions"])
    preview = (await submit(ada, more, players="4-4")).response
    assert preview is not None
    await ada.click(preview, custom_id=ids(preview)["event-open"])
    hub = world.channel.last_message
    assert hub is not None
    for member in (ada, *others[:3]):
        await member.click(hub, custom_id=ids(hub)["event-join"])
    await world.env.advance_time(60)
    assert world.channel.threads == []
    boards = [post for post in world.channel.history() if post.id != hub.id and post.attachments]
    assert len(boards) == 4
    assert world.env.errors == []
    await world.env.shutdown()
    await store.close()


@pytest.mark.measured
async def test_the_page_is_served_its_address_is_printed_and_everything_is_closed_cleanly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(sandbox.webbrowser, "open", opened.append)
    monkeypatch.setattr(sandbox, "has_display", lambda: True)
    printed: list[str] = []
    path = tmp_path / "sandbox.sqlite3"
    playing = asyncio.create_task(sandbox.serve(path, port=0, browser=True, echo=printed.append))
    while len(printed) < 5:
        await asyncio.sleep(0.05)
        assert not playing.done(), playing.exception()
    assert "http://127.0.0.1:" in printed[0]
    assert path.with_suffix(".phone.html").as_uri() in printed[1]
    assert "Ada, Bruno, Chen, Dara, Emil, Fumi, Greta, Hana or Ivo" in printed[2]
    while not opened:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    assert opened[0] in printed[0]
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    store = await Store.open(address(path))
    await store.close()


def test_the_welcome_message_says_what_to_do() -> None:
    content = str(sandbox.welcome_text().to_components())
    assert "/challenge" in content
    assert "Accept" in content


async def test_simulated_time_follows_real_time(tmp_path: Path) -> None:
    store = await Store.open(address(tmp_path / "x.sqlite3"))
    world = sandbox.build_world(store)
    behind = world.env.now()
    page: Any = SimpleNamespace(capture_time=None)
    task = asyncio.create_task(sandbox.sync_clock(world.env, page))
    await asyncio.sleep(0.6)
    await sandbox.cancel_and_wait(task)
    assert task.cancelled()
    assert world.env.now() > behind
    assert page.capture_time == world.env.now()
    await store.close()


@pytest.mark.parametrize(
    ("system", "environment", "opens"),
    [
        ("Linux", {}, False),
        ("Linux", {"DISPLAY": ":0"}, True),
        ("Linux", {"WAYLAND_DISPLAY": "w"}, True),
        ("Linux", {"DISPLAY": ":0", "CI": "1"}, False),
        ("Darwin", {}, True),
    ],
)
def test_a_browser_is_opened_only_where_there_is_a_screen(
    monkeypatch: pytest.MonkeyPatch, system: str, environment: dict[str, str], opens: bool
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "CI"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sandbox.os, "name", "posix")
    monkeypatch.setattr(sandbox.os, "uname", lambda: type("U", (), {"sysname": system}))
    assert sandbox.has_display() is opens


def test_the_page_has_the_same_address_at_every_start(tmp_path: Path) -> None:
    database = tmp_path / "sandbox.sqlite3"
    first = sandbox.page_key(database)
    assert len(first) >= 32
    assert sandbox.page_key(database) == first
    database.with_suffix(".key").write_text("short")
    assert len(sandbox.page_key(database)) >= 32
    assert database.with_suffix(".key").stat().st_mode & 0o077 == 0


def test_another_port_is_used_if_the_first_is_in_use() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        assert not sandbox.is_free(other.getsockname()[1])
    assert sandbox.is_free(0)


def test_the_phone_page_opens_a_window_of_phone_size(tmp_path: Path) -> None:
    page = sandbox.phone_page(tmp_path / "sandbox.sqlite3", "http://127.0.0.1:8765/#key")
    shown = page.read_text()
    assert "'http://127.0.0.1:8765/#key'" in shown
    assert "width=390,height=844" in shown
