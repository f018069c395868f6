"""The rules of each game in at most eight sentences, as `engine.variants` has them.

`RULES` has them by the key of the game; `{men}` is how many men a player has. What several games share
is written once.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.words import mark

LONGEST = 8
"""Sentences of one game, those of its options not counted."""

_YARD = mark("Each player has {men} men in the yard at his left hand.")
_STEP_OR_HOP = mark(
    "By turns, one man makes a step to an empty square beside him, in any of eight directions, or "
    "a hop: he jumps over a man of any colour beside him to the empty square just beyond, and may "
    "jump on from there in any direction, as often as he can and likes."
)
_HOLES = mark(
    "By turns, clockwise, one man makes a step to an empty hole beside him, in any of six "
    "directions, or a hop: he jumps over a man of any colour beside him to the empty hole just "
    "beyond, and may jump on from there in any direction, as often as he can and likes."
)
_PEACE = mark("Nobody is ever captured, and nobody has to jump.")
_OPEN_YARDS = mark("The lines of the yards hinder nobody: men may leave and enter any yard.")
_LOCKED = mark(
    "A man who has come into the enemy yard stays in it, even between the jumps of a hop."
)
_FULL = mark(
    "You win when, after a turn of yours, every square of the enemy yard is taken, by whomever, "
    "and at least one of the men in it is yours."
)
_HOME = mark("Who first has all his men in the other's yard wins.")
_STUCK_DRAW = mark("Who cannot move passes; if nobody can, the game is a draw.")
_THRICE = mark("The same position for the third time is a draw.")

_FOUR = (
    mark(
        "Each of four players has {men} men in the yard at his left hand; the turn goes round "
        "clockwise."
    ),
    _STEP_OR_HOP,
    _PEACE,
    _OPEN_YARDS,
    mark("You bring your men into the yard that is opposite yours on the diagonal."),
)
_PAIR = mark(
    "A pair wins when both partners have all their men over there; who has finished before his "
    "partner is skipped."
)
_SUPER = (
    _YARD,
    _STEP_OR_HOP,
    mark(
        "A jump may also go over a man farther away, straight to the square just as far behind "
        "him: all other squares of that line, and the last, must be empty."
    ),
    _PEACE,
)
_SMALL = (_YARD, _STEP_OR_HOP, _PEACE, _OPEN_YARDS, _HOME)

_CENTRE = (
    mark(
        "The players take turns to drop one man each on any empty square of the central 6×6, until "
        "all 36 are filled."
    ),
    _STEP_OR_HOP,
    _PEACE,
)

_FORWARDS_ONLY = mark("Nobody goes backwards or jumps over men of his own, and nobody is captured.")

_HEXMA = (
    mark("Each player has {men} men: the ten of a point of the star and the three in front of it."),
    _HOLES,
    mark("Nobody is ever captured, nobody has to jump, and men go wherever there is room."),
    mark(
        "Your home edge is the outline of your own point with its two shoulders, 17 holes; your "
        "away edge is the same about the opposite point."
    ),
    mark(
        "Who, after a turn of his, has an unbroken chain of neighbouring men from his home edge to "
        "his away edge wins."
    ),
    _THRICE,
)

_STAR = (
    mark("Each player has {men} men in a point of the star and wants to the opposite point."),
    _HOLES,
    _PEACE,
    mark(
        "A man may rest in any point, but one who has come to the opposite point stays in it, even "
        "between the jumps of a hop."
    ),
    mark(
        "You win when, after a turn of yours, every hole of the opposite point is taken, by "
        "whomever, and at least one of the men in it is yours."
    ),
)
_CROWDED_STAR = (
    *_STAR[:-1],
    mark("Whoever first has all {men} men in the opposite point wins."),
)
_LONG_JUMPS = mark(
    "A jump may also go over a man farther away, to land just as far behind him: all other holes "
    "of that line must be empty, and none may be missing."
)

_PLATONIC = (
    mark(
        "By turns, the players drop two Triangles, two Squares, two Circles and two Diamonds on "
        "the eight middle squares of the near rim; then they move one piece a turn towards the "
        "opposite eight, the goal."
    ),
    mark(
        "A Triangle steps diagonally forwards or straight back and jumps diagonally forwards; a "
        "Square steps straight or sideways, four ways, and jumps forwards or sideways; a Circle "
        "steps all eight ways and jumps forwards, aslant or not, or sideways; a Diamond steps and "
        "jumps diagonally, four ways."
    ),
)
_PYTHAGOREIC = (
    mark(
        "By turns, the players drop two Triangles, two Squares, two Circles and one Diamond on the "
        "seven middle squares of the near rim; then they move one piece a turn towards the "
        "opposite seven, the goal."
    ),
    mark(
        "Pieces step and jump the same ways: a Triangle diagonally forwards or straight back; a "
        "Square straight or sideways, four ways; a Circle forwards, aslant or not, or sideways; a "
        "Diamond diagonally, four ways."
    ),
)
_SHORT_JUMP = mark(
    "A jump goes over a piece of anybody to the empty square just beyond; others may follow, but "
    "not straight back over the same piece."
)
_LONG_JUMP = mark(
    "A jump goes over one piece of anybody, at any distance up to four squares, and as far again "
    "beyond it, all else on the line being empty; others may follow, but not straight back over "
    "the same piece."
)
_SEND_BACK = mark(
    "A Circle that jumps over an enemy Circle, not on a first or last rank, sends it back to its "
    "first rank, or second if that is full; such a jump may not land on the rim, the goal excepted."
)
_SHAPES = (
    mark(
        "A hop may touch the rim, but a turn ends there only on the goal, where a piece stays for "
        "good, or on the piece's first rank as long as it has never left that."
    ),
    mark(
        "At the beginning of your turn, a piece on your first rank beside an enemy that is no "
        "Circle must jump out over it if it can, but not to land on the rim."
    ),
    mark(
        "Who fills his goal wins; the same position for the third time is a draw; who cannot move "
        "passes."
    ),
)

RULES: Mapping[str, tuple[str, ...]] = {
    "halma": (_YARD, _STEP_OR_HOP, _PEACE, _OPEN_YARDS, _HOME),
    "halma-parlett": (_YARD, _STEP_OR_HOP, _PEACE, _LOCKED, _FULL),
    "halma-ploog": (
        _YARD,
        _STEP_OR_HOP,
        _PEACE,
        _OPEN_YARDS,
        mark(
            "You win when, after a turn of yours, none of your men stands in your own yard and "
            "none could end a turn nearer to the far corner, as the crow flies."
        ),
    ),
    "halma-gering": (
        _YARD,
        _STEP_OR_HOP,
        _PEACE,
        _OPEN_YARDS,
        mark(
            "Once the other player has no man in his own yard any more, you must move men out of "
            "yours or, within it, farther from its corner, as long as you can."
        ),
        _HOME,
    ),
    "halma-4": (*_FOUR, mark("Each plays for himself: who is first there with all his men wins.")),
    "halma-4-opposite": (
        *_FOUR,
        mark("Players across the diagonal are partners, and so change yards with each other."),
        _PAIR,
    ),
    "halma-4-adjacent": (
        *_FOUR,
        mark("The first two players in the order of turns are partners against the last two."),
        _PAIR,
    ),
    "halma-8": (
        *_SMALL,
        mark(
            "But who has made more than 30 turns loses when a turn of his ends with a man of his "
            "in his own yard, whether that man never left it or came back; to cross the yard in a "
            "hop is free."
        ),
    ),
    "halma-10": (
        *_SMALL,
        mark(
            "But who has made more than 50 turns loses when a turn of his ends with a man of his "
            "in his own yard, whether that man never left it or came back; to cross the yard in a "
            "hop is free."
        ),
    ),
    "super-halma": (*_SUPER, _LOCKED, _FULL),
    "super-halma-10": (*_SUPER, _OPEN_YARDS, _HOME),
    "top-secret": (
        *_CENTRE,
        mark(
            "From a square at the edge a man may step off the board; a hop may end off the board "
            "by a jump over a man at the edge with no square behind him."
        ),
        mark(
            "A man that hops to the edge does not step over it in the same turn; off the board he "
            "is out of the way for good."
        ),
        mark("Who first has no man left on the board wins."),
    ),
    "top-secret-centre": (
        *_CENTRE,
        mark("Who first has none of his men within the central 6×6 wins."),
    ),
    "le-grec": (
        mark("{men} men a side fill all but two of the 4×4 squares."),
        mark(
            "By turns, one man steps forwards, diagonally forwards or sideways to an empty square, "
            "or jumps in one of those five directions over an enemy beside him to the empty square "
            "just beyond, and may jump on from there."
        ),
        _FORWARDS_ONLY,
        _STUCK_DRAW,
        mark(
            "Who first has all his men on the two rows farthest from him wins, on whichever of "
            "their eight squares."
        ),
        _THRICE,
    ),
    "renpaarden": (
        mark("{men} horses a side fill the two rows nearest to their player."),
        mark(
            "By turns, one horse leaps as a chess knight does, forwards or backwards, whatever "
            "stands between."
        ),
        mark(
            "On an empty square the turn ends; on the square of an enemy the horse stands beside "
            "him for a moment and must leap again, until it comes to an empty square."
        ),
        mark("You may not begin a chain that cannot end on an empty square."),
        mark(
            "Nobody leaps onto his own horses, nobody is captured, and a turn may not end where it "
            "began."
        ),
        mark("Who first has all his horses on the two rows farthest from him wins."),
    ),
    "le-zug": (
        mark(
            "Only squares whose row and place add up to an even number are used, so that all goes "
            "on diagonals; nine men a side stand on their first row."
        ),
        mark(
            "First the near player drops three more on squares of his second row, then the far "
            "player does."
        ),
        mark(
            "Then, by turns, one man steps diagonally forwards to an empty square, or hops by "
            "jumps diagonally forwards over men of any colour, each to the empty square just "
            "beyond."
        ),
        mark(
            "After jumps he may make one more diagonal step forwards in the same turn, and nothing "
            "ever goes backwards or is captured."
        ),
        mark(
            "The first four rows of each side are its camp: no man may land in the enemy camp, not "
            "even between two jumps, while a man of his side is in their own."
        ),
        _STUCK_DRAW,
        mark("Who first has nine men on his last row and three on the row before it wins."),
    ),
    "carrera": (
        mark(
            "On ten by ten squares without two opposite corners, {men} horses a side start about "
            "the other two corners."
        ),
        mark(
            "By turns, one horse leaps as a chess knight does to an empty square, whatever stands "
            "between: one leap a turn, and nobody is captured."
        ),
        _STUCK_DRAW,
        mark("Who first has all his horses on the squares where the enemy began wins."),
    ),
    "hexma": _HEXMA,
    "hexma-3": _HEXMA,
    "hexma-hex": (
        mark("{men} men a side start on their first three rows of a hexagon of 80 holes."),
        *_HEXMA[1:3],
        mark(
            "Who, after a turn of his, has an unbroken chain of neighbouring men from the first "
            "row to the last wins."
        ),
        _THRICE,
    ),
    "caesar": (
        mark(
            "{men} men a side fill a hexagon of 37 holes, but for the three holes of its middle "
            "row."
        ),
        mark(
            "By turns, one man moves along a line to the next hole, straight or slanting forwards, "
            "if it is empty, or jumps in such a direction over an enemy beside him to the empty "
            "hole just beyond, and may jump on from there."
        ),
        _FORWARDS_ONLY,
        _STUCK_DRAW,
        mark("Who first has all his men in the holes where the enemy began wins."),
    ),
    "chinese-checkers": _STAR,
    **{f"chinese-checkers-{players}": _CROWDED_STAR for players in (3, 4, 6)},
    "super-chinese-checkers": (*_STAR[:2], _LONG_JUMPS, *_STAR[2:]),
    **{
        f"super-chinese-checkers-{players}": (*_CROWDED_STAR[:2], _LONG_JUMPS, *_CROWDED_STAR[2:])
        for players in (3, 4, 6)
    },
    "platonic": (*_PLATONIC, _SHORT_JUMP, *_SHAPES),
    "platonic-advanced": (*_PLATONIC, _LONG_JUMP, _SEND_BACK, *_SHAPES),
    "pythagoreic": (*_PYTHAGOREIC, _SHORT_JUMP, *_SHAPES),
    "pythagoreic-advanced": (*_PYTHAGOREIC, _LONG_JUMP, _SEND_BACK, *_SHAPES),
}
"""By the key; a seating for three or four (-3, -4) that is not here has those of the game for two."""

OPTIONS: Mapping[str, str] = {
    "full": mark(
        "You have reached your goal when, after a turn of yours, all of it is taken, by anybody's"
        " men, and at least one of them is yours."
    ),
    "gering": mark(
        "Once another player has no men at home any more, you must move men out of your home or, "
        "within it, farther from its corner, as long as you can."
    ),
    "locked": mark("A man in the yard that is your goal may move within it but not leave it."),
    "no-rest": mark(
        "A man may pass through the points of others, but end a turn in your own or in your goal "
        "only."
    ),
    "no-return": mark("A man who has left your own yard may not come back into it."),
    "places": mark("The play goes on after the first has won, for the other places."),
    "ploog": mark(
        "You have reached your goal when, after a turn of yours, none of your men is at home and "
        "none could end a turn nearer to the far corner, as the crow flies (on 8×8 and 10×10: in "
        "rows and columns added up)."
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
    "ploog": mark("no man can get nearer"),
    "repetition-loss": mark("repetition loses"),
}
"""What the options are called."""


def rules(key: str) -> tuple[str, ...]:
    """The sentences of a plain game."""
    base, _, seats = key.rpartition("-")
    return RULES[key] if key in RULES or not seats.isdigit() else RULES[base]


def chosen(key: str) -> tuple[str, ...]:
    """The sentences of the options in a key such as "renpaarden+full"."""
    return tuple(OPTIONS[option] for option in key.split("+")[1:])
