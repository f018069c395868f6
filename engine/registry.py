"""Every game that there is, found in `engine.variants`."""

import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from engine import variants
from engine.optional_rules import changed, offered
from engine.variant_definition import Variant


def _find() -> Iterator[Variant]:
    """The variants of every file of the folder, in the order of the files' names."""
    for module in sorted(module.name for module in pkgutil.iter_modules(variants.__path__)):
        yield from import_module(f"{variants.__name__}.{module}").VARIANTS


def by_key(games: Iterable[Variant]) -> Mapping[str, Variant]:
    """Each variant by its key, read-only; ValueError if two have the same."""
    found: dict[str, Variant] = {}
    for game in games:
        if game.key in found:
            raise ValueError(f"two variants have the key {game.key}")
        found[game.key] = game
    return MappingProxyType(found)


VARIANTS: Mapping[str, Variant] = by_key(_find())
"""Each variant by its key."""


def variant(key: str) -> Variant:
    """The variant of a key such as "renpaarden" or, with options in any order, "renpaarden+full".

    KeyError, with the keys that there are, if there is none. The same key gives the same value.
    """
    plain, *names = key.split("+")
    if plain not in VARIANTS:
        raise KeyError(f"no game has the key {plain!r}; there are {', '.join(VARIANTS)}")
    return _changed(plain, tuple(sorted(names))) if names else VARIANTS[plain]


def options(key: str) -> dict[str, str]:
    """The options that the game of a plain key offers: their names with a sentence each."""
    return {option.name: option.sentence for option in offered(VARIANTS[key])}


@cache
def _changed(plain: str, names: tuple[str, ...]) -> Variant:
    try:
        return changed(VARIANTS[plain], names)
    except KeyError as error:
        raise KeyError(f"{plain} does not offer the option {error}") from None
