"""A database of the first schema, with a challenge and a match under way, goes on in the newest."""

import shutil
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from bot.service import challenges, matches, verify
from bot.service.values import Offer
from bot.store import Store, address
from bot.store.schema import MIGRATIONS
from engine import variant

GAME = variant("halma-8")
FIRST = GAME.play(GAME.start(), GAME.moves(GAME.start())[0])
TEXT = GAME.format(GAME.moves(GAME.start())[0])
ROWS = (
    "INSERT INTO players VALUES (11, 'Ada', NULL, 1), (22, 'Bruno', 'de', 1)",
    "INSERT INTO matches VALUES (1, 'halma-8', 1, 'running', 1, 1, :position, NULL, 5, 6, NULL, 2, 3, "
    "NULL)",
    "INSERT INTO match_seats VALUES (1, 0, 11), (1, 1, 22)",
    "INSERT INTO moves VALUES (1, 0, 0, 11, :text, 3)",
    "INSERT INTO offers VALUES (1, 'draw', 1, 1, 4)",
    "INSERT INTO challenges VALUES (1, 11, 'halma-8', 'first', '', 'accepted', 5, 6, 1, 1, 9, 2, 22), "
    "(2, 11, 'halma-8', 'second', 'hello', 'open', 5, 6, NULL, 1, 9999999999, NULL, NULL)",
    "INSERT INTO challenge_seats VALUES (1, 0, 11, 0, 1), (1, 1, 22, 1, 1), (2, 0, 11, 1, 1), "
    "(2, 1, NULL, 0, 0)",
    "INSERT INTO posts VALUES (900, 6, 1, 1, NULL, 1, 3)",
)


@pytest.fixture
async def old(tmp_path: Path) -> Path:
    """A file as the first version left it."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder)
    for later in (folder / "versions").glob("v*.py"):
        if not later.name.startswith("v0001"):
            later.unlink()
    path = tmp_path / "halma.sqlite3"
    store = await Store.open(address(path), migrations=folder)
    async with store.write() as tx:
        for row in ROWS:
            told = {"position": GAME.dump(FIRST), "text": TEXT}
            used = {name: value for name, value in told.items() if f":{name}" in row}
            await tx.execute(text(row).bindparams(**used))
    await store.close()
    return path


async def test_matches_and_challenges_go_on(old: Path) -> None:
    store = await Store.open(address(old))
    async with store.write() as tx:
        assert await verify.check(tx) == []
        match = await matches.get(tx, 1)
        assert (match.ply, match.gone) == (1, ())
        assert match.offer == Offer("draw", 1, 1, 4 + 7 * 86400, (1,))
        view = await matches.view(tx, 1)
        played = await matches.play(
            tx,
            1,
            player=22,
            text=GAME.format(GAME.moves(view.position)[0]),
            ply=1,
            interaction=1,
            now=10,
        )
        assert (played.match.ply, played.match.offer) == (2, None)
        opened = await challenges.get(tx, 2)
        assert (opened.note, opened.least, opened.free) == ("hello", None, 1)
        assert [seat.team for seat in opened.seats] == [None, None]
        assert await verify.check(tx) == []
    await store.close()


async def test_moves_keep_who_made_them(old: Path) -> None:
    store = await Store.open(address(old))
    async with store.read() as tx:
        query = text('SELECT match_id, ply, seat, player, "by", text, at FROM moves')
        assert (await tx.execute(query)).all() == [(1, 0, 0, 11, "player", TEXT, 3)]
    await store.close()


@pytest.mark.parametrize("wrong", ["NULL, 'player'", "11, 'runner'", "11, 'ghost'"])
async def test_a_move_by_nobody_and_a_runner_with_a_name_are_refused(old: Path, wrong: str) -> None:
    store = await Store.open(address(old))
    with pytest.raises(IntegrityError):
        async with store.write() as tx:
            await tx.execute(text(f"INSERT INTO moves VALUES (1, 1, 1, {wrong}, 'pass', 4, NULL)"))
    await store.close()
