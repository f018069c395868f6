"""What the service refuses, as data for a sentence.

Every error carries a `code` (the key into the table of sentences) and `facts` (what the sentence may name).
Errors of the engine (`BadNotation`, `IllegalMove`, `AmbiguousMove`, `GameOver`) pass through the service unchanged.
"""

from __future__ import annotations

from typing import ClassVar

from bot.store.values import Challenge, Match


class ServiceError(ValueError):
    """The request is refused and nothing has changed; `code` says why, `facts` name what is concerned."""

    code: ClassVar[str]

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        super().__init__(f"{self.code}: {facts}")


class NotFound(ServiceError):
    """No such thing. Facts: what ("match", "challenge", "variant", "player"), key."""

    code = "not-found"


class MatchError(ServiceError):
    """A refusal that concerns one match as it stands now: `match`, so that the fresh board can be shown."""

    def __init__(self, match: Match, **facts: object) -> None:
        self.match = match
        super().__init__(match=match.id, ply=match.ply, **facts)


class Finished(MatchError):
    """The match is over (finished or aborted)."""

    code = "finished"


class Stale(MatchError):
    """The match has moved on since the player looked. Facts: seen (the ply that the player saw)."""

    code = "stale"


class NotPlaying(MatchError):
    """This person holds no seat in the match."""

    code = "not-playing"


class NotYourTurn(MatchError):
    """This person plays in the match, but another seat is to move. Facts: player (the user id to move)."""

    code = "not-your-turn"


class RulesChanged(MatchError):
    """The match was begun under another revision of its rules, or its game is gone: it cannot go on by moves.

    Facts: variant, revision (of the match), current (revision of the program, None if the game is gone).
    """

    code = "rules-changed"


class TooLateToAbort(MatchError):
    """Every seat has moved: one may resign or offer a draw, not abort."""

    code = "too-late-to-abort"


class AlreadyOffered(MatchError):
    """This player's own draw offer is open already."""

    code = "already-offered"


class NoOffer(MatchError):
    """No draw offer is open: it was answered, or declined by a move."""

    code = "no-offer"


class ChallengeError(ServiceError):
    """A refusal that concerns one challenge as it stands now: `challenge`."""

    def __init__(self, challenge: Challenge, **facts: object) -> None:
        self.challenge = challenge
        super().__init__(challenge=challenge.id, **facts)


class NotYours(ChallengeError):
    """Another person is asked (accept, decline), or another person made the challenge (cancel)."""

    code = "not-yours"


class AlreadyAnswered(ChallengeError):
    """Somebody else was faster, or it was declined or cancelled. Facts: status, by (user id or None)."""

    code = "already-answered"


class Expired(ChallengeError):
    """The challenge has run out."""

    code = "expired"


class SelfChallenge(ServiceError):
    """One cannot play oneself: neither challenge oneself nor accept one's own open challenge."""

    code = "self-challenge"


class LimitReached(ServiceError):
    """Too many open challenges. Facts: limit."""

    code = "limit-reached"


class NoteTooLong(ServiceError):
    """The note is too long. Facts: limit, length (characters, after tidying)."""

    code = "note-too-long"


class AlreadyDone(ServiceError):
    """This interaction id was used before, for something else. Facts: interaction."""

    code = "already-done"


def codes() -> tuple[str, ...]:
    """Every code that the service can answer with, sorted; each needs its sentence."""
    found: set[str] = set()
    waiting: list[type[ServiceError]] = [ServiceError]
    while waiting:
        kind = waiting.pop()
        waiting.extend(kind.__subclasses__())
        if "code" in vars(kind):
            found.add(kind.code)
    return tuple(sorted(found))
