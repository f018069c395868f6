"""The source of a review: a match or an imported record."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from bot.extension_api.matches import Match
from bot.extension_api.people import Theme
from bot.extension_api.texts import Translator, ending_text
from bot.extension_api.views import ComponentId, colour_name
from engine import Move
from engine.record import Record

ReviewSource = Literal["", "given-"]
"""Prefix of actions by source of a game: "" for a match, "given-" for a record."""


@dataclass(frozen=True, slots=True)
class Review:
    """A game under review, with the viewpoint of the player who reviews it."""

    number: int
    """Id of the match or imported record."""
    record: Record
    heading: str
    ended: str | None
    """Outcome as a sentence with player names; None while the match is running."""
    side: int
    """The seat from whose viewpoint the board is drawn."""
    theme: Theme
    is_shared: bool
    """Whether everyone in the channel may see the game."""
    source: ReviewSource = ""
    match: Match | None = None
    """The match; None for an imported record."""
    names: Mapping[int, str] = field(default_factory=dict)
    """The display names of the players of the match, by user id."""
    user_names: Mapping[int, str] = field(default_factory=dict)
    """Their user names, as far as they are known."""

    @property
    def played_match(self) -> Match:
        """The match, for what an imported record does not offer."""
        assert self.match is not None
        return self.match

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves, without departures."""
        return tuple(turn for turn in self.record.turns if isinstance(turn, Move))

    @property
    def texts(self) -> tuple[str, ...]:
        """The moves in notation."""
        return tuple(map(self.record.variant.format, self.moves))

    def control(self, action: str, at: int = 0, more: str = "") -> ComponentId:
        """Return the custom id data of a component for an action on this game."""
        return ComponentId(self.source + action, self.number, at, more)

    def result(self, t: Translator) -> str:
        """Return the outcome with seat colours instead of names, for alt text."""
        game, outcome = self.record.variant, self.record.result
        if outcome is None:
            return t.translate("The game continues.")
        names = [colour_name(t, game, seat) for seat in range(len(game.seats))]
        last = self.moves[-1] if self.moves else None
        return ending_text(t, outcome, names, game, last)
