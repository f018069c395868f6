"""Service errors: reasons why requests are refused, as data for error messages.

Every error has a `code`, the key of its message, and `facts`, the values that the message may use.
The engine's errors (`BadNotation`, `IllegalMove`, `AmbiguousMove`) pass through unchanged.
"""

import re
from typing import ClassVar, NamedTuple, Self

from bot.store.models import Challenge, Match
from engine import EngineError


class ServiceError(ValueError):
    """A refused request that has changed nothing."""

    code: ClassVar[str]
    """The class name in kebab case, e.g. "not-found".

    Base classes (FooError) have no code.
    """

    def __init_subclass__(cls) -> None:
        if not cls.__name__.endswith("Error"):
            cls.code = re.sub("(?<!^)(?=[A-Z])", "-", cls.__name__).lower()

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        super().__init__(f"{self.code} {facts}")


class NotFound(ServiceError):
    """The requested item does not exist, or this player may not see it.

    Facts: what ("match", "ply", "challenge", "variant", "player", "seat", "problem", or "solitaire"
    if no puzzle is in progress), key, why ("server" if it is not in this guild).
    """


class OlderThanSubject(ServiceError):
    """The message is older than the row that its button names, so it means a lost one.

    This happens after a backup has been restored.
    """


class SelfChallenge(ServiceError):
    """The player challenged themselves, or tried to accept their own open challenge."""


class SelfBlock(ServiceError):
    """The player tried to block their own account."""


class NotTogether(ServiceError):
    """One of the two players has blocked the other.

    Facts: player (the other one). The error does not reveal which of them blocked the other.
    """


class SeatTaken(ServiceError):
    """The requested seat or team is already taken.

    Facts: seat, team (one of them is None).
    """


class LimitReached(ServiceError):
    """The player has too many open challenges. Facts: limit."""


class TooManyChallenges(ServiceError):
    """The player has reached the hourly rate limit for new challenges.

    Facts: limit, deadline (when the next one is allowed).
    """


class TooManyGames(ServiceError):
    """The player already has the maximum number of running games. Facts: limit."""


class WithdrawnLately(ServiceError):
    """The player has recently withdrawn an offer of the same kind.

    Facts: deadline (when the offer is allowed again).
    """


class InvitedTwice(ServiceError):
    """The same player was invited to two seats of one challenge. Facts: player."""


class WrongNumber(ServiceError):
    """No variant of the game seats this number of players.

    Facts: present (the number of players), sizes (the valid numbers).
    """


class NoteTooLong(ServiceError):
    """The note is too long. Facts: limit, length (in characters)."""


class RatedWithHints(ServiceError):
    """The player offered a rated game with hints. Facts: player."""


class WrongChannel(ServiceError):
    """Games may not be started in this channel of the guild.

    Facts: channels (ids of the allowed channels).
    """


class AlreadyDone(ServiceError):
    """This interaction id has already been used for a different action.

    Facts: interaction.
    """


class PlanFault(NamedTuple):
    """A fault in the text of conditional moves."""

    line: int | None
    """Number of the line, from 1; None if the fault concerns the whole text."""
    problem: str
    text: str = ""
    """The part of the line that is wrong."""
    cause: EngineError | None = None
    """The engine's error if the problem is "move"."""
    other: int | None = None
    """Number of the line that a line contradicts."""


class BadPlan(ServiceError):
    """The conditional moves are invalid. Facts: faults (a tuple of `PlanFault`)."""

    @classmethod
    def whole(cls, problem: str) -> Self:
        """Return the error for a fault that concerns the whole text."""
        return cls(faults=(PlanFault(None, problem),))


class MatchError(ServiceError):
    """A refusal that concerns one match.

    `match` is its current state, so that the reply can show it.
    """

    def __init__(self, match: Match, **facts: object) -> None:
        self.match = match
        super().__init__(match=match.id, **facts)


class Finished(MatchError):
    """The match is over: finished or aborted."""


class Stale(MatchError):
    """The match has changed since the player last saw it.

    Facts: seen (the ply that they saw).
    """


class NotPlaying(MatchError):
    """The player has no seat in this match."""


class NotYourTurn(MatchError):
    """It is another player's turn. Facts: player (the player to move)."""


