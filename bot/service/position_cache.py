"""LRU cache of match positions, by match id.

For a match that is not cached, the stored position and the repetition hashes of its moves are
usually enough. The whole game is replayed only when earlier positions are needed. A replay applies
stored moves without checking that they are legal; `replay_checked` does check them, for the
integrity check of the database.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import NamedTuple

from bot.service.errors import Damaged, RulesChanged
from bot.store import Tx
from bot.store.match import move_rows
from bot.store.models import Departure, Match, MoveRow
from engine import EngineError, Move, Position, Variant
from engine import variant as find
from engine.former_keys import current_text
from engine.position import from_snapshot, history_start, may_repeat
from engine.record import PlayerLeft, Turn

MAX_CACHED = 1000
"""Capacity of the cache in matches. The least recently used match is evicted first."""

StoredLine = tuple[MoveRow | PlayerLeft, ...]
"""The history of a match in order: stored moves, with departures between them."""


class _CachedGame(NamedTuple):
    """A cache entry: the last known state of a match."""

    game: tuple[str, int]
    """The key of the variant and its revision."""
    undone: int
    """`Match.retracted_plies` at that time. It changes when moves are taken back."""
    last: tuple[int, str]
    """The ply and text of the last move."""
    snapshot: str
    """`variant.dump` of the position."""
    position: Position


_games: OrderedDict[int, _CachedGame] = OrderedDict()
_lock = Lock()
"""Held while the cache changes, since transactions run on several threads."""


def variant_of(match: Match) -> Variant:
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


def current_position(
    tx: Tx,
    match: Match,
    variant: Variant,
    latest: Sequence[MoveRow] = (),
    *,
    whole: bool = False,
) -> Position:
    """Return the current position of a match.

    For a cached match, only new moves are read. `latest` contains the last moves, if the caller has
    them. With `whole`, all earlier positions are reachable through `Position.before`. Raises
    `Damaged` if the moves cannot be replayed or do not lead to the stored position.
    """
    # Conditional moves refer to earlier positions, and the computer checks for repetitions.
    whole = whole or bool(match.departed_seats or match.planned) or variant.batch
    cached = _games.get(match.id)
    if cached is not None and whole and history_start(cached.position):
        cached = None
    if cached is not None and (cached.game, cached.undone) == (
        _game_key(match),
        match.retracted_plies,
    ):
        current = _from_cache(tx, match, variant, cached, latest)
        if current is not None and (whole or not may_repeat(current)):
            return current
    if not whole and (restored := _from_snapshot(tx, match, variant)) is not None:
        return restored
    moves = move_rows.moves_of(tx, match.id)
    entries = merge_departures(moves, match.departures)
    try:
        current = apply_line(match, variant, entries)
        return _verify_snapshot(match, variant, current, moves[-1] if moves else None)
    except Damaged:
        replay_checked(match, variant, entries)  # its error names the illegal move, if any
        raise


def _from_snapshot(tx: Tx, match: Match, variant: Variant) -> Position | None:
    """Return the stored position.

    Returns None if the position is damaged, or if earlier positions are needed as well.
    """
    marks = move_rows.repetition_hashes(tx, match)
    try:
        restored = from_snapshot(variant.load(match.position), marks)
    except EngineError:
        return None
    if restored.done or may_repeat(restored) or not restored.ply == len(marks) == match.turn_count:
        return None
    if last := move_rows.moves_since(
        tx, match.id, match.ply - 1
    ):  # otherwise the last move has just been taken back
        cache_position(match, restored, last[0])
    return restored


def cache_position(match: Match, reached: Position, last: MoveRow) -> None:
    """Cache the current position of a match, reached by this last move."""
    _store(
        match,
        _CachedGame(
            _game_key(match), match.retracted_plies, (last.ply, last.text), match.position, reached
        ),
    )


def clear_cache() -> None:
    """Empty the cache, e.g. before another database with the same match ids is used."""
    with _lock:
        _games.clear()


def merge_departures(moves: Sequence[MoveRow], departures: Sequence[Departure]) -> StoredLine:
    """Merge moves and departures.

    Departures at a ply come before the move of that ply.
    """
    merged: list[MoveRow | PlayerLeft] = []
    waiting = list(departures)
    for move in moves:
        while waiting and waiting[0].ply <= move.ply:
            merged.append(PlayerLeft(waiting.pop(0).seat))
        merged.append(move)
    return (*merged, *(PlayerLeft(departure.seat) for departure in waiting))


def apply_line(
    match: Match, variant: Variant, entries: StoredLine, start: Position | None = None
) -> Position:
    """Return the position after this history.

    The history is replayed from `start`, or from the initial position if `start` is None. Raises
    `Damaged` if that is not possible.
    """
    first = variant.start() if start is None else start
    return [first, *(after for _, after in _walk_turns(match, variant, first, entries))][-1]


def replay_checked(match: Match, variant: Variant, entries: StoredLine) -> Position:
    """Replay this history from the initial position and check that each move is legal.

    Raises `Damaged` at the first illegal move.
    """
    reached = variant.start()
    for entry in entries:
        if isinstance(entry, MoveRow):
            try:
                reached = variant.apply(reached, variant.parse(reached, entry.text))
            except EngineError as error:
                raise Damaged(match, ply=reached.ply, text=entry.text) from error
        else:
            reached = apply_line(match, variant, (entry,), reached)
    return reached


def parse_turns(match: Match, variant: Variant, entries: StoredLine) -> tuple[Turn, ...]:
    """Parse a stored history into moves and departures.

    Raises `Damaged` if the history cannot be replayed.
    """
    return tuple(turn for turn, _ in _walk_turns(match, variant, variant.start(), entries))


def position_at_ply(reached: Position, ply: int) -> Position:
    """Return the position after the first `ply` turns.

    Departures at that ply are included.
    """
    while reached.ply > ply:
        assert reached.before is not None
        reached = reached.before
    return reached


def parse_stored_move(match: Match, variant: Variant, text: str) -> Move:
    """Parse a stored move. Raises `Damaged` if the text is not a move."""
    try:
        return variant.parse_canonical(text)
    except EngineError as error:
        raise Damaged(match, text=text) from error


def _walk_turns(
    match: Match, variant: Variant, reached: Position, entries: StoredLine
) -> Iterator[tuple[Turn, Position]]:
    """Yield each turn with the position after it."""
    for entry in entries:
        if isinstance(entry, PlayerLeft):
            try:
                reached = variant.retire(reached, entry.seat)
            except EngineError as error:
                raise Damaged(match, ply=reached.ply, text=f"seat {entry.seat} leaves") from error
            yield entry, reached
        else:
            turn = parse_stored_move(match, variant, entry.text)
            try:
                reached = variant.apply(reached, turn)
            except (
                IndexError,
                ValueError,
            ) as error:  # damaged text may name squares that do not exist
                raise Damaged(match, ply=reached.ply, text=entry.text) from error
            yield turn, reached


def _from_cache(
    tx: Tx, match: Match, variant: Variant, cached: _CachedGame, latest: Sequence[MoveRow]
) -> Position | None:
    """Return the position of a cached match after the turns made since it was cached.

    Returns None if the match does not continue the cached game. Moves are read only if the match
    has changed.
    """
    gone = cached.position.gone
    if gone != match.departed_seats[: len(gone)]:
        return None
    left = match.departures[len(gone) :]
    if (cached.snapshot, cached.position.ply) == (match.position, match.turn_count) and not left:
        _store(match, cached)
        return cached.position
    number, text = cached.last
    if not latest or latest[0].ply > number:
        latest = move_rows.moves_since(tx, match.id, number)
    new = [move for move in latest if move.ply >= number]
    if not new or (new[0].ply, new[0].text) != (number, text):
        return None
    line = merge_departures(new[1:], left)
    reached = apply_line(match, variant, line, cached.position)
    return _verify_snapshot(match, variant, reached, new[-1])


def _verify_snapshot(
    match: Match, variant: Variant, current: Position, last: MoveRow | None
) -> Position:
    """Return the position and cache it.

    Raises `Damaged` if it differs from the stored position.
    """
    if (variant.dump(current), current.ply) != (current_text(match.position), match.turn_count):
        raise Damaged(match, ply=match.ply)
    if last is not None:
        cache_position(match, current, last)
    return current


def _store(match: Match, game: _CachedGame) -> None:
    with _lock:
        _games[match.id] = game
        _games.move_to_end(match.id)
        if len(_games) > MAX_CACHED:
            _games.popitem(last=False)


def _game_key(match: Match) -> tuple[str, int]:
    return match.variant, match.revision
