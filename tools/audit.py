"""Whether the exact versions of what is installed have weaknesses that the OSV database knows."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

CONSTRAINTS = Path(__file__).resolve().parent.parent / "constraints.txt"
OSV = "https://api.osv.dev/v1/querybatch"
PATIENCE = 30
"""Seconds."""


class NotAsked(Exception):
    """Nobody answered: whether there are weaknesses is not known."""


@dataclass(frozen=True, slots=True)
class Weakness:
    """A version of a package, and the number under which its weakness is known."""

    package: str
    version: str
    number: str


def pinned(text: str) -> list[tuple[str, str]]:
    """The packages and versions of a constraints file."""
    return re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", text, re.MULTILINE)


def weaknesses(packages: Iterable[tuple[str, str]], address: str = OSV) -> list[Weakness]:
    """What is known against these. NotAsked where the database cannot be asked."""
    asked = list(packages)
    queries = [
        {"package": {"name": name, "ecosystem": "PyPI"}, "version": version}
        for name, version in asked
    ]
    body = json.dumps({"queries": queries}).encode()
    try:
        with urlopen(
            Request(address, body, {"Content-Type": "application/json"}), timeout=PATIENCE
        ) as answer:
            results: list[dict[str, Any]] = json.load(answer)["results"]
    except (URLError, OSError, ValueError, KeyError, TypeError) as error:
        raise NotAsked(f"{type(error).__name__}: {error}") from error
    if len(results) != len(asked):
        raise NotAsked(f"{len(results)} answers to {len(asked)} questions")
    return [
        Weakness(name, version, found["id"])
        for (name, version), result in zip(asked, results, strict=True)
        for found in result.get("vulns", ())
    ]
