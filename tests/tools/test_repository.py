"""What a repository lacks: private reporting, protection, labels, the environment."""

from typing import Any

import pytest
from click.testing import CliRunner

from tests.tools.test_audit import osv
from tools.__main__ import main
from tools.repository import labels_of_forms, missing

SET_UP = {
    "": {"full_name": "o/n"},
    "/private-vulnerability-reporting": {"enabled": True},
    "/branches/main": {"protected": True, "protection": {"required_status_checks": {}}},
    "/rules/branches/main": [{"type": "required_status_checks"}],
    "/rulesets": [{"target": "branch"}, {"target": "tag"}],
    "/environments/pypi": {"name": "pypi"},
    "/labels?per_page=100": [{"name": name} for name in ("bug", "idea", "rules", "wontfix")],
}


def test_nothing_is_missing_in_a_repository_that_is_set_up() -> None:
    assert labels_of_forms() == {"bug", "idea", "rules"}
    assert list(missing(SET_UP.get)) == []


@pytest.mark.parametrize(
    ("path", "answer", "words"),
    [
        ("", None, "no such repository"),
        ("/private-vulnerability-reporting", {"enabled": False}, "reporting is off"),
        ("/branches/main", {"protected": False}, "main is not protected"),
        ("/rules/branches/main", [{"type": "deletion"}], "checks have failed"),
        ("/rulesets", [{"target": "branch"}], "Tags are not protected"),
        ("/environments/pypi", None, "no environment pypi"),
        ("/labels?per_page=100", [{"name": "bug"}, {"name": "rules"}], "no label idea"),
    ],
)
def test_each_missing_thing_is_named_once(path: str, answer: Any, words: str) -> None:
    [sentence] = missing({**SET_UP, path: answer}.get)
    assert words in sentence


def test_a_new_repository_lacks_everything() -> None:
    assert len(list(missing({"": {}}.get))) == 7


def test_the_command_says_what_is_missing_and_fails() -> None:
    with osv() as address:  # answers POST only, so that the question is refused
        done = CliRunner().invoke(main, ["repository", "o/n", "--address", address.rstrip("/")])
    assert done.exit_code == 1
    assert "NOT CHECKED" in done.output
