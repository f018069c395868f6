"""The course on Halma: lessons on the small board, and a race."""

from bot.extension_api.texts import N_
from bot.extensions.tutorial.lesson import (
    STEPPED,
    STOPPED,
    UNPREPARED,
    Lesson,
    both,
    man_ends,
    man_goes,
    opens,
    out,
    steps,
    stops,
    wins,
)

HALMA = (
    Lesson(
        11,
        N_("A step"),
        N_("A man steps to any empty square next to it, including diagonally. Step to `IV,4`."),
        "halma-8 0 0 - - - 8/8/2A5/8/8/5B2/8/8",
        man_ends("IV,4"),
        "III,3-IV,4",
    ),
    Lesson(
        12,
        N_("A hop"),
        N_(
            "Or it hops over a man next to it, to the empty square just beyond. Hop over "
            "the man on `III,3`."
        ),
        "halma-8 0 0 - - - 8/1A6/2A5/8/8/8/4B3/8",
        man_goes("II,2", "IV,4"),
        "II,2-IV,4",
        ((steps, STEPPED),),
    ),
    Lesson(
        13,
        N_("Over friend and foe"),
        N_("You may hop over the other side's men too. Nothing is captured. Hop to `V,3`."),
        "halma-8 0 0 - - - 8/8/2AA4/2B5/8/8/8/8",
        man_goes("III,3", "V,3"),
        "III,3-V,3",
        ((steps, STEPPED),),
    ),
    Lesson(
        14,
        N_("A chain"),
        N_(
            "After a hop, the same man may keep hopping in any direction, as long as there "
            "are men to hop over. Go from `II,2` to `VI,6` in one turn."
        ),
        "halma-8 0 0 - - - 8/1A6/1A6/2B5/4A3/8/2B5/8",
        man_goes("II,2", "VI,6"),
        "II,2-VI,6",
        ((man_goes("II,2", "IV,2", "IV,4"), STOPPED), (steps, STEPPED)),
    ),
    Lesson(
        15,
        N_("A ladder"),
        N_(
            "Men with gaps between them form a ladder that others can climb in one turn. "
            "Make the longest hop on this board."
        ),
        "halma-8 0 0 - - - A7/1A6/5A2/3A4/1B6/5B2/8/8",
        man_goes("I,1", "VII,7"),
        "I,1-VII,7",
        ((man_goes("I,1", "III,3", "V,5"), STOPPED), (steps, STEPPED)),
    ),
    Lesson(
        16,
        N_("A missing rung"),
        N_(
            "The secret of Halma: a small step prepares a long hop. Step so that the man on `I,1` can "
            "hop to `VII,7` next."
        ),
        "halma-8 0 0 - - - A7/1A6/5A2/2A5/8/5B2/1B6/8",
        opens("I,1", 3),
        "IV,3-IV,4",
        (
            (man_goes("I,1"), UNPREPARED),
            (steps, N_("After {move} a rung is still missing. Where must a man stand?")),
        ),
    ),
    Lesson(
        43,
        N_("A ladder for many"),
        N_(
            "Arrange each ladder so that as many men as possible can use it. Move so that both the "
            "man on `I,1` and the one on `III,1` can make two jumps next."
        ),
        "halma-8 0 0 - - - A7/1B6/AB6/8/3A4/5B2/6B1/7B",
        both(opens("I,1", 2), opens("III,1", 2)),
        "V,4-IV,4",
        (
            (man_goes("I,1"), UNPREPARED),
            (man_goes("III,1"), UNPREPARED),
        ),
        N_("After {move} the two men still cannot make two jumps each. Where could both go on?"),
    ),
    Lesson(
        17,
        N_("The gambit"),
        N_(
            "A game begins with the gambit: men leave the yard so that those behind can hop after "
            "them. Try different gambits in games against yourself with `/play`. Here, move so that "
            "the man on `I,1` can make two jumps next."
        ),
        "halma-8 0 0 - - - AAAA4/AAA5/AA6/A7/7B/6BB/5BBB/4BBBB",
        opens("I,1", 2),
        "II,3-III,4",
        ((man_goes("I,1"), UNPREPARED),),
        N_(
            "After {move} the man still cannot make two jumps. Its first jump would end on "
            "`III,3`: what must be next to that square?"
        ),
    ),
    Lesson(
        22,
        N_("A laggard"),
        N_(
            "A man too far behind the others has nothing to hop over. Move another man, even "
            "backwards, so that the one on `I,1` can make two jumps next."
        ),
        "halma-8 0 0 - - - A7/8/1A6/3A4/2AA4/4A1B1/5B1B/6B1",
        opens("I,1", 2),
        "III,2-II,2",
        ((man_goes("I,1"), UNPREPARED),),
        N_("After {move} the laggard still cannot make two jumps. What must stand next to it?"),
    ),
    Lesson(
        23,
        N_("A scout in the way"),
        N_(
            "The first men out must not block the way for the rest. Move one so that the man "
            "on `I,1` can make three jumps next."
        ),
        "halma-8 0 0 - - - A7/1A4A1/8/3A4/4A3/5A1B/3B4/5B2",
        opens("I,1", 3),
        "V,5-VI,5",
        ((man_goes("I,1"), UNPREPARED),),
        N_("After {move} the man on `I,1` still cannot make three jumps. Who is in its way?"),
    ),
    Lesson(
        18,
        N_("The mêlée"),
        N_(
            "In the mêlée both sides crowd the middle; it may be easier to go round. Bring the man from "
            "`II,2` to `VIII,6` in one turn."
        ),
        "halma-8 0 0 - - - 8/1A6/1BAB4/2BAB3/1B1ABB2/2A5/4B3/8",
        man_goes("II,2", "VIII,6"),
        "II,2-VIII,6",
        ((steps, STEPPED), (man_goes("II,2"), STOPPED)),
    ),
    Lesson(
        24,
        N_("The enemy on your ladder"),
        N_(
            "The other side may climb your ladders too: the man on `VII,7` could hop to `I,1`. "
            "Make a move after which it has no more than one jump."
        ),
        "halma-8 0 0 - - - 8/1A6/8/1A1A4/1A5B/5A2/6B1/4B3",
        stops("VII,7", 1),
        "VI,6-VI,5",
        otherwise=N_(
            "After {move} the man on `VII,7` still has two jumps. Take a rung away, or stand "
            "where it would land."
        ),
    ),
    Lesson(
        19,
        N_("Packing"),
        N_(
            "Packing comes last: the first men in must not block the far yard. Move one of "
            "them within the yard so that the man on `V,6` can hop in next."
        ),
        "halma-8 0 0 - - - B7/8/1B6/8/5A2/6AA/7A/4A1A1",
        opens("V,6", inside=True),
        "VII,8-VIII,8",
        (
            (man_goes("V,6"), UNPREPARED),
            (out, N_("{move} does not end in the far yard.")),
        ),
        N_("After {move} there is still no room. Which square is just beyond `VI,7`?"),
    ),
    Lesson(
        20,
        N_("The goal"),
        N_(
            "Get all your men into the far yard before the other side does, and you win. "
            "Bring in the last one."
        ),
        "halma-8 0 0 - - - BB6/B7/1B6/8/7A/4A1AA/4BAAA/5AAA",
        wins,
        "VI,5-VIII,5",
    ),
    Lesson(
        21,
        N_("The race"),
        N_(
            "Now play on against the computer. Four of your men are still on their way: "
            "finish first."
        ),
        "halma-8 0 0 - - - B7/B7/8/1B1A4/2B1AA2/1B1BA2A/2BB2AA/1BB2AAA",
        wins,
    ),
)
"""The course on Halma: about twenty minutes, on the small board."""
