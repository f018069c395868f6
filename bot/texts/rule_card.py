"""The card of a game: its rules in a few short sentences, what one may look up, and its history.

How a game is won, what an option puts in the place of what, and when it is a draw are read from the
game itself, so that no card can say what the engine does not do.
"""

from collections.abc import Callable, Iterator, Mapping

from bot.i18n.translator import mark
from bot.texts.option_texts import OPTIONS, options, plain
from bot.texts.rule_texts import card
from engine import Variant, rules
from engine.outcome import teams
from engine.rim_rules import fills_goal

LONGEST = 8
"""Sentences of a plain game's rules."""
BRIEF = 3
"""Sentences that tell a newcomer how a game is played."""

_ALL_WINS = mark("The first to have all their men in their goal wins.")
_ALL = mark("You have reached your goal when all your men are in it.")
_FIRST = mark("The first to reach their goal wins.")
_PAIR = mark(
    "A pair wins when both partners have reached their goal; one who gets there first is skipped "
    "from then on."
)
_PARTNERS = mark("{one} are partners against {other}, and partners may advise each other.")
_STAY = mark(
    "After more than {stay} turns of your own you lose if a turn of yours ends with a man of yours "
    "in your own yard, whether it never left or came back."
)
_STRAIGHT = mark("Nearer means in a straight line.")
_ADDED = mark("Nearer means in rows and places added up.")
_MUST_CHANGE = mark(
    "A turn must change something on the board; a player who cannot move passes, and if no one "
    "can, the game is a draw."
)
_THRICE = mark("It is a draw as well when the same position comes up for the third time.")
_LIMIT = mark("After {limit} turns, counting everyone's, the game is a draw.")

GOALS: Mapping[Callable[..., bool], str] = {
    rules.fills_goal: _ALL,
    rules.all_in_goal: _ALL,
    fills_goal: _ALL,
    rules.goal_is_full: OPTIONS["full"],
    rules.cannot_get_nearer: OPTIONS["ploog"],
}
"""When a goal is reached, by the function that tells the engine."""


def core(game: Variant) -> tuple[str, ...]:
    """The rules, in the order in which one needs them; its summary if the game has no card yet."""
    told = card(game.key)
    if told is None:
        return (plain(game).summary, *_winning(game))
    return told.start, *told.moves, *_lines(game, told.free), *_winning(game, told.goal)


def brief(game: Variant) -> tuple[str, ...]:
    """What a newcomer needs to make a first move: the first `BRIEF` of the rules, and who wins."""
    told, rules = card(game.key), core(game)
    wins = (told.goal if told else "", _ALL_WINS, _FIRST, _PAIR)
    return rules[:BRIEF] + tuple(sentence for sentence in rules[BRIEF:] if sentence in wins)


def in_short(game: Variant) -> tuple[str, ...]:
    """What a game is about, for those who are offered it: where the men begin, what is special about
    how they move and about the yards, and how it is won."""
    told = card(game.key)
    if told is None:
        return core(game)
    special = tuple(sentence for sentence in told.moves if "{far}" in sentence)
    return told.start, *special, *_lines(game, ""), *_winning(game, told.goal)


def details(game: Variant) -> tuple[str, ...]:
    """What one may look up, and what holds in every game."""
    told = card(game.key)
    return (*(told.details if told else ()), *_nearer(game), *_draws(game))


def history(game: Variant) -> tuple[str, ...]:
    """Who made the game, when, and what is known of it."""
    told = card(game.key)
    return told.history if told else ()


def chosen(game: Variant) -> frozenset[str]:
    """The sentences of the options that are chosen."""
    return frozenset(OPTIONS[option] for option in options(game))


def men(game: Variant) -> int:
    """How many men, on the board or to drop, a player begins with."""
    start = game.start()
    return len(game.standing(start, 0)) + sum(game.held(start, 0))


def _lines(game: Variant, free: str) -> Iterator[str]:
    """What yards hinder, and what must be done about them."""
    names = options(game)
    locked = game.may is rules.locked or "locked" in names
    if locked:
        yield OPTIONS["locked"]
    if "no-return" in names:
        yield OPTIONS["no-return"]
    if free and not locked and "no-return" not in names:
        yield free
    if game.duty is rules.leave_home:
        yield OPTIONS["gering"]
    if game.duty is rules.no_rest:
        yield OPTIONS["no-rest"]
    if isinstance(game.lost, rules.Overstays):
        yield _STAY


def _winning(game: Variant, goal: str = "") -> Iterator[str]:
    """How one wins: by `goal` where that is told of the game, unless another goal was chosen."""
    reached = GOALS.get(game.reached)
    pairs = any(len(team) > 1 for team in teams(game))
    if pairs:
        yield _PARTNERS
    if goal and game.reached is plain(game).reached:
        yield goal
    elif pairs and reached:
        yield from (reached, _PAIR)
    elif reached == _ALL:
        yield _ALL_WINS
    elif reached:
        yield from (reached, _FIRST)
    if game.places:
        yield OPTIONS["places"]
    if game.repetition == "loss":
        yield OPTIONS["repetition-loss"]


def _nearer(game: Variant) -> Iterator[str]:
    """What "nearer" means, where it matters."""
    if game.reached is rules.cannot_get_nearer:
        yield _STRAIGHT if rules.is_straight(game, 0) else _ADDED


def _draws(game: Variant) -> Iterator[str]:
    """When a game is a draw."""
    yield _MUST_CHANGE
    if game.repetition == "draw":
        yield _THRICE
    yield _LIMIT
