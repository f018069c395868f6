"""LRU cache of match positions, by match id.

For a match that is not cached, the stored position and the repetition hashes of its moves are
usually enough. The whole game is replayed only when earlier positions are needed. A replay applies
stored moves without checking that they are legal; `walk` does check them, for the integrity check
of the database.
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
"""Capacity of the cache in matches. The least recently used match is evicted first."""

Line = tuple[MoveRow | Leaves, ...]
"""The history of a match in order: stored moves, with departures between them."""


class _Game(NamedTuple):
    """A cache entry: the last known state of a match."""

    game: tuple[str, int]
    """The variant key and its revision."""
    undone: int
    """`Match.retracted_plies` at that time. If it differs now, cached moves may be taken back."""
    last: tuple[int, str]
    """Ply and text of the last move."""
    snapshot: str
    """`variant.dump` of the position."""
    position: Position


_games: OrderedDict[int, _Game] = OrderedDict()


def rules(match: Match) -> Variant:
    """Return the variant of the match.

    Raises `RulesChanged` if this program has no variant of that key and revision.
    """
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
    """Return the current position of a match.

    For a cached match only new moves are read. `latest` is the last moves if the caller already has
    them. With `whole`, all earlier positions are reachable through `Position.before`. Raises
    `Damaged` if the moves cannot be played or lead to a position other than the stored one.
    """
    # Conditional moves refer to earlier positions, and the computer checks for repetitions.
    whole = whole or bool(match.gone or match.planned) or variant.batch
    known = _games.get(match.id)
    if known is not None and whole and known_back_to(known.position):
        known = None
    if known is not None and (known.game, known.undone) == (_game(match), match.retracted_plies):
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
        walk(match, variant, told)  # names the impossible move if there is one
        raise


async def _resumed(tx: Tx, match: Match, variant: Variant) -> Position | None:
    """Return the stored position.

    None if it is damaged, or if the position alone is not enough.
    """
    marks = await move_rows.marks(tx, match)
    try:
        found = resumed(variant.load(match.position), marks)
    except EngineError:
        return None
    if found.done or uncertain(found) or not found.ply == len(marks) == match.turns:
        return None
    if last := await move_rows.since(
        tx, match.id, match.ply - 1
    ):  # otherwise the last move has just been taken back
        remember(match, found, last[0])
    return found


def remember(match: Match, reached: Position, last: MoveRow) -> None:
    """Cache the current position of a match, reached by this last move."""
    _keep(
        match,
        _Game(_game(match), match.retracted_plies, (last.ply, last.text), match.position, reached),
    )


def forget() -> None:
    """Empty the cache. Match ids of another database would collide."""
    _games.clear()


def line(moves: Sequence[MoveRow], departures: Sequence[Departure]) -> Line:
    """Merge moves and departures.

    Departures at a ply come before the move of that ply.
    """
    found: list[MoveRow | Leaves] = []
    waiting = list(departures)
    for move in moves:
        while waiting and waiting[0].ply <= move.ply:
            found.append(Leaves(waiting.pop(0).seat))
        found.append(move)
    return (*found, *(Leaves(departure.seat) for departure in waiting))


def applied(match: Match, variant: Variant, told: Line, start: Position | None = None) -> Position:
    """Return the position after this history. Raises `Damaged` if it cannot be played.

    The history is played from `start`, or from the initial position if that is None.
    """
    first = variant.start() if start is None else start
    return [first, *(after for _, after in _turns(match, variant, first, told))][-1]


def walk(match: Match, variant: Variant, told: Line) -> Position:
    """Replay this history from the initial position and check that each move is legal.

    Raises `Damaged` at the first illegal move.
    """
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
    """Parse a stored history into moves and departures.

    Raises `Damaged` if it cannot be played.
    """
    return tuple(turn for turn, _ in _turns(match, variant, variant.start(), told))


def back(reached: Position, ply: int) -> Position:
    """Return the earlier position at which only `ply` turns had been made.

    Departures at that ply are included.
    """
    while reached.ply > ply:
        assert reached.before is not None
        reached = reached.before
    return reached


def move(match: Match, variant: Variant, text: str) -> Move:
    """Parse a stored move. Raises `Damaged` if the text is not a move."""
    try:
        return variant.printed(text)
    except EngineError as error:
        raise Damaged(match, text=text) from error


def _turns(
    match: Match, variant: Variant, reached: Position, told: Line
) -> Iterator[tuple[Turn, Position]]:
    """Yield each turn with the position after it."""
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
            ) as error:  # a damaged text may name squares that do not exist
                raise Damaged(match, ply=reached.ply, text=entry.text) from error
            yield turn, reached


def _reached(match: Match, variant: Variant, known: _Game, told: Line, last: MoveRow) -> Position:
    """Return the position of a cached match after the new turns."""
    if not told and match.position == known.snapshot and match.turns == known.position.ply:
        _games.move_to_end(match.id)
        return known.position
    return _checked(match, variant, applied(match, variant, told, known.position), last)


def _checked(match: Match, variant: Variant, found: Position, last: MoveRow | None) -> Position:
    """Return the position and cache it.

    Raises `Damaged` if it differs from the stored one.
    """
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
