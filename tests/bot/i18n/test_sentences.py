"""Every error code of the engine and the service has a sentence in every language."""

import ast
from itertools import product
from pathlib import Path
from string import Formatter

import pytest

import bot
from bot.i18n.translator import LANGUAGES, translator_for
from bot.service import errors as service
from bot.store.models import Challenge, ChallengeSeat, Match
from bot.texts.error_messages import MOVES, SERVICE, WHY, error_text
from engine import BadRecord, IllegalMove, Reason
from engine.errors import CODES

MATCH = Match(
    id=7, variant="halma-8", revision=1, players=(1, 2), status="running", ply=3, turn=1,
    position="", outcome=None, guild=1, channel=2, thread=None, post=None,
    created=0, moved_at=0,
)  # fmt: skip
CHALLENGE = Challenge(
    id=3, variant="halma-8", status="open",
    seats=(ChallengeSeat(1, 0, True), ChallengeSeat(2, 1, False)),
    note="", guild=1, channel=2, post=None, match=None, created=0, expires_at=9,
    answered_by=None,
)  # fmt: skip
SAMPLES = {
    "channels": (5, 6),
    "deadline": 5,
    "event": "Spring Cup · A",
    "key": 7,
    "length": 300,
    "limit": 20,
    "player": 2,
    "present": 3,
    "rounds": 10,
    "sizes": (2, 4),
}
"""A sample value for each fact that a sentence may use."""
KINDS = {
    name: kind
    for name, kind in vars(service).items()
    if isinstance(kind, type) and "code" in vars(kind)
}
"""Error classes that have a code, by class name."""


def facts_of(sentence: str) -> set[str]:
    """Return the names of the facts that a sentence uses."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def sentences_of(raised: ast.Call, code: str) -> list[str]:
    """Return every sentence that this `raise` statement can produce for an error code."""
    why = next((each.value for each in raised.keywords if each.arg == "why"), None)
    if why is None:
        return [SERVICE[code]]
    reasons = [why.value] if isinstance(why, ast.Constant) else [key[1] for key in WHY]
    return [WHY.get((code, reason), SERVICE[code]) for reason in reasons]


@pytest.mark.check
def test_every_error_is_raised_with_the_facts_of_its_sentence() -> None:
    raised_kinds = set()
    for path in Path(bot.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = ast.unparse(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""
            if name in KINDS:
                assert isinstance(node, ast.Call)
                raised_kinds.add(name)
                given = {each.arg for each in node.keywords}
                for sentence in sentences_of(node, KINDS[name].code):
                    assert facts_of(sentence) <= given, f"{path.name}:{node.lineno} {sentence}"
    assert raised_kinds == set(KINDS)


def test_every_code_has_a_sentence_and_every_sentence_has_a_code() -> None:
    assert set(MOVES) == set(CODES)
    assert set(SERVICE) == {kind.code for kind in KINDS.values()}


@pytest.mark.parametrize("code", sorted(CODES))
def test_an_illegal_move_is_explained_with_and_without_facts(code: str) -> None:
    bare = IllegalMove(Reason(code))
    full = IllegalMove(Reason(code, "`II,3` @everyone", ("II,3", "IV,5"), ("II,3-IV,5",) * 30))
    for language, error in product(LANGUAGES, (bare, full)):
        t = error_text(translator_for(language), error)
        assert len(t) < 600, language
        assert "{" not in t, language
        assert "@everyone" not in t, language


def errors() -> list[service.ServiceError]:
    """Return an instance of each subclass of `ServiceError` in the core with a code."""
    sentences = []
    waiting = [service.ServiceError]
    while waiting:
        kind = waiting.pop()
        waiting.extend(kind.__subclasses__())
        if "code" not in vars(kind) or kind.__module__ != service.__name__:
            continue
        facts = {name: SAMPLES[name] for name in facts_of(SERVICE[kind.code])}
        if issubclass(kind, service.MatchError):
            sentences.append(kind(MATCH, **facts))
        elif issubclass(kind, service.ChallengeError):
            sentences.append(kind(CHALLENGE, **facts))
        else:
            sentences.append(kind(**facts))
    return sentences


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_service_error_becomes_a_distinct_sentence(language: str) -> None:
    t = [error_text(translator_for(language), error) for error in errors()]
    assert len(t) == len(SERVICE)
    assert len(set(t)) == len(t)
    assert any("<@2>" in sentence for sentence in t)


def test_an_invalid_record_is_refused_with_its_line_and_the_reason() -> None:
    cause = IllegalMove(Reason("target-taken", "I,1-I,2", ("I,2",)))
    assert "Line 4: There is already a man on `I,2`" in error_text(
        translator_for(), BadRecord(4, "…", cause)
    )
    assert "Line 1: The last line must be the game's result" in error_text(
        translator_for(), BadRecord(1, "no")
    )
    assert '`[Game "halma-8"]`' in error_text(translator_for(), BadRecord(1, "no", code="header"))
