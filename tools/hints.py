"""Verification of hints in random states of many figures."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from engine import puzzles
from engine.puzzles import hints

CAREFUL = 50_000
"""Search limit, in states, when deciding whether a figure can still be formed."""


def states(figure: int, rng: Random) -> Iterator[puzzles.SolitaireGame]:
    """Yield the states of a random walk in which the figure remains reachable.

    Most random turns make the figure unreachable, so a walk takes some seconds.
    """
    game: puzzles.SolitaireGame | None = puzzles.begin_game(puzzles.get_problem(f"figure-{figure}"))
    while game and not puzzles.is_solved(game):
        yield game
        moves = puzzles.legal_turns(game)
        rng.shuffle(moves)
        after = (puzzles.play_text(game, game.problem.variant.format(move)) for move in moves)
        game = next((each for each in after if puzzles.is_solvable(each)), None)


def verdict(game: puzzles.SolitaireGame) -> str:
    """Classify the hint for a solvable state, computed with empty caches.

    Returns "leads on", "leads astray" or "no hint in its time".
    """
    hints.clear_cache()
    move = puzzles.next_turn(game)
    if move is None:
        return "no hint in its time"
    hints.clear_cache()
    after = puzzles.play_text(game, game.problem.variant.format(move))
    return "leads on" if puzzles.is_solvable(after, CAREFUL) else "leads astray"


def check(number: int, figures: int, seed: int, report: Callable[[str], None]) -> bool:
    """Verify hints in `number` random states, and return whether none leads astray."""
    rng, verdicts = Random(seed), Counter[str]()
    for done in range(1, figures + 1):
        walk = list(states(rng.randint(1, puzzles.count()), rng))
        share = number * done // figures - number * (done - 1) // figures
        verdicts.update(map(verdict, rng.sample(walk, min(share, len(walk)))))
        if done % 10 == 0 or done == figures:
            counts = ", ".join(f"{what} {times}" for what, times in sorted(verdicts.items()))
            report(f"{done} figures: {counts}")
    return not verdicts["leads astray"]
