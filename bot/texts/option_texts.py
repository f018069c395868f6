"""Names and descriptions of the optional rules."""

from collections.abc import Mapping

from bot.i18n.translator import mark
from engine import VARIANTS, Variant

OPTIONS: Mapping[str, str] = {
    "full": mark(
        "You have reached your goal when, after a turn of yours, all of it is taken, no matter by "
        "whom, and at least one of the men in it is yours."
    ),
    "gering": mark(
        "Once another player has no men left where they started, you must move men out of where "
        "yours started or, within it, farther from its corner (the nearer of two), as long as you "
        "can."
    ),
    "locked": mark(
        "A man that has come into your goal stays in it, even between the jumps of a hop."
    ),
    "no-rest": mark(
        "A man may pass through the points of others, but may end a turn only in your own, in your "
        "goal or between the points."
    ),
    "no-return": mark("A man that has left your own yard may not come back into it."),
    "places": mark("Play goes on after the first has won, for the other places."),
    "ploog": mark(
        "You have reached your goal when, after a turn of yours, none of your men is in your own "
        "yard and none could end a turn nearer to the far corner."
    ),
    "repetition-loss": mark(
        "A player who brings the same position about for the third time loses."
    ),
}
"""Description by the rule's key in `engine.optional_rules`."""

TITLES: Mapping[str, str] = {
    "full": mark("full yard"),
    "gering": mark("must leave home"),
    "locked": mark("locked yard"),
    "no-rest": mark("no rest on the way"),
    "no-return": mark("no return"),
    "places": mark("for all places"),
    "ploog": mark("Ploog's goal"),
    "repetition-loss": mark("repetition loses"),
}
"""Short name of each optional rule."""


def options(game: Variant) -> tuple[str, ...]:
    """Return the keys of a variant's optional rules ("renpaarden+full" has "full")."""
    return tuple(game.key.split("+")[1:])


def plain(game: Variant) -> Variant:
    """Return the variant without its optional rules."""
    return VARIANTS[game.key.partition("+")[0]]
