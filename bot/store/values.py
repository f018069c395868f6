"""What the tables hold, as frozen values.

People, guilds, channels and messages are named by Discord's ids; times are UTC seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine import Outcome

Side = Literal["first", "second", "random"]
ChallengeStatus = Literal["open", "accepted", "declined", "cancelled", "expired"]
MatchStatus = Literal["running", "finished", "aborted"]
By = Literal["player", "plan", "runner", "pass"]
"""Who made a turn: the player himself or a plan of his; the computer for somebody who has left; the
bot, because nothing but a pass was possible."""
Why = Literal["resigned", "time", "erased"]
"""Why somebody left a match: by his own wish, out of time, or because he is gone altogether."""
Remind = Literal["channel", "dm", "none"]
"""How a person is told of his turns: by mention where the game is, by direct message, or not at all."""
Stopped = Literal["outage", "vacation", "pause", "gift"]
"""Why a clock stands still; what is given to a player is time in which it does not run."""
Kind = Literal[
    "board",
    "result",
    "notice",
    "remind",
    "plan",
    "challenge",
    "challenge-changed",
    "challenge-over",
    "strip",
]
EDITS: tuple[Kind, ...] = ("challenge-changed", "challenge-over", "strip")
"""Those that change a message instead of making one."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person whom the bot has met."""

    id: int
    name: str
    """The display name when last seen; empty when he was only named by others."""
    locale: str | None
    """Discord's locale code ("de", "en-GB"), None if unknown."""
    created: int
    seen_at: int
    """When last seen, no finer than a day."""


@dataclass(frozen=True, slots=True)
class Erasure:
    """Somebody's wish to be forgotten."""

    player: int
    asked_at: int
    due_at: int


@dataclass(frozen=True, slots=True)
class ChallengeSeat:
    """A place at the table of a challenge."""

    player: int | None
    """Who is invited or has joined; None: open to anyone."""
    seat: int | None
    """The seat of the game that goes with this place; None: by lot at the start."""
    joined: bool
    """Whether this person has agreed (the challenger has from the start)."""
    team: int | None = None
    """The team (`Seat.team`) that goes with this place where the seat does not; None: by lot."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """An offer to play: to named people, or with places open to anyone."""

    id: int
    variant: str
    """The engine's key of the game that is played when every place is taken."""
    status: ChallengeStatus
    seats: tuple[ChallengeSeat, ...]
    """The first is the challenger's."""
    side: Side
    """What the challenger asked for: to move first, second, or by lot."""
    note: str
    """The challenger's words, harmless as to mentions; may be empty."""
    guild: int | None
    channel: int
    post: int | None
    """The message that shows it, None until posted."""
    match: int | None
    """The match that came of it, once accepted."""
    created: int
    expires_at: int
    answered_by: int | None
    """Who accepted, declined or cancelled; at a table of many, whose joining or word began it."""
    control: str = "untimed"
    """The time control, as `bot.service.clocks.parse` reads it."""
    least: int | None = None
    """With how many people the challenger may begin it, where the game has a seating for them;
    None: only when every place is taken."""
    rated: bool = False
    """Whether the match shall be rated, if it can be."""

    @property
    def challenger(self) -> int:
        """The user id of him who made it."""
        player = self.seats[0].player
        assert player is not None
        return player

    @property
    def opponent(self) -> int | None:
        """The user id of the second person, None while it is open to anyone."""
        return self.seats[1].player

    @property
    def joined(self) -> tuple[int, ...]:
        """Who has agreed, the challenger first."""
        return tuple(seat.player for seat in self.seats if seat.joined and seat.player is not None)

    @property
    def invited(self) -> tuple[int, ...]:
        """Who is asked by name and has not answered."""
        return tuple(
            seat.player for seat in self.seats if not seat.joined and seat.player is not None
        )

    @property
    def free(self) -> int:
        """How many places are open to anyone."""
        return sum(seat.player is None for seat in self.seats)

    @property
    def direct(self) -> bool:
        """Whether every place is named: made to somebody, not to anyone."""
        return all(seat.player is not None for seat in self.seats)


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
    """Turns made so far."""
    turn: int | None
    """The seat to move; None when it is over."""
    position: str
    """`variant.dump` of the position: a snapshot; the moves are the truth."""
    outcome: Outcome | None
    """None while running or when aborted. Reasons: the engine's, "resigned", "time", "agreed"."""
    draw_offer: int | None
    """The seat whose draw offer is open."""
    guild: int | None
    channel: int
    thread: int | None
    post: int | None
    """The newest message that shows its board, None until posted."""
    created: int
    moved_at: int
    """When the last move was made (or the match began)."""
    gone: tuple[int, ...] = ()
    """The seats whose players have left, in order: the computer plays them on."""
    agreed: tuple[int, ...] = ()
    """The seats that agree to the draw that is offered, the offer's own included."""
    rated: bool = False
    """Whether it counts in the ratings; settled when it began."""
    control: str = "untimed"
    """The time control, as `bot.service.clocks.parse` reads it."""
    deadline: int | None = None
    """When the turn that runs is lost on time (or the game given up, if untimed); None when over."""

    @property
    def place(self) -> int:
        """The channel id that its messages go to: its thread, or else its channel."""
        return self.thread if self.thread is not None else self.channel

    @property
    def to_move(self) -> int | None:
        """The user id of whose turn it is; None when it is over."""
        return None if self.turn is None else self.players[self.turn]

    def seat_of(self, player: int) -> int | None:
        """The seat that this person holds, None if he does not play here."""
        return self.players.index(player) if player in self.players else None


