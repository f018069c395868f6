"""What one act asks of the database, from the command to the posted board with the old one stripped."""

from dataclasses import replace

from bot.store.tx import Counts
from tests.e2e.table import Table, ids

CEILINGS = {"command": (45, 8), "reply": (45, 8), "accept": (66, 11)}
"""How many statements it may make, in how many transactions."""


def since(now: Counts, before: Counts) -> tuple[int, int]:
    """The statements and transactions between two counts."""
    opened = now.reads + now.writes - before.reads - before.writes
    return now.statements - before.statements, opened


async def test_a_move_asks_the_database_no_more_than_it_may(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    counts = table.store.counts
    seen: dict[str, tuple[int, int]] = {}
    await table.ada.slash(table.channel, "move", move="II,3-III,3")
    before = replace(counts)
    await table.bruno.slash(table.channel, "move", move="VII,6-VI,6")
    seen["command"] = since(counts, before)
    before = replace(counts)
    await table.ada.send(table.channel, "III,3-IV,3", reply_to=table.board)
    seen["reply"] = since(counts, before)
    assert beyond(seen) == {}


async def test_an_accept_asks_the_database_no_more_than_it_may(table: Table) -> None:
    """Up to the first board, and the challenge that says so."""
    post = await table.challenge(table.ada, table.bruno)
    before = replace(table.store.counts)
    await table.bruno.click(post, custom_id=ids(post)["accept"])
    seen = {"accept": since(table.store.counts, before)}
    assert beyond(seen) == {}


def beyond(seen: dict[str, tuple[int, int]]) -> dict[str, object]:
    """What asked for more than it may, with its ceiling."""
    return {
        what: (number, CEILINGS[what])
        for what, number in seen.items()
        if number[0] > CEILINGS[what][0] or number[1] > CEILINGS[what][1]
    }
