"""Explanations of worse moves, in the reader's language."""

from collections.abc import Callable

from bot.i18n.translator import N_, Translator
from engine.analysis import Swing
from engine.explanations import Explanation

SENTENCES = {
    "missed-win": N_("The better move reached the goal at once."),
    "allowed-win": N_("It let {rival} reach the goal at once with {hop}."),
    "left-goal": N_("It took a man out of the goal."),
    "backward": N_("It moved a man backward."),
    "last-man": N_("It left the last man on {cell}; the better move brought that man forward."),
    "missed-goal": N_("The better move brought a man into the goal."),
    "no-ground": N_("It brought no man forward."),
    "solved-draw": N_("With best play, it only draws."),
}
"""The sentence for each kind of explanation without a number."""


def explanation_text(
    t: Translator,
    why: Explanation,
    show_move: Callable[[str], str],
    show_seat: Callable[[int], str],
) -> str:
    """Return the sentence for an explanation; "" if there is none."""
    facts = {
        "rival": show_seat(why.seat) if why.seat >= 0 else "",
        "hop": show_move(why.move),
        "cell": why.cell,
    }
    if why.kind in SENTENCES:
        return t.translate(SENTENCES[why.kind], **facts)
    if why.kind == "missed-hop":
        return t.translate_plural(
            "It missed a hop forward with {n} jump.",
            "It missed a hop forward with {n} jumps.",
            why.number,
        )
    if why.kind == "left-behind":
        return t.translate_plural(
            "It left the last man, on {cell}, alone: the nearest other man is {n} square away. The "
            "better move brought it forward.",
            "It left the last man, on {cell}, alone: the nearest other man is {n} squares away. "
            "The better move brought it forward.",
            why.number,
            **facts,
        )
    if why.kind == "rivals-ladder":
        return t.translate_plural(
            "It left {rival} a ladder: the hop {hop} with {n} jump, which the better move "
            "prevented.",
            "It left {rival} a ladder: the hop {hop} with {n} jumps, which the better move "
            "prevented.",
            why.number,
            **facts,
        )
    if why.kind == "own-ladder":
        return t.translate_plural(
            "The better move prepared the hop {hop} with {n} jump for the next turn.",
            "The better move prepared the hop {hop} with {n} jumps for the next turn.",
            why.number,
            **facts,
        )
    if why.kind == "broken-ladder":
        return t.translate_plural(
            "It broke a ladder: the hop {hop} with {n} jump is no longer possible.",
            "It broke a ladder: the hop {hop} with {n} jumps is no longer possible.",
            why.number,
            **facts,
        )
    if why.kind == "race":
        return t.translate_plural(
            "The men no longer met: it left exactly {n} turn to go, the better move {best}.",
            "The men no longer met: it left exactly {n} turns to go, the better move {best}.",
            why.number,
            best=why.best,
        )
    if why.kind == "solved-loss":
        return t.translate_plural(
            "With best play, it loses in {n} turn, counting both players.",
            "With best play, it loses in {n} turns, counting both players.",
            why.number,
        )
    return ""


def score_text(t: Translator, swing: Swing) -> str:
    """Return the sentence for a turning point without an explanation."""
    better, played = (round(100 * score) for score in swing)
    return t.translate(
        "By the computer's estimate, the expected score fell from {better}% to {played}%.",
        better=better,
        played=played,
    )
