"""Annulment: a guild manager, or a winner who waives the win, annuls a rated game.

The game itself is kept. Its players get back what it changed in their ratings, in the same
transaction. An annulment cannot be undone.
"""

from bot.service.errors import AlreadyAnnulled, NotOver, NotRated, NotTheWinner, TooLateToWaive
from bot.service.match import lifecycle
from bot.service.rating import settlement
from bot.service.rating.rating_rules import WAIVER_WINDOW
from bot.store import Tx
from bot.store.models import Match, RatedGame
from bot.store.rating import ratings


def annul(tx: Tx, match: Match, *, by: int, now: int) -> None:
    """Annul a rated game and notify its channel.

    Raises `NotRated`, `NotOver`, `AlreadyAnnulled`.
    """
    settlement.annul(tx, _counted_game(tx, match), by=by, now=now)
    lifecycle.queue_notice(tx, match, "annulled", 0, now)


def waive_win(tx: Tx, match_id: int, *, player: int, now: int) -> Match:
    """Annul a two-player game at the request of the player who won it on time.

    Raises `NotFound`, `NotPlaying`, `NotTheWinner`, `TooLateToWaive`, `NotRated`,
    `AlreadyAnnulled`.
    """
    match = lifecycle.load(tx, match_id)
    seat = lifecycle.seat_of(match, player)
    if not is_waivable(match) or match.outcome is None or seat not in match.outcome.ranking[0]:
        raise NotTheWinner(match)
    game = _counted_game(tx, match)
    if now - (match.ended_at or now) > WAIVER_WINDOW:
        raise TooLateToWaive(match)
    settlement.annul(tx, game, by=player, now=now)
    lifecycle.queue_notice(tx, match, "waived", seat, now)
    return match


def is_waivable(match: Match) -> bool:
    """Whether this is a rated two-player game that was lost on time."""
    outcome = match.outcome
    decided = outcome is not None and len(outcome.ranking) == 2 and outcome.reason == "time"
    return match.rated and len(match.players) == 2 and decided


def _counted_game(tx: Tx, match: Match) -> RatedGame:
    game = ratings.get_game(tx, match.id)
    if game is None:
        raise NotOver(match) if match.rated and match.status == "running" else NotRated(match)
    if game.annulled is not None:
        raise AlreadyAnnulled(match)
    return game
