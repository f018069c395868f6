"""How a game ended, in one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.words import Words, mark
from engine import Outcome

WON: Mapping[str, str] = {
    "goal": mark("{winner} has won: all home!"),
    "overstayed": mark("{winner} has won: {loser} left a man in the yard for too long."),
    "connected": mark("{winner} has won by joining the two edges!"),
    "stuck": mark("{winner} has won: nobody can move any more."),
    "left": mark("{winner} has won: everybody else has left."),
    "limit": mark("The turn limit is reached. {winner} has won, being nearer to the goal."),
    "repetition": mark("The same position came up three times. {winner} has won."),
    "resigned": mark("{loser} resigned. {winner} has won."),
    "agreed": mark("{winner} has won by agreement."),
    "time": mark("{loser} ran out of time. {winner} has won."),
    "aborted": mark("The game was broken off. {winner} has won."),
}
"""By the outcome's reason, when somebody won. Facts: winner and loser, as the caller names them."""

DRAWN: Mapping[str, str] = {
    "goal": mark("A draw: both came home in the same round."),
    "overstayed": mark("A draw: both left a man in the yard for too long."),
    "connected": mark("A draw: nobody can join the edges any more."),
    "stuck": mark("A draw: nobody can move any more."),
    "left": mark("A draw: everybody has left."),
    "limit": mark("A draw: the turn limit is reached."),
    "repetition": mark("A draw: the same position came up for the third time."),
    "resigned": mark("A draw: both resigned."),
    "agreed": mark("A draw, by agreement."),
    "time": mark("A draw: the time ran out."),
    "aborted": mark("The game was broken off, without a result."),
}
"""By the outcome's reason, when all share one place."""

ABORTED = mark("This game was aborted. It does not count.")


def ending(words: Words, outcome: Outcome | None, names: Sequence[str]) -> str:
    """The sentence; `names` by seat, ready to be shown; None is an aborted game."""
    if outcome is None:
        return words.say(ABORTED)
    first, *rest = outcome.ranking
    if not rest:
        return words.say(DRAWN[outcome.reason])
    winner = words.say(" and ").join(names[seat] for seat in first)
    loser = words.say(" and ").join(names[seat] for seat in rest[-1])
    return words.say(WON[outcome.reason], winner=winner, loser=loser)
