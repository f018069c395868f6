"""Sentences of the rule cards that cannot be derived from the engine's definition.

`CARDS` maps variant keys to their cards; shared sentences are constants. `bot.texts.rule_card`
adds the win condition, the effects of optional rules and the draw rules.
"""

from collections.abc import Mapping
from typing import NamedTuple

from bot.i18n.translator import N_


class Card(NamedTuple):
    """Sentences about one variant.

    Placeholders: `{men}` is the number of men per player, and `{far}` the maximum distance to the
    man jumped over.
    """

    start: str
    """Starting position and goal."""
    moves: tuple[str, ...]
    """How men move."""
    goal: str = ""
    """How to win, if the goal is not to bring all men to certain squares."""
    straight: str = ""
    """Sentence that no man moves diagonally; replaced by an option that allows it."""
    free: str = ""
    """Sentence that all yards are open to all men; omitted if a yard rule applies."""
    details: tuple[str, ...] = ()
    """Less common rules."""
    history: tuple[str, ...] = ()


# Starting position and goal.
_CORNERS = N_(
    "Each player's {men} men start in a corner, their yard; the yard in the opposite corner is "
    "their goal."
)
_POINTS = N_(
    "Each player's {men} men start in a point of the star; the opposite point is their goal."
)
_FIFTEEN = N_(
    "Each player's {men} men start in a point of the star and on the row of five holes before it; "
    "the opposite point with its row is their goal."
)
_ROWS = N_(
    "Each player's {men} men start on their side of the board; the two rows farthest from them are "
    "their goal."
)
_ENEMY = N_(
    "Each player's {men} men start on their side of the board; the squares where the enemy "
    "starts are their goal."
)
_RIGHT = N_(
    "Each player's {men} men start around the corner on their right; the squares where the enemy "
    "starts are their goal."
)
_SIDE = N_("Each player's {men} men start on their side of the board, as in the picture.")
_CENTRE = N_(
    "The players take turns dropping a man on one of the central 6×6 squares until all 36 are full."
)
_ZUG = N_(
    "Nine of each player's {men} men start on the first row. The near player drops the "
    "other three on their second row, then the far player does the same."
)
_RIM_START = N_(
    "The players take turns dropping their {men} men on the middle squares of the rim "
    "nearest to them, which are their first rank. The squares opposite are their goal."
)

_FIVE = N_(
    "One player's goal is empty at the start, and nobody heads for that player's point. Because of "
    "this difference, the game is never rated."
)

