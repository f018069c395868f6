"""Lone surrogates in all user input.

JSON can contain them, but UTF-8 cannot.
"""

from typing import Any

import pytest

from tests.e2e.plans import write_plan
from tests.e2e.table import Table, text

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
    await table.challenged(half, table.ada, note=f"x{HALF}")
    number = await table.begin(half, table.ada)
    for typed in (HALF, f"II,3-III,3{HALF}", f"if II,3{HALF}"):
        interaction = await half.slash(table.channel, "move", move=typed, game=str(number))
        assert interaction.response is not None
    await write_plan(table, table.ada, f"*, {HALF}", number)
    await half.slash(table.channel, "move", move="II,3-III,3", game=str(number))
    assert (await table.match(number)).ply == 1
    for command in ("me data", "me profile", "games"):
        interaction = await half.slash(table.channel, command)
        assert "something went wrong" not in text(interaction.response)
    assert [line for line in log if line["event"] == "unexpected"] == []
