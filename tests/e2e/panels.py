"""Match panels in end-to-end tests: opening, pressing and counting them."""

import asyncio
from typing import Any

from tests.e2e import simulator
from tests.e2e.table import Shown, Table, ids, parts, text

EPHEMERAL = 64


def labels(message: Shown) -> list[str]:
    """Return the labels of a message's buttons."""
    return [part["label"] for part in parts(message) if part["type"] == 2]


def private(table: Table) -> list[int]:
    """Return the ids of all private messages in the channel."""
    messages = table.env.backend.messages[table.channel.id].values()
    return [message.id for message in messages if message.flags & EPHEMERAL]


def added(table: Table, since: int) -> list[str]:
    """Return the paths of requests from index `since` on that added a message."""
    return [
        sent.path
        for sent in table.env.http_requests[since:]
        if sent.method == "POST"
        and ((sent.json or {}).get("type") == 4 or "/messages" in sent.path)
    ]


async def opened(table: Table, player: simulator.MemberActor) -> simulator.ResponseMessage:
    """Press Move on the newest board and return the panel."""
    interaction = await player.click(table.board, custom_id=ids(table.board)["moves"])
    assert interaction.response is not None
    assert interaction.response.ephemeral
    return interaction.response


async def play(
    player: simulator.MemberActor, panel: simulator.ResponseMessage, *buttons: str
) -> simulator.ResponseMessage:
    """Press these buttons of a panel one after another, and return the panel."""
    for label in buttons:
        interaction = await player.click(panel, label=label)
        assert interaction.response is not None
        assert interaction.response.id == panel.id
    return panel


async def computer_game(table: Table, **choices: Any) -> int:
    """Start a game between Ada, who moves first, and the computer; return its number."""
    choices = {"game": "halma-8", "level": "1", "side": "first", **choices}
    interaction = await table.ada.slash(table.channel, "play", **choices)
    assert "has begun" in text(interaction.response)
    return 1


class Snapshot:
    """A copy of a message at one moment, for reading its buttons."""

    def __init__(self, seen: dict[str, Any]) -> None:
        self.components, self.content = seen["components"], seen["content"]


async def shows(panel: simulator.ResponseMessage, words: str) -> None:
    """Wait for an update of an open panel, at most ten seconds.

    The simulator waits only for what a message to the bot has started, but a transaction of the
    test can update a panel as well.
    """
    for _ in range(1000):
        if words in text(panel):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{words!r} is not in {text(panel)!r}")