# How men move.
_STEP = N_(
    "On your turn, move one man. It either steps to an empty square next to it, in any "
    "direction, or hops."
)
_HOP = N_(
    "In a hop, it jumps over a man of any colour next to it to the empty square just "
    "beyond. It may keep jumping from there, as often as you like."
)
_STEP_OR_HOP = N_(
    "On your turn, move one man. It either steps to an empty square next to it or hops."
)
_STRAIGHT = N_("Men step and jump forwards, backwards and sideways, but never diagonally.")
_LONG = N_(
    "A jump may also go over a man up to {far} squares away, to the square just as far "
    "beyond it. All other squares on that line must be empty."
)
_PEACE = N_("Nothing is ever captured, and no one has to jump.")
_NO_CAPTURE = N_("Nothing is ever captured.")
_OPEN = N_("Men may enter and leave any yard.")
_GREC = N_(
    "On your turn, one man steps to an empty square next to it: forwards, diagonally "
    "forwards or sideways."
)
_CAESAR = N_(
    "On your turn, one man steps along a line to the next square, straight or diagonally "
    "forwards, if that square is empty."
)
_ENEMIES = N_(
    "Or it jumps in the same directions over an enemy next to it to the empty square just "
    "beyond, and may keep jumping from there."
)
_FORWARDS = N_("No one moves backwards or jumps over their own men, and nothing is captured.")
_ZUG_MOVE = N_(
    "On your turn, one man steps diagonally forwards to an empty square, or hops. Each "
    "jump goes diagonally forwards over a man of any colour to the empty square just "
    "beyond."
)
_BONUS = N_("After its jumps it may make one more such step in the same turn.")
_CAMPS = N_(
    "The first four rows of each side, shaded, are its camp. As long as a side still has a "
    "man in its own camp, none of its men may land in the enemy camp, not even between two "
    "jumps."
)
_BACK = N_(
    "Once all your men are in the enemy camp, they may also step and jump diagonally backwards."
)
_KNIGHT = N_(
    "The men are horses. On your turn, one leaps to an empty square like a knight in "
    "chess: two squares straight and one to the side, whatever stands in between."
)
_RELAY = N_(
    "It may also leap to an enemy's square, but must then keep leaping in the same turn "
    "until it reaches an empty one."
)
_EXIT = N_(
    "A man at the edge may step off the board, and a hop may end with a jump off the board "
    "over a man at the edge."
)
_SHAPES = N_(
    "On your turn, move one man in the directions of its shape. It either steps to an "
    "empty square next to it or hops."
)
_SENDS = N_("A Circle that jumps over an enemy Circle sends it back to its first rank.")
_RIM = N_(
    "A hop may touch the rim, but no turn may end there except in the goal. A man that has "
    "never left its first rank may also end a turn on that rank."
)
_OUTJUMP = N_(
    "If one of your men is on its first rank next to an enemy, it must jump out over that "
    "enemy if it can. Enemy Circles and jumps that would land on the rim do not count."
)

# How to win.
_OFF = N_("The first to have no men left on the board wins.")
_OUT = N_("The first to have no men left on the central 6×6 squares wins.")
_ZUG_WINS = N_(
    "The first player with nine men on the last row and the other three on the row before it wins."
)
_EDGES = N_(
    "Your home edge is 17 squares along the rim of the star: both sides of your own point "
    "and the nearer sides of the two next to it. Your away edge is the same around the "
    "opposite point."
)
_HEX_EDGES = N_(
    "Your home edge is the row nearest to you; your away edge is the row farthest from you."
)
_CHAIN = N_(
    "You win when, at the end of your turn, an unbroken chain of your men on neighbouring "
    "squares joins your home edge to your away edge."
)

# Details.
_STOP = N_("A hop may stop after any jump, change direction and go over the same man again.")
_COLOUR = N_("A hop never changes the colour of the square a man stands on; only a step does.")
_THREE_GAMES = N_(
    "There are three games for four: everyone alone, with the player opposite as partner, or "
    "with a neighbour as partner. Choose one with the option `partner` of `/challenge`."
)
_ONWARDS = N_(
    "Letting a man keep jumping is customary in this family of games; the source does not "
    "mention it."
)
_EVEN = N_("Only squares whose row and place numbers add up to an even number are used.")
_WHOLE = N_(
    "You may not start a chain that cannot end on an empty square. A horse may not leap to "
    "a square occupied by its own side."
)
_OFF_AGAIN = N_(
    "A man that hops to the edge may not step off in the same turn. A man that has left "
    "the board is out of the game."
)
_GAP = N_("No jump crosses the gap between two points of the star.")
_FIXED = N_("A man that ends a turn in its goal stays on that square for good.")
_NOT_BACK = N_(
    "A man may not jump straight back over the man it has just jumped over, except from the rim, "
    "where this undoes the jump onto the rim."
)
_SENT = N_(
    "A Circle that is sent back goes to the first free square of its first rank, counted "
    "from the left or top as the first player sees the board. If that rank is full, it "
    "goes to the second rank in the same way. It then counts as never having left."
)
_NOT_SENT = N_(
    "A Circle on any player's first or last rank is not sent back. A jump that sends a "
    "Circle back may not land on the rim, except in the goal."
)

