"""Moves: making a move, and viewing a match at any ply.

Functions that write take the id of the interaction (or of the message, for a move made by reply). A
repeated call with the same id changes nothing and returns the first result. Messages to Discord are
queued in the same transaction.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.service import position_cache
from bot.service.clock import snowflakes
from bot.service.errors import NotFound, NotYourTurn
from bot.service.idempotency import once
from bot.service.match import lifecycle, live_play, turn_clock
from bot.service.results import MatchView, MoveEvent, PlayedMove, TakebackEvent
from bot.store import Tx
from bot.store.match import conditional_moves, hint_rows, match_saver, move_rows
from bot.store.models import Departure, Match, MoveRow, MoveSource, Takeback
from bot.store.outbox.interactions import Interaction
from engine import Move, Position, Variant
from engine.board import OFF
from engine.variant_data import no_side_effect

Chooser = Callable[[Variant, Position], Move]
"""Function that returns a legal move for a position."""


def _played_earlier(tx: Tx, did: Interaction, *arguments: object, **more: object) -> PlayedMove:
    """Rebuild the result of an earlier move, which may have been taken back since."""
    assert did.match is not None
    assert did.ply is not None
    by = {move.ply: move.by for move in move_rows.all_moves_of(tx, did.match)}
    end = did.ply + 1
    while by.get(end, "player") != "player":
        end += 1
    seen = view_at(tx, did.match, end)
    made, *replies = [event for event in seen.events if isinstance(event, MoveEvent)]
    outcome = seen.match.outcome if seen.is_current else None
    return PlayedMove(seen.match, did.ply, made.move, seen.position, outcome, True, tuple(replies))


@once("play", _played_earlier, effect=lambda played: {"ply": played.ply})
def play(
    tx: Tx,
    match_id: int,
    *,
    player: int,
    text: str | Chooser,
    ply: int | None,
    interaction: int,
    now: int,
) -> PlayedMove:
    """Make a move, given as text or chosen in the position.

    `ply` is the ply of the board that the player saw, or None if they saw none. A double click
    plays once, because the second click raises `Stale`. The bot then plays the other players'
    conditional moves and any forced passes.

    Errors are raised in this order: `NotFound`, `Finished`, `Stale`, `NotPlaying`, `HasLeft`,
    `NotYourTurn`, `Undecided`, `OutOfTime`, `RulesChanged`, `Damaged`, then the engine's
    `BadNotation`, `IllegalMove` and `AmbiguousMove`.
    """
    state, move = find_move(
        tx, match_id, player=player, text=text, ply=ply, interaction=interaction, now=now
    )
    match, sent = state.match, snowflakes.sent_at(interaction, now)
    after = lifecycle.apply_move(tx, state, move, player=player, by="player", now=now)
    before = turn_clock.undo_state(match, player, sent)
    charged = turn_clock.charge_turn(tx, after.match, sent)
    seat = state.position.turn
    after = replace(after, match=_clear_offer_and_plan(tx, charged, seat))
    reached, replies = lifecycle.advance(tx, after, now=now, before=before)
    match = reached.match
    match_saver.save(tx, state.match, match)
    if match.level is None:  # otherwise a single board also shows the computer's reply
        lifecycle.queue_board(tx, match, now, in_place=live_play.is_live(match))
    return PlayedMove(
        match, state.match.ply, move, reached.position, match.outcome, replies=replies
    )


def find_move(
    tx: Tx,
    match_id: int,
    *,
    player: int,
    text: str | Chooser,
    ply: int | None,
    interaction: int,
    now: int,
) -> tuple[lifecycle.MatchState, Move]:
    """Return the position, and the move that `play` would make in it.

    Raises the same errors as `play`.
    """
    match = lifecycle.get_running(tx, match_id, ply=ply)
    lifecycle.seat_of(match, player)
    if match.to_move != player:
        raise NotYourTurn(match, player=match.to_move)
    lifecycle.must_not_await_partner(match)
    sent = snowflakes.sent_at(interaction, now)
    match = turn_clock.must_be_in_time(tx, match, sent, now)
    state = lifecycle.load_position(tx, match)
    rules, position = state.rules, state.position
    move = rules.parse(position, text) if isinstance(text, str) else text(rules, position)
    return state, move


def view_at(
    tx: Tx, match_id: int, ply: int | None = None, *, turns: int | None = None
) -> MatchView:
    """Return the position of a match at `ply`, with the moves that led to it.

    With `turns` instead, it is the position after that number of turns, without those that were
    taken back. Returns the current position if both are None, or if there are fewer turns.

    Raises `NotFound` (also for a future ply), `RulesChanged`, `Damaged`.
    """
    match = lifecycle.load(tx, match_id)
    if turns is not None and turns < match.turn_count:
        made = move_rows.moves_of(tx, match_id)
        ply = made[turns - 1].ply + 1 if turns else 0
    return view_match(tx, match, ply)


def whole_position(tx: Tx, match: Match, ply: int | None = None) -> Position:
    """Return the position of a match at `ply`, with all earlier positions in memory.

    It is replayed from the stored moves and not cached, because earlier positions take a lot of
    memory. Raises `RulesChanged`, `Damaged`.
    """
    at = match.ply if ply is None else ply
    departures = [departure for departure in match.departures if departure.ply <= at]
    line = position_cache.merge_departures(move_rows.moves_at(tx, match.id, at), departures)
    return position_cache.apply_line(match, position_cache.variant_of(match), line)


def view_match(tx: Tx, match: Match, ply: int | None = None) -> MatchView:
    """Return the same view as `view_at`, for a match that is already loaded."""
    at = match.ply if ply is None else ply
    if not 0 <= at <= match.ply:
        raise NotFound(what="ply", key=at)
    rules = position_cache.variant_of(match)
    departures = [departure for departure in match.departures if departure.ply <= at]
    takebacks = move_rows.takebacks_of(tx, match.id) if match.retracted_plies else []
    latest = move_rows.latest_moves(tx, match, at)
    if takebacks and takebacks[-1].ply >= at:
        line = position_cache.merge_departures(move_rows.moves_at(tx, match.id, at), departures)
        reached = position_cache.apply_line(match, rules, line)
    else:
        now = at == match.ply
        newest = position_cache.current_position(
            tx, match, rules, latest if now else (), whole=not now
        )
        reached = position_cache.position_at_ply(newest, at - match.retracted_plies)
    back = [takeback for takeback in takebacks if takeback.ply < at][-1:]
    hinted = hint_rows.hinted_positions(tx, match.id) if match.hints else frozenset()
    made = [_move_event(match, rules, move, move.repetition_hash in hinted) for move in latest]
    made = _with_routes(rules, reached, made)
    own = [move.ply for move in latest if move.by == "player" or move.ply < match.opening_plies]
    since = max([0, *own])
    since = max([since, *(takeback.ply for takeback in back if not takeback.alone)])
    happened: list[MoveEvent | Departure] = [*departures, *made]
    happened.sort(key=_order)
    events: list[MoveEvent | Departure | TakebackEvent] = [
        event for event in happened if event.ply >= since
    ]
    events += [_takeback_event(tx, takeback) for takeback in back if takeback.ply >= since]
    events.sort(key=_order)
    last = made[-1].move if made else None
    return MatchView(
        match, reached, last, at, tuple(events), _earlier(match, reached, happened, since)
    )


def _order(event: MoveEvent | Departure | TakebackEvent) -> tuple[int, bool]:
    """Return the sort key of an event: departures precede the move of their ply."""
    return event.ply, isinstance(event, MoveEvent)


def _earlier(
    match: Match, reached: Position, happened: Sequence[MoveEvent | Departure], since: int
) -> tuple[MoveEvent | Departure, ...]:
    """Return the events before `since` and after the last turn of the seat to move.

    Returns () for two seats, and once the match is over.
    """
    if len(match.players) < 3 or match.status != "running":
        return ()
    moved = [event for event in happened if isinstance(event, MoveEvent)]
    own = [event.ply for event in moved if event.seat == reached.turn]
    after = max(own, default=moved[0].ply - 1 if moved else 0)
    return tuple(event for event in happened if after < event.ply < since)


def view_played(played: PlayedMove, player: int) -> MatchView:
    """Return the view of a match after a player's move, without reading the database.

    Not for the result of a repeated interaction, which includes computer moves.
    """
    rules, before = position_cache.variant_of(played.match), played.position
    for _ in (played, *played.replies):
        assert before.before is not None
        before = before.before
    own = MoveEvent(played.ply, before.turn, player, "player", played.move)
    events = _with_routes(rules, played.position, [own, *played.replies])
    match = played.match
    return MatchView(match, played.position, events[-1].move, match.ply, tuple(events))


def _clear_offer_and_plan(tx: Tx, match: Match, seat: int) -> Match:
    """Clear the open offer and this seat's conditional moves after its move."""
    if seat in match.planned:
        conditional_moves.delete_plan(tx, match.id, seat)
    left = tuple(other for other in match.planned if other != seat)
    return replace(match, offer=None, planned=left)


