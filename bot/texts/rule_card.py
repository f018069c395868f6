"""Rule cards: the rules of a variant in a few sentences, with details and history.

The win condition, the effects of optional rules and the draw rules are derived from the engine's
definition of the variant, so that a card cannot contradict the engine.
"""

from collections.abc import Callable, Iterator, Mapping

from bot.i18n.translator import N_, Translator
from bot.texts.game_names import plain
from bot.texts.rule_texts import card
from engine import VARIANTS, Variant, rules
from engine.optional_rules import OPTIONS, Option, chosen_options
from engine.outcome import teams_of
from engine.suggested_rules import EQUAL_TURNS, SENTENCE, USUAL, first_player_wins

LONGEST = 8
"""Maximum number of bullet points in the rules of a variant without options."""
BRIEF = 3
"""Number of bullet points that explain a variant to a new player."""

_ALL_WINS = N_("The first to have all their men in their goal wins.")
_ALL = N_("You have reached your goal when all your men are in it.")
_FIRST = N_("The first to reach their goal wins.")
_PAIR = N_(
    "A pair wins when both partners have reached their goal. The first to get there is "
    "skipped from then on."
)
_PARTNERS = N_("{one} are partners against {other}, and partners may advise each other.")
_PAIRS = N_("The pairs are {pairs}. Partners may advise each other.")
_STAY = N_(
    "After your first {stay} turns, you lose if any of your men is in your own yard at the "
    "end of your turn. It does not matter whether it never left or came back."
)
_LAGGARDS = N_(
    "Under the printed rules, a player can spoil the game by keeping a man at home; later authors "
    "have proposed rules against that."
)
_AGAINST = {"full", "gering", "ploog"}
"""Options that prevent a player from spoiling the game, by how it is spoiled."""
_STRAIGHT = N_('"Nearer" is measured in a straight line.')
_ADDED = N_(
    '"Nearer" is measured as rows plus places. In a straight line, some squares outside this yard '
    "would be nearer to the corner than some in it."
)
_MUST_CHANGE = N_(
    "A move must change something on the board. A player who cannot move passes; if no one "
    "can move, the game is a draw."
)
_THRICE = N_("It is also a draw if the same position occurs for the third time.")
_COUNT = N_(
    "A game that lasts {count} moves in total is decided by the men in the goals: more is better, "
    "and equally many are a draw."
)
_LIMIT = N_("After {limit} moves in total, the game is a draw.")

GOALS: Mapping[Callable[..., bool], str] = {
    rules.fills_goal: _ALL,
    rules.all_in_goal: _ALL,
    **{option.value: option.sentence for option in OPTIONS if option.field == "reached"},
}
"""Descriptions of the goal, by the variant's win condition."""


def main_rules(game: Variant) -> tuple[str, ...]:
    """Return the main rules; the variant's summary if it has no card."""
    game_card = card(game.key)
    if game_card is None:
        return (plain(game).summary, *_winning(game))
    return (
        game_card.start,
        *game_card.moves,
        *(tuple(_sentences(game, "kinds")) or filter(None, (game_card.straight,))),
        *_lines(game, game_card.free),
        *_winning(game, game_card.goal),
    )


def brief_rules(game: Variant) -> tuple[str, ...]:
    """Return the rules that a new player needs for the first move, and how to win."""
    game_card, rules = card(game.key), main_rules(game)
    wins = (game_card.goal if game_card else "", _ALL_WINS, _FIRST, _PAIR, _STAY)
    return rules[:BRIEF] + tuple(sentence for sentence in rules[BRIEF:] if sentence in wins)


def in_short(game: Variant) -> tuple[str, ...]:
    """Return a short description that helps players choose a game.

    It covers the starting position, special moves and yard rules, and how to win.
    """
    game_card = card(game.key)
    if game_card is None:
        return main_rules(game)
    special = tuple(sentence for sentence in game_card.moves if "{far}" in sentence)
    return game_card.start, *special, *_lines(game, ""), *_winning(game, game_card.goal)


