"""Outcome messages: one sentence that says how a match ended."""

from collections.abc import Callable, Mapping, Sequence

from bot.i18n.translator import N_, Translator
from engine import Move, Outcome, Variant, rules
from engine.optional_rules import OPTIONS
from engine.variants.le_zug import nine_and_three

WON: Mapping[str, str] = {
    "goal": N_("{winner} has won by reaching the goal!"),
    "unanswered": N_(
        "{winner} has won by reaching the goal: {loser} could not reach theirs in one turn."
    ),
    "overstayed": N_("{winner} has won: {loser} still has a man in their own yard."),
    "connected": N_("{winner} has won by joining the two edges!"),
    "stuck": N_("{winner} has won: no one can move."),
    "left": N_("{winner} has won: everyone else has left."),
    "count": N_("The move limit has been reached. {winner} has won, with more men in the goal."),
    "limit": N_("The move limit has been reached. {winner} has won, having finished first."),
    "repetition": N_("The same position occurred three times. {winner} has won."),
    "resigned": N_("{loser} resigned. {winner} has won."),
    "agreed": N_("{winner} has won by agreement."),
    "time": N_("{loser} ran out of time. {winner} has won."),
    "aborted": N_("The game was aborted. {winner} has won."),
}
"""Messages for a single winner, by the outcome's reason.

Facts: `winner` and `loser`, as formatted by the caller.
"""

_ARRIVED = N_("{winner} has won: all their men have arrived!")
REACHED: Mapping[Callable[..., bool], str] = {
    rules.fills_goal: _ARRIVED,
    rules.all_in_goal: _ARRIVED,
    nine_and_three: _ARRIVED,
    **{option.value: option.won for option in OPTIONS if option.field == "reached"},
    rules.none_left: N_("{winner} has won: none of their men is left on the board!"),
}
"""Messages for reaching the goal, by the variant's win condition."""
OUT = N_("{winner} has won: none of their men is left in the centre!")
CAME_BACK = N_("{winner} has won: {loser} moved back into their own yard.")
THIRD_TIME = N_(
    "The same position occurred for the third time after {loser}'s move. {winner} has won."
)

DRAWN: Mapping[str, str] = {
    "goal": N_("A draw: both reached the goal in the same round."),
    "unanswered": N_("A draw: both reached the goal in the same round."),
    "overstayed": N_("A draw: both still had a man in their own yard."),
    "connected": N_("A draw: both joined the two edges in the same round."),
    "stuck": N_("A draw: no one can move."),
    "left": N_("A draw: everyone has left."),
    "count": N_("A draw: the move limit has been reached, with equally many men in both goals."),
    "limit": N_("A draw: the move limit has been reached."),
    "repetition": N_("A draw: the same position occurred for the third time."),
    "resigned": N_("A draw: both resigned."),
    "agreed": N_("A draw, by agreement."),
    "time": N_("A draw: time ran out."),
    "aborted": N_("The game was aborted without a result."),
}
"""Messages for a draw between all players, by the outcome's reason."""

TOGETHER: Mapping[str, str] = {
    "goal": N_("{winner} have won together by reaching their goals!"),
    "left": N_("{winner} have won: everyone else has left."),
    "limit": N_("The move limit has been reached: {winner} share first place."),
    "repetition": N_("The same position occurred three times: {winner} share first place."),
    "stuck": N_("No one can move: {winner} share first place."),
    "agreed": N_("{winner} have agreed on a draw and share first place."),
}
"""Messages for a shared first place, by the outcome's reason.

The winners are a team, or the remaining players of a match with more than two players.
"""

ABORTED = N_("This game was aborted. It does not count.")
ABORTED_BY_BOT: Mapping[str, str] = {
    "no-show": N_(
        "{player} did not make their first move in time, so the game has been aborted. It "
        "does not count."
    ),
    "abandoned": N_(
        "No one has moved for 30 days, so the game has been aborted. It does not count."
    ),
}
"""Messages for a match that the bot has aborted, by `AbortReason`.

`player` is the player who should have moved.
"""


def ending_text(
    t: Translator,
    outcome: Outcome | None,
    names: Sequence[str],
    game: Variant | None,
    last: Move | None,
) -> str:
    """Return the outcome as a sentence.

    `names` are display names by seat. An `outcome` of None means that the match was aborted. `game`
    and `last` (the last move) make the sentence more specific; `game` is None for an unknown
    variant.
    """
    if outcome is None:
        return t.translate(ABORTED)
    first, *rest = outcome.ranking
    reason = outcome.reason
    if not rest:
        return t.translate(DRAWN[reason])
    if len(names) > 2 and reason in ("resigned", "time"):
        # With several players, a departure ends the match only when a single side remains.
        reason = "left"
    winner = t.join(names[seat] for seat in first)
    loser = t.join(names[seat] for seat in rest[-1])
    if len(first) > 1 and reason in TOGETHER:
        return t.translate(TOGETHER[reason], winner=winner)
    sentence = WON[reason] if game is None else _happened(reason, game, rest[-1], last)
    return t.translate(sentence, winner=winner, loser=loser)


def _happened(reason: str, game: Variant, losers: Sequence[int], last: Move | None) -> str:
    """Return the specific message for a reason that covers several cases."""
    if reason == "goal" and game.key.startswith("top-secret-centre"):
        return OUT
    if reason == "goal":
        return REACHED.get(game.reached, WON[reason])
    if reason == "overstayed" and last is not None and len(last.path) > 1:
        yard = game.seats[losers[0]].home
        if last.path[0] not in yard and last.path[-1] in yard:
            return CAME_BACK
    if reason == "repetition" and game.repetition == "loss" and len(game.seats) == 2:
        return THIRD_TIME
    return WON[reason]


def places_text(outcome: Outcome, names: Sequence[str], teams: Sequence[int]) -> str:
    """Return the final ranks: "1. Ada · 2. Bruno, Chen · 4. Dara".

    Partners share one rank. `teams` is the team of each seat, -1 for a seat without a team.
    """
    rank, shown = 1, []
    for group in outcome.ranking:
        shown.append(f"{rank}. {', '.join(names[seat] for seat in group)}")
        rank += len({teams[seat] if teams[seat] >= 0 else -1 - seat for seat in group})
    return " · ".join(shown)
