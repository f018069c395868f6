"""Matches: state, moves, departures, offers and stand-ins."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from bot.store.models.clocks import Clock, ClockStop, Downtime
from bot.store.models.computer import TAKEOVER_LEVEL, computer_at, level_of
from engine import Outcome

MatchStatus = Literal["running", "finished", "aborted"]
MoveSource = Literal["player", "plan", "computer", "pass", "imported"]
"""The source of a turn.

"player" and "plan" are the player and their conditional moves. "computer" is the computer, on its
own seat or for a player who left. "pass" is a forced pass, because no move was possible. "imported"
is a move from another game, and is stored as "computer".
"""
LeaveReason = Literal["resigned", "time", "erased"]
"""Why a player left a match: resignation, timeout, or erasure of their data."""
OfferKind = Literal["draw", "takeback", "pause", "abort", "gift"]
"""Kinds of offers. Which seats must agree depends on the kind."""
PlayedBy = Literal["computer", "asked", "partner"]
"""Who plays the men of a player who left: the computer or their partner.

It is "asked" while the partner may choose.
"""


@dataclass(frozen=True, slots=True)
class StandIn:
    """A partner who plays, or may decide to play, for a player who left."""

    seat: int
    """The seat whose player has left."""
    partner: int
    """The seat of the partner."""
    until: int | None
    """Deadline of the choice; None if the partner already plays both seats."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer. A match has at most one.

    Which seats must agree depends on the kind of offer.
    """

    kind: OfferKind
    seat: int
    """The seat that made the offer."""
    ply: int
    """The ply at which the offer was made. The next move withdraws the offer."""
    at: int
    expires_at: int
    agreed: tuple[int, ...]
    """The seats that have agreed, including the one that made the offer."""


@dataclass(frozen=True, slots=True)
class Match:
    """A stored match and its current state."""

    id: int
    variant: str
    """The engine's key of the variant."""
    revision: int
    """The variant's revision when the match started."""
    players: tuple[int, ...]
    """User ids by seat.

    A computer player (see `level_of`) may hold several seats, and so may a user who plays alone.
    """
    status: MatchStatus
    ply: int
    """The ply of the next turn.

    It increases with every move and every takeback, and never decreases.
    """
    turn: int | None
    """The seat to move; None when the match is over."""
    position: str
    """`variant.dump` of the position: a snapshot, because the moves are authoritative."""
    outcome: Outcome | None
    """The outcome; None while the match is running, or if it was aborted.

    The reason is one of the engine's, or "resigned", "time" or "agreed".
    """
    guild: int | None
    channel: int
    thread: int | None
    post: int | None
    """The newest message that shows the board; None until posted."""
    created: int
    moved_at: int
    """When the last move was made, or the match started."""
    retracted_plies: int = 0
    """Number of plies used up by retracted moves and by takebacks."""
    quick_replies: int = 0
    """Number of consecutive turns that were played within minutes."""
    opening_plies: int = 0
    """Number of opening moves, taken from another game."""
    rated: bool = False
    """Whether the match is rated; decided at its start."""
    hints: bool = False
    """Whether the players agreed to hints. See `bot.service.actions.hints.has_hints`."""
    event: str | None = None
    """Label of the event to which the match belongs, such as "Spring Cup · A".

    None in an ordinary match. See `bot.service.match.event_games`.
    """
    control: str = "untimed"
    """The time control, in the format of `time_control.parse`."""
    banks: tuple[int, ...] = ()
    """Seconds left for each seat, not yet charged for the current turn."""
    offer: Offer | None = None
    """The open offer, if any."""
    departures: tuple[Departure, ...] = ()
    """The players who have left, in order."""
    clock: Clock | None = None
    """The clock of the current turn; None when the match is over."""
    stops: tuple[ClockStop, ...] = ()
    """Past and future stops of the clocks of all seats, by start."""
    downtimes: tuple[Downtime, ...] = ()
    """Downtimes of the bot since the turn started.

    The most recent downtime is always included.
    """
    ended_at: int | None = None
    """When the match ended; None while it is running."""
    planned: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """The seats with conditional moves.

    They are secret, and therefore excluded from comparison and repr.
    """

    @property
    def result_counts(self) -> bool:
        """Whether the result counts for the ratings or for an event.

        A turn whose time runs out is then lost without a claim, and the players get no help.
        """
        return self.rated or self.event is not None

    @property
    def departed_seats(self) -> tuple[int, ...]:
        """The seats whose players have left, in order.

        The computer plays on for them, unless a partner does.
        """
        return tuple(departure.seat for departure in self.departures)

    def stops_of(self, seat: int) -> tuple[ClockStop, ...]:
        """Return the past and future stops of the clock of this seat."""
        return tuple(stop for stop in self.stops if stop.seat == seat)

    @property
    def stand_ins(self) -> tuple[StandIn, ...]:
        """The stand-ins for players who left."""
        return tuple(
            StandIn(
                departure.seat,
                departure.partner,
                departure.until if departure.played_by == "asked" else None,
            )
            for departure in self.departures
            if departure.played_by != "computer" and departure.partner is not None
        )

    @property
    def deadline(self) -> int | None:
        """The deadline of the turn, after which it is lost on time.

        In an untimed match, or once `overdue`, the match counts as abandoned at this time. None if
        the match is over or a computer is to move.
        """
        return None if self.clock is None or self.clock.is_endless else self.clock.deadline

    @property
    def overdue(self) -> int | None:
        """When time ran out, so that an opponent could claim the win, or None."""
        return None if self.clock is None else self.clock.overdue

    @property
    def turn_count(self) -> int:
        """The number of moves that led to the position."""
        return self.ply - self.retracted_plies

    @property
    def place(self) -> int:
        """The id of the match's thread, or of its channel if it has no thread."""
        return self.thread if self.thread is not None else self.channel

    @property
    def to_move(self) -> int | None:
        """The user id of the player who must act; None when the match is over."""
        return None if self.turn is None else self.acting_player(self.turn)

    @property
    def deciding_partner(self) -> StandIn | None:
        """The stand-in whose partner must choose before the match continues, or None."""
        partner = None if self.turn is None else self.stand_in(self.turn)
        return partner if partner is not None and partner.until is not None else None

    def stand_in(self, seat: int) -> StandIn | None:
        """Return the stand-in for this seat; None if there is none."""
        return next((offered for offered in self.stand_ins if offered.seat == seat), None)

    def acting_player(self, seat: int) -> int:
        """Return the user id of the player who acts for this seat.

        For a seat whose player has left, that is the computer, unless a partner plays or must
        choose.
        """
        acting = self.acting_seat(seat)
        if acting == seat and seat in self.departed_seats:
            return computer_at(TAKEOVER_LEVEL)
        return self.players[acting]

    @property
    def level(self) -> int | None:
        """The level of the computer player to move; None if no computer is to move."""
        return None if self.to_move is None else level_of(self.to_move)

    @property
    def people(self) -> frozenset[int]:
        """The ids of all human players, including those who have left."""
        return frozenset(player for player in self.players if level_of(player) is None)

    @property
    def is_solo(self) -> bool:
        """Whether the match has only one human player, with or without computer players."""
        return len(self.people) < 2

    def acting_seat(self, seat: int) -> int:
        """Return the seat whose player acts for this seat: itself or a partner's seat."""
        partner = self.stand_in(seat)
        return seat if partner is None else partner.partner

    def seat_of(self, player: int) -> int | None:
        """Return the seat of this player, or None.

        If the player holds several seats, returns the seat to move, or else the first one.
        """
        if self.turn is not None and self.players[self.turn] == player:
            return self.turn
        return self.players.index(player) if player in self.players else None

    def seats_of(self, player: int) -> tuple[int, ...]:
        """Return all seats that this player holds and has not left."""
        return tuple(
            seat
            for seat, holder in enumerate(self.players)
            if holder == player and seat not in self.departed_seats
        )


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A move, made when the match was at `ply`."""

    match: int
    ply: int
    seat: int
    player: int | None
    """The player, or None for a computer move, an opening move or a forced pass."""
    text: str
    """`variant.format` of the move."""
    repetition_hash: int
    """`engine.position.repetition_hash` of the position before it."""
    at: int
    by: MoveSource = "player"
    bank: int | None = None
    """Seconds that the seat had when the turn started; None if not stored."""


@dataclass(frozen=True, slots=True)
class Takeback:
    """A retraction of moves, by consent or by an immediate undo.

    All moves from ply `since` on are retracted. `ply` is the ply of the match before the takeback.
    """

    match: int
    ply: int
    seat: int
    """The seat that made the move at `since` and requested the takeback."""
    since: int
    at: int
    alone: bool = False
    """Whether it was an immediate undo, without consent."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A player's departure from a match that continued, and its ply at the time."""

    match: int
    seat: int
    player: int
    ply: int
    at: int
    why: LeaveReason
    group_number: int
    """Number shared by players who left together, because they share a rank."""
    partner: int | None = None
    """The seat of the partner who was asked to choose; None if no partner was asked."""
    played_by: PlayedBy = "computer"
    """Who plays the men now."""
    until: int | None = None
    """Deadline of the partner's choice; None if no choice was offered."""
