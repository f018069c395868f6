"""Every game that there is, found in `engine.variants`."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from engine import variants
from engine.variant import Variant


def _find() -> Mapping[str, Variant]:
    found: dict[str, Variant] = {}
    for module in sorted(module.name for module in pkgutil.iter_modules(variants.__path__)):
        for variant in import_module(f"{variants.__name__}.{module}").VARIANTS:
            if variant.key in found:
                raise ValueError(f"two variants have the key {variant.key}")
            found[variant.key] = variant
    return MappingProxyType(found)


VARIANTS: Mapping[str, Variant] = _find()
"""Each variant by its key."""


def variant(key: str) -> Variant:
    """The variant of a key; KeyError, with the keys that there are, if there is none."""
    try:
        return VARIANTS[key]
    except KeyError:
        raise KeyError(f"no game has the key {key!r}; there are {', '.join(VARIANTS)}") from None
