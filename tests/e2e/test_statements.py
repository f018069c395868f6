"""Limits on database statements per action.

An action lasts until the new board is posted and the old board has lost its buttons.
"""

from collections.abc import Awaitable
from dataclasses import dataclass, field, replace

import pytest
from structlog.contextvars import get_contextvars

from bot.store.driver.tx import StatementCounts
from tests.e2e.simulator import InteractionResult, MemberActor
from tests.e2e.table import Shown, Table, ids, text

pytestmark = pytest.mark.check

CEILINGS = {"command": (38, 6), "reply": (36, 6), "button": (32, 5), "accept": (65, 10)}
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


ANOTHER_TRANSACTION = {
    "game draw": "finds the player's only game first, or asks which one is meant",
    "game pause": "the same",
    "game takeback": "the same",
    "game abort": "the same",
    "game resign": "the same",
    "game rematch": "the same",
    "rematch": "asks Discord meanwhile whether the players are still members",
}
"""Requests that load their match in more than one transaction, and the reason."""


@dataclass
class Loads:
    """The loads of matches while requests are handled, per transaction."""

    transactions: list[tuple[str, list[str]]] = field(default_factory=list)
    """The request of each transaction that loads a match, and its loads: "one" or "several"."""
    current: list[str] = field(default_factory=list)

    def on_statement(self, sql: str) -> None:
        """Record a statement that loads matches, and forget earlier ones after a change."""
        if sql.startswith("SELECT matches.id, matches.variant"):
            self.current.append("one" if "WHERE matches.id = ?" in sql else "several")

    def on_phase(self, kind: str, phase: str, seconds: float) -> None:
        """Record the end of a transaction."""
        request = get_contextvars().get("what")
        if phase == "hold":
            if self.current and request is not None:
                self.transactions.append((request, self.current))
            self.current = []

    async def of(self, request: Awaitable[InteractionResult]) -> InteractionResult:
        """Wait for a request. Fails if it loads its match more often than necessary."""
        self.transactions.clear()
        answered = await request
        seen = [(what, loads) for what, loads in self.transactions]
        assert seen, "no match was loaded"
        what = seen[0][0]
        assert {name for name, _ in seen} == {what}
        assert all(loads.count("one") <= 1 for _, loads in seen), seen
        assert all("one" not in loads[1:] for _, loads in seen), seen
        assert len(seen) == 1 + (what in ANOTHER_TRANSACTION), seen
        return answered


@pytest.fixture
def loads(table: Table) -> Loads:
    recorder = Loads()
    table.store.counts.on_statement = recorder.on_statement
    table.store.counts.on_phase = recorder.on_phase
    return recorder


async def test_each_request_loads_its_match_once(
    table: Table, loads: Loads, early_draws: None
) -> None:
    ada, bruno, channel = table.ada, table.bruno, table.channel
    number = await table.begin(ada, bruno)

    async def press(player: MemberActor, message: Shown | None, action: str) -> Shown | None:
        assert message is not None
        pressed = await loads.of(player.click(message, custom_id=ids(message)[action]))
        return pressed.response

    async def command(player: MemberActor, name: str, **options: str) -> Shown | None:
        return (await loads.of(player.slash(channel, name, **options))).response

    assert "Played" in text(await command(ada, "move", move="II,3-III,3"))
    assert "Played" in text(await command(bruno, "move", move="VII,6-VI,6"))
    assert "Undone" in text(await command(bruno, "game takeback"))
    assert "Played" in text(await command(bruno, "move", move="VII,6-VI,6", game=str(number)))
    assert "Played" in text(await command(ada, "move", move="III,3-IV,3"))
    assert "I have asked" in text(await command(ada, "game pause"))
    assert "clock is stopped" in text(await press(bruno, table.last, "agree"))
    assert "Played" in text(await command(bruno, "move", move="VI,6-V,6"))
    assert "I have asked" in text(await command(ada, "game takeback"))
    assert "The game continues" in text(await press(bruno, table.last, "refuse"))
    assert "I have asked" in text(await command(ada, "game abort"))
    assert "The game continues" in text(await press(bruno, table.last, "refuse"))
    assert "I have asked" in text(await press(ada, await table.menu(ada), "draw"))
    agreed = await press(bruno, table.last, "agree")
    assert "The game continues" in text(await press(bruno, table.last, "refuse"))
    assert "offer is no longer" in text(await press(bruno, agreed, "agreed"))
    asked = await press(bruno, await table.menu(bruno), "resign")
    assert "You have resigned" in text(await press(bruno, asked, "resigned"))
    assert "I have asked" in text(await press(ada, table.last, "rematch"))
    await table.begin(ada, bruno)
    panel = await press(ada, table.board, "moves")
    for label in ("A", "A", "Play"):
        assert panel is not None
        panel = (await loads.of(ada.click(panel, label=label))).response
    assert "Played" in text(panel)
