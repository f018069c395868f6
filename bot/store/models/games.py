"""Matches: how they stand, their moves, who left them; and the games of one person."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from bot.store.models.clocks import Clock, Outage, Stop
from bot.store.models.computer import TAKES_OVER, computer_at, level_of
from engine import Outcome

MatchStatus = Literal["running", "finished", "aborted"]
By = Literal["player", "plan", "computer", "pass", "imported"]
"""Who made a turn: the player or their plan; the computer, at its own seat or for somebody who has
left; the bot, because nothing but a pass was possible; nobody, in another game before (these are
stored as the computer's)."""
Why = Literal["resigned", "time", "erased"]
"""Why somebody left a match: by their own wish, out of time, or because they are gone altogether."""
OfferKind = Literal["draw", "takeback", "pause", "abort", "gift"]
"""What needs everybody's consent."""
Hands = Literal["computer", "asked", "partner"]
"""Who plays on with the men of who left: the computer, their partner, or the partner is asked."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """A partner who plays both hands, or is asked whether they will."""

    seat: int
    """The seat whose player has left."""
    partner: int
    """The seat of their partner."""
    until: int | None
    """Until when the partner may choose; None: they play both hands."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that one player wishes and all must agree to: one at a time is open in a match."""

    kind: OfferKind
    seat: int
    """Who asks."""
    ply: int
    """When they asked: a move withdraws it."""
    expires_at: int
    agreed: tuple[int, ...]
    """The seats that agree, the asker's included."""


@dataclass(frozen=True, slots=True)
class Match:
    """One game, as it stands."""

    id: int
    variant: str
    """The engine's key."""
    revision: int
    """The variant's revision when the match began."""
    players: tuple[int, ...]
    """User ids by seat; one of the computer's (`level_of`) may sit in several, and so may a person who
    plays alone."""
    status: MatchStatus
    ply: int
    """The number of the next turn: it grows with every turn and every takeback, and never goes back."""
    turn: int | None
    """The seat to move; None when it is over."""
    position: str
    """`variant.dump` of the position: a snapshot; the moves are the truth."""
    outcome: Outcome | None
    """None while running or when aborted. Reasons: the engine's, "resigned", "time", "agreed"."""
    guild: int | None
    channel: int
    thread: int | None
    post: int | None
    """The newest message that shows its board, None until posted."""
    created: int
    moved_at: int
    """When the last move was made (or the match began)."""
    retracted_plies: int = 0
    """How many numbers of `ply` are turns that were taken back, or takebacks."""
    quick_replies: int = 0
    """How many turns on end were answered within minutes."""
    opening_plies: int = 0
    """So many of its first moves are those of another game, and were made by nobody of this one."""
    rated: bool = False
    """Whether it counts in the ratings; settled when it began."""
    control: str = "untimed"
    """The time control, as `time_control.parse` reads it."""
    banks: tuple[int, ...] = ()
    """The seconds that each seat has, by seat; the turn that runs is not charged yet."""
    offer: Offer | None = None
    """What needs everybody's consent and waits for it."""
    departures: tuple[Departure, ...] = ()
    """Who has left, in order."""
    clock: Clock | None = None
    """The turn that runs; None when the match is over."""
    stops: tuple[Stop, ...] = ()
    """When clocks of its seats stood, or will stand, still; by their beginning."""
    outages: tuple[Outage, ...] = ()
    """When the bot was away since the turn began; the last time of all is always among them."""
    planned: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """The seats that have a plan; part of no comparison and no text, because no one else may know."""

    @property
    def gone(self) -> tuple[int, ...]:
        """The seats whose players have left, in order: the computer plays on, unless a partner does."""
        return tuple(one.seat for one in self.departures)

    def stops_of(self, seat: int) -> tuple[Stop, ...]:
        """When the clock of this seat stood, or will stand, still."""
        return tuple(stop for stop in self.stops if stop.seat == seat)

    @property
    def stand_ins(self) -> tuple[StandIn, ...]:
        """The seats that a partner plays on, or may choose to."""
        return tuple(
            StandIn(one.seat, one.partner, one.until if one.played_by == "asked" else None)
            for one in self.departures
            if one.played_by != "computer" and one.partner is not None
        )

    @property
    def deadline(self) -> int | None:
        """When the turn is lost on time (the game given up, if untimed or `overdue`); None when over,
        and while the computer is to move."""
        return None if self.clock is None or self.clock.endless else self.clock.deadline

    @property
    def overdue(self) -> int | None:
        """Since when the time of this turn has run out, and an opponent may claim; None: it has not."""
        return None if self.clock is None else self.clock.overdue

    @property
    def turns(self) -> int:
        """How many turns led to the position."""
        return self.ply - self.retracted_plies

    @property
    def place(self) -> int:
        """The channel id that its messages go to: its thread, or else its channel."""
        return self.thread if self.thread is not None else self.channel

    @property
    def to_move(self) -> int | None:
        """The user id of whose turn it is, or who is asked to whom it shall be; None when it is over."""
        return None if self.turn is None else self.hand(self.turn)

    @property
    def undecided(self) -> StandIn | None:
        """The partner who must choose before the game goes on; None if it waits for a move."""
        found = None if self.turn is None else self.stand_in(self.turn)
        return found if found is not None and found.until is not None else None

    def stand_in(self, seat: int) -> StandIn | None:
        """The partner who plays this seat, or may choose to; None: its own player, or the computer."""
        return next((one for one in self.stand_ins if one.seat == seat), None)

    def hand(self, seat: int) -> int:
        """The user id of who plays this seat, or is asked who shall; of a seat that was left, that of
        the computer, unless a partner plays it."""
        if seat in self.gone and self.stand_in(seat) is None:
            return computer_at(TAKES_OVER)
        return self.players[self.hand_seat(seat)]

    @property
    def level(self) -> int | None:
        """At which level the computer is to move; None: it is not."""
        return None if self.to_move is None else level_of(self.to_move)

    @property
    def people(self) -> frozenset[int]:
        """The ids of those who play and are not the computer, who may have gone."""
        return frozenset(player for player in self.players if level_of(player) is None)

    @property
    def alone(self) -> bool:
        """Whether one person plays it, against the computer or with all hands."""
        return len(self.people) < 2

    def hand_seat(self, seat: int) -> int:
        """The seat of who plays this seat, or is asked who shall: its own, or the partner's."""
        partner = self.stand_in(seat)
        return seat if partner is None else partner.partner

    def seat_of(self, player: int) -> int | None:
        """The seat that this person holds, None if they do not play here; of several the one to move."""
        if self.turn is not None and self.players[self.turn] == player:
            return self.turn
        return self.players.index(player) if player in self.players else None

    def seats_of(self, player: int) -> tuple[int, ...]:
        """All seats that this person holds and has not left."""
        return tuple(
            seat
            for seat, there in enumerate(self.players)
            if there == player and seat not in self.gone
        )


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One turn as it was made, when the match was at `ply`."""

    match: int
    ply: int
    seat: int
    player: int | None
    """None where nobody made it: by the computer, or a forced pass."""
    text: str
    """`variant.format` of the move."""
    repetition_hash: int
    """`engine.position.mark_of` the position before it."""
    at: int
    by: By = "player"
    bank: int | None = None
    """The seconds that the seat had when the turn began; None if that was not written down."""


@dataclass(frozen=True, slots=True)
class Takeback:
    """Turns that count no more, by everybody's consent or undone at once: those from `since` on, when it
    was at `ply`."""

    match: int
    ply: int
    seat: int
    """Whose move `since` was, and who asked."""
    since: int
    at: int
    alone: bool = False
    """Whether it was undone at once, and nobody was asked."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A player who left a match that went on without them, when it was at `ply`."""

    match: int
    seat: int
    player: int
    ply: int
    at: int
    why: Why
    group_number: int
    """The same for those who left in one sweep: they share a place."""
    partner: int | None = None
    """The seat of the partner who was asked to choose who plays on; None: no one was."""
    played_by: Hands = "computer"
    """Who plays on."""
    until: int | None = None
    """Until when the partner may choose."""