def _takeback_event(tx: Tx, made: Takeback) -> TakebackEvent:
    stood = move_rows.moves_at(tx, made.match, made.ply)
    turns = sum(move.ply >= made.since for move in stood)
    return TakebackEvent(made.ply, made.seat, turns, made.alone)


def _with_routes(rules: Variant, reached: Position, made: Sequence[MoveEvent]) -> list[MoveEvent]:
    """Return the moves with all their landings, as far back as positions are known."""
    events: list[MoveEvent] = []
    for move in reversed(made):
        before = reached.before or _before_hop(rules, reached, move)
        if before is None:
            break
        events.insert(0, replace(move, move=rules.with_route(before, move.move)))
        reached = before
    return [*made[: len(made) - len(events)], *events]


def _before_hop(rules: Variant, reached: Position, last: MoveEvent) -> Position | None:
    """Reconstruct the position before a hop, for display only.

    Returns None if the move may have changed squares other than its first and last.
    """
    path = last.move.path
    if len(path) != 2 or OFF in path or rules.side_effect is not no_side_effect:
        return None
    cells = bytearray(reached.cells)
    cells[path[0]], cells[path[1]] = cells[path[1]], 0
    return Position(bytes(cells), last.seat, reached.stock, ply=reached.ply - 1)


def _move_event(match: Match, rules: Variant, row: MoveRow, hinted: bool) -> MoveEvent:
    by: MoveSource = "imported" if row.ply < match.opening_plies else row.by
    move = position_cache.parse_stored_move(match, rules, row.text)
    return MoveEvent(row.ply, row.seat, row.player, by, move, hinted and by == "player")
