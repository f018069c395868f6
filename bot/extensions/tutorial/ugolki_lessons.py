"""The course on Ugolki: straight hops, the deadline in the yard, and the goal."""

from bot.extension_api.texts import N_
from bot.extensions.tutorial.lesson import (
    STEPPED,
    STOPPED,
    UNPREPARED,
    Lesson,
    empties_yard,
    man_ends,
    man_goes,
    opens,
    steps,
    wins,
)

UGOLKI = (
    Lesson(
        51,
        N_("Straight only"),
        N_(
            "A man steps to an empty square next to it: forwards, back or sideways, never "
            "diagonally. Step to `III,4`."
        ),
        "ugolki 0 0 - - - 8/8/2A5/8/8/5B2/8/8",
        man_ends("III,4"),
        "III,3-III,4",
    ),
    Lesson(
        52,
        N_("Round the corner"),
        N_(
            "A hop goes straight too, over a man of either side, and may turn after each jump. Go "
            "from `II,2` to `IV,6` in one turn."
        ),
        "ugolki 0 0 - - - 8/1AA5/3B4/4A3/8/5B2/8/8",
        man_goes("II,2", "IV,6"),
        "II,2-IV,6",
        ((man_goes("II,2", "II,4", "IV,4"), STOPPED), (steps, STEPPED)),
    ),
    Lesson(
        53,
        N_("A missing rung"),
        N_(
            "A man at a corner of yours is no help, for nobody hops diagonally. Step so that the man "
            "on `III,3` can make two jumps next."
        ),
        "ugolki 0 0 - - - 8/8/2A5/2B5/8/3A4/5B2/8",
        opens("III,3", 2),
        "VI,4-V,4",
        (
            (man_goes("III,3"), UNPREPARED),
            (steps, N_("After {move} a rung is still missing. Where must a man stand?")),
        ),
    ),
    Lesson(
        54,
        N_("The deadline"),
        N_(
            "You have made 40 turns. From now on, you lose if one of your men is in your yard at the "
            "end of your turn. Bring the last one out."
        ),
        "ugolki 80 0 - - - 8/1AB1B3/8/4A3/8/5AB1/8/8",
        empties_yard,
        "II,2-II,6",
        (
            (man_goes("II,2", "II,4"), STOPPED),
            (
                steps,
                N_("After {move} a man of yours is still in the yard, and you would have lost."),
            ),
        ),
    ),
    Lesson(
        55,
        N_("The goal"),
        N_(
            "Bring all your men to the squares where the other side began before they reach yours, "
            "and you win. Bring in the last one."
        ),
        "ugolki 0 0 - - - BBB5/BBBB4/BBB5/8/4B3/4AAAA/4AAAA/2AB1AAA",
        wins,
        "VIII,3-VIII,5",
        ((steps, STEPPED),),
    ),
)
"""The course on Ugolki: five minutes."""
