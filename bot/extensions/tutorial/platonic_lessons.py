"""The course on Platonic Halma: drops, shapes, the rim and the Circle."""

from bot.extension_api.texts import N_
from bot.extensions.tutorial.lesson import (
    STEPPED,
    UNPREPARED,
    Lesson,
    drops,
    drops_apart,
    man_ends,
    man_goes,
    opens,
    steps,
    stops,
    wins,
)

PLATONIC = (
    Lesson(
        31,
        N_("Drops"),
        N_(
            "First you drop your eight pieces on your first rank, one per turn. Drop a "
            "Circle on any square."
        ),
        "platonic 0 0 2,2,2,2,0,0,0,0,2,2,2,2,0,0,0,0 - - 10/10/10/10/10/10/10/10/10/10",
        drops("circle"),
        "circle I,5",
        ((drops("square"), N_("{move} drops a different piece. Choose a Circle.")),),
    ),
    Lesson(
        32,
        N_("The square"),
        N_(
            "Each piece has its own directions. A Square moves straight: forwards, back or "
            "sideways. Step forwards to `IV,4`."
        ),
        "platonic 0 0 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 - - 10/10/3Af6/10/10/10/5Be4/10/10/10",
        man_ends("IV,4"),
        "III,4-IV,4",
    ),
    Lesson(
        33,
        N_("The triangle"),
        N_(
            "A Triangle moves diagonally forwards, and may step straight back. Hop over "
            "`V,5` with it."
        ),
        "platonic 0 0 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 - - 10/10/10/3Ae6/4Af5/10/1Bg8/10/10/10",
        man_ends("VI,6"),
        "IV,4-VI,6",
        ((steps, STEPPED),),
    ),
    Lesson(
        34,
        N_("The circle"),
        N_(
            "A Circle moves one step in any direction, but never jumps back. Hop sideways "
            "with it, over `V,6`."
        ),
        "platonic 0 0 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 - - 10/10/10/3Bf6/4AgAf4/3Be6/10/10/10/10",
        man_goes("V,5", "V,7"),
        "V,5-V,7",
        ((steps, STEPPED),),
    ),
    Lesson(
        35,
        N_("The diamond"),
        N_(
            "A Diamond moves diagonally and is the only piece that may jump back. Hop back to "
            "`III,3`."
        ),
        "platonic 0 0 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 - - 10/10/10/3Be6/4Ah5/5Bf4/10/10/10/10",
        man_ends("III,3"),
        "V,5-III,3",
        ((steps, STEPPED),),
    ),
    Lesson(
        39,
        N_("Two colours"),
        N_(
            "A Diamond never leaves the colour of its square. So that your two don't compete for "
            "the same goal squares, drop the second an odd number of squares from `I,4`."
        ),
        "platonic 2 0 2,2,2,1,0,0,0,0,2,2,2,1,0,0,0,0 - - 3Ad6/10/10/10/10/10/10/10/10/5Bd4",
        drops_apart("diamond", "I,4"),
        "diamond I,5",
        ((drops("diamond"), N_("{move} puts both on one colour. Try a square next to `I,4`.")),),
        N_("{move} drops a different piece. Choose a Diamond."),
    ),
    Lesson(
        36,
        N_("The rim"),
        N_("No turn may end on the rim, but a hop may touch it. Bring the Triangle to `VII,3`."),
        "platonic 0 0 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 - - 10/10/2Ae7/1Bf8/10/1Ah8/10/10/10/10",
        man_goes("III,3", "VII,3"),
        "III,3-VII,3",
        ((steps, STEPPED),),
    ),
    Lesson(
        37,
        N_("Jumping out"),
        N_(
            "A piece on its first rank must jump out over an enemy next to it, if it can; "
            "enemy Circles do not count. Jump out."
        ),
        "platonic 0 0 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 - - 3AeAb5/4Be5/10/6Ag3/10/10/10/10/10/10",
        man_ends("III,5", "III,6"),
        "I,5-III,5",
    ),
    Lesson(
        40,
        N_("Bridges"),
        N_(
            "Place your pieces so that your other pieces can jump over them. Make a move after "
            "which the Square on `III,4` can make two jumps."
        ),
        "platonic 0 0 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 - - "
        "10/10/3AfAe5/10/6Ah3/3Ag6/7Bf2/4Bg5/10/10",
        opens("III,4", 2),
        "III,5-IV,4",
        ((man_goes("III,4"), UNPREPARED),),
        N_("After {move} the Square still cannot make two jumps. What must stand next to it?"),
    ),
    Lesson(
        41,
        N_("In the way"),
        N_(
            "Obstruct the enemy when you can. The Square on `VIII,5` is about to jump: make a "
            "move after which it cannot."
        ),
        "platonic 0 0 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 - - "
        "10/10/6Ae3/2Af7/4BhAg4/10/4Be5/4Bf5/10/10",
        stops("VIII,5", 0),
        "V,6-VI,5",
        otherwise=N_("After {move} the enemy Square can still jump. Where does it land?"),
    ),
    Lesson(
        42,
        N_("Sending back"),
        N_(
            "Learn to master the Circle: with advanced rules it may jump far, and it sends back "
            "an enemy Circle that it jumps over. Send back the one on `V,5`."
        ),
        "platonic-advanced 0 0 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 - - "
        "10/10/2Ag7/6Af3/4Bg5/1Be8/10/3Bh6/10/10",
        man_goes("III,3", "VII,7"),
        "III,3-VII,7",
        ((steps, STEPPED),),
    ),
    Lesson(
        38,
        N_("The far rank"),
        N_(
            "The goal is the eight middle squares of the last rank; a piece that ends a "
            "turn there must stay. Win in one turn."
        ),
        "platonic 0 0 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 - - "
        "10/10/7Bg2/10/2Be7/10/10/5Ah4/4Bf5/1AeAf1AgAhAeAfAg1",
        wins,
        "VIII,6-X,4",
    ),
)
"""The course on Platonic Halma: drops, and pieces with their own directions."""
