"""Seeded games between computer levels of different strength, with their analysis."""

import random
from dataclasses import dataclass
from itertools import accumulate

from engine import Move, Position, Variant, variant
from engine.analysis import Analysis, PlayedGame, analysed
from engine.search import choose, levels, turns_to_go

COUNTS = {
    "halma-8": 35,
    "halma-10": 3,
    "chinese-checkers": 3,
    "carrera": 3,
    "top-secret-centre": 1,
    "le-grec": 1,
    "chinese-checkers-3": 1,
    "super-chinese-checkers-3": 1,
    "super-chinese-checkers-4": 1,
    "halma-4-adjacent": 1,
}
"""Number of games of each variant, fifty in all. Most use the smallest board."""
KEYS = tuple(key for key, count in COUNTS.items() for _ in range(count))
MOST_TURNS = 260
CARELESS = 12
"""Interval of random moves in careless games.

Every third game is careless: one in N moves is random, so that mistakes are certain to occur.
"""


@dataclass(frozen=True)
class FinishedGame:
    """A finished game and its analysis."""

    rules: Variant
    positions: tuple[Position, ...]
    moves: tuple[Move, ...]
    analysis: Analysis
    strengths: tuple[int, ...]
    """The level of each seat."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; empty if the game was drawn or cut off."""
        outcome = self.rules.outcome(self.positions[-1])
        return outcome.ranking[0] if outcome and len(outcome.ranking) > 1 else ()

    @property
    def movers(self) -> list[int]:
        """The seat that made each turn."""
        return [position.turn for position in self.positions[:-1]]

    def after(self, turn: int, text: str) -> Position:
        """Return the position after another move in this turn."""
        return self.rules.apply(self.positions[turn - 1], self.rules.parse_canonical(text))


def played_game(number: int, seed: int) -> FinishedGame:
    """Play a game and analyse it.

    The levels are different if the variant has several.
    """
    rng = random.Random(f"{seed}/{number}")
    rules = variant(KEYS[number * 13 % len(KEYS)])
    offered = [level for level in levels(rules) if level.number < 4] or list(levels(rules))
    strengths = [offered[seat % len(offered)] for seat in range(len(rules.seats))]
    rng.shuffle(strengths)
    position, moves = rules.start(), list[Move]()
    while len(moves) < MOST_TURNS and rules.outcome(position) is None:
        if number % 3 == 2 and not rng.randrange(CARELESS):
            move = rng.choice(rules.moves(position))
        else:
            level = strengths[position.turn]
            nodes = min(level.nodes, 400)
            move = choose(rules, position, level, seed=rng.getrandbits(30), nodes=nodes)
        moves.append(move)
        position = rules.apply(position, move)
    texts = tuple(rules.format(move) for move in moves)
    positions = tuple(accumulate(moves, rules.apply, initial=rules.start()))
    analysis = analysed(PlayedGame(rules.key, texts))
    return FinishedGame(
        rules, positions, tuple(moves), analysis, tuple(level.number for level in strengths)
    )


def change_in_turns_to_go(game: FinishedGame, turn: int) -> float:
    """Return how much the better move improves the mover's lead on the race graph."""
    rules, before = game.rules, game.positions[turn - 1]
    seat, team = before.turn, rules.seats[before.turn].team
    rivals = [
        other
        for other, seated in enumerate(rules.seats)
        if other != seat and other not in before.done and not (team >= 0 and seated.team == team)
    ]

    def lead(position: Position) -> float:
        own = turns_to_go(rules, position, seat)
        return min((turns_to_go(rules, position, rival) for rival in rivals), default=0.0) - own

    return lead(game.after(turn, game.analysis.better[turn - 1])) - lead(game.positions[turn])


def score_when_played_on(
    game: FinishedGame, position: Position, seat: int, games: int = 6
) -> float:
    """Return a seat's mean score when equal computer players continue from a position."""
    rules, total = game.rules, 0.0
    for number in range(games):
        level = levels(rules)[min(1, len(levels(rules)) - 1)]
        reached, rng = position, random.Random(number)
        while reached.ply < position.ply + MOST_TURNS and rules.outcome(reached) is None:
            move = choose(rules, reached, level, seed=rng.getrandbits(30), nodes=400)
            reached = rules.apply(reached, move)
        outcome = rules.outcome(reached)
        decided = outcome is not None and len(outcome.ranking) > 1
        total += (seat in outcome.ranking[0]) if outcome and decided else 0.5
    return total / games
