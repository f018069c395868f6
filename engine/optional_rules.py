"""Named options that several games offer, chosen with the game: `variant("renpaarden+full")`.

An option changes one rule of a variant and adds its name to the key, so that records, positions and
ratings tell the games apart. Two are for every game of a certain shape; the others are named by the
games themselves in `Variant.options`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine import rules
from engine.definition import Variant
from engine.ending import teams


@dataclass(frozen=True)
class Option:
    """A rule that may be chosen."""

    name: str
    """What stands in the key behind the plus sign."""
    title: str
    """What stands in the name for people."""
    sentence: str
    """The rule in one sentence."""
    change: Callable[[Variant], Variant]
    """The game with the rule."""
    fits: Callable[[Variant], bool] = lambda variant: False
    """Does a game offer it without naming it?"""


def _with_line(line: Callable[[Variant, int, int, int], bool]) -> Callable[[Variant], Variant]:
    """The change that adds one more yard line to those that there are."""

    def change(variant: Variant) -> Variant:
        before = variant.may
        return replace(variant, may=lambda *way: before(*way) and line(*way))

    return change


OPTIONS = (
    Option(
        "full",
        "full yard",
        "You win when the enemy yard is full and at least one of the men in it is yours.",
        lambda variant: replace(variant, reached=rules.goal_is_full),
    ),
    Option(
        "gering",
        "must leave home",
        "Once the other player has left his yard you must leave yours, while you can.",
        lambda variant: replace(variant, duty=rules.leave_home),
    ),
    Option(
        "locked",
        "locked yard",
        "A man in the enemy yard may move within it but not leave it.",
        _with_line(rules.locked),
    ),
    Option(
        "no-rest",
        "no rest on the way",
        "A man may pass through the points of others but end his turn in his own home or goal only.",
        lambda variant: replace(variant, duty=rules.no_rest),
    ),
    Option(
        "no-return",
        "no return",
        "A man who has left his own yard may not come back into it.",
        _with_line(rules.no_return),
    ),
    Option(
        "places",
        "for all places",
        "The play goes on after the first has won, for the other places.",
        lambda variant: replace(variant, places=True),
        lambda variant: len(teams(variant)) > 2 and variant.won_by == "goal",
    ),
    Option(
        "repetition-loss",
        "repetition loses",
        "A player who brings the same position about for the third time loses.",
        lambda variant: replace(variant, repetition="loss"),
    ),
)
"""In the order of their names, which is their order in a key."""


def offered(variant: Variant) -> tuple[Option, ...]:
    """The options that a plain game offers."""
    return tuple(
        option for option in OPTIONS if option.name in variant.options or option.fits(variant)
    )


def changed(variant: Variant, names: tuple[str, ...]) -> Variant:
    """A plain game with some of its options; KeyError for a name that it does not offer, or offers once
    and is named twice."""
    left = {option.name: option for option in offered(variant)}
    chosen = sorted((left.pop(name) for name in names), key=lambda option: option.name)
    for option in chosen:
        variant = replace(
            option.change(variant),
            key=f"{variant.key}+{option.name}",
            name=f"{variant.name}, {option.title}",
            summary=f"{variant.summary} {option.sentence}",
        )
    return variant
