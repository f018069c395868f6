"""Idempotency: each interaction id takes effect once.

An action is decorated with `once`. A repeated interaction finds the record of the first one,
changes nothing and returns the state to which the first one led.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import signature
from typing import Concatenate, ParamSpec, TypeVar, overload

from bot.service.errors import AlreadyDone
from bot.store import Tx
from bot.store.match import matches
from bot.store.models import Match
from bot.store.outbox import interactions
from bot.store.outbox.interactions import Interaction

P = ParamSpec("P")
T = TypeVar("T")
Action = Callable[Concatenate[Tx, P], T]

RETENTION = 24 * 3600
"""Seconds for which an interaction id is stored."""


def match_now(tx: Tx, did: Interaction, *arguments: object, **more: object) -> Match:
    """Return the match of an earlier interaction, as it is now."""
    assert did.match is not None
    match = matches.get_match(tx, did.match)
    assert match is not None
    return match


@overload
def once(
    action: str, *, effect: Callable[[Match], Mapping[str, int | None]] | None = None
) -> Callable[[Action[P, Match]], Action[P, Match]]: ...


@overload
def once(
    action: str,
    again: Callable[..., T],
    *,
    effect: Callable[[T], Mapping[str, int | None]] | None = None,
) -> Callable[[Action[P, T]], Action[P, T]]: ...


def once(
    action: str,
    again: Callable[..., T] = match_now,  # type: ignore[assignment]
    *,
    effect: Callable[[T], Mapping[str, int | None]] | None = None,
) -> Callable[[Action[P, T]], Action[P, T]]:
    """Decorate an action so that each interaction takes effect once.

    The action takes `interaction` and `now`. The record contains the arguments `match_id` and
    `challenge_id`, and the values that `effect` derives from the result: "match", "challenge" or
    "ply". Placeholders in `action` are replaced by the arguments with those names. A repeated call
    returns `again(tx, did, ...)`, called with the record and the arguments. By default this is the
    match as it is now.

    The decorated action raises `AlreadyDone` if the interaction was used for another action, match
    or challenge.
    """

    def decorate(function: Action[P, T]) -> Action[P, T]:
        parameters = signature(function)

        @wraps(function)
        def act(tx: Tx, /, *args: P.args, **kwargs: P.kwargs) -> T:
            given = parameters.bind(tx, *args, **kwargs).arguments
            name, interaction = action.format_map(given), given["interaction"]
            match, challenge = given.get("match_id"), given.get("challenge_id")
            did = interactions.get_interaction(tx, interaction)
            if did is None:
                result = function(tx, *args, **kwargs)
                about = {"match": match, "challenge": challenge, "ply": None}
                if effect is not None:
                    about.update(effect(result))
                done = Interaction(name, **about)
                interactions.add_interaction(tx, interaction, done, given["now"])
                return result
            if did.action != name or (match or challenge) not in (None, did.match, did.challenge):
                raise AlreadyDone(interaction=interaction)
            return again(tx, did, *args, **kwargs)

        return act

    return decorate
