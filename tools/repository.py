"""What has to be switched on in a repository, and what its host says is."""

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import click

GITHUB = "https://api.github.com"
FORMS = Path(__file__).resolve().parent.parent / ".github/ISSUE_TEMPLATE"
BRANCH, ENVIRONMENT = "main", "pypi"
TIMEOUT_SECONDS = 30

Ask = Callable[[str], Any]
"""A function that returns the JSON document at a path of the API, or None for "not found"."""


def asking(repository: str, token: str, address: str = GITHUB) -> Ask:
    """Return a function that asks the API about a repository, named OWNER/NAME.

    The function raises `OSError` if the API cannot be reached or refuses, e.g. the token.
    """

    def ask(path: str) -> Any:
        head = {"Accept": "application/vnd.github+json"}
        head |= {"Authorization": f"Bearer {token}"} if token else {}
        question = Request(f"{address}/repos/{repository}{path}", headers=head)
        try:
            with urlopen(question, timeout=TIMEOUT_SECONDS) as response:
                return json.load(response)
        except HTTPError as error:
            if error.code == 404:
                return None
            raise

    return ask


def labels_of_forms() -> set[str]:
    """Return the labels that the issue forms set."""
    forms = "\n".join(form.read_text("utf-8") for form in FORMS.glob("*.yml"))
    lists = re.findall(r"^labels: \[(.+)\]$", forms, re.MULTILINE)
    return {label.strip() for labels in lists for label in labels.split(",")}


def missing(ask: Ask) -> Iterator[str]:
    """Yield a sentence about each thing that is not switched on.

    Raises `OSError` if the API cannot be reached.
    """
    if ask("") is None:
        yield "There is no such repository, or the token may not see it."
        return
    if not (ask("/private-vulnerability-reporting") or {}).get("enabled"):
        yield "Private vulnerability reporting is off: SECURITY.md leads nowhere."
    branch = ask(f"/branches/{BRANCH}") or {}
    if not branch.get("protected"):
        yield f"The branch {BRANCH} is not protected."
    elif not _required_checks(branch, ask):
        yield f"The branch {BRANCH} accepts commits whose checks have failed."
    if not any(each.get("target") == "tag" for each in ask("/rulesets") or ()):
        yield "Tags are not protected: anyone who may push can release."
    if ask(f"/environments/{ENVIRONMENT}") is None:
        yield f"There is no environment {ENVIRONMENT}, from which releases are published."
    known = {label["name"] for label in ask("/labels?per_page=100") or ()}
    for label in sorted(labels_of_forms() - known):
        yield f"There is no label {label}, which an issue form sets."


def _required_checks(branch: dict[str, Any], ask: Ask) -> bool:
    """Return whether checks must pass, by the branch's protection or by a rule set."""
    protection = (branch.get("protection") or {}).get("required_status_checks") or {}
    rules = ask(f"/rules/branches/{BRANCH}") or ()
    return bool(protection.get("contexts")) or any(
        rule.get("type") == "required_status_checks" for rule in rules
    )


@click.command()
@click.argument("name", metavar="OWNER/NAME")
@click.option("--address", default=GITHUB, hidden=True)
def repository(name: str, address: str) -> None:
    """Say what is not switched on in the repository; exit with 1 if anything is not.

    GITHUB_TOKEN is a token that may read the administration of the repository.
    """
    try:
        sentences = list(missing(asking(name, os.environ.get("GITHUB_TOKEN", ""), address)))
    except (OSError, ValueError) as error:
        sentences = [f"NOT CHECKED: {error}."]
    click.echo("\n".join(sentences) or "Everything is switched on.")
    if sentences:
        raise SystemExit(1)