# History.
_HALMA_HISTORY = N_(
    "The rulebook credits G. H. Monks, 1885, then the Halma Co. and Parker Brothers; other "
    "sources say that the game comes from England in the 1880s. The name is Greek for leaping, "
    "and the game was also called Hoppity."
)
_SMALL_HISTORY = N_(
    "From BrainKing, which uses small boards to save space. The number of men and the "
    "shape of the yards are reconstructed, because the pictures in the source are lost."
)
_UGOLKI_HISTORY = N_(
    "The Halma of Russia and its neighbours, played on a chessboard with draughtsmen; the name means "
    "corners. The number of men and the deadlines differ from place to place."
)
_SKOCZKI_HISTORY = N_("From Poland; the name means jumpers.")
_GRASSHOPPER = N_("With a locked yard and no deadline this is Grasshopper, a game of 1948.")
_LONG_HISTORY = N_(
    "The long jumps are from New Rules for Classic Games by Wayne Schmittberger; they are popular "
    "in France."
)
_SECRET_HISTORY = N_(
    "Its inventor is unknown. How the game ends is reconstructed, because the only source "
    "has just one sentence about that."
)
_GREC_HISTORY = N_('By Dominique Huguenin and Yves Chédel; the name is French for "the Greek".')
_RENPAARDEN_HISTORY = N_("By Fred Horn, 1981; the name is Dutch for racehorses.")
_ZUG_HISTORY = N_(
    'By D. J. Springgay, 1971; the name mixes French and German and is said to mean "the course".'
)
_CARRERA_HISTORY = N_(
    "By Héctor Canteros, 1988; the name is Spanish for horse race. The source does not "
    "state a goal, so the usual goal of this family of games is used."
)
_HEXMA_HISTORY = N_(
    "By Cameron Browne, 2003. The source suggests a rule against players who never leave "
    "home; it is offered as an optional rule."
)
_CAESAR_HISTORY = N_(
    "Published by Richter in about 1904 as Meteor Game No. 9; the Game Board Database "
    "(GARD) has the board and the rules."
)
_STAR_HISTORY = N_(
    "Neither Chinese nor a kind of checkers: it is Halma on a star, and comes from Germany or Sweden."
)
_PLATONIC_HISTORY = N_(
    "Invented by M. Kuby, according to M. Winther, who published these rules in 2006. They follow "
    "Traverse by M. Kuby and J. Miller, a Games Magazine Game of the Year."
)
_FORMS = N_(
    "The shapes recall the perfect forms of Plato and Pythagoras, and there are four of them, like "
    "the four elements."
)
_PYTHAGOREIC_HISTORY = N_(
    "By M. Winther, 2006, who calls it a variant of M. Kuby's game. It differs from Platonic "
    "Halma in three ways: each player has only one Diamond, the board is smaller, and Circles do "
    "not move backwards. Circles are half as strong as in Platonic Halma, but still the "
    "strongest pieces."
)

_HALMA = Card(
    _CORNERS,
    (_STEP, _HOP, _PEACE),
    free=_OPEN,
    details=(_STOP, _COLOUR),
    history=(_HALMA_HISTORY,),
)
_SMALL = _HALMA._replace(history=(_SMALL_HISTORY, _GRASSHOPPER))
_UGOLKI = Card(
    _CORNERS,
    (_STEP_OR_HOP, _HOP, _PEACE),
    straight=_STRAIGHT,
    details=(_OPEN, _STOP),
    history=(_UGOLKI_HISTORY,),
)
_SUPER = _HALMA._replace(moves=(_STEP, _HOP, _LONG, _PEACE), history=(_LONG_HISTORY,))
_SECRET = _HALMA._replace(start=_CENTRE, goal=_OUT, free="", history=(_SECRET_HISTORY,))
_STAR = Card(_POINTS, (_STEP, _HOP, _PEACE), details=(_STOP,), history=(_STAR_HISTORY,))
_HEXMA = Card(
    _SIDE, (_STEP, _HOP, _PEACE, _EDGES), _CHAIN, details=(_STOP,), history=(_HEXMA_HISTORY,)
)
_SPRINGGAY = Card(
    _ZUG,
    (_ZUG_MOVE, _BONUS, _PEACE, _CAMPS),
    _ZUG_WINS,
    details=(_EVEN,),
    history=(_ZUG_HISTORY,),
)
_SIMPLE = Card(
    _RIM_START,
    (_SHAPES, _HOP, _RIM, _OUTJUMP),
    details=(_NO_CAPTURE, _FIXED, _NOT_BACK),
    history=(_PLATONIC_HISTORY, _FORMS),
)
_ADVANCED = _SIMPLE._replace(
    moves=(_SHAPES, _HOP, _LONG, _SENDS, _RIM, _OUTJUMP),
    details=(*_SIMPLE.details, _SENT, _NOT_SENT),
)

