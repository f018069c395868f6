"""The rules that may be chosen with some games, and what holds in every one."""

from __future__ import annotations

from collections.abc import Mapping

from bot.words import mark
from engine import Variant

OPTIONS: Mapping[str, str] = {
    "full": mark(
        "You have reached your goal when, after a turn of yours, all of it is taken, no "
        "matter by whom, and at least one of the men in it is yours."
    ),
    "gering": mark(
        "Once another player has no men left at home, you must move men out of your home "
        "or, within it, farther from its corner, as long as you can."
    ),
    "locked": mark("A man in the yard that is your goal may move within it but not leave it."),
    "no-rest": mark(
        "A man may pass through the points of others, but may end a turn only in your own, "
        "in your goal or between the points."
    ),
    "no-return": mark("A man that has left your own yard may not come back into it."),
    "places": mark("Play goes on after the first has won, for the other places."),
    "ploog": mark(
        "You have reached your goal when, after a turn of yours, none of your men is at "
        "home and none could end a turn nearer to the far corner, as the crow flies (on 8×8 "
        "and 10×10 boards with triangular yards: in rows and columns added up)."
    ),
    "repetition-loss": mark(
        "A player who brings the same position about for the third time loses."
    ),
}
"""The rules that may be chosen, by their names in `engine.optional_rules`, as they stand there."""

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
"""What the options are called."""

_GOALS = ("full", "ploog")
_FIRST = mark("The first to reach their goal wins.")
_MUST_CHANGE = mark(
    "A turn must change something on the board; a player who cannot move passes, and if no "
    "one can, the game is a draw."
)
_THRICE = mark("It is a draw as well when the same position comes up for the third time.")
_LIMIT = mark("After {limit} turns, counting everyone's, the game is a draw.")


def chosen(game: Variant) -> tuple[str, ...]:
    """The sentences of the options in the key of a game such as "renpaarden+full"."""
    options = game.key.split("+")[1:]
    alone = all(seat.team < 0 for seat in game.seats)
    told = tuple(OPTIONS[option] for option in options)
    return (*told, _FIRST) if alone and set(options) & set(_GOALS) else told


def everywhere(game: Variant) -> tuple[str, ...]:
    """The sentences that hold in all games, as far as they do in this one; `{limit}` is its limit."""
    return (_MUST_CHANGE, *((_THRICE,) if game.repetition == "draw" else ()), _LIMIT)
