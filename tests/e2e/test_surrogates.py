"""Lone surrogates in all user input.

JSON can contain them, but UTF-8 cannot.
"""

from typing import Any

import pytest

from tests.e2e.plans import write_plan
from tests.e2e.table import Table, ids, text
from tests.e2e.test_import import BEGUN

pytestmark = pytest.mark.check

HALF = "\ud800"


@pytest.fixture
async def half(table: Table) -> Any:
    """Return a member with a lone surrogate in their name."""
    user = table.env.create_user("half", global_name=f"Ha{HALF}lf")
    return table.channel.guild.add_member(user)


async def test_a_player_with_a_lone_surrogate_in_the_name_can_play_and_export(
    table: Table, half: Any, log: list[Any]
) -> None:
    await half.slash(
        table.channel, "challenge", game="halma-8", opponent=table.ada, note=f"x{HALF}"
    )
    number = await table.begin(half, table.ada)
    for typed in (HALF, f"II,3-III,3{HALF}", f"if II,3{HALF}"):
        interaction = await half.slash(table.channel, "move", move=typed, game=str(number))
        assert interaction.response is not None
    await write_plan(table, table.ada, f"*, {HALF}", number)
    await half.slash(table.channel, "move", move="II,3-III,3", game=str(number))
    assert (await table.match(number)).ply == 1
    for command in ("game browse", "me data export", "stats profile", "games"):
        interaction = await half.slash(table.channel, command)
        assert "something went wrong" not in text(interaction.response)
    assert [line for line in log if line["event"] == "unexpected"] == []


async def test_a_record_with_a_lone_surrogate_is_imported_or_refused_with_a_reason(
    table: Table, half: Any, log: list[Any]
) -> None:
    for record, message in (
        (BEGUN.replace('"Ada', f'"A{HALF}da'), "After move 2 of 2"),
        (BEGUN.replace("VII,7", f"VII{HALF},7"), "Line 6"),
    ):
        shown = await half.slash(table.channel, "game browse")
        assert shown.response is not None
        form = await half.click(shown.response, custom_id=ids(shown.response)["import"])
        interaction = await half.submit_modal(form, {"record": record})
        assert message in text(interaction.response)
    data = BEGUN.encode().replace(b"Ada", b"A\xed\xa0\x80da")
    interaction = await half.slash(table.channel, "game browse", record=("game.txt", data))
    assert "A game record can have at most" in text(interaction.response)
    assert [line for line in log if line["event"] == "unexpected"] == []
