"""Registry of message kinds.

The modules in `bot/messages` and in the extensions register their kinds, and `bot.client` imports
them all. The store uses the registry to encode payloads and to find superseded rows. The outbox and
its sender use it to run the callbacks after a delivery.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from bot.store.driver.tx import Tx
from bot.store.models.outbox import OutboxRow

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class MessageKind(Generic[P]):
    """What the outbox needs to know about one kind of message.

    Callbacks run in the transaction that stores the outcome of a delivery.
    """

    name: str
    """Name in the outbox. It must not change while rows of this kind are stored."""
    payload: type[P]
    """Dataclass of the payload. No two kinds share a class.

    The fields `match`, `ply` and `challenge` have their own columns. The others are stored as JSON.
    """
    supersedes: tuple[str, ...] = ()
    """Kinds of older messages that this one makes obsolete.

    They are about the same match or challenge.
    """
    post: Literal["live", "plain"] | None = None
    """How the message is recorded in the table `posts`; None if it is not.

    The buttons of a live post are removed when a newer post of its match has been delivered.
    """
    attempts: int | None = None
    """Number of attempts after which a failure is treated as permanent; None for no limit."""
    given_up: Literal["failed", "dropped"] = "failed"
    """State after a permanent failure. Failed rows are kept, and can be retried."""
    edits: bool = False
    """Whether messages of this kind edit a message, or open a thread on one.

    Set by the decorator that registers the kind (`bot.messages.composition.edits`).
    """
    on_sent: Callable[[Tx, OutboxRow, P, int | None, int], None] | None = None
    """Called with (tx, row, payload, id of the new message or thread, now)."""
    on_delayed: Callable[[Tx, OutboxRow, P, int], None] | None = None
    """Called with (tx, row, payload, now) when a delivery has failed and will be retried."""
    on_failed: Callable[[Tx, OutboxRow, P, bool, int], None] | None = None
    """Called with (tx, row, payload, whether its channel or thread is gone, now).

    This happens when the delivery has failed permanently and the row is not superseded.
    """


KINDS: dict[str, MessageKind[Any]] = {}
_BY_PAYLOAD: dict[type, MessageKind[Any]] = {}


def register(kind: MessageKind[Any]) -> None:
    """Add a kind. Raises `ValueError` if its name or payload class is taken."""
    if kind.name in KINDS or kind.payload in _BY_PAYLOAD:
        raise ValueError(f"{kind.name} or {kind.payload.__name__} is registered already")
    KINDS[kind.name] = _BY_PAYLOAD[kind.payload] = kind


def kind_of(payload: object) -> MessageKind[Any]:
    """Return the kind of a payload. Raises `LookupError` if it is not registered."""
    kind = _BY_PAYLOAD.get(type(payload))
    if kind is None:
        raise LookupError(f"no message kind has the payload {type(payload).__name__}")
    return kind


def get_kind(name: str) -> MessageKind[Any]:
    """Return the kind with this name, or a placeholder if its extension was removed."""
    return KINDS.get(name) or MessageKind(name, object)


def superseding_pairs() -> list[str]:
    """Return each pair of a kind and a kind that it supersedes, as `newer>older`."""
    return [f"{kind.name}>{older}" for kind in KINDS.values() for older in kind.supersedes]
