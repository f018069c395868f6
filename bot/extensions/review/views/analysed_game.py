"""A game with its analysis, which several views show."""

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

from bot.extension_api.texts import Translator
from bot.extension_api.views import colour_name, disc
from bot.extensions.review.views.review_source import Review
from engine import Move, Position
from engine.analysis import Analysis


@dataclass(frozen=True)
class AnalysedGame:
    """A game with its analysis."""

    story: Review
    analysis: Analysis

    @cached_property
    def positions(self) -> list[Position]:
        """The positions after 0, 1, 2, ... turns."""
        game = self.story.record.variant
        return list(accumulate(self.story.moves, game.apply, initial=game.start()))

    def mover(self, turn: int) -> int:
        """Return the seat that played this turn; turns are numbered from 1."""
        return self.positions[turn - 1].turn

    @cached_property
    def notable_turns(self) -> list[int]:
        """Turning points and other lost turns, in playing order."""
        movers = [position.turn for position in self.positions[:-1]]
        return self.analysis.notable_turns(movers, self.winners)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; empty if the game was drawn or has no result."""
        outcome = self.story.record.result
        return outcome.ranking[0] if outcome is not None and len(outcome.ranking) > 1 else ()

    @cached_property
    def leads(self) -> list[float]:
        """The lead of the first of two seats, in turns, after 0, 1, 2, ... turns.

        Each is the mean over two turns, because every turn brings its seat about one turn nearer
        to the goal. The last one is exact, so that it agrees with the turns left at the end.
        """
        exact = [other - own for own, other in self.analysis.to_go]
        means = [(before + after) / 2 for before, after in pairwise(exact)]
        return [exact[0], *means[:-1], exact[-1]]

    def played(self, turn: int) -> Move:
        """Return the move played in this turn, with all its landing squares."""
        move = self.story.moves[turn - 1]
        return self.story.record.variant.with_route(self.positions[turn - 1], move)

    def better(self, turn: int) -> Move:
        """Return the better move in this turn, with all its landing squares."""
        game = self.story.record.variant
        move = game.parse_canonical(self.analysis.better[turn - 1])
        return game.with_route(self.positions[turn - 1], move)

    def has_better(self, turn: int) -> bool:
        """Whether the game has this turn, and a better move was found in it."""
        return 0 < turn <= len(self.analysis.better) and bool(self.analysis.better[turn - 1])


def seat_label(t: Translator, analysed: AnalysedGame, seat: int) -> str:
    """Return a seat by its colour: "⚪ White"."""
    game = analysed.story.record.variant
    return f"{disc(game, seat)} {colour_name(t, game, seat)}"
