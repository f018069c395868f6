"""Optional rules that several games offer, e.g. `variant("renpaarden+full")`.

An option changes one rule of a variant and adds its name to the key, so records, positions and
ratings distinguish the games. Two options that change the same rule exclude each other. A game
lists the options it offers in `Variant.options`. It also offers every option whose `Option.fits`
accepts it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from engine import rules
from engine.outcome import teams_of
from engine.variant_definition import Variant


@dataclass(frozen=True)
class Option:
    """An optional rule."""

    name: str
    """The name in the key, after the plus sign."""
    title: str
    """The name shown to players."""
    sentence: str
    """The rule in one sentence."""
    change: Callable[[Variant], Variant]
    """Returns the game with the rule applied."""
    instead: str = ""
    """The rule that it replaces: "goal", "duty", or "" if it only adds a rule.

    "duty" is the move restriction.
    """
    fits: Callable[[Variant], bool] = lambda variant: False
    """Whether a game offers the option without listing it."""


def _with_line(line: Callable[[Variant, int, int, int], bool]) -> Callable[[Variant], Variant]:
    """Return a function that adds a yard line to those of a variant."""

    def change(variant: Variant) -> Variant:
        before = variant.link_allowed
        return replace(variant, link_allowed=lambda *way: before(*way) and line(*way))

    return change


OPTIONS = (
    Option(
        "full",
        "full yard",
        "You have reached your goal when, at the end of your turn, every square of it is "
        "occupied and at least one of the men in it is yours.",
        lambda variant: replace(variant, reached=rules.goal_is_full),
        "goal",
    ),
    Option(
        "gering",
        "must leave home",
        "Once any other player has emptied their yard, you must, as long as you can, move "
        "men out of your own yard or, within it, farther from its corner (the nearer one "
        "if it has two).",
        lambda variant: replace(variant, restriction=rules.must_leave_home),
        "duty",
    ),
    Option(
        "locked",
        "locked yard",
        "Once a man is in your goal, it may not leave it, not even between the jumps of a hop.",
        _with_line(rules.stays_in_goal),
    ),
    Option(
        "no-rest",
        "no rest on the way",
        "A man may pass through other players' points, but may end a turn only in your own "
        "point, in your goal or between the points.",
        lambda variant: replace(variant, restriction=rules.no_rest_in_yards),
        "duty",
    ),
    Option(
        "no-return",
        "no return",
        "A man that has left your own yard may not come back into it.",
        _with_line(rules.no_return),
    ),
    Option(
        "places",
        "play for all places",
        "After someone has won, the others play on for the remaining places.",
        lambda variant: replace(variant, places=True),
        fits=lambda variant: len(teams_of(variant)) > 2 and variant.won_by == "goal",
    ),
    Option(
        "ploog",
        "Ploog's goal",
        "You have reached your goal when, at the end of your turn, none of your men is in "
        "your own yard and none could end a turn nearer to the far corner.",
        lambda variant: replace(variant, reached=rules.cannot_get_nearer),
        "goal",
    ),
    Option(
        "repetition-loss",
        "repetition loses",
        "If the same position occurs for the third time, the player who moved last loses.",
        lambda variant: replace(variant, repetition="loss"),
    ),
)
"""All options, sorted by name; the names in a key are in the same order."""


def offered_options(variant: Variant) -> tuple[Option, ...]:
    """Return the options that a base game offers."""
    return tuple(
        option for option in OPTIONS if option.name in variant.options or option.fits(variant)
    )


def option_combinations(variant: Variant) -> tuple[tuple[Option, ...], ...]:
    """Return every combination of options that can be chosen with a base game.

    Each combination has one or more options that do not exclude each other.
    """
    options = offered_options(variant)
    sets = (some for n in range(1, len(options) + 1) for some in combinations(options, n))
    return tuple(some for some in sets if _compatible(some))


def _compatible(options: Iterable[Option]) -> bool:
    """Whether no two of the options replace the same rule."""
    changed = [option.instead for option in options if option.instead]
    return len(set(changed)) == len(changed)


def with_options(variant: Variant, names: tuple[str, ...]) -> Variant:
    """Return a base game with some of its options.

    Raises `KeyError` if the game does not offer one of the names, if a name occurs twice, or if two
    options exclude each other.
    """
    left = {option.name: option for option in offered_options(variant)}
    chosen = sorted((left.pop(name) for name in names), key=lambda option: option.name)
    if not _compatible(chosen):
        raise KeyError("+".join(names))
    for option in chosen:
        variant = replace(
            option.change(variant),
            key=f"{variant.key}+{option.name}",
            name=f"{variant.name}, {option.title}",
            summary=f"{variant.summary} {option.sentence}",
        )
    return variant
