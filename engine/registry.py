"""Registry of all games: those in `engine.variants`, and installed ones.

Another package adds games if it names a module with `VARIANTS` in the entry point group
`halma_by_post.games`.
"""

import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from importlib import import_module
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from engine import variants
from engine.former_keys import FORMER_KEYS, current_key
from engine.optional_rules import offered_options, with_options
from engine.variant_definition import Variant

GROUP = "halma_by_post.games"
"""Entry point group of installed games: any name, and a module with `VARIANTS`."""
KEY = re.compile(r"[a-z][a-z0-9-]{0,39}")
"""Form of the key of an installed game."""


class Installed(NamedTuple):
    """Games of other packages, by key, and a sentence for each package with an error."""

    games: Mapping[str, Variant]
    faults: tuple[str, ...]


class Games(Mapping[str, Variant]):
    """All base games by key: those of this package first, then installed ones.

    Installed games are looked up once: when a key is not one of this package, or when all games are
    listed. The engine is fully imported at that point, so that their modules can import it. The
    lookup takes about 50 ms, a third of what importing the engine takes.
    """

    def __init__(self, own: Mapping[str, Variant]) -> None:
        self._own = own

    @cached_property
    def installed(self) -> Installed:
        """The games of other packages, except those of packages with an error."""
        return _find_installed(self._own)

    def __getitem__(self, key: str) -> Variant:
        return self._own[key] if key in self._own else self.installed.games[key]

    def __iter__(self) -> Iterator[str]:
        return chain(self._own, self.installed.games)

    def __len__(self) -> int:
        return len(self._own) + len(self.installed.games)


def _find() -> Iterator[Variant]:
    """Yield the variants of every module in the package, in the order of module names."""
    for module in sorted(module.name for module in pkgutil.iter_modules(variants.__path__)):
        yield from import_module(f"{variants.__name__}.{module}").VARIANTS


def _find_installed(own: Mapping[str, Variant]) -> Installed:
    """Return the games of all packages in the entry point group, by entry point."""
    from importlib.metadata import entry_points  # takes 45 ms to import

    games: dict[str, Variant] = {}
    faults = []
    for entry in sorted(entry_points(group=GROUP)):
        provider = (entry.dist and entry.dist.name) or entry.module
        try:
            games |= _checked(index_by_key(entry.load().VARIANTS), {*own, *games, *FORMER_KEYS})
        except Exception as error:
            faults.append(
                f"The games of {provider} cannot be used ({type(error).__name__}: {error}): "
                "update or uninstall it."
            )
    return Installed(MappingProxyType(games), tuple(faults))


def _checked(games: Mapping[str, Variant], taken: set[str]) -> Mapping[str, Variant]:
    """Return the games. Raises `ValueError` if a key is taken or is not a valid key."""
    for key, game in games.items():
        if key in taken:
            raise ValueError(f"another game has the key {key}")
        if not KEY.fullmatch(key):
            raise ValueError(f"{key!r} is not a key: use lower-case letters, digits and hyphens")
        if game.game not in taken and game.game not in games:
            raise ValueError(f"{key} is a variant of {game.game!r}, which does not exist")
    return games


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


_games = Games(index_by_key(_find()))
VARIANTS: Mapping[str, Variant] = _games
"""All base games, by key."""


def faults() -> tuple[str, ...]:
    """Return a sentence for each package whose games cannot be used."""
    return _games.installed.faults


def variant(key: str) -> Variant:
    """Return the variant for a key such as "renpaarden" or "renpaarden+full".

    Options after the plus sign may be in any order, and a key of an earlier version is accepted.
    The same key always returns the same object. Raises `KeyError` if there is no such game or
    option.
    """
    plain, *names = current_key(key).split("+")
    if plain not in VARIANTS:
        known = f"no game has the key {plain!r}; there are {', '.join(VARIANTS)}"
        raise KeyError(" ".join((known, *faults())))
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
