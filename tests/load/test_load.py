"""A light load on the real process over real sockets."""

import time
from pathlib import Path

import pytest

from bot.store import Store, address
from bot.store.models.payloads import Notice
from bot.store.outbox import outbox_rows
from tests.load.bot_process import TOKEN, running
from tests.load.database import Game, fill
from tests.load.discord import A_SECOND, LoadedDiscord
from tests.load.playing import play
from tests.transactions import writing

pytestmark = pytest.mark.check

FLOOD = 6
"""Number of messages queued for each match of a busy guild.

This is more than a channel's rate limit allows in five seconds.
"""


def servers(games: list[Game]) -> dict[int, list[int]]:
    """Return the channels of each guild."""
    by_guild: dict[int, list[int]] = {}
    for game in games:
        by_guild.setdefault(game.guild, []).append(game.channel)
    return by_guild


async def queue_notices(path: Path, games: list[Game], now: int) -> int:
    """Queue notices for each of these matches, as after a long downtime.

    Returns the number of notices.
    """
    store = await Store.open(address(path))
    with writing(store) as tx:
        for game in games:
            for _ in range(FLOOD):
                notice = Notice(game.id, 0, "draw-declined", 0)
                outbox_rows.queue(tx, notice, channel=game.channel, now=now - 60)
    await store.close()
    return len(games) * FLOOD


def left_behind(folder: Path) -> list[tuple[str, bytes]]:
    """Return the names and contents of the files that the bot has written."""
    return [(path.name, path.read_bytes()) for path in folder.iterdir()]


def overtaken(discord: LoadedDiscord, quiet: set[int]) -> list[int]:
    """Return the number of messages to other channels between each reply and board."""
    boards = [at for at, place in discord.posted if place in quiet]
    answers = sorted(discord.answered.values())
    return [
        sum(answer < at < board and place not in quiet for at, place in discord.posted)
        for answer, board in zip(answers, boards, strict=True)
    ]


async def test_under_load_no_rate_limit_is_exceeded_and_a_flood_delays_no_quiet_guild(
    tmp_path: Path,
) -> None:
    now, path = int(time.time()), tmp_path / "halma.sqlite3"
    games = await fill(path, 60, servers=2, now=now)
    busy = [game for game in games if game.guild == games[0].guild]
    quiet = [game for game in games if game.guild != games[0].guild]
    flood = await queue_notices(path, busy, now)
    discord = LoadedDiscord(servers(games))
    await discord.start()
    async with running(discord.port, path) as bot:
        await discord.until_posted(10)
        waits = await play(discord, quiet[:6], rate=3, seconds=2)
        await discord.until_posted(flood + 6)
        assert await bot.end() == 0
    await discord.stop()
    assert len(waits.answered) == waits.sent == 6
    assert discord.refused == {}
    assert len(discord.posted) == flood + 6
    assert max(overtaken(discord, {game.channel for game in quiet})) <= A_SECOND
    assert discord.bodies == []
    assert discord.broken == {}
    assert discord.most_in_a_second() <= A_SECOND
    assert bot.complaints() == []
    assert [name for name, content in left_behind(tmp_path) if TOKEN.encode() in content] == []
    assert TOKEN not in "".join(bot.output)
