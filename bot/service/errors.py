"""What the service refuses, as data for a sentence.

Every error has a `code`, the key into the table of sentences, and `facts`, what the sentence may
name. The engine's errors (`BadNotation`, `IllegalMove`, `AmbiguousMove`) pass through unchanged.
"""

import re
from typing import ClassVar

from bot.store.models import Challenge, Match


class ServiceError(ValueError):
    """The request is refused and nothing has changed."""

    code: ClassVar[str]
    """The name of the class as words: NotFound is "not-found". A family, FooError, has none."""

    def __init_subclass__(cls) -> None:
        if not cls.__name__.endswith("Error"):
            cls.code = re.sub("(?<!^)(?=[A-Z])", "-", cls.__name__).lower()

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        super().__init__(f"{self.code} {facts}")


class NotFound(ServiceError):
    """No such thing. Facts: what ("match", "ply", "challenge", "variant", "player", "seat", "problem" or
    "solitaire": none under way), key, why ("server": in this one)."""


class SelfChallenge(ServiceError):
    """One cannot play oneself: neither challenge oneself nor accept one's own open challenge."""


class SelfBlock(ServiceError):
    """One cannot block oneself."""


class NotTogether(ServiceError):
    """One of two has blocked the other; it is not said which. Facts: player (the other)."""


class SeatTaken(ServiceError):
    """Another has the seat, or the team, that was wished for. Facts: seat, team (one of them None)."""


class LimitReached(ServiceError):
    """Too many open challenges. Facts: limit."""


class TooManyChallenges(ServiceError):
    """As many challenges as one may make in an hour. Facts: limit, deadline (of the refusal)."""


class TooManyGames(ServiceError):
    """As many running games as one may have. Facts: limit."""


class WithdrawnLately(ServiceError):
    """The same was offered and taken back a short while ago. Facts: deadline (when it is possible)."""


class InvitedTwice(ServiceError):
    """One person cannot have two places at a table. Facts: player."""


class WrongNumber(ServiceError):
    """The game has no form for so many people. Facts: present, sizes (the numbers that it has)."""


class NoteTooLong(ServiceError):
    """The note is too long. Facts: limit, length (in characters)."""


class WrongChannel(ServiceError):
    """In this server games are begun in other channels. Facts: channels (their ids)."""


class AlreadyDone(ServiceError):
    """This interaction id has done something else before. Facts: interaction."""


class BadPlan(ServiceError):
    """A plan that cannot be left. Facts: line (its number from 1, None for the whole), problem, cause
    (the engine's error, for the problem "move"), other (the line that is contradicted)."""


class MatchError(ServiceError):
    """A refusal that concerns one match; `match` is as it stands, so that it can be shown."""

    def __init__(self, match: Match, **facts: object) -> None:
        self.match = match
        super().__init__(match=match.id, **facts)


class Finished(MatchError):
    """The match is over: finished or aborted."""


class Stale(MatchError):
    """The match has moved on since the player looked. Facts: seen (the ply that they saw)."""


class NotPlaying(MatchError):
    """This person holds no seat in the match."""


class NotYourTurn(MatchError):
    """This person plays, but another is to move. Facts: player (who is to move)."""


class OutOfTime(MatchError):
    """The time for this turn had run out when the move was sent. Facts: deadline."""


class NoClock(MatchError):
    """The game has no clock that could stand still."""


class NobodyToGive(MatchError):
    """There is nobody to give time to. Facts: why ("own-turn", "no-clock", None: a partner's turn)."""


class NotOverdue(MatchError):
    """No turn is overdue. Facts: player, deadline, why ("own-turn", "no-clock", None: time is left)."""


class NotOpponent(MatchError):
    """Only who plays against the player of this turn, and still does, may do that."""


class Undecided(MatchError):
    """The game waits for a partner to choose who plays on. Facts: player (who has left)."""


class NothingToChoose(MatchError):
    """Nothing is left to choose. Facts: why ("alone", "plays": the partner does, None: settled)."""


class TooEarlyToNudge(MatchError):
    """Facts: deadline (from when), why ("own-turn", "lately", None: they have time still)."""


class TooLateToUndo(MatchError):
    """The minute is over, or somebody has answered the move."""


class TooLateToAbort(MatchError):
    """Every seat has moved: to abort it needs everybody's consent."""


class AlreadyOffered(MatchError):
    """This person has offered it, or agreed to it, and it waits for the others."""


class NoOffer(MatchError):
    """No such offer is open: it was answered, a move declined it, or it has run out."""


class AnotherOffer(MatchError):
    """Something else is offered (`match.offer`), and one thing at a time can be."""


class TooEarlyToDraw(MatchError):
    """The game has only begun. Facts: rounds, after which a draw may be offered."""


class PlaysOn(MatchError):
    """The computer does not hold the game for drawn."""


class NothingToTakeBack(MatchError):
    """Facts: why ("left": somebody has since their last move, None: they have made none that stands)."""


class NotOver(MatchError):
    """The match is running still: it is not to be played again yet."""


class HasLeft(MatchError):
    """This person has left the match; the computer plays on for them."""


class PlaceCertain(MatchError):
    """This person has finished: their place is certain, and there is nothing to give up."""


class RulesChanged(MatchError):
    """The match was begun by other rules than this program has, so no move can be made in it.

    Facts: variant, revision (of the match), current (of the program; None if the game is gone).
    """


class Damaged(MatchError):
    """What is stored of this match contradicts itself; the person who runs the bot must look."""


class NotRated(MatchError):
    """The match has no part in the ratings."""


class AlreadyAnnulled(MatchError):
    """The match has been struck out of the ratings before."""


class NotTheWinner(MatchError):
    """Only who has won on time, against one opponent, can waive it."""


class TooLateToWaive(MatchError):
    """A win can be waived for two days."""


class YourTurn(MatchError):
    """It is this person's own turn: a plan is for the time when others are to move."""


class NoTurn(MatchError):
    """This person has finished and will not move again."""


class NoPlan(MatchError):
    """This person has no plan in the match."""


class ChallengeError(ServiceError):
    """A refusal that concerns one challenge; `challenge` is as it stands."""

    def __init__(self, challenge: Challenge, **facts: object) -> None:
        self.challenge = challenge
        super().__init__(challenge=challenge.id, **facts)


class NotYours(ChallengeError):
    """Another person is asked (to accept or decline), or another made it (to cancel)."""


class AlreadyAnswered(ChallengeError):
    """It is not open any more. Facts: status, by (who answered)."""


class Expired(ChallengeError):
    """The challenge has run out."""


class TableFull(ChallengeError):
    """Every place is taken or kept for somebody who is asked by name."""


class NotAtTable(ChallengeError):
    """This person has not joined (to leave), or is the host, who may only cancel."""
