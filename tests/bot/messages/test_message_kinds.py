"""Tables indexed by message kind, and the types of their functions."""

from collections.abc import Callable
from typing import Any, get_args, get_type_hints

import pytest

from bot.messages.builders import COMPOSE
from bot.messages.delivery import EDITS
from bot.service.jobs.delivery_callbacks import DELIVERY_CALLBACKS
from bot.store.models.outbox import EDIT_KINDS
from bot.store.models.payloads import PAYLOADS, Kind

KINDS: tuple[Kind, ...] = get_args(Kind)


def test_each_kind_has_a_payload_and_either_creates_or_edits_a_message() -> None:
    assert set(PAYLOADS) == set(KINDS)
    assert sorted([*COMPOSE, *EDITS]) == sorted(KINDS)
    assert set(EDIT_KINDS) == set(EDITS)


@pytest.mark.parametrize("kind", KINDS)
def test_the_functions_for_a_kind_accept_the_payload_of_that_kind(kind: Kind) -> None:
    after = DELIVERY_CALLBACKS.get(kind)
    follows = [after.on_sent, after.on_delayed, after.on_failed] if after else []
    asked: list[Callable[..., Any] | None] = [COMPOSE.get(kind), EDITS.get(kind), *follows]
    for function in asked:
        if function is not None:
            hints = get_type_hints(function)
            names = list(hints)
            wanted = hints[names[names.index("row") + 1]]
            assert PAYLOADS[kind] in (get_args(wanted) or (wanted,)), function
