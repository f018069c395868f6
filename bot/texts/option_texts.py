"""Names and descriptions of the optional rules."""

from collections.abc import Mapping

from bot.i18n.translator import N_
from engine import VARIANTS, Variant

OPTIONS: Mapping[str, str] = {
    "full": N_(
        "You have reached your goal when, at the end of your turn, every square of it is "
        "occupied and at least one of the men in it is yours."
    ),
    "gering": N_(
        "Once any other player has emptied their yard, you must, as long as you can, move "
        "men out of your own yard or, within it, farther from its corner (the nearer one "
        "if it has two)."
    ),
    "locked": N_(
        "Once a man is in your goal, it may not leave it, not even between the jumps of a hop."
    ),
    "no-rest": N_(
        "A man may pass through other players' points, but may end a turn only in your own "
        "point, in your goal or between the points."
    ),
    "no-return": N_("A man that has left your own yard may not come back into it."),
    "places": N_("After someone has won, the others play on for the remaining places."),
    "ploog": N_(
        "You have reached your goal when, at the end of your turn, none of your men is in "
        "your own yard and none could end a turn nearer to the far corner."
    ),
    "repetition-loss": N_(
        "If the same position occurs for the third time, the player who moved last loses."
    ),
}
"""Description by the rule's key in `engine.optional_rules`."""

TITLES: Mapping[str, str] = {
    "full": N_("full yard"),
    "gering": N_("must leave home"),
    "locked": N_("locked yard"),
    "no-rest": N_("no rest on the way"),
    "no-return": N_("no return"),
    "places": N_("play for all places"),
    "ploog": N_("Ploog's goal"),
    "repetition-loss": N_("repetition loses"),
}
"""Short name of each optional rule."""


def options(game: Variant) -> tuple[str, ...]:
    """Return the keys of a variant's optional rules: ("full",) for "renpaarden+full"."""
    return tuple(game.key.split("+")[1:])


def plain(game: Variant) -> Variant:
    """Return the variant without its optional rules."""
    return VARIANTS[game.key.partition("+")[0]]
