"""Matches: how they stand, their moves, who left them; and the games of one person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine import Outcome

MatchStatus = Literal["running", "finished", "aborted"]
By = Literal["player", "plan", "runner", "pass"]
"""Who made a turn: the player himself or a plan of his; the computer for somebody who has left; the
bot, because nothing but a pass was possible."""
Why = Literal["resigned", "time", "erased"]
"""Why somebody left a match: by his own wish, out of time, or because he is gone altogether."""
OfferKind = Literal["draw", "takeback", "pause", "abort", "gift"]
"""What needs everybody's consent."""
Hands = Literal["runner", "asked", "partner"]
"""Who plays on with the men of somebody who left: the computer, his partner, or the partner is asked."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """A partner who plays both hands, or is asked whether he will."""

    seat: int
    """The seat whose player has left."""
    partner: int
    """The seat of his partner."""
    until: int | None
    """Until when the partner may choose; None: he plays both hands."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that one player wishes and all must agree to: one at a time is open in a match."""

    kind: OfferKind
    seat: int
    """Who asks."""
    ply: int
    """When he asked: a move withdraws it."""
    expires_at: int
    agreed: tuple[int, ...]
    """The seats that agree, the asker's included."""


@dataclass(frozen=True, slots=True)
class Match:
    """One game between people, as it stands."""

    id: int
    variant: str
    """The engine's key."""
    revision: int
    """The variant's revision when the match began."""
    players: tuple[int, ...]
    """User ids by seat."""
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
    gone: tuple[int, ...] = ()
    """The seats whose players have left, in order: the computer plays them on, unless in `stand_ins`."""
    offer: Offer | None = None
    """What needs everybody's consent and waits for it."""
    undone: int = 0
    """How many numbers of `ply` are turns that were taken back, or takebacks."""
    rated: bool = False
    """Whether it counts in the ratings; settled when it began."""
    control: str = "untimed"
    """The time control, as `bot.service.clocks.parse` reads it."""
    deadline: int | None = None
    """When the turn is lost on time (the game given up, if untimed or `overdue`); None when over."""
    stand_ins: tuple[StandIn, ...] = ()
    """The seats that a partner plays on, or may choose to."""
    overdue: int | None = None
    """Since when the time of this turn has run out, and an opponent may claim; None: it has not."""

    @property
    def turns(self) -> int:
        """How many turns led to the position."""
        return self.ply - self.undone

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
        """The user id of who plays this seat, or is asked who shall."""
        return self.players[self.hand_seat(seat)]

    def hand_seat(self, seat: int) -> int:
        """The seat of who plays this seat, or is asked who shall: its own, or the partner's."""
        partner = self.stand_in(seat)
        return seat if partner is None else partner.partner

    def seat_of(self, player: int) -> int | None:
        """The seat that this person holds, None if he does not play here."""
        return self.players.index(player) if player in self.players else None


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One turn as it was made, when the match was at `ply`."""

    match: int
    ply: int
    seat: int
    player: int | None
    """None where nobody made it: by the runner, or a forced pass."""
    text: str
    """`variant.format` of the move."""
    at: int
    by: By = "player"
    bank: int | None = None
    """The seconds that the seat had when the turn began; None if that was not written down."""


@dataclass(frozen=True, slots=True)
class Takeback:
    """Turns that count no more, by everybody's consent: those from `since` on, when it was at `ply`."""

    match: int
    ply: int
    seat: int
    """Whose move `since` was, and who asked."""
    since: int
    at: int


@dataclass(frozen=True, slots=True)
class Departure:
    """A player who left a match that went on without him, when it was at `ply`."""

    match: int
    seat: int
    player: int
    ply: int
    at: int
    why: Why
    together: int
    """The same for those who left in one sweep: they share a place."""
    partner: int | None = None
    """The seat of the partner who was asked to choose who plays on; None: nobody was."""


@dataclass(frozen=True, slots=True)
class Solitaire:
    """One person's work on a problem of `engine.solitaire`, under way or over."""

    id: int
    player: int
    problem: str
    """The engine's key, such as "yard-a" or "packing-16-7"."""
    moves: str
    """`engine.solitaire.dump` of the game."""
    started: int
    finished_at: int | None
    turns: int | None
    """In how many turns it was solved; None while under way, or if it was given up."""
