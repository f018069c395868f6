"""Registered message kinds: names, payloads, functions and superseding."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, get_args, get_type_hints

import pytest

from bot.messages.composition import COMPOSERS, EDITORS
from bot.service import outbox
from bot.store import Store
from bot.store.outbox import message_kinds, outbox_rows
from bot.store.outbox.message_kinds import KINDS, MessageKind
from tests.bot.service.club import CHANNEL, START, Club
from tests.transactions import reading, writing

STORED = {
    *("absence", "absence-changed", "board", "challenge", "challenge-changed", "challenge-over"),
    *("digest", "downtime-credit", "notice", "plan", "reminder", "remove-buttons", "result"),
    *("table-notice", "thread", "welcome"),
}
"""Names of the core's message kinds in databases of earlier versions."""


@dataclass(frozen=True)
class Unknown:
    """A payload class that belongs to no message kind."""

    match: int


def test_names_of_stored_rows_stay_known() -> None:
    assert set(KINDS) >= STORED


def test_each_kind_has_one_name_and_either_creates_or_edits_a_message() -> None:
    assert sorted([*COMPOSERS, *EDITORS]) == sorted(KINDS)
    assert {name for name, kind in KINDS.items() if kind.edits} == set(EDITORS)
    assert all(kind.name == name for name, kind in KINDS.items())
    assert len({kind.payload for kind in KINDS.values()}) == len(KINDS)


@pytest.mark.parametrize("name", KINDS)
def test_the_functions_for_a_kind_accept_the_payload_of_that_kind(name: str) -> None:
    kind = KINDS[name]
    follows = (kind.on_sent, kind.on_delayed, kind.on_failed)
    asked: list[Callable[..., Any] | None] = [COMPOSERS.get(name), EDITORS.get(name), *follows]
    for function in asked:
        if function is not None:
            hints = get_type_hints(function)
            names = list(hints)
            wanted = hints[names[names.index("row") + 1]]
            assert issubclass(kind.payload, get_args(wanted) or (wanted,)), function


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_supersedes_known_kinds_of_its_own_match_or_challenge(name: str) -> None:
    kind = KINDS[name]
    about = {field.name for field in fields(kind.payload)} & {"match", "challenge"}
    assert len(about) == 1 or not kind.supersedes
    for older in kind.supersedes:
        assert about <= {field.name for field in fields(KINDS[older].payload)}


def test_a_name_or_payload_cannot_be_registered_twice() -> None:
    with pytest.raises(ValueError, match="board or Unknown is registered already"):
        message_kinds.register(MessageKind("board", Unknown))
    with pytest.raises(ValueError, match="new or BoardPost is registered already"):
        message_kinds.register(MessageKind("new", KINDS["board"].payload))
    assert "new" not in KINDS


async def test_a_payload_of_no_kind_cannot_be_queued(store: Store) -> None:
    with writing(store) as tx, pytest.raises(LookupError, match="Unknown"):
        outbox_rows.queue(tx, Unknown(1), channel=CHANNEL, now=START)


async def test_rows_of_a_removed_extension_are_read_and_settled(store: Store) -> None:
    club = Club(store)
    match = await club.match()
    await club.deliver()
    await club.turn(match)
    await club.spoil("UPDATE outbox SET kind = 'removed' WHERE state = 'owed'")
    with reading(club.store) as tx:
        (row,) = outbox_rows.due_rows(tx, now=club.now, limit=9)
    assert (row.kind, row.payload) == ("removed", None)
    with writing(club.store) as tx:
        failed = outbox.DeliveryFailed("unknown", permanent=True)
        outbox.claim_row(tx, row, now=club.now)
        assert outbox.mark_failed(tx, row, failed, jitter=0.0, now=club.now)
    assert await club.pending_kinds() == []
