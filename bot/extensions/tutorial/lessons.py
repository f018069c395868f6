"""Lessons of `/learn`: positions with one task each, and responses to moves.

A lesson is completed by the first move that its `done` accepts. Illegal moves are explained as in
any match; for other moves the first matching entry of `wrong` is the response. A race is played
against the computer.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from bot.i18n.translator import N_
from engine import VARIANTS, Move, Position, Variant

MoveTest = Callable[[Variant, Position, Move], bool]
"""Predicate: returns whether a legal move in a position is of a certain kind."""
NOT_ASKED = N_("{move} is legal, but it is not what this lesson asks for. Try again.")


@dataclass(frozen=True)
class Lesson:
    """A task in one position, for the first player."""

    number: int
    """Used in custom ids, so it is never reused for another lesson."""
    title: str
    task: str
    position: str
    """In the format of `Variant.dump`."""
    done: MoveTest
    hint: str = ""
    """A move that solves the task; "" for a race, where the computer finds hints."""
    wrong: tuple[tuple[MoveTest, str], ...] = ()
    """Responses to moves that do not solve the task, by kind of move."""
    otherwise: str = NOT_ASKED
    """The response to all other moves."""

    @property
    def game(self) -> Variant:
        """The variant that the lesson teaches."""
        return VARIANTS[self.position.split()[0]]

    @property
    def start(self) -> Position:
        """The start position of the lesson."""
        return self.game.load(self.position)

    @property
    def race(self) -> bool:
        """Whether the lesson is a whole game against the computer."""
        return not self.hint

    def answer(self, position: Position, move: Move) -> str:
        """Return the response to a legal move that does not solve the task."""
        answers = (sentence for fits, sentence in self.wrong if fits(self.game, position, move))
        return next(answers, self.otherwise)


def man_goes(origin: str, *ends: str) -> MoveTest:
    """Return a test that accepts moves of the man on `origin` to one of `ends`.

    Without `ends`, it accepts all moves of that man.
    """

    def fits(game: Variant, position: Position, move: Move) -> bool:
        path = [game.board.names[cell] for cell in move.path]
        return path[0] == origin and (not ends or path[-1] in ends)

    return fits


def man_ends(*squares: str) -> MoveTest:
    """Return a test that accepts moves to one of these squares."""
    return lambda game, position, move: game.board.names[move.path[-1]] in squares


def steps(game: Variant, position: Position, move: Move) -> bool:
    """Return whether the move goes to an adjacent square."""
    return len(move.path) == 2 and move.path[1] in game.board.neighbours[move.path[0]]


def out(game: Variant, position: Position, move: Move) -> bool:
    """Return whether the move ends outside the goal."""
    return move.path[-1] not in game.seats[position.turn].goal


def wins(game: Variant, position: Position, move: Move) -> bool:
    """Return whether the player who makes the move reaches the goal with it."""
    return position.turn in game.apply(position, move).done


def opens(origin: str, jumps: int = 1, *, inside: bool = False) -> MoveTest:
    """Return a test that accepts moves which make room for the man on `origin`.

    They are moves of another man. After such a move, the man on `origin` could make at least
    `jumps` jumps to a square outside its yard. With `inside`, both moves must end in the goal.
    """

    def fits(game: Variant, position: Position, move: Move) -> bool:
        man, seat = game.board.named[origin], game.seats[position.turn]
        if move.path[0] == man or (inside and out(game, position, move)):
            return False
        again = replace(game.apply(position, move), turn=position.turn)
        hops = [way.path for way in game.from_cell(again, man) if not steps(game, again, way)]
        return any(
            len(path) > jumps and (path[-1] in seat.goal if inside else path[-1] not in seat.home)
            for path in hops
        )

    return fits


def drops(kind: str) -> MoveTest:
    """Return a test that accepts drops of a piece of this kind."""
    return lambda game, position, move: game.kinds[move.kind].name == kind


STEPPED = N_("{move} is a step. A hop goes over a man, to the square just beyond.")
STOPPED = N_("{move} is only part of the way. The man can keep hopping from there.")
UNPREPARED = N_("Don't move the man on {man} yet. Prepare its path with another man.")

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
        17,
        N_("The gambit"),
        N_(
            "A game begins with the gambit: men leave the yard so that those behind can hop after "
            "them. Move so that the man on `I,1` can make two jumps next."
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
"""The course on Halma: about fifteen minutes, on the small board."""

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

COURSES: Mapping[str, tuple[Lesson, ...]] = {"halma": HALMA, "platonic": PLATONIC}
"""The lessons of each course, in order."""


def lesson(number: int) -> Lesson | None:
    """Return the lesson with this number, or None."""
    return next(
        (
            candidate
            for course in COURSES.values()
            for candidate in course
            if candidate.number == number
        ),
        None,
    )


def course_of(lesson_asked: Lesson) -> str:
    """Return the course of a lesson."""
    return next(name for name, lessons in COURSES.items() if lesson_asked in lessons)


def neighbour_of(lesson_asked: Lesson, by: int) -> Lesson | None:
    """Return the lesson `by` places after this one, or None outside the course."""
    lessons = COURSES[course_of(lesson_asked)]
    at = lessons.index(lesson_asked) + by
    return lessons[at] if 0 <= at < len(lessons) else None
