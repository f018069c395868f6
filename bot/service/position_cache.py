"""Positions from stored moves: the newest of each running game is remembered by the number of its match.

A move of a game that is not remembered needs no more of it than the position that is stored, and the
marks by which a repetition is noticed; only who looks back makes the whole game anew. Stored moves are
applied then, not judged; `walk` judges them, for the check of a whole database.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.service.errors import Damaged, RulesChanged
from bot.store import Tx, move_rows
from bot.store.models import Departure, Match, MoveRow
from engine import EngineError, Move, Position, Variant
from engine import variant as find
from engine.position import known_back_to, resumed, uncertain
from engine.record import Leaves, Turn

REMEMBERED = 1000
"""How many games are remembered, those that were looked at last."""

Line = tuple[MoveRow | Leaves, ...]
"""What happened in a match, in order: moves as they are stored, and who left between them."""


class _Game(NamedTuple):
    """Where a game was when it was last looked at."""

    game: tuple[str, int]
    """The variant and its revision."""
    undone: int
    """`Match.undone`: another number, and what is remembered may have been taken back."""
    last: tuple[int, str]
    """Number and text of the last move."""
    snapshot: str
    """`variant.dump` of the position."""
    position: Position


_games: OrderedDict[int, _Game] = OrderedDict()


def rules(match: Match) -> Variant:
    """The variant by whose rules the match was begun; RulesChanged if this program has others."""
    try:
        variant = find(match.variant)
    except KeyError:
        variant = None
    if variant is None or variant.revision != match.revision:
        raise RulesChanged(
            match,
            variant=match.variant,
            revision=match.revision,
            current=None if variant is None else variant.revision,
        )
    return variant


async def position(
    tx: Tx,
    match: Match,
    variant: Variant,
    latest: Sequence[MoveRow] = (),
    *,
    whole: bool = False,
) -> Position:
    """The position of a match as it stands; of a known game only new moves are read.

    `latest`: its last moves, where the caller has them. `whole`: with all positions before it. Damaged
    if what is read cannot be played, or leads to another position than the one that is stored.
    """
    # What is planned refers to earlier positions; the computer looks out for repetitions.
    whole = whole or bool(match.gone or match.planned) or variant.batch
    known = _games.get(match.id)
    if known is not None and whole and known_back_to(known.position):
        known = None
    if known is not None and (known.game, known.undone) == (_game(match), match.undone):
        number, text = known.last
        if not latest or latest[0].ply > number:
            latest = await move_rows.since(tx, match.id, number)
        new = [move for move in latest if move.ply >= number]
        left = match.departures[len(known.position.gone) :]
        same = known.position.gone == match.gone[: len(known.position.gone)]
        if same and new and (new[0].ply, new[0].text) == (number, text):
            found = _reached(match, variant, known, line(new[1:], left), new[-1])
            if whole or not uncertain(found):
                return found
    if not whole and (there := await _resumed(tx, match, variant)) is not None:
        return there
    moves = await move_rows.of(tx, match.id)
    told = line(moves, match.departures)
    try:
        found = applied(match, variant, told)
        return _checked(match, variant, found, moves[-1] if moves else None)
    except Damaged:
        walk(match, variant, told)  # names the move that is impossible, if it is one
        raise


async def _resumed(tx: Tx, match: Match, variant: Variant) -> Position | None:
    """The position that is stored; None if more of the game must be known, or it is damaged."""
    marks = await move_rows.marks(tx, match)
    try:
        found = resumed(variant.load(match.position), marks)
    except EngineError:
        return None
    if found.done or uncertain(found) or not found.ply == len(marks) == match.turns:
        return None
    if last := await move_rows.since(
        tx, match.id, match.ply - 1
    ):  # else it was taken back just now
        remember(match, found, last[0])
    return found


def remember(match: Match, reached: Position, last: MoveRow) -> None:
    """Keep the position of a match as it stands, after this move, at hand for the next turn."""
    _keep(match, _Game(_game(match), match.undone, (last.ply, last.text), match.position, reached))


def forget() -> None:
    """Remember no game any more: those of another database have the same numbers."""
    _games.clear()


def line(moves: Sequence[MoveRow], departures: Sequence[Departure]) -> Line:
    """The moves with the departures where they happened: before the move of the same ply."""
    found: list[MoveRow | Leaves] = []
    waiting = list(departures)
    for move in moves:
        while waiting and waiting[0].ply <= move.ply:
            found.append(Leaves(waiting.pop(0).seat))
        found.append(move)
    return (*found, *(Leaves(departure.seat) for departure in waiting))


def applied(match: Match, variant: Variant, told: Line, start: Position | None = None) -> Position:
    """The position after all that (`start`: from there on); Damaged if it cannot be played."""
    first = variant.start() if start is None else start
    return [first, *(after for _, after in _turns(match, variant, first, told))][-1]


def walk(match: Match, variant: Variant, told: Line) -> Position:
    """The same from the start, with each move judged by the rules."""
    reached = variant.start()
    for entry in told:
        if isinstance(entry, MoveRow):
            try:
                reached = variant.apply(reached, variant.parse(reached, entry.text))
            except EngineError as error:
                raise Damaged(match, ply=reached.ply, text=entry.text) from error
        else:
            reached = applied(match, variant, (entry,), reached)
    return reached


def turns(match: Match, variant: Variant, told: Line) -> tuple[Turn, ...]:
    """What these texts mean, each in its position; Damaged if one cannot be played."""
    return tuple(turn for turn, _ in _turns(match, variant, variant.start(), told))


def back(reached: Position, ply: int) -> Position:
    """The position of the same game when only `ply` turns had been made, whoever left then is gone."""
    while reached.ply > ply:
        assert reached.before is not None
        reached = reached.before
    return reached


def move(match: Match, variant: Variant, text: str) -> Move:
    """The move that a stored text is; Damaged if it is none."""
    try:
        return variant.printed(text)
    except EngineError as error:
        raise Damaged(match, text=text) from error


def _turns(
    match: Match, variant: Variant, reached: Position, told: Line
) -> Iterator[tuple[Turn, Position]]:
    """Each turn with the position after it."""
    for entry in told:
        if isinstance(entry, Leaves):
            try:
                reached = variant.retire(reached, entry.seat)
            except EngineError as error:
                raise Damaged(match, ply=reached.ply, text=f"seat {entry.seat} leaves") from error
            yield entry, reached
        else:
            turn = move(match, variant, entry.text)
            try:
                reached = variant.apply(reached, turn)
            except (
                IndexError,
                ValueError,
            ) as error:  # a damaged text of squares that are not there
                raise Damaged(match, ply=reached.ply, text=entry.text) from error
            yield turn, reached


def _reached(match: Match, variant: Variant, known: _Game, told: Line, last: MoveRow) -> Position:
    """The position of a known game after what is new."""
    if not told and match.position == known.snapshot and match.turns == known.position.ply:
        _games.move_to_end(match.id)
        return known.position
    return _checked(match, variant, applied(match, variant, told, known.position), last)


def _checked(match: Match, variant: Variant, found: Position, last: MoveRow | None) -> Position:
    """The position, if it is the one that is stored; remembered then."""
    if (variant.dump(found), found.ply) != (match.position, match.turns):
        raise Damaged(match, ply=match.ply)
    if last is not None:
        remember(match, found, last)
    return found


def _keep(match: Match, game: _Game) -> None:
    _games[match.id] = game
    _games.move_to_end(match.id)
    if len(_games) > REMEMBERED:
        _games.popitem(last=False)


def _game(match: Match) -> tuple[str, int]:
    return match.variant, match.revision
