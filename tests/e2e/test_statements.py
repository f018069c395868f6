"""Limits on database statements per action.

An action lasts until the new board is posted and the old board has lost its buttons.
"""

from dataclasses import replace

from bot.store.tx import StatementCounts
from tests.e2e.table import Table, ids, text

CEILINGS = {"command": (40, 6), "reply": (36, 6), "button": (30, 5), "accept": (64, 10)}
"""Maximum numbers of statements and of transactions."""


def since(now: StatementCounts, before: StatementCounts) -> tuple[int, int]:
    """Return the number of statements and transactions between two counts."""
    opened = now.reads + now.writes - before.reads - before.writes
    return now.statements - before.statements, opened


async def test_a_move_stays_within_its_database_limits(table: Table) -> None:
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
    await table.bruno.send(table.channel, "VI,6-V,6", reply_to=table.board)
    panel = (await table.ada.click(table.board, custom_id=ids(table.board)["moves"])).response
    for label in ("A", "A", "Play"):
        assert panel is not None
        before = replace(counts)
        panel = (await table.ada.click(panel, label=label)).response
    seen["button"] = since(counts, before)
    assert panel is not None
    assert "Played" in text(panel)
    assert beyond(seen) == {}


async def test_accepting_a_challenge_stays_within_its_database_limits(table: Table) -> None:
    """The limits include the first board and the update of the challenge's post."""
    post = await table.challenge(table.ada, table.bruno)
    before = replace(table.store.counts)
    await table.bruno.click(post, custom_id=ids(post)["accept"])
    seen = {"accept": since(table.store.counts, before)}
    assert beyond(seen) == {}


def beyond(seen: dict[str, tuple[int, int]]) -> dict[str, object]:
    """Return the actions that exceeded a limit, with their limits."""
    return {
        what: (number, CEILINGS[what])
        for what, number in seen.items()
        if number[0] > CEILINGS[what][0] or number[1] > CEILINGS[what][1]
    }
