"""Seeded mutations of payloads: fields left out, null, unknown or of another type."""

import copy
import random
from collections.abc import Iterator
from typing import Any

OTHER_TYPES: tuple[Any, ...] = (
    "",
    "x",
    0,
    -1,
    2**70,
    1.5,
    True,
    [],
    [None],
    {},
    {"id": "x"},
    "\ud83d",
)
"""Values with which a field is replaced."""
WAYS = ("omit", "null", "retype", "retype", "add", "unknown kind")


def containers(part: Any) -> Iterator[Any]:
    """Yield all objects and arrays of a payload that are not empty."""
    if isinstance(part, dict | list) and part:
        yield part
        for inner in part.values() if isinstance(part, dict) else part:
            yield from containers(inner)


def mutated(payload: Any, rng: random.Random, times: int = 1) -> Any:
    """Return a copy of a payload with up to `times` mutations."""
    changed = copy.deepcopy(payload)
    for _ in range(times):
        places = list(containers(changed))
        if not places:
            break
        _mutate(rng.choice(places), rng)
    return changed


def _mutate(place: Any, rng: random.Random) -> None:
    way = rng.choice(WAYS)
    key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
    if way == "omit":
        del place[key]
    elif way == "null":
        place[key] = None
    elif way == "retype":
        place[key] = copy.deepcopy(rng.choice(OTHER_TYPES))
    elif isinstance(place, list):
        place.append(copy.deepcopy(rng.choice(OTHER_TYPES)))
    elif way == "add":
        place[f"unknown_{rng.randrange(9)}"] = copy.deepcopy(rng.choice(OTHER_TYPES))
    else:
        place["type"] = rng.choice((0, 7, 99, 9999))
