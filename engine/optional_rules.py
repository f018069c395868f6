"""Optional rules that several games offer, e.g. `variant("renpaarden+full")`.

An option changes one rule of a variant and adds its name to the key, so records, positions and
ratings distinguish the games. Two options that change the same rule exclude each other. A game
lists the options it offers in `Variant.options`. It also offers every option whose `Option.fits`
accepts it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Literal

from engine import rules
from engine.move_generation.movers import ALL, Hop, Step
from engine.outcome import teams_of
from engine.variant_data import never_lost
from engine.variant_definition import Kind, Variant

YardLine = Callable[[Variant, int, int, int], bool]
"""A function with the signature of `Variant.link_allowed`."""


def N_(sentence: str) -> str:  # noqa: N802 - gettext's conventional name
    """Mark a sentence that the bot translates, and return it unchanged."""
    return sentence


@dataclass(frozen=True)
class Option:
    """An optional rule: its names and texts, and the field of `Variant` that it sets."""

    name: str
    """The name in the key, after the plus sign."""
    title: str
    """The name shown to players."""
    sentence: str
    """The rule in one sentence."""
    source: str
    """The person who proposed the rule, and where it is described."""
    field: Literal[
        "equal_turns",
        "has_lost",
        "kinds",
        "link_allowed",
        "places",
        "reached",
        "repetition",
        "restriction",
    ]
    """The field that the rule replaces.

    A yard line is combined with the existing `link_allowed`.
    """
    value: Any
    """The new value of the field: a function or a plain value."""
    won: str = ""
    """The announcement of a win by `{winner}`, if the rule is a goal (`reached`)."""
    fits: Callable[[Variant], bool] = lambda variant: False
    """Whether a game that does not list the option offers it all the same."""
    brief: str = ""
    """The rule in at most 100 characters, for a form; empty if `sentence` is that short."""
    also: tuple[tuple[str, Any], ...] = ()
    """Other fields of `Variant` that the rule sets, with their values."""
    lifts: bool = False
    """Whether the option lifts a rule, which most games do not have in the first place."""

    def change(self, variant: Variant) -> Variant:
        """Return the game with the rule applied and without its tablebase."""
        value = self.value
        if self.field == "link_allowed":
            value = _both(variant.link_allowed, value)
        changes: dict[str, Any] = {self.field: value, "solved": "", **dict(self.also)}
        return replace(variant, **changes)

    def applies(self, variant: Variant) -> bool:
        """Whether the game has this rule, as a chosen option or as a standard rule."""
        standard = not self.lifts and getattr(variant, self.field) == self.value
        return standard or self in chosen_options(variant)


def _both(first: YardLine, second: YardLine) -> YardLine:
    """Return a yard line that forbids everything that either yard line forbids."""
    return lambda *way: first(*way) and second(*way)


def _for_two_players(variant: Variant) -> bool:
    """Whether the game has exactly two seats, which play against each other."""
    return len(variant.seats) == len(teams_of(variant)) == 2


OPTIONS = (
    Option(
        "diagonal",
        N_("with diagonals"),
        N_("Men may also step and jump diagonally."),
        "Ugolki - Halma (uptodown.com) and chicheckers.com, where diagonals are an option",
        "kinds",
        (Kind("man", "disc", (Step(ALL), Hop(ALL))),),
        lifts=True,
    ),
    Option(
        "equal-turns",
        N_("equal turns"),
        N_(
            "If the player who moved first finishes, the other player gets one more turn: "
            "finishing in that turn makes the game a draw. If no move can do that, the game "
            "ends at once."
        ),
        "iggamecenter.com: one extra turn for the second player, as in Halma and Salta",
        "equal_turns",
        True,
        fits=_for_two_players,
        brief=N_("The second player has one last turn: finishing in it makes the game a draw."),
    ),
    Option(
        "full",
        N_("full yard"),
        N_(
            "You have reached your goal when all its squares are occupied at the end of "
            "your turn. At least one of the men in it must be yours."
        ),
        "Neto, The Halma Family, after David Parlett",
        "reached",
        rules.goal_is_full,
        N_("{winner} has won: the goal is full, with at least one of their men in it!"),
        brief=N_("You reach your goal when it is full and at least one of the men in it is yours."),
    ),
    Option(
        "gering",
        N_("must leave home"),
        N_(
            "Once another player has no men left in their yard, you must move men out of "
            "yours, or farther from its corner within it, as long as you can. If your yard "
            "has two corners, the nearer one counts."
        ),
        "Neto, The Halma Family, after Ralf Gering: known in Germany for at least half a century",
        "restriction",
        rules.must_leave_home,
        brief=N_(
            "Once another player has left their yard, you must leave yours, as long as you can."
        ),
    ),
    Option(
        "locked",
        N_("locked yard"),
        N_("Once a man is in your goal, it may not leave, not even between the jumps of a hop."),
        "Neto, The Halma Family",
        "link_allowed",
        rules.stays_in_goal,
        brief=N_("A man in your goal may not leave it, even in the middle of a hop."),
    ),
    Option(
        "no-limit",
        N_("no deadline"),
        N_(
            "You may leave men in your own yard for as long as you like, and men in the goal are "
            "never counted."
        ),
        "Grasshopper (1948), Halma on a chessboard without a deadline, and most rules of Ugolki",
        "has_lost",
        never_lost,
        also=(("count_at", 0),),
        lifts=True,
    ),
    Option(
        "no-rest",
        N_("no rest on the way"),
        N_(
            "A man may pass through other players' points, but may end a turn only in your own "
            "point, in your goal or between the points."
        ),
        "A rule of Chinese Checkers in France and Spain",
        "restriction",
        rules.no_rest_in_yards,
        brief=N_("A turn may end only in your own point, in your goal or between the points."),
    ),
    Option(
        "no-return",
        N_("no return"),
        N_("A man that has left your own yard may not return to it."),
        "Abstract Play, Super Halma",
        "link_allowed",
        rules.no_return,
    ),
    Option(
        "places",
        N_("play for all places"),
        N_("After someone has won, the others play on for the remaining places."),
        "The usual way to rank more than two players",
        "places",
        True,
        fits=lambda variant: len(teams_of(variant)) > 2 and variant.won_by == "goal",
    ),
    Option(
        "ploog",
        N_("Ploog's goal"),
        N_(
            "You have reached your goal when all your men have left your own yard and none "
            "could end a turn nearer to the far corner. This is checked at the end of your "
            "turn."
        ),
        "Neto, The Halma Family, after a proposal from David Ploog",
        "reached",
        rules.cannot_get_nearer,
        N_("{winner} has won: none of their men can get nearer to the far corner!"),
        brief=N_(
            "You reach your goal when no man is at home and none can end nearer to the far corner."
        ),
    ),
    Option(
        "repetition-loss",
        N_("repetition loses"),
        N_("If the same position occurs for the third time, the player who moved last loses."),
        "Winther, Platonic Halma for Zillions of Games",
        "repetition",
        "loss",
    ),
)
"""All options, sorted by name; the names in a key are in the same order."""


def chosen_options(variant: Variant) -> tuple[Option, ...]:
    """Return the options in the key of a variant, e.g. `full` for "renpaarden+full"."""
    names = variant.key.split("+")[1:]
    return tuple(option for option in OPTIONS if option.name in names)


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
    """Whether no two of the options replace the same rule; yard lines can be combined."""
    changed = [option.field for option in options if option.field != "link_allowed"]
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
