"""Registry of all games, discovered in the package `engine.variants`."""

import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from engine import variants
from engine.former_keys import current_key
from engine.optional_rules import offered_options, with_options
from engine.variant_definition import Variant


def _find() -> Iterator[Variant]:
    """Yield the variants of every module in the package, in the order of module names."""
    for module in sorted(module.name for module in pkgutil.iter_modules(variants.__path__)):
        yield from import_module(f"{variants.__name__}.{module}").VARIANTS


def index_by_key(games: Iterable[Variant]) -> Mapping[str, Variant]:
    """Return a read-only mapping of the variants by key.

    Raises `ValueError` if two variants have the same key.
    """
    by_key_found: dict[str, Variant] = {}
    for game in games:
        if game.key in by_key_found:
            raise ValueError(f"two variants have the key {game.key}")
        by_key_found[game.key] = game
    return MappingProxyType(by_key_found)


VARIANTS: Mapping[str, Variant] = index_by_key(_find())
"""All base games, by key."""


def variant(key: str) -> Variant:
    """Return the variant for a key such as "renpaarden" or "renpaarden+full".

    Options after the plus sign may be in any order, and a key of an earlier version is accepted.
    The same key always returns the same object. Raises `KeyError` if there is no such game or
    option.
    """
    plain, *names = current_key(key).split("+")
    if plain not in VARIANTS:
        raise KeyError(f"no game has the key {plain!r}; there are {', '.join(VARIANTS)}")
    return _with_options(plain, tuple(names)) if names else VARIANTS[plain]


def option_sentences(key: str) -> dict[str, str]:
    """Return the sentence for each option that a base game offers, by option name.

    Raises `KeyError` if there is no such base game.
    """
    return {option.name: option.sentence for option in offered_options(VARIANTS[key])}


@cache
def _with_options(plain: str, names: tuple[str, ...]) -> Variant:
    try:
        return with_options(VARIANTS[plain], names)
    except KeyError as error:
        raise KeyError(f"{plain} does not offer the option {error}") from None