@dataclass(frozen=True, slots=True)
class Clock:
    """The turn of a running match."""

    match: int
    ply: int
    seat: int
    started: int
    bank: int
    """Seconds that the seat had when it began."""
    zone: str
    quiet: str
    """The quiet hours of the player when it began, as `bot.service.calendar.parse_quiet` reads them."""
    deadline: int
    control: str
    """That of the match."""
    alarm: str | None = None
    """What the player is reminded of next: "turn", "half", "most", "last" or "nudge"."""
    alarm_at: int | None = None
    nudged: int | None = None
    """When an opponent last nudged the player of this turn."""
    muted: bool = False
    """Whether the player wants no more reminders of this turn."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a person wants to be treated."""

    player: int
    zone: str = "UTC"
    """An IANA name."""
    quiet: str = ""
    """Quiet hours, as `bot.service.calendar.parse_quiet` reads them."""
    remind: Remind = "channel"
    reminded: int | None = None
    """When last told of halves and four fifths."""
    refused: bool = False
    """Whether a direct message came back, and the person does not know it yet."""


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One turn as it was made: `ply` turns had been made before it."""

    match: int
    ply: int
    seat: int
    player: int | None
    """None where nobody made it: by the runner, or a forced pass."""
    text: str
    """`variant.format` of the move."""
    at: int
    by: By = "player"


@dataclass(frozen=True, slots=True)
class Departure:
    """A player who left a match that went on without him: `ply` turns had been made."""

    match: int
    seat: int
    player: int
    ply: int
    at: int
    why: Why
    together: int
    """The same for those who left in one sweep: they share a place."""


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


@dataclass(frozen=True, slots=True)
class Post:
    """A message in which a board (or a challenge) was shown, also an old one."""

    message: int
    channel: int
    match: int | None
    ply: int | None
    """The ply that this board showed."""
    challenge: int | None


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """Something that must be told: one message to make or to change.

    kind            what the bot does with it
    board           posts the board after `ply` turns, with buttons, mentioning the seat to move
    result          posts the last board and how it ended (the match is finished or aborted)
    notice          posts a sentence; payload: {"notice": "draw-offered" or "draw-declined" or
                    "draw-withdrawn" or "draw-agreed" (one of several) or "left" (the computer
                    plays on for him) or "no-show" or "abandoned" or "pause-offered" or
                    "given-back" or "gift" or "paused" (these with "until") or "annulled" or
                    "waived", "seat": whose doing it was, or whose turn it is}; of a table
                    (`challenge` is set, `match` is None) {"notice": "table-left", "player": who}
    remind          reminds one person of turns, by mention or by direct message; payload: {"player":
                    who, "turns": [[match, ply, kind of alarm], ...]}; of those that are over
                    meanwhile nothing is said
    challenge       posts the challenge with its buttons, mentioning whom it asks
    challenge-changed  changes the challenge's post: who sits at the table now; where it has no post
                    there is nothing to do
    challenge-over  changes the challenge's post: no buttons, and what became of it (its status);
                    where it has no post there is nothing to do
    strip           takes the buttons off an older board; payload: {"message": its id};
                    where that message is gone there is nothing to do
    """

    id: int
    kind: Kind
    channel: int | None
    user: int | None
    """Whom to tell by direct message, where `channel` is None."""
    match: int | None
    ply: int | None
    challenge: int | None
    payload: Mapping[str, object]
    created: int
    due_at: int
    attempts: int
    """How often it was tried, this time not counted."""
    outdated: bool
    """Whether a newer row says what is true now: it is looked for, but not sent any more."""

    @property
    def nonce(self) -> str:
        """Discord's nonce: unique, the same at each attempt, at most 25 characters."""
        return f"{self.created:x}-{self.id:x}"

    @property
    def attempted_before(self) -> bool:
        """Whether Discord may have it already: look before sending again."""
        return self.attempts > 0
