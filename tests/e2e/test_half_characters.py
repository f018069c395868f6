"""Half of a character, which JSON can tell and no file can keep, wherever people may write."""

from typing import Any

import pytest

from tests.e2e.table import Table, text
from tests.e2e.test_import import BEGUN

HALF = "\ud800"


@pytest.fixture
async def half(table: Table) -> Any:
    """Somebody whose name has one."""
    user = table.env.create_user("half", global_name=f"Ha{HALF}lf")
    return table.channel.guild.add_member(user)


async def test_who_is_called_so_plays_and_gets_their_record_and_their_data(
    table: Table, half: Any, log: list[Any]
) -> None:
    await half.slash(
        table.channel, "challenge", game="halma-8", opponent=table.ada, note=f"x{HALF}"
    )
    number = await table.begin(half, table.ada)
    for typed in (HALF, f"II,3-III,3{HALF}", f"if II,3{HALF}"):
        told = await half.slash(table.channel, "move", move=typed, game=str(number))
        assert told.response is not None
    await table.ada.slash(table.channel, "game plan", lines=f"any {HALF}", game=str(number))
    await half.slash(table.channel, "move", move="II,3-III,3", game=str(number))
    assert (await table.match(number)).ply == 1
    for command in ("game record", "me data export", "stats profile", "games"):
        told = await half.slash(table.channel, command)
        assert "something broke" not in text(told.response)
    assert [line for line in log if line["event"] == "unexpected"] == []


async def test_a_record_with_one_is_taken_or_refused_with_a_sentence(
    table: Table, half: Any, log: list[Any]
) -> None:
    for record, said in (
        (BEGUN.replace('"Ada', f'"A{HALF}da'), "After move 2 of 2"),
        (BEGUN.replace("VII,7", f"VII{HALF},7"), "Line 6"),
    ):
        form = await half.slash(table.channel, "game import")
        told = await half.submit_modal(form, {"record": record})
        assert said in text(told.response)
    data = BEGUN.encode().replace(b"Ada", b"A\xed\xa0\x80da")
    told = await half.slash(table.channel, "game import", record=("game.txt", data))
    assert "A record is a text" in text(told.response)
    assert [line for line in log if line["event"] == "unexpected"] == []
