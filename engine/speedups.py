"""The optional C module `engine/_speedups.c`, and whether it is in use.

It lists the same moves in the same order as the Python code, several times as fast. Without a C
compiler the package is installed without it, and HALMA_SPEEDUPS=0 in the environment switches it
off.
"""

import os
from importlib import import_module
from types import ModuleType


def load(setting: str, name: str = "engine._speedups") -> ModuleType | None:
    """Return the C module; None if it is missing, or switched off by the setting "0"."""
    if setting == "0":
        return None
    try:
        return import_module(name)
    except ImportError:
        return None


SPEEDUPS = load(os.environ.get("HALMA_SPEEDUPS", ""))
"""The C module, or None if the Python code is in use."""

IN_USE = f"{'with' if SPEEDUPS else 'without'} the C module"
"""Which of the two is in use, in words that follow a version number."""
