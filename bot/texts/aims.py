"""One-line aims of the games, for a player's first board."""

from bot.i18n.translator import N_, Translator
from bot.texts.rule_texts import card
from engine import Variant

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
