"""Tests of payloads that discord.py or the bot cannot read.

Events and answers of a real game are recorded, mutated and sent again. The bot must log what it
cannot read, answer the next command, and neither lose nor double anything. `HALMA_MUTATIONS` and
`HALMA_MUTATION_SEED` try more and other mutations, as `make faults` does.
"""

import copy
import os
import random
from collections import Counter
from typing import Any

import pytest
from discord import app_commands

from bot.operations import integrity_check
from bot.service.errors import ServiceError
from tests.e2e import simulator
from tests.e2e.forms import submit
from tests.e2e.mutations import mutated
from tests.e2e.panels import opened
from tests.e2e.simulator import FakeGateway, FakeHTTPClient, FakeWebhookAdapter
from tests.e2e.table import Table, ids, text
from tests.transactions import reading

MUTATIONS = int(os.environ.get("HALMA_MUTATIONS", "300"))
SEED = int(os.environ.get("HALMA_MUTATION_SEED", "1"))
BATCH = 50
"""Number of mutated events between two commands that must be answered."""
BROKEN = "Sorry, something went wrong on my side."
GONE = "999999999999999999"
"""Id of a guild or channel that the bot does not know."""
OTHERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("CHANNEL_DELETE", {"id": GONE, "type": 0, "guild_id": GONE, "name": "gone", "position": 0}),
    ("THREAD_DELETE", {"id": GONE, "guild_id": GONE, "parent_id": GONE, "type": 11}),
    (
        "THREAD_UPDATE",
        {
            "id": GONE,
            "guild_id": GONE,
            "parent_id": GONE,
            "owner_id": "1",
            "name": "thread",
            "type": 11,
            "message_count": 1,
            "member_count": 1,
            "thread_metadata": {
                "archived": True,
                "auto_archive_duration": 60,
                "archive_timestamp": "2026-01-01T00:00:00+00:00",
                "locked": False,
            },
        },
    ),
    ("GUILD_DELETE", {"id": GONE, "unavailable": True}),
    ("GUILD_ROLE_DELETE", {"guild_id": GONE, "role_id": GONE}),
    ("MESSAGE_DELETE", {"id": GONE, "channel_id": GONE, "guild_id": GONE}),
    ("RESUMED", {"_trace": []}),
)
"""Events that a game does not cause."""

Event = tuple[str, dict[str, Any]]


