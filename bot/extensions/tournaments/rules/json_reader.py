"""Strict reader of untrusted JSON: every value has the expected type and range."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_LONGEST_TEXT = 2000


class InvalidJson(ValueError):
    """A value is missing or not what was expected.

    The text of the exception is a sentence about it.
    """


@dataclass(frozen=True, slots=True)
class Node:
    """A value and its path, e.g. ``stages[0].sections[1]``.

    All methods raise `InvalidJson` if the value is not as expected. A missing key counts as null.
    """

    value: object
    path: str

    def member(self, key: str) -> "Node":
        """Return the value under a key of this object."""
        if not isinstance(self.value, Mapping):
            raise self._wrong("an object")
        inside = key if self.path == "the file" else f"{self.path}.{key}"
        return Node(self.value.get(key), inside)

    def optional(self, key: str) -> "Node | None":
        """Return the value under a key; None if it is null."""
        node = self.member(key)
        return None if node.value is None else node

    def items(self, key: str, most: int) -> "list[Node]":
        """Return the elements of the list under a key, at most `most`."""
        return self.member(key).elements(most)

    def elements(self, most: int) -> "list[Node]":
        """Return the elements of this list, at most `most`."""
        if not isinstance(self.value, Sequence) or isinstance(self.value, str | bytes):
            raise self._wrong("a list")
        if len(self.value) > most:
            raise self._wrong(f"a list of at most {most}")
        return [Node(each, f"{self.path}[{index}]") for index, each in enumerate(self.value)]

    def integers(self, least: int, greatest: int, most: int) -> tuple[int, ...]:
        """Return this list of integers from a range, at most `most`."""
        return tuple(node.number(least, greatest) for node in self.elements(most))

    def number(self, least: int, greatest: int) -> int:
        """Return this integer, which must be in a range."""
        # A boolean is an integer in Python, but not in JSON.
        if type(self.value) is not int or not least <= self.value <= greatest:
            raise self._wrong(f"an integer from {least} to {greatest}")
        return self.value

    def integer(self, key: str, least: int, greatest: int) -> int:
        """Return the integer under a key, which must be in a range."""
        return self.member(key).number(least, greatest)

    def integer_or_none(self, key: str, least: int, greatest: int) -> int | None:
        """Return the integer under a key, which must be in a range; None if it is null."""
        node = self.optional(key)
        return None if node is None else node.number(least, greatest)

    def flag(self, key: str) -> bool:
        """Return the boolean under a key."""
        node = self.member(key)
        if not isinstance(node.value, bool):
            raise node._wrong("true or false")
        return node.value

    def text(self, key: str) -> str:
        """Return the text under a key."""
        node = self.member(key)
        if not isinstance(node.value, str) or len(node.value) > _LONGEST_TEXT:
            raise node._wrong(f"a text of at most {_LONGEST_TEXT} characters")
        return node.value

    def text_or_none(self, key: str) -> str | None:
        """Return the text under a key; None if it is null."""
        return None if self.optional(key) is None else self.text(key)

    def choice(self, key: str, choices: Sequence[str]) -> str:
        """Return the text under a key, which must be one of the choices."""
        node = self.member(key)
        if not isinstance(node.value, str) or node.value not in choices:
            raise node._wrong("one of " + ", ".join(f'"{each}"' for each in choices))
        return node.value

    def _wrong(self, expected: str) -> InvalidJson:
        """Return the error for a value that is not what was expected."""
        return InvalidJson(f"{self.path} must be {expected}.")