CARDS: Mapping[str, Card] = {
    "halma": _HALMA,
    "halma-4": _HALMA._replace(details=(*_HALMA.details, _THREE_GAMES)),
    "halma-8": _SMALL,
    "halma-10": _SMALL,
    "ugolki": _UGOLKI,
    "skoczki": _UGOLKI._replace(start=_ROWS, details=(_STOP,), history=(_SKOCZKI_HISTORY,)),
    "super-halma": _SUPER,
    "top-secret": _SECRET._replace(
        moves=(_STEP, _HOP, _PEACE, _EXIT), goal=_OFF, details=(_STOP, _COLOUR, _OFF_AGAIN)
    ),
    "top-secret-centre": _SECRET,
    "le-grec": Card(
        _ROWS, (_GREC, _ENEMIES, _FORWARDS), details=(_ONWARDS,), history=(_GREC_HISTORY,)
    ),
    "renpaarden": Card(
        _ROWS, (_KNIGHT, _RELAY, _NO_CAPTURE), details=(_WHOLE,), history=(_RENPAARDEN_HISTORY,)
    ),
    "le-zug": _SPRINGGAY,
    "le-zug-back": _SPRINGGAY._replace(moves=(*_SPRINGGAY.moves, _BACK)),
    "carrera": Card(_RIGHT, (_KNIGHT, _NO_CAPTURE), history=(_CARRERA_HISTORY,)),
    "hexma": _HEXMA,
    "hexma-hex": _HEXMA._replace(moves=(_STEP, _HOP, _PEACE, _HEX_EDGES)),
    "caesar": Card(
        _ENEMY, (_CAESAR, _ENEMIES, _FORWARDS), details=(_ONWARDS,), history=(_CAESAR_HISTORY,)
    ),
    "chinese-checkers": _STAR,
    "chinese-checkers-5": _STAR._replace(details=(_STOP, _FIVE)),
    "chinese-checkers-15": _STAR._replace(start=_FIFTEEN),
    "chinese-checkers-3-15": _STAR._replace(start=_FIFTEEN),
    "super-chinese-checkers": _STAR._replace(
        moves=(_STEP, _HOP, _LONG, _PEACE),
        details=(_STOP, _GAP),
        history=(_STAR_HISTORY, _LONG_HISTORY),
    ),
    "platonic": _SIMPLE,
    "platonic-advanced": _ADVANCED,
    "pythagoreic": _SIMPLE._replace(history=(_PYTHAGOREIC_HISTORY, _FORMS)),
    "pythagoreic-advanced": _ADVANCED._replace(history=(_PYTHAGOREIC_HISTORY, _FORMS)),
}
"""Cards by variant key.

A variant without an entry, e.g. for three or four players, uses the card of the base form.
"""


def card(key: str) -> Card | None:
    """Return the card of a variant, ignoring options and player counts, or None."""
    plain = key.partition("+")[0]
    while plain not in CARDS and "-" in plain:
        plain = plain.rpartition("-")[0]
    return CARDS.get(plain)