def recorded(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """Return a list that collects the gateway events from now on."""
    events: list[Event] = []
    feed = FakeGateway.feed

    def noting(gateway: FakeGateway, event: str, payload: Any) -> None:
        events.append((event, copy.deepcopy(dict(payload))))
        feed(gateway, event, payload)

    monkeypatch.setattr(FakeGateway, "feed", noting)
    return events


async def play_a_little(table: Table) -> None:
    """Cause most kinds of events and answers."""
    await table.begin(table.ada, table.bruno)
    await table.ada.slash(table.channel, "games")
    await table.ada.autocomplete(table.channel, "game board", "game", "bruno")
    await table.ada.context_menu(table.channel, "Challenge", table.bruno)
    await table.menu(table.ada)
    await opened(table, table.ada)
    await submit(table.ada, await table.ada.slash(table.channel, "challenge"))
    said = await table.ada.send(table.channel, "I,1-I,2", reply_to=table.board)
    await table.ada.edit(said, "never mind")
    await table.ada.delete(said)
    await table.ada.send_dm("hello")


def sent_again(
    table: Table, event: Event, rng: random.Random
) -> simulator.InteractionResult | None:
    """Send a mutation of an event as a new one. Returns the answer to an interaction."""
    name, payload = event[0], copy.deepcopy(event[1])
    backend, result = table.env.backend, None
    if name == "INTERACTION_CREATE":
        guild = payload.get("guild_id")
        person = payload["member"]["user"] if guild else payload["user"]
        record = backend.new_interaction(
            payload["type"],
            int(payload["channel_id"]),
            int(person["id"]),
            int(guild) if guild else None,
        )
        if "message" in payload:
            record.source_message_id = int(payload["message"]["id"])
        payload |= {"id": str(record.id), "token": record.token}
        result = simulator.InteractionResult(table.env, record)
    elif name == "MESSAGE_CREATE":
        payload["id"] = str(backend.snowflake())
    # The simulated gateway itself cannot read such a payload.
    table.client._connection.parsers[name](mutated(payload, rng, rng.choice((1, 1, 2))))
    return result


def apologies(result: simulator.InteractionResult) -> int:
    """Return the number of apologies in the answers to an interaction."""
    answers = [result.response, *result.followups]
    return sum(1 for each in answers if each is not None and BROKEN in text(each))


def faults(table: Table) -> list[str]:
    """Return what `db check` finds."""
    with reading(table.store) as tx:
        return integrity_check.find_faults(tx)


async def test_mutated_events_are_dropped_and_the_next_command_is_answered(
    table: Table, log: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table.expected = (app_commands.AppCommandError, ServiceError)
    events = recorded(monkeypatch)
    await play_a_little(table)
    kinds = [*events, *OTHERS]
    rng = random.Random(SEED)
    before = (await table.match(1)).ply
    for batch in range(0, MUTATIONS, BATCH):
        monkeypatch.undo()  # keeps the recorded list small
        results = [sent_again(table, rng.choice(kinds), rng) for _ in range(BATCH)]
        await table.env.settle()
        doubled = [each for each in results if each is not None and apologies(each) > 1]
        assert doubled == [], batch
        answer = await table.ada.slash(table.channel, "games")
        assert "Your turn" in text(answer.response), batch
    assert faults(table) == []
    assert (await table.match(1)).ply == before
    assert [line["name"] for line in log if line["event"] == "unreadable event"]
    if MUTATIONS > 1000:  # a strange value may still surprise a command, which then apologizes
        log.clear()


def answers_mutated(monkeypatch: pytest.MonkeyPatch, rng: random.Random) -> None:
    """Mutate the bodies of Discord's answers to all requests that change something."""
    for kind in (FakeHTTPClient, FakeWebhookAdapter):
        monkeypatch.setattr(kind, "request", _mutating(kind.request, rng))


def _mutating(request: Any, rng: random.Random) -> Any:
    async def answer(client: Any, route: Any, *args: Any, **options: Any) -> Any:
        body = await request(client, route, *args, **options)
        if route.method == "GET":
            return body
        return rng.choice((None, "", {}, [], mutated(body, rng), mutated(body, rng, 3)))

    return answer


@pytest.mark.check
async def test_a_delivered_answer_is_not_followed_by_an_apology(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(SEED)
    number = await table.begin(table.ada, table.bruno)
    for _ in range(max(MUTATIONS // 30, 1)):
        with monkeypatch.context() as patched:
            answers_mutated(patched, rng)
            for command in ("games", "help", "move", "me settings"):
                result = await table.ada.slash(table.channel, command, **OPTIONS.get(command, {}))
                assert result.response is not None, command
                assert apologies(result) == 0, command
                assert result.followups == [], command
            pressed = await table.bruno.click(table.board, custom_id=ids(table.board)["menu"])
            assert pressed.response is not None
            assert apologies(pressed) == 0
    answer = await table.ada.slash(table.channel, "games")
    assert "Your turn" in text(answer.response)
    assert faults(table) == []
    assert (await table.match(number)).ply == 0


OPTIONS: dict[str, dict[str, str]] = {"move": {"move": "XX,1-XX,2"}}
"""Options of commands that need some."""


@pytest.mark.check
async def test_boards_are_posted_once_although_the_answers_are_unreadable(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(SEED)
    number = await table.begin(table.ada, table.bruno)
    with monkeypatch.context() as patched:
        answers_mutated(patched, rng)
        for player in (table.ada, table.bruno):
            move = await table.good_move(number, rng)
            result = await player.slash(table.channel, "move", move=move)
            assert "Played" in text(result.response)
            assert apologies(result) == 0
        await table.env.advance_time(300)
    assert (await table.match(number)).ply == 2
    assert faults(table) == []
    markers = Counter(post.components[0].id for post in table.posts() if post.attachments)
    assert [marker for marker, times in markers.items() if times > 1] == []
    assert ids(table.board)["moves"].split(":")[2:4] == ["1", "2"]