class OutOfTime(MatchError):
    """The time for this turn had run out before the move was sent.

    Facts: deadline, why ("other" if it was the turn of another player).
    """


class NoClock(MatchError):
    """The game is untimed, so there is no clock to pause."""


class NobodyToGive(MatchError):
    """Extra time cannot be given now.

    Facts: why ("own-turn", "no-clock", or None if it is a partner's turn).
    """


class NotOverdue(MatchError):
    """No turn is overdue.

    Facts: player, deadline, why ("own-turn", "no-clock", or None if time is left).
    """


class NotOpponent(MatchError):
    """Only an active opponent of the player to move may do this."""


class Undecided(MatchError):
    """The match is waiting for a partner to choose a stand-in.

    Facts: player (the one who left).
    """


class NothingToChoose(MatchError):
    """The player cannot choose a stand-in.

    Facts: why ("alone" if the player has no partner, "plays" if the partner is still playing, None
    if the choice has already been made).
    """


class TooEarlyToNudge(MatchError):
    """The player to move may not be nudged yet.

    Facts: deadline (when a nudge is allowed), why ("own-turn", "lately", "computer", or None if the
    player to move still has time).
    """


class TooLateToUndo(MatchError):
    """The minute for undoing a move has passed, or the move has been answered."""


class TooLateToAbort(MatchError):
    """Every seat has moved, so aborting now needs the consent of all players."""


class BoundByEvent(MatchError):
    """The match belongs to an event, so it must be played to the end, without hints.

    Facts: event (its label), why ("abort", "pause", "takeback" or "hint").
    """


class AlreadyOffered(MatchError):
    """The player has already made or accepted this offer.

    The offer is still waiting for the other players' responses.
    """


class NoOffer(MatchError):
    """No such offer is open.

    It has been answered, has ended with a move, or has expired.
    """


class AnotherOffer(MatchError):
    """Another offer (`match.offer`) is open, and a match has only one at a time.

    Facts: why ("own" if the player made that offer, else None).
    """


class TooEarlyToDraw(MatchError):
    """Too few rounds have been played.

    Facts: rounds (after which a draw may be offered).
    """


class PlaysOn(MatchError):
    """The computer declines the draw because it does not consider the position drawn."""


class NothingToTakeBack(MatchError):
    """The player has no move to take back.

    Facts: why ("left" if a player has left since that move, None if no move of theirs is in
    effect).
    """


class NotOver(MatchError):
    """The match is still running, so it can be neither annulled nor played again yet."""


class HasLeft(MatchError):
    """The player has left the match, and the computer is playing for them."""


class PlaceCertain(MatchError):
    """The player has finished. Their rank is final, so they cannot resign."""


class RulesChanged(MatchError):
    """The match uses another revision of the rules, so no move can be made in it.

    Facts: variant, revision (of the match), current (of this program, None if the variant no longer
    exists).
    """


class Damaged(MatchError):
    """The stored data of this match is inconsistent. The bot operator must repair it."""


class NotRated(MatchError):
    """The match is not rated."""


class AlreadyAnnulled(MatchError):
    """The match has already been removed from the ratings."""


class NotTheWinner(MatchError):
    """Only a player who won on time against a single opponent can waive the win."""


class TooLateToWaive(MatchError):
    """The two days in which a win can be waived have passed."""


class YourTurn(MatchError):
    """It is the player's own turn, so they cannot save conditional moves."""


class NoTurn(MatchError):
    """The player has finished and will not move again."""


class NoPlan(MatchError):
    """The player has no conditional moves in this match."""


class ChallengeError(ServiceError):
    """A refusal that concerns one challenge. `challenge` is its current state."""

    def __init__(self, challenge: Challenge, **facts: object) -> None:
        self.challenge = challenge
        super().__init__(challenge=challenge.id, **facts)


class NotYours(ChallengeError):
    """The challenge is addressed to another player, or another player made it."""


class AlreadyAnswered(ChallengeError):
    """The challenge is no longer open. Facts: status, by (the player who answered it)."""


class Expired(ChallengeError):
    """The challenge has expired."""


class TableFull(ChallengeError):
    """Every seat of the challenge is taken or reserved for an invited player."""


class NotAtTable(ChallengeError):
    """The player has not joined the challenge, or is its host, who can only cancel it."""
