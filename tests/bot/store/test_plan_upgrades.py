"""Plans of earlier schemas, which were written in words, are kept and played."""

from pathlib import Path

import pytest

from bot.service.conditional_moves.plan_lines import PlanStep, load_lines
from bot.store import Store, address
from bot.store.driver.schema import prepare_file
from bot.store.driver.upgrades import CORE
from bot.store.match import matches
from tests import raw
from tests.bot.service.club import Club
from tests.bot.store.old_databases import STORED, revision, stored_databases, unpack
from tests.bot.store.test_upgrades import migrations_until
from tests.transactions import reading

pytestmark = [pytest.mark.file, pytest.mark.check]


def test_plans_and_queues_of_drops_that_were_written_in_words_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "halma.sqlite3"
    unpack(STORED / "v0010.sqlite3.xz", path)
    before = CORE.revisions()[CORE.revisions().index("0021") - 1]
    prepare_file(path, create=True, migrations=migrations_until(before, tmp_path / before))
    [(match, seat)] = [(row["match"], row["seat"]) for row in raw.look(path, "SELECT * FROM plans")]
    assert raw.look(path, "SELECT text FROM plans")[0]["text"] == "any III,3-IV,3"
    written = {
        0: "if II,2-II,4 and V,3-V,4 then I,1-I,3 any I,3-I,5 then pass\nany circle I,4",
        1: "next drop XI,6\nnext drop XI,7\nif drop XI,8 then drop XI,9",
    }
    other = raw.look(path, "SELECT id FROM matches WHERE status = 'running' ORDER BY id LIMIT 1")
    for number, text in written.items():
        raw.spoil(
            path,
            "INSERT INTO plans (match, seat, player, ply, text, left_at)"
            f" VALUES ({other[0]['id']}, {number}, 11, 0, '{text}', 1)",
        )
    prepare_file(path, create=True)
    rows = raw.look(path, "SELECT match, seat, text FROM plans")
    plans = {(row["match"], row["seat"]): load_lines(row["text"]) for row in rows}
    assert plans == {
        (match, seat): ((PlanStep(None, "III,3-IV,3"),),),
        (other[0]["id"], 0): (
            (
                PlanStep(("II,2-II,4", "V,3-V,4"), "I,1-I,3"),
                PlanStep(None, "I,3-I,5"),
                PlanStep((), "pass"),
            ),
            (PlanStep(None, "circle I,4"),),
        ),
        (other[0]["id"], 1): (
            (PlanStep(None, "drop XI,6"),),
            (PlanStep(None, "drop XI,7"),),
            (PlanStep(("drop XI,8",), "drop XI,9"),),
        ),
    }


@pytest.mark.parametrize("file", stored_databases(), ids=revision)
async def test_the_plan_of_a_stored_database_is_played_after_the_upgrade(
    file: Path, tmp_path: Path, unsynced: None
) -> None:
    path = tmp_path / "halma.sqlite3"
    unpack(file, path)
    prepare_file(path, create=True)
    store = await Store.open(address(path))
    club = Club(store)
    [plan] = await club.rows("SELECT * FROM plans")
    with reading(store) as tx:
        match = matches.get_match(tx, plan["match"])
    assert match is not None
    club.now = match.moved_at + 60
    played = await club.turn(match)
    assert [(reply.by, reply.seat) for reply in played.replies] == [("plan", plan["seat"])]
    await store.close()
