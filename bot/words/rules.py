"""The rules of each game in at most eight sentences, as `engine.variants` has them: its card.

`RULES` has them by the key of the game; `{men}` is how many men a player has. A sentence that several
games share is written once. What may be chosen with a game, and what holds in all of them, is in
`bot.words.chosen_rules`.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.words import mark
from engine import VARIANTS, Variant

LONGEST = 8
"""Sentences of one game, those of its options not counted."""

# Halma
_YARD = mark("Each player has {men} men in the yard at their left hand.")
_STEP_OR_HOP = mark(
    "On your turn you move one man: by a step to an empty square next to it, in any of "
    "eight directions, or by a hop, in which it jumps over a man of any colour next to it "
    "to the empty square just beyond, and may jump on from there in any direction, as often "
    "as you like."
)
_PEACE = mark("Nothing is ever captured, and no one has to jump.")
_OPEN_YARDS = mark("Yard lines stop no one: men may leave and enter any yard.")
_LOCKED = mark(
    "A man that has come into the enemy yard stays in it, even between the jumps of a hop."
)
_HOME = mark("The first to have all their men in the opponent's yard wins.")
_FULL = mark(
    "You win when, after a turn of yours, every square of the enemy yard is taken, no "
    "matter by whom, and at least one of the men in it is yours."
)
_PLOOG = mark(
    "You win when, after a turn of yours, none of your men is in your own yard and none "
    "could end a turn nearer to the far corner, as the crow flies."
)
_GERING = mark(
    "Once your opponent has no men left in their own yard, you must move men out of yours "
    "or, within it, farther from its corner, as long as you can."
)
_LONG_SQUARES = mark(
    "A jump may also go over a man farther away, in a straight line to the square just as "
    "far behind it, if all other squares of that line are empty."
)
_STAY30 = mark(
    "But after more than 30 turns of your own you lose if a turn of yours ends with a man "
    "of yours in your own yard, whether it never left or came back; crossing the yard in a "
    "hop is allowed."
)
_STAY50 = mark(
    "But after more than 50 turns of your own you lose if a turn of yours ends with a man "
    "of yours in your own yard, whether it never left or came back; crossing the yard in a "
    "hop is allowed."
)
_RECONSTRUCTED_YARDS = mark(
    "The number of men and the shape of the yards are reconstructed, as the pictures of the "
    "source are lost."
)

# Halma for four
_FOUR_YARDS = mark(
    "Each of the four players has {men} men in the yard at their left hand; turns go round "
    "clockwise."
)
_FOUR_GOAL = mark("You bring your men into the yard diagonally opposite your own.")
_ALONE = mark("Each plays alone, and the first to have all their men over there wins.")
_OPPOSITE = mark(
    "Players across the diagonal are partners: they may advise each other, and each other's "
    "yards are their goals."
)
_ADJACENT = mark(
    "The first two players in turn order are partners against the last two, and partners "
    "may advise each other."
)
_ALL_OVER = mark("You have made it when all your men are over there.")
_PAIR = mark(
    "A pair wins when both partners have made it; whoever makes it before their partner is skipped."
)

# Top Secret
_FILL_CENTRE = mark(
    "You take turns to drop a man on any empty square of the central 6×6, until all 36 are filled."
)
_OFF_BOARD = mark(
    "From a square at the edge a man may step off the board, and a hop may end off the "
    "board by a jump over a man at the edge with no square behind it."
)
_OFF_AGAIN = mark(
    "A man that hops to the edge does not step over it in the same turn; off the board, it "
    "is out of the game."
)
_OFF_WINS = mark("The first to have no men left on the board wins.")
_OUT_WINS = mark("The first to have no men left within the central 6×6 wins.")
_SECRET = mark("How the game ends is reconstructed, as the only source has one sentence on it.")

# forwards only
_GREC_BOARD = mark("{men} men a side fill all but two of the 4×4 squares.")
_GREC_MOVE = mark(
    "On your turn one man steps forwards, diagonally forwards or sideways to an empty "
    "square, or jumps in one of those five directions over an enemy next to it to the empty "
    "square just beyond."
)
_CHAIN = mark(
    "It may jump on from there: the source does not say so, but hops are the family's custom."
)
_FORWARDS_ONLY = mark(
    "No one moves backwards or jumps over their own men, and nothing is captured."
)
_GREC_WINS = mark(
    "The first to have all their men on the two rows farthest from them wins, on whichever "
    "of those eight squares."
)
_CAESAR_BOARD = mark(
    "{men} men a side fill a hexagon of 37 holes, except for the three holes of its middle row."
)
_CAESAR_MOVE = mark(
    "On your turn one man moves along a line to the next hole, straight or slanting "
    "forwards, if it is empty, or jumps in such a direction over an enemy next to it to the "
    "empty hole just beyond."
)
_CAESAR_WINS = mark("The first to have all their men in the holes where the enemy began wins.")
_ZUG_BOARD = mark(
    "Only squares whose row and place add up to an even number are used, so that everything "
    "goes on diagonals; nine men a side stand on their first row."
)
_ZUG_DROPS = mark(
    "First the near player drops three more on squares of their second row, then the far "
    "player does."
)
_ZUG_MOVE = mark(
    "Then, on your turn, one man steps diagonally forwards to an empty square, or hops by "
    "jumps diagonally forwards over men of any colour, each to the empty square just "
    "beyond."
)
_ZUG_BONUS = mark(
    "After its jumps it may make one more diagonal step forwards in the same turn; nothing "
    "ever goes backwards or is captured."
)
_ZUG_RUN_ON = mark(
    "After its jumps it may make one more diagonal step in the same turn, and nothing is ever "
    "captured."
)
_ZUG_BACK = mark(
    "Nothing goes backwards, until all your men are in the enemy camp: then they may step and "
    "jump backwards as well."
)
_ZUG_CAMPS = mark(
    "The first four rows of each side, shaded in its colour, are its camp: no man may land "
    "in the enemy camp, not even between two jumps, while a man of its side is in their "
    "own."
)
_ZUG_WINS = mark(
    "The first to have nine men on their last row and three on the row before it wins."
)

# horses
_HORSES = mark("{men} horses a side fill the two rows nearest to their player.")
_KNIGHT = mark(
    "On your turn one horse leaps as a knight does in chess, forwards or backwards, "
    "whatever stands between."
)
_LEAP_ON = mark(
    "On an empty square the turn ends; on an enemy's square the horse stands beside it for "
    "a moment and must leap again, until it comes to an empty square."
)
_WHOLE_CHAIN = mark("You may not begin a chain that cannot end on an empty square.")
_NO_FRIEND = mark("No horse leaps onto one of its own side, and nothing is captured.")
_HORSES_WIN = mark("The first to have all their horses on the two rows farthest from them wins.")
_CARRERA_BOARD = mark(
    "On ten by ten squares without two opposite corners, {men} horses a side start around "
    "the other two corners."
)
_CARRERA_MOVE = mark(
    "On your turn one horse leaps as a knight does in chess to an empty square, whatever "
    "stands between: one leap a turn, and nothing is captured."
)
_CARRERA_WINS = mark(
    "The first to have all their horses on the squares where the enemy began wins."
)
_CARRERA_GOAL = mark("This goal is that of the family, as the source names none.")

# the star and the hexagon
_HOLES = mark(
    "On your turn you move one man: by a step to an empty hole next to it, in any of six "
    "directions, or by a hop, in which it jumps over a man of any colour next to it to the "
    "empty hole just beyond, and may jump on from there in any direction, as often as you "
    "like."
)
_STAR_MEN = mark(
    "Each player has {men} men in a point of the star and brings them to the opposite "
    "point; turns go round clockwise."
)
_STAR_REST = mark("A man may rest in any point of the star.")
_STAR_STAY = mark(
    "A man that has come to the opposite point stays in it, even between the jumps of a hop."
)
_STAR_FULL = mark(
    "You win when, after a turn of yours, every hole of the opposite point is taken, no "
    "matter by whom, and at least one of the men in it is yours."
)
_STAR_ALL = mark("The first to have all {men} men in the opposite point wins.")
_LONG_HOLES = mark(
    "A jump may also go over a man farther away, to land just as far behind it: all other "
    "holes of that line must be empty, and none may be missing."
)
_HEXMA_MEN = mark(
    "Each player has {men} men: the ten of a point of the star and the three in front of it."
)
_HEXMA_PEACE = mark(
    "Nothing is ever captured, no one has to jump, and men go wherever there is room."
)
_HEXMA_EDGES = mark(
    "Your home edge is the outline of your own point with its two shoulders, 17 holes; your "
    "away edge is the same around the opposite point."
)
_HEXMA_WINS = mark(
    "You win when, after a turn of yours, an unbroken chain of neighbouring men of yours "
    "joins your home edge to your away edge."
)
_HEXMA_ADVICE = mark(
    "The source advises a rule against players who just stay at home: the one that may be "
    "chosen below."
)
_HEXAGON_MEN = mark("{men} men a side start on their first three rows of a hexagon of 80 holes.")
_HEXAGON_WINS = mark(
    "You win when, after a turn of yours, an unbroken chain of neighbouring men of yours "
    "joins the first row to the last."
)

# Platonic and Pythagoreic Halma
_PLATONIC_DROPS = mark(
    "The players take turns to drop two Triangles, two Squares, two Circles and two "
    "Diamonds on the eight middle squares of the near rim; then they move one piece a turn "
    "towards the opposite eight, the goal."
)
_PLATONIC_PIECES = mark(
    "A Triangle steps diagonally forwards or straight back and jumps diagonally forwards; a "
    "Square steps straight or sideways, four ways, and jumps forwards or sideways; a Circle "
    "steps all eight ways and jumps forwards, straight or diagonally, or sideways; a "
    "Diamond steps and jumps diagonally, four ways."
)
_PYTHAGOREIC_DROPS = mark(
    "The players take turns to drop two Triangles, two Squares, two Circles and one Diamond "
    "on the seven middle squares of the near rim; then they move one piece a turn towards "
    "the opposite seven, the goal."
)
_PYTHAGOREIC_PIECES = mark(
    "Pieces step and jump the same ways: a Triangle diagonally forwards or straight back; a "
    "Square straight or sideways, four ways; a Circle forwards, straight or diagonally, or "
    "sideways; a Diamond diagonally, four ways."
)
_SHORT_JUMP = mark(
    "A jump goes over a piece of any player to the empty square just beyond, and captures "
    "nothing; more jumps may follow, but not straight back over the same piece."
)
_LONG_JUMP = mark(
    "A jump goes over one piece of any player, at any distance up to four squares, and as "
    "far again beyond it, if all else on the line is empty, and captures nothing; more "
    "jumps may follow, but not straight back over the same piece."
)
_SEND_BACK = mark(
    "A Circle that jumps over an enemy Circle, unless that stands on the first or last rank "
    "of anyone, sends it back to the first free square of its own first rank, or second if "
    "that is full, where it counts as never having left; that one jump may not land on the "
    "rim, except in the goal."
)
_RIM = mark(
    "A hop may touch the rim, but a turn ends there only in the goal, where a piece stays "
    "for good, or on the piece's first rank as long as it has never left it."
)
_OUTJUMP = mark(
    "At the beginning of your turn, a piece on your first rank beside an enemy that is not "
    "a Circle must jump out over it if it can do so without landing on the rim."
)
_FILLS = mark("The first to fill their goal wins.")

_ORDINARY = (_YARD, _STEP_OR_HOP, _PEACE)
_FOUR = (_FOUR_YARDS, _STEP_OR_HOP, _PEACE, _OPEN_YARDS, _FOUR_GOAL)
_CENTRE = (_FILL_CENTRE, _STEP_OR_HOP, _PEACE)
_STAR = (_STAR_MEN, _HOLES, _PEACE, _STAR_REST, _STAR_STAY)
_SUPER_STAR = (_STAR_MEN, _HOLES, _LONG_HOLES, _PEACE, _STAR_REST, _STAR_STAY)
_HEXMA = (_HEXMA_MEN, _HOLES, _HEXMA_PEACE, _HEXMA_EDGES, _HEXMA_WINS, _HEXMA_ADVICE)
_ZUG = (_ZUG_BOARD, _ZUG_DROPS, _ZUG_MOVE)
_PLATONIC = (_PLATONIC_DROPS, _PLATONIC_PIECES)
_PYTHAGOREIC = (_PYTHAGOREIC_DROPS, _PYTHAGOREIC_PIECES)
_ON_THE_RIM = (_RIM, _OUTJUMP, _FILLS)

RULES: Mapping[str, tuple[str, ...]] = {
    "halma": (*_ORDINARY, _OPEN_YARDS, _HOME),
    "halma-parlett": (*_ORDINARY, _LOCKED, _FULL),
    "halma-ploog": (*_ORDINARY, _OPEN_YARDS, _PLOOG),
    "halma-gering": (*_ORDINARY, _OPEN_YARDS, _GERING, _HOME),
    "halma-4": (*_FOUR, _ALONE),
    "halma-4-opposite": (*_FOUR, _OPPOSITE, _ALL_OVER, _PAIR),
    "halma-4-adjacent": (*_FOUR, _ADJACENT, _ALL_OVER, _PAIR),
    "halma-8": (*_ORDINARY, _OPEN_YARDS, _HOME, _STAY30, _RECONSTRUCTED_YARDS),
    "halma-10": (*_ORDINARY, _OPEN_YARDS, _HOME, _STAY50, _RECONSTRUCTED_YARDS),
    "super-halma": (_YARD, _STEP_OR_HOP, _LONG_SQUARES, _PEACE, _LOCKED, _FULL),
    "super-halma-10": (_YARD, _STEP_OR_HOP, _LONG_SQUARES, _PEACE, _OPEN_YARDS, _HOME),
    "top-secret": (*_CENTRE, _OFF_BOARD, _OFF_AGAIN, _OFF_WINS, _SECRET),
    "top-secret-centre": (*_CENTRE, _OUT_WINS, _SECRET),
    "le-grec": (_GREC_BOARD, _GREC_MOVE, _CHAIN, _FORWARDS_ONLY, _GREC_WINS),
    "renpaarden": (_HORSES, _KNIGHT, _LEAP_ON, _WHOLE_CHAIN, _NO_FRIEND, _HORSES_WIN),
    "le-zug": (*_ZUG, _ZUG_BONUS, _ZUG_CAMPS, _ZUG_WINS),
    "le-zug-back": (*_ZUG, _ZUG_RUN_ON, _ZUG_CAMPS, _ZUG_BACK, _ZUG_WINS),
    "carrera": (_CARRERA_BOARD, _CARRERA_MOVE, _CARRERA_WINS, _CARRERA_GOAL),
    "hexma": _HEXMA,
    "hexma-3": _HEXMA,
    "hexma-hex": (_HEXAGON_MEN, _HOLES, _HEXMA_PEACE, _HEXAGON_WINS, _HEXMA_ADVICE),
    "caesar": (_CAESAR_BOARD, _CAESAR_MOVE, _CHAIN, _FORWARDS_ONLY, _CAESAR_WINS),
    "chinese-checkers": (*_STAR, _STAR_FULL),
    **{f"chinese-checkers-{players}": (*_STAR, _STAR_ALL) for players in (3, 4, 6)},
    "super-chinese-checkers": (*_SUPER_STAR, _STAR_FULL),
    **{f"super-chinese-checkers-{players}": (*_SUPER_STAR, _STAR_ALL) for players in (3, 4, 6)},
    "platonic": (*_PLATONIC, _SHORT_JUMP, *_ON_THE_RIM),
    "platonic-advanced": (*_PLATONIC, _LONG_JUMP, _SEND_BACK, *_ON_THE_RIM),
    "pythagoreic": (*_PYTHAGOREIC, _SHORT_JUMP, *_ON_THE_RIM),
    "pythagoreic-advanced": (*_PYTHAGOREIC, _LONG_JUMP, _SEND_BACK, *_ON_THE_RIM),
}
"""By the key; a seating for three or four (-3, -4) that is not here has those of the game for two."""

REPLACED: Mapping[str, frozenset[str]] = {
    "full": frozenset(
        (_HOME, _ALONE, _ALL_OVER, _STAR_ALL, _HORSES_WIN, _CARRERA_WINS, _CARRERA_GOAL)
    ),
    "gering": frozenset((_HEXMA_ADVICE,)),
    "locked": frozenset((_OPEN_YARDS,)),
    "no-rest": frozenset((_STAR_REST,)),
    "no-return": frozenset((_OPEN_YARDS,)),
    "ploog": frozenset((_HOME, _ALONE, _ALL_OVER)),
}
"""The sentences that are not told where an option takes their place."""


def rules(game: Variant) -> tuple[str, ...]:
    """The sentences of a game but for those that its options replace; its summary if
    it has no card yet."""
    plain, *options = game.key.split("+")
    base, _, seats = plain.rpartition("-")
    card = RULES.get(plain) or (RULES.get(base) if seats.isdigit() else None)
    replaced = frozenset[str]().union(*(REPLACED.get(option, frozenset()) for option in options))
    return tuple(
        sentence for sentence in card or (VARIANTS[plain].summary,) if sentence not in replaced
    )
