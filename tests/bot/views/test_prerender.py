"""Prerendering: after startup, the stages of running matches are drawn in advance."""

import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.service.guilds import guild_settings
from bot.service.match import lifecycle
from bot.store import Store, address
from bot.store.match import match_saver, matches
from bot.store.models import Theme
from bot.views import prerender
from bot.views.prerender import draw_ahead, prerender_running
from engine import VARIANTS
from render import draw, scene, sprites
from tests.bot.service.club import ADA, GUILD, Club
from tests.transactions import reading, writing


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Store]:
    opened = await Store.open(address(database))
    yield opened
    await opened.close()


class Thread:
    """Fake thread that records the requested stages instead of drawing them."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int, int, str]] = []

    async def __call__(self, _: Any, game: Any, side: int, turn: int, theme: str) -> None:
        self.asked.append((game.key, side, turn, theme))


async def test_stages_of_posts_and_of_common_games_are_drawn_first() -> None:
    thread = Thread()
    running: list[tuple[str, Theme]] = [
        ("halma", "dark"),
        ("chinese-checkers-3", "wood"),
        ("no-game", "wood"),
    ]
    assert await draw_ahead(running, thread) == 8
    assert thread.asked == [
        ("halma", 0, 0, "dark"),
        ("halma", 0, 1, "dark"),
        ("chinese-checkers-3", 0, 0, "wood"),
        ("chinese-checkers-3", 0, 1, "wood"),
        ("chinese-checkers-3", 0, 2, "wood"),
        ("halma", 1, 1, "dark"),
        ("chinese-checkers-3", 1, 1, "wood"),
        ("chinese-checkers-3", 2, 2, "wood"),
    ]


async def test_no_more_stages_are_drawn_than_the_cache_holds() -> None:
    thread = Thread()
    assert (
        await draw_ahead([(key, "wood") for key in VARIANTS], thread)
        == len(thread.asked)
        == sprites.MAX_CACHED
    )


async def test_after_prerendering_the_stage_of_a_running_match_is_cached(store: Store) -> None:
    await Club(store).match(variant="halma-8")
    sprites._kit.cache_clear()
    with capture_logs() as log:
        await prerender_running(store)
    made = sprites._kit.cache_info().misses
    assert [(line["event"], line["count"]) for line in log] == [("stages prerendered", made)]
    small = VARIANTS["halma-8"]
    for side, turn in ((0, 0), (0, 1), (1, 1)):
        draw.render_scene(scene(small, replace(small.start(), turn=turn), side=side))
    assert sprites._kit.cache_info().misses == made == 3


@pytest.mark.check
async def test_the_stage_is_prerendered_in_the_theme_of_the_guild(store: Store) -> None:
    await Club(store).match(variant="halma-8")
    with writing(store) as tx:
        guild_settings.change_setting(tx, GUILD, "theme", "dark", by=ADA, now=1)
    sprites._kit.cache_clear()
    await prerender_running(store)
    made = sprites._kit.cache_info().misses
    small = VARIANTS["halma-8"]
    draw.render_scene(scene(small, small.start(), theme="dark"))
    assert sprites._kit.cache_info().misses == made == 3


async def test_variants_of_running_matches_are_listed_by_frequency(store: Store) -> None:
    club = Club(store)
    over = await club.match(variant="halma-10")
    await club.match(variant="halma")
    for _ in range(2):
        await club.match(variant="halma-8")
    with writing(store) as tx:
        match_saver.save(tx, over, lifecycle.finish(tx, over, "aborted", None, club.now))
    with reading(store) as tx:
        assert matches.running_variants(tx) == [("halma-8", None), ("halma", None)]


async def test_stages_are_drawn_in_another_thread_one_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads: list[threading.Thread] = []
    monkeypatch.setattr(
        prerender, "prerender_stage", lambda *_: threads.append(threading.current_thread())
    )
    assert await draw_ahead([("halma", "wood"), ("halma-4", "wood")]) == len(threads)
    assert threading.main_thread() not in threads


async def test_a_failure_is_logged_and_does_no_harm(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no paint")

    monkeypatch.setattr(prerender, "prerender_stage", fail)
    await Club(store).match()
    with capture_logs() as log:
        await prerender_running(store)
    assert [(line["event"], line["happening"]) for line in log] == [("unexpected", "prerendering")]
