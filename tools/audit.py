"""Vulnerability audit of the pinned versions against the OSV database."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import click

CONSTRAINTS = Path(__file__).resolve().parent.parent / "constraints.txt"
OSV = "https://api.osv.dev/v1/querybatch"
TIMEOUT_SECONDS = 30


class OsvUnreachable(Exception):
    """Raised if OSV could not be reached, so that the result is unknown."""


@dataclass(frozen=True, slots=True)
class Vulnerability:
    """A vulnerable version of a package, with the ID of the vulnerability."""

    package: str
    version: str
    id: str


def pinned(text: str) -> list[tuple[str, str]]:
    """Return the packages and versions of a constraints file."""
    return re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", text, re.MULTILINE)


def vulnerabilities(packages: Iterable[tuple[str, str]], address: str = OSV) -> list[Vulnerability]:
    """Return the known vulnerabilities. Raises `OsvUnreachable`."""
    pinned_packages = list(packages)
    queries = [
        {"package": {"name": name, "ecosystem": "PyPI"}, "version": version}
        for name, version in pinned_packages
    ]
    body = json.dumps({"queries": queries}).encode()
    try:
        with urlopen(
            Request(address, body, {"Content-Type": "application/json"}), timeout=TIMEOUT_SECONDS
        ) as response:
            results: list[dict[str, Any]] = json.load(response)["results"]
    except (URLError, OSError, ValueError, KeyError, TypeError) as error:
        raise OsvUnreachable(f"{type(error).__name__}: {error}") from error
    if len(results) != len(pinned_packages):
        raise OsvUnreachable(f"{len(results)} answers to {len(pinned_packages)} questions")
    return [
        Vulnerability(name, version, each["id"])
        for (name, version), result in zip(pinned_packages, results, strict=True)
        for each in result.get("vulns", ())
    ]


@click.command()
@click.option("--address", default=OSV, hidden=True)
def audit(address: str) -> None:
    """Look up the pinned versions in OSV; exit with 1 if one is vulnerable."""
    packages = pinned(CONSTRAINTS.read_text("utf-8"))
    try:
        vulnerable = vulnerabilities(packages, address)
    except OsvUnreachable as error:
        click.echo(f"NOT AUDITED: OSV could not be reached ({error}).")
        return
    for each in vulnerable:
        click.echo(f"{each.package} {each.version}: {each.id}")
    if vulnerable:
        raise SystemExit(1)
    click.echo(f"None of the {len(packages)} versions has a vulnerability known to OSV.")
