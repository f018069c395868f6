"""Every error code of the engine and the service has a sentence in every language."""

from itertools import product

import pytest

from bot.i18n.translator import LANGUAGES, translator_for
from bot.service import errors as service
from bot.store.models import Challenge, ChallengeSeat, Match
from bot.texts.error_messages import MOVES, SERVICE, error_text
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
FACTS = {
    "not-your-turn": {"player": 2},
    "stale": {"seen": 1},
    "too-early-to-draw": {"rounds": 10},
    "too-early-to-nudge": {"deadline": 5},
    "out-of-time": {"deadline": 5},
    "not-overdue": {"player": 2, "deadline": 5},
    "undecided": {"player": 2},
    "limit-reached": {"limit": 5},
    "too-many-challenges": {"limit": 10, "deadline": 5},
    "too-many-games": {"limit": 20},
    "withdrawn-lately": {"deadline": 5},
    "invited-twice": {"player": 2},
    "not-together": {"player": 2},
    "wrong-number": {"present": 3, "sizes": (2, 4)},
    "seat-taken": {"seat": 1, "team": None},
    "wrong-channel": {"channels": (5, 6)},
    "bad-plan": {"line": 2, "problem": "unreadable"},
    "note-too-long": {"limit": 200, "length": 300},
}


def test_every_code_has_a_sentence_and_every_sentence_has_a_code() -> None:
    assert set(MOVES) == set(CODES)
    errors = [kind for kind in vars(service).values() if isinstance(kind, type)]
    assert set(SERVICE) == {kind.code for kind in errors if "code" in vars(kind)}


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
    """Return one instance of each subclass of `ServiceError` that has a code."""
    found = []
    waiting = [service.ServiceError]
    while waiting:
        kind = waiting.pop()
        waiting.extend(kind.__subclasses__())
        if "code" not in vars(kind):
            continue
        facts = FACTS.get(kind.code, {})
        if issubclass(kind, service.MatchError):
            found.append(kind(MATCH, **facts))
        elif issubclass(kind, service.ChallengeError):
            found.append(kind(CHALLENGE, **facts))
        else:
            found.append(kind(**facts))
    return found


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
