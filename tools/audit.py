"""Vulnerability audit of the pinned versions against the OSV database."""

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
"""Timeout in seconds."""


class NotAsked(Exception):
    """Raised if OSV could not be reached, so that the result is unknown."""


@dataclass(frozen=True, slots=True)
class Weakness:
    """A vulnerable version of a package, with the id of the vulnerability."""

    package: str
    version: str
    number: str


def pinned(text: str) -> list[tuple[str, str]]:
    """Return the packages and versions of a constraints file."""
    return re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", text, re.MULTILINE)


def weaknesses(packages: Iterable[tuple[str, str]], address: str = OSV) -> list[Weakness]:
    """Return the known vulnerabilities. Raises NotAsked if OSV is unreachable."""
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
