"""Matches: moves, resignation, abort, draw by agreement, and finding a match again.

Each function that changes something takes the interaction's id (or the message's, for a move by reply); the same id a
second time changes nothing and gets the first answer. What Discord must be told is queued in the same transaction.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.service.values import Match, Played, Post, View
from bot.store import Tx
from engine import Position


async def get(tx: Tx, match_id: int) -> Match:
    """This match. NotFound."""
    raise NotImplementedError


async def play(
    tx: Tx, match_id: int, *, player: int, text: str, ply: int | None, interaction: int, now: int
) -> Played:
    """Make a move, given as text; `ply` is the one the player saw, None where no board was looked at (a command).

    Checked in this order: NotFound, Finished, Stale, NotPlaying, NotYourTurn, RulesChanged, then the engine's
    BadNotation, IllegalMove, AmbiguousMove. Queues the new board (or the result) and drops what it makes untrue.
    """
    raise NotImplementedError


async def resign(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """Give up, on turn or not. NotFound, Finished, NotPlaying."""
    raise NotImplementedError


async def abort(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """End a match without result before every seat has moved. NotFound, Finished, NotPlaying, TooLateToAbort."""
    raise NotImplementedError


async def offer_draw(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """Offer a draw; if the other's offer is open this accepts it (look at the status of the answer).

    NotFound, Finished, NotPlaying, AlreadyOffered. A move declines the offer.
    """
    raise NotImplementedError


async def accept_draw(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """Agree to the draw. NotFound, Finished, NotPlaying, NoOffer, AlreadyOffered (it is one's own)."""
    raise NotImplementedError


async def decline_draw(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """Refuse the other's draw offer, or withdraw one's own. NotFound, Finished, NotPlaying, NoOffer."""
    raise NotImplementedError


async def running_of(tx: Tx, player: int) -> list[Match]:
    """This person's running matches: those where it is his turn first, longest waiting first."""
    raise NotImplementedError


async def awaiting(tx: Tx, player: int) -> list[Match]:
    """The running matches where it is this person's turn, longest waiting first."""
    raise NotImplementedError


async def in_channel(tx: Tx, channel: int) -> list[Match]:
    """The running matches of a channel or thread, last moved first."""
    raise NotImplementedError


async def ongoing(tx: Tx) -> list[Match]:
    """All running matches, oldest first."""
    raise NotImplementedError


async def finished_of(tx: Tx, player: int, *, limit: int = 25) -> list[Match]:
    """This person's last matches that are over (finished or aborted), newest first."""
    raise NotImplementedError


async def by_post(tx: Tx, message: int) -> Match | None:
    """The match whose board (the newest or an older one) this message shows."""
    raise NotImplementedError


async def post(tx: Tx, message: int) -> Post | None:
    """What this message of the bot showed: match and ply, or challenge."""
    raise NotImplementedError


async def rebuild(tx: Tx, match_id: int) -> Position:
    """The position made anew from the moves, with its history. NotFound, RulesChanged."""
    raise NotImplementedError


async def view(tx: Tx, match_id: int, ply: int | None = None) -> View:
    """The position after `ply` turns (None: now) and the move that led to it. NotFound, RulesChanged."""
    raise NotImplementedError


async def record(tx: Tx, match_id: int, names: Mapping[int, str]) -> str:
    """The match as a text that `engine.record.read` reads; `names` by user id. NotFound, RulesChanged."""
    raise NotImplementedError


async def repost(tx: Tx, match_id: int, *, now: int) -> None:
    """Queue the newest board once more. NotFound."""
    raise NotImplementedError
