"""Keys of games in earlier versions.

Stored games, records and buttons may still contain a former key. It is read like the current key,
and never written.
"""

from collections.abc import Mapping

FORMER_KEYS: Mapping[str, str] = {
    "halma-gering": "halma+gering",
    "halma-parlett": "halma+full+locked",
    "halma-ploog": "halma+ploog",
}
"""The current key for each former key. Options of the former key are kept."""


def current_key(key: str) -> str:
    """Return the current form of a key, with its options in their usual order.

    >>> current_key("halma-parlett+equal-turns")
    'halma+equal-turns+full+locked'
    >>> current_key("halma-8")
    'halma-8'
    """
    plain, *names = key.split("+")
    plain, *more = FORMER_KEYS.get(plain, plain).split("+")
    return "+".join((plain, *sorted((*names, *more))))


def plain_key(key: str) -> str:
    """Return a key without its options.

    >>> plain_key("halma-gering+locked")
    'halma'
    """
    return current_key(key).partition("+")[0]


def current_text(position: str) -> str:
    """Return the dumped text of a position with the current form of its key."""
    key, space, rest = position.partition(" ")
    return current_key(key) + space + rest
