"""Explanations of worse moves, in the reader's language."""

from collections.abc import Callable

from bot.extension_api.texts import N_, Translator
from engine.analysis import Swing
from engine.explanations import Explanation

SENTENCES = {
    "missed-win": N_("The better move reached the goal at once."),
    "allowed-win": N_("The move played let {rival} reach the goal at once with {hop}."),
    "left-goal": N_("The move played took a man out of the goal."),
    "backward": N_("The move played took a man away from the goal."),
    "last-man": N_(
        "The move played left the last man on {cell}; the better move brought that man nearer to "
        "the goal."
    ),
    "missed-goal": N_("The better move brought a man into the goal."),
    "no-ground": N_("The move played did not bring any man nearer to the goal."),
    "solved-draw": N_("With best play, the move played only draws."),
}
"""The sentence for each kind of explanation without a number."""


def explanation_text(
    t: Translator,
    why: Explanation,
    show_move: Callable[[str], str],
    show_seat: Callable[[int], str],
) -> str:
    """Return the sentence for an explanation; "" if there is none.

    A longer hop that was missed needs no sentence, since the better move shows it.
    """
    facts = {
        "rival": show_seat(why.seat) if why.seat >= 0 else "",
        "hop": show_move(why.move),
        "cell": why.cell,
    }
    if why.kind in SENTENCES:
        return t.translate(SENTENCES[why.kind], **facts)
    if why.kind == "left-behind":
        return t.translate_plural(
            "The last man, on {cell}, was left alone: the nearest other man is {n} square away. "
            "The better move brought the last man nearer to the goal.",
            "The last man, on {cell}, was left alone: the nearest other man is {n} squares away. "
            "The better move brought the last man nearer to the goal.",
            why.number,
            **facts,
        )
    if why.kind == "rivals-ladder":
        return t.translate_plural(
            "The move played left {rival} a ladder: the hop {hop} with {n} jump, which the better "
            "move prevented.",
            "The move played left {rival} a ladder: the hop {hop} with {n} jumps, which the better "
            "move prevented.",
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
            "The move played broke a ladder: the hop {hop} with {n} jump is no longer possible.",
            "The move played broke a ladder: the hop {hop} with {n} jumps is no longer possible.",
            why.number,
            **facts,
        )
    if why.kind == "race":
        return t.translate_plural(
            "The two sides had passed each other. Exactly {n} turn was left after the move played, "
            "and {best} after the better move.",
            "The two sides had passed each other. Exactly {n} turns were left after the move "
            "played, and {best} after the better move.",
            why.number,
            best=why.best,
        )
    if why.kind == "solved-loss":
        return t.translate_plural(
            "With best play, the move played loses in {n} turn, counting both players.",
            "With best play, the move played loses in {n} turns, counting both players.",
            why.number,
        )
    return ""


def score_text(t: Translator, swing: Swing) -> str:
    """Return the sentence for a turning point without an explanation."""
    better, played = (round(100 * score) for score in swing)
    return t.translate(
        "By the computer's estimate, the chance of winning fell from {better}% to {played}%.",
        better=better,
        played=played,
    )
