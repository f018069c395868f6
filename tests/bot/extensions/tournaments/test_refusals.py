"""Every error of the extension has a message in every language."""

import ast
from pathlib import Path
from string import Formatter

import pytest

from bot.extensions import tournaments
from bot.extensions.tournaments import errors
from bot.extensions.tournaments.texts import ERRORS
from bot.i18n.translator import LANGUAGES, translator_for
from bot.texts.error_messages import error_text

KINDS = {
    name: kind
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and "code" in vars(kind)
}
"""Error classes that have a code, by class name."""


def facts_of(sentence: str) -> set[str]:
    """Return the names of the facts that a sentence uses."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_every_error_has_a_message_and_every_message_an_error() -> None:
    assert {code.partition("/")[0] for code in ERRORS} == {kind.code for kind in KINDS.values()}
    assert set(ERRORS) >= {kind.code for kind in KINDS.values()}


@pytest.mark.check
def test_every_error_is_raised_with_the_facts_of_its_message() -> None:
    for path in Path(tournaments.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if name not in KINDS:
                continue
            assert isinstance(node, ast.Call)
            given = {each.arg: each.value for each in node.keywords}
            why = given.get("why")
            reason = f"/{why.value}" if isinstance(why, ast.Constant) else ""
            code = KINDS[name].code
            sentence = ERRORS.get(code + reason, ERRORS[code])
            assert facts_of(sentence) <= set(given), f"{path.name}:{node.lineno} {sentence}"


@pytest.mark.parametrize("code", sorted(ERRORS))
def test_an_error_is_shown_with_its_own_message(code: str) -> None:
    bare, _, why = code.partition("/")
    (kind,) = (kind for kind in KINDS.values() if kind.code == bare)
    facts: dict[str, object] = dict.fromkeys(facts_of(ERRORS[code]), 7)
    for language in LANGUAGES:
        sentence = error_text(translator_for(language), kind(why=why or None, **facts))
        assert "{" not in sentence
        assert sentence != code
