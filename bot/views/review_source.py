"""A game from its beginning, as it is told to somebody who looks back on it."""

from dataclasses import dataclass
from typing import Literal

from bot.i18n.translator import Words
from bot.store.models import Theme
from bot.texts.outcomes import ending
from bot.views.components import Control
from bot.views.player_labels import colour_name
from engine import Move
from engine.record import Record

Source = Literal["", "given-"]
"""Where a game comes from: a match, or a record that its reader gave; its buttons begin with it."""


@dataclass(frozen=True, slots=True)
class Story:
    """What is looked back on, and by whom."""

    number: int
    """Of the match, or of the record that was given."""
    record: Record
    heading: str
    ended: str | None
    """How the game ended, with people named as a message names them; None while it goes on."""
    side: int
    """The seat from which the reader sees the board."""
    theme: Theme
    shared: bool
    """Whether everybody where it is read may see it."""
    source: Source = ""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The turns, without those who left between them."""
        return tuple(turn for turn in self.record.turns if isinstance(turn, Move))

    @property
    def texts(self) -> tuple[str, ...]:
        """The turns as they are printed."""
        return tuple(map(self.record.variant.format, self.moves))

    def control(self, action: str, at: int = 0, more: str = "") -> Control:
        """What a button about it asks for."""
        return Control(self.source + action, self.number, at, more)

    def result(self, words: Words) -> str:
        """How it ended, with seats for people: for who hears a picture."""
        game, outcome = self.record.variant, self.record.result
        if outcome is None:
            return words.say("The game goes on.")
        names = [colour_name(words, game, seat) for seat in range(len(game.seats))]
        last = self.moves[-1] if self.moves else None
        return ending(words, outcome, names, game, last)
