"""Errors of tournaments, ladders and seasons, as data for error messages.

See `bot.service.errors`. The sentences are in `bot.extensions.tournaments.texts`.
"""

from bot.extension_api.transactions import ServiceError


class NoSuchEvent(ServiceError):
    """The event does not exist in this guild. Facts: key."""


class NoSuchPairing(ServiceError):
    """The pairing does not exist in this guild. Facts: key."""


class NotOrganiser(ServiceError):
    """Only the organiser of the event or a manager may do this."""


class NotAManager(ServiceError):
    """Only a manager of the guild may do this."""


class MayNotOrganise(ServiceError):
    """The member may not create events in this guild.

    Facts: games (the number of finished games required), most (the limit of entrants for a rated
    event), why ("games", "rated").
    """


class TooManyDrafts(ServiceError):
    """The guild has too many unfinished events. Facts: limit."""


class BadEventName(ServiceError):
    """The name is empty or too long. Facts: limit (in characters)."""


class EventNeedsDuel(ServiceError):
    """The format requires a two-player game, but the game has more seats.

    Facts: present (their number).
    """


class EventNeedsTable(ServiceError):
    """The format requires a game for 3, 4 or 6 players, but the game has other seats.

    Facts: present (their number).
    """


class EventUntimed(ServiceError):
    """An event needs a time control."""


class BadEntrantLimits(ServiceError):
    """The minimum and maximum numbers of entrants are not allowed. Facts: least, most."""


class BadEventOption(ServiceError):
    """A number in the draft is out of range.

    Facts: why ("games-each", "at-once", "reliability", "ratings", "rounds", "round-days",
    "sign-up").
    """


class NotADraft(ServiceError):
    """The sign-up of the event has already been opened."""


class SignUpClosed(ServiceError):
    """Players cannot sign up for the event now.

    Facts: why ("draft", "finished", "cancelled", or None if it has begun).
    """


class AlreadyEntered(ServiceError):
    """The player has already signed up.

    Facts: why ("waiting" if on the waiting list).
    """


class AlreadyLeft(ServiceError):
    """The player left the event while it was running."""


class NotEntered(ServiceError):
    """The player has not signed up for the event."""


class TooManyEvents(ServiceError):
    """The player has entered the maximum number of events. Facts: limit."""


class AccountTooNew(ServiceError):
    """The player's account is too new for a rated event. Facts: days, deadline."""


class BarredFromEvents(ServiceError):
    """The player stopped responding in an earlier event.

    Facts: deadline (the end of the bar).
    """


class BarredFromRatings(ServiceError):
    """The player has aborted too many games. Facts: deadline (the end of the bar)."""


class TooUnreliable(ServiceError):
    """The player's reliability is too low. Facts: limit, have (in percent)."""


class ReliabilityUnknown(ServiceError):
    """The player has too few finished games for a reliability score.

    Facts: limit, games.
    """


class RatingOutside(ServiceError):
    """The player's rating is outside the range of the event.

    Facts: least, most, have, why ("low", "high", or "none" if the player has no rating).
    """


class RoleMissing(ServiceError):
    """The event is for members with a role. Facts: role (a mention)."""


class EventIsOver(ServiceError):
    """The event has been finished or cancelled."""


class EventNotRunning(ServiceError):
    """The event has not begun, or is over."""


class TooFewEntrants(ServiceError):
    """The event has too few entrants to begin. Facts: limit, have."""


class BadReason(ServiceError):
    """The reason for a decision is missing or too long.

    Facts: limit (in characters).
    """


class NotForTwo(ServiceError):
    """The pairing has more than two seats, so it must be scored by places."""


class NotATable(ServiceError):
    """The pairing has two seats, so it must be scored as a two-player game."""


class BadPlaces(ServiceError):
    """The places do not rank all seats of a table.

    Facts: present (the number of seats).
    """


class EntrantStruck(ServiceError):
    """An entrant of the pairing has been struck, so none of their games counts."""


class RoundIsOver(ServiceError):
    """The next round of the cup has begun, so the scores of this round are final."""


class NoSuchSeries(ServiceError):
    """The series does not exist in this guild, or has been stopped. Facts: key."""


class TooManySeries(ServiceError):
    """The guild has the maximum number of series. Facts: limit."""


class SeriesExists(ServiceError):
    """The guild already has a series of this game and period.

    Facts: series (its name).
    """


class TooManySeasons(ServiceError):
    """The player is in too many unfinished seasons of the series. Facts: limit."""


class NoSuchLadder(ServiceError):
    """The ladder does not exist in this guild, or has been removed. Facts: key."""


class TooManyLadders(ServiceError):
    """The guild has the maximum number of ladders. Facts: limit."""


class LadderExists(ServiceError):
    """The guild already has a ladder for this game. Facts: ladder (its name)."""


class BadLadderName(ServiceError):
    """The name is empty or too long. Facts: limit (in characters)."""


class LadderNeedsDuel(ServiceError):
    """Ladders need a two-player game, but the game has more seats. Facts: present."""


class LadderUntimed(ServiceError):
    """A ladder needs a time control."""


class AlreadyOnLadder(ServiceError):
    """The player is already a member of the ladder. Facts: rank."""


class NotOnLadder(ServiceError):
    """The player has no place on the ladder. Facts: why ("inactive" or None)."""


class CannotChallenge(ServiceError):
    """The member cannot be challenged on this ladder now.

    Facts: reach (in places), deadline (when it becomes possible, or None), why: "self"; "busy" if
    the game of the challenger's last challenge is still running; "absent", "below", "far",
    "playing", "lately" (they have played recently), "vacation", or "asked" (the member has as many
    challenges as allowed).
    """


class NothingAsked(ServiceError):
    """The player has no open question about whether they are still playing."""