def details(game: Variant) -> tuple[str, ...]:
    """Return the details of the rules and the rules common to all variants."""
    game_card = card(game.key)
    return (*(game_card.details if game_card else ()), *_nearer(game), *_draws(game))


def history(game: Variant) -> tuple[str, ...]:
    """Return the variant's author, date and origin; empty if there is no card."""
    game_card = card(game.key)
    sentences = game_card.history if game_card else ()
    if plain(game).key == "halma" and {option.name for option in chosen_options(game)} & _AGAINST:
        sentences += (_LAGGARDS,)
    return sentences


def differences(game: Variant) -> tuple[str, ...]:
    """Return the rules that distinguish a variant from the plain form of its game."""
    form, base = plain(game), VARIANTS[game.game]
    base = VARIANTS.get(f"{base.key}-{len(game.seats)}", base)
    usual = {*main_rules(base), *main_rules(VARIANTS[game.game]), _ALL, _FIRST, _ALL_WINS}
    own = tuple(rule for rule in main_rules(form) if rule not in usual)
    return (*own, *chosen_sentences(game))


def chosen_sentences(game: Variant) -> tuple[str, ...]:
    """Return the sentences of the variant's optional rules."""
    return tuple(option.sentence for option in chosen_options(game))


def suggestion_text(t: Translator, key: str, rule: Option) -> str:
    """Return the reason why a rule is suggested for the game with this key."""
    number = first_player_wins(key)
    if rule.name == EQUAL_TURNS and number is not None:
        return t.translate(SENTENCE, n=number)
    return t.translate(USUAL, rule=t.translate(rule.title))


def men(game: Variant) -> int:
    """Return the number of men per player, on the board or in hand."""
    start = game.start()
    return len(game.standing(start, 0)) + sum(game.in_hand(start, 0))


def _sentences(game: Variant, field: str) -> Iterator[str]:
    """Yield sentences for a game's rules that set this field, standard or optional."""
    for option in OPTIONS:
        if option.field == field and option.applies(game):
            yield option.sentence


def _lines(game: Variant, free: str) -> Iterator[str]:
    """Yield the rules about entering and leaving yards."""
    lines = tuple(_sentences(game, "link_allowed"))
    yield from lines
    if free and not lines:
        yield free
    yield from _sentences(game, "restriction")
    yield from _sentences(game, "has_lost")
    if isinstance(game.has_lost, rules.Overstays):
        yield _STAY
    if game.count_at:
        yield _COUNT


def _winning(game: Variant, goal: str = "") -> Iterator[str]:
    """Yield how to win; `goal` is the card's own sentence for the default goal."""
    reached = GOALS.get(game.reached)
    teams = teams_of(game)
    pairs = any(len(team) > 1 for team in teams)
    if pairs:
        yield _PARTNERS if len(teams) == 2 else _PAIRS
    if goal and game.reached is plain(game).reached:
        yield goal
    elif pairs and reached:
        yield from (reached, _PAIR)
    elif reached == _ALL:
        yield _ALL_WINS
    elif reached:
        yield from (reached, _FIRST)
    yield from _sentences(game, "equal_turns")
    yield from _sentences(game, "places")
    yield from _sentences(game, "repetition")


def _nearer(game: Variant) -> Iterator[str]:
    """Yield the definition of "nearer" for variants whose goal uses this word."""
    if game.reached is rules.cannot_get_nearer:
        yield _STRAIGHT if rules.is_straight(game, 0) else _ADDED


def _draws(game: Variant) -> Iterator[str]:
    """Yield the draw rules."""
    yield _MUST_CHANGE
    if game.repetition == "draw":
        yield _THRICE
    if not game.count_at:
        yield _LIMIT


OUTLINED = N_("Your aim: bring all your men to the squares inside the double outline.")


def aim_of(game: Variant) -> str:
    """Return the aim of a game as an untranslated sentence.

    If the game does not require all men to reach the goal, this is the aim on its rule card.
    """
    game_card = card(game.key)
    return (game_card.goal if game_card else "") or OUTLINED


def aim_text(t: Translator, game: Variant) -> str:
    """Return the translated aim of a game as a sentence."""
    return t.translate(aim_of(game))
