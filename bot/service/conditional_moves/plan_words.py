"""Words of conditional moves in languages other than English, such as "wenn"."""

import re
from collections.abc import Mapping

from engine.move_words import plain_letters

WORDS: Mapping[str, str] = {
    "if": "wenn falls si se als om",
    "then": "dann entonces alors allora dan então så",
    "any": "egal beliebig cualquiera cualquier quelconque qualsiasi qualunque elke willekeurig "
    "qualquer valfri valfritt",
    "and": "und et ed och",
    "next": "nächster nächste nächstes siguiente suivant suivante prossimo prossima volgende próximo "
    "próxima nästa",
}
"""The words, by the English word that they stand for.

Words that have another meaning in a move are left out, e.g. the Dutch "en" (*to* in French). So are
single letters, which may be squares.
"""
_ENGLISH = {foreign: word for word, others in WORDS.items() for foreign in others.split()}
_FOREIGN = re.compile(rf"\b({'|'.join(_ENGLISH)})\b", re.IGNORECASE)


def in_english(text: str) -> str:
    """Return typed lines with their words in English."""
    return _FOREIGN.sub(lambda word: _ENGLISH[word[0].casefold()], plain_letters(text))
