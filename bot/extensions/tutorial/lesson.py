"""A `Lesson`: a position with a task and responses to moves; also tests of moves.

A lesson is completed by the first move that its `done` accepts. Illegal moves are explained as in
any match. For other moves, the response is the first matching entry of `wrong`. A race is played
against the computer.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from bot.extension_api.texts import N_
from engine import VARIANTS, Move, Position, Variant

MoveTest = Callable[[Variant, Position, Move], bool]
"""Predicate: whether a legal move in a position is of a certain kind."""
NOT_ASKED = N_("{move} is legal, but it is not what this lesson asks for. Try again.")


class Lesson(NamedTuple):
    """A task in one position, for the first player."""

    number: int
    """The number in custom ids, which is never reused for another lesson."""
    title: str
    task: str
    position: str
    """The position in the format of `Variant.dump`."""
    done: MoveTest
    hint: str = ""
    """A move that solves the task; "" for a race, in which the computer finds hints."""
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


def empties_yard(game: Variant, position: Position, move: Move) -> bool:
    """Return whether the move leaves no man of its player in their own yard."""
    after, home = game.apply(position, move), game.seats[position.turn].home
    return home.isdisjoint(game.standing(after, position.turn))


def wins(game: Variant, position: Position, move: Move) -> bool:
    """Return whether the move makes its player reach the goal."""
    return position.turn in game.apply(position, move).done


def opens(origin: str, jumps: int = 1, *, inside: bool = False) -> MoveTest:
    """Return a test that accepts moves which make room for the man on `origin`.

    These are moves of another man, after which the man on `origin` could make at least `jumps`
    jumps to a square outside its yard. With `inside`, both moves must end in the goal.
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


def both(first: MoveTest, second: MoveTest) -> MoveTest:
    """Return a test that accepts moves which pass two tests."""
    return lambda *move: first(*move) and second(*move)


def stops(origin: str, jumps: int) -> MoveTest:
    """Return a test that accepts moves after which an enemy cannot jump far.

    After such a move, the enemy on `origin` could make at most `jumps` jumps.
    """

    def fits(game: Variant, position: Position, move: Move) -> bool:
        after, enemy = game.apply(position, move), game.board.named[origin]
        hops = [way.path for way in game.from_cell(after, enemy) if not steps(game, after, way)]
        return all(len(path) - 1 <= jumps for path in hops)

    return fits


def drops(kind: str) -> MoveTest:
    """Return a test that accepts drops of a piece of this kind."""
    return lambda game, position, move: game.kinds[move.kind].name == kind


def drops_apart(kind: str, square: str) -> MoveTest:
    """Return a test for drops of this kind on the colour opposite to that of `square`."""

    def fits(game: Variant, position: Position, move: Move) -> bool:
        board = game.board
        first, second = board.spots[board.named[square]], board.spots[move.path[-1]]
        return game.kinds[move.kind].name == kind and (sum(first) + sum(second)) % 2 == 1

    return fits


STEPPED = N_("{move} is a step. A hop goes over a man, to the square just beyond.")
STOPPED = N_("{move} is only part of the way. The man can keep hopping from there.")
UNPREPARED = N_("Don't move the man on {man} yet. Prepare its path with another man.")
