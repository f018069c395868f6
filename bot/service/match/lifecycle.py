"""Match lifecycle: load the state, make moves, advance and finish a match.

After a player has moved or left, the bot immediately makes every move that needs no decision:
conditional moves, and passes where no move is possible. If it is the computer's turn, its move is
queued. If a partner still has to choose a stand-in, the match waits for that choice.
"""

from dataclasses import dataclass, replace

from bot.service import position_cache
from bot.service.conditional_moves import executor
from bot.service.errors import Finished, HasLeft, NotFound, NotPlaying, Stale, Undecided
from bot.service.match import computer_players, event_games, live_play, notice_posts, turn_clock
from bot.service.rating import rate_match
from bot.service.results import MoveEvent
from bot.store import Tx
from bot.store.match import matches, move_rows
from bot.store.models import Departure, Match, MatchStatus, MoveRow, MoveSource, PlayedBy, UndoState
from bot.store.models.payloads import (
    NO_FACTS,
    AbortReason,
    BoardPost,
    Notice,
    NoticeFacts,
    ResultPost,
)
from bot.store.outbox import outbox_rows
from engine import Move, Outcome, Position, Variant
from engine.outcome import teams_of
from engine.position import may_repeat, repetition_hash

PASS = Move(())


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match with its rules and position."""

    match: Match
    rules: Variant
    position: Position


def load(tx: Tx, match_id: int) -> Match:
    """Return this match. Raises `NotFound`."""
    match = matches.get_match(tx, match_id)
    if match is None:
        raise NotFound(what="match", key=match_id)
    return match


def get_running(tx: Tx, match_id: int, *, ply: int | None = None) -> Match:
    """Return this match if it is running.

    `ply` is the ply of the board that the player saw, or None if they saw none. Raises `NotFound`,
    `Finished`, `Stale`.
    """
    match = load(tx, match_id)
    if match.status != "running":
        raise Finished(match)
    if ply is not None and ply != match.ply:
        raise Stale(match, seen=ply)
    return match


def running_of(tx: Tx, player: int) -> list[Match]:
    """Return a player's running matches, those awaiting their move first.

    Both groups are sorted by waiting time, longest first.
    """
    running = matches.running_of_player(tx, player)
    return sorted(running, key=lambda match: match.to_move != player)


def waiting_for(tx: Tx, player: int) -> list[Match]:
    """Return the running matches that await this player's move, longest waiting first."""
    return [match for match in matches.running_of_player(tx, player) if match.to_move == player]


def seat_of(match: Match, player: int) -> int:
    """Return the seat of this player. Raises `NotPlaying`, `HasLeft`."""
    seat = match.seat_of(player)
    if seat is None:
        raise NotPlaying(match)
    if seat in match.departed_seats:
        raise HasLeft(match)
    return seat


def must_not_await_partner(match: Match) -> None:
    """Raise `Undecided` if the match is waiting for a partner's takeover choice."""
    if match.deciding_partner is not None:
        raise Undecided(match, player=match.players[match.deciding_partner.seat])


def opponent_seats(tx: Tx, match: Match, seat: int) -> set[int]:
    """Return the seats that are still playing against this one.

    Seats that have departed or finished are not included. With more than two seats, raises
    `RulesChanged` and `Damaged`.
    """
    if len(match.players) == 2:
        return {1 - seat}
    state = load_position(tx, match)
    done = set(state.position.done)
    against = [team for team in teams_of(state.rules) if seat not in team and not set(team) <= done]
    return {other for team in against for other in team} - set(match.departed_seats)


def all_seats_moved(tx: Tx, match: Match) -> bool:
    """Whether every seat has moved. Until then, any player may abort the match."""
    seats = len(match.players)
    return match.turn_count >= seats and move_rows.count_seats_moved(tx, match.id) == seats


def load_position(tx: Tx, match: Match, *, whole: bool = False) -> MatchState:
    """Load the position of a match; if `whole`, with earlier positions.

    Raises `RulesChanged`, `Damaged`.
    """
    rules = position_cache.variant_of(match)
    return MatchState(match, rules, position_cache.current_position(tx, match, rules, whole=whole))


def active_seats(tx: Tx, match: Match, position: Position | None = None) -> set[int]:
    """Return the seats that have not departed and whose rank is still open.

    Ranks are determined in `position`, or in the current position if it is None.
    """
    seats = set(range(len(match.players))) - set(match.departed_seats)
    if len(match.players) > 2:
        done = set((position or (load_position(tx, match)).position).done)
        for team in teams_of(position_cache.variant_of(match)):
            if set(team) <= done:
                seats -= set(team)
    return seats


def apply_move(
    tx: Tx, state: MatchState, chosen: Move, *, player: int | None, by: MoveSource, now: int
) -> MatchState:
    """Make a move that is known to be legal. The clock is not charged.

    The move is stored; the caller saves the match.
    """
    match, before = state.match, state.position
    after = state.rules.apply(before, chosen)
    if may_repeat(after):
        before = position_cache.current_position(tx, match, state.rules, whole=True)
        after = state.rules.apply(before, chosen)
    text = state.rules.format(chosen)
    made = MoveRow(
        match.id,
        match.ply,
        before.turn,
        player,
        text,
        repetition_hash(before),
        now,
        by,
        match.banks[before.turn],
    )
    match = replace(
        match,
        ply=match.ply + 1,
        turn=after.turn,
        position=state.rules.dump(after),
        moved_at=now,
        quick_replies=live_play.quick_replies_after(match, now)
        if by == "player"
        else match.quick_replies,
    )
    move_rows.add_move(tx, made)
    position_cache.cache_position(match, after, made)
    return MatchState(match, state.rules, after)


def advance(
    tx: Tx, state: MatchState, *, now: int, before: UndoState | None = None
) -> tuple[MatchState, tuple[MoveEvent, ...]]:
    """Apply automatic moves until a player must choose or the game ends.

    Finishes the match if the game ends, and otherwise starts the turn clock. Returns the new state,
    which the caller saves, and the moves that were made. `before` is the state to restore on undo.
    It is discarded if a conditional move has answered the move.

    The loop terminates because each answer shortens the conditional moves, and because the game has
    a turn limit.
    """
    made: list[MoveEvent] = []
    planned_before = state.match.planned
    while state.rules.outcome(state.position) is None:
        seat = state.position.turn
        choice = state.match.stand_in(seat)
        if choice is not None and choice.until is not None and choice.until <= now:
            # The partner has run out of time to choose, even if the sweep has not run yet.
            state = replace(state, match=set_played_by(state.match, seat, "computer"))
        state, planned = _planned_move(tx, state, now)
        due = planned or _automatic_move(state)
        if due is None:
            break
        chosen, by = due
        player = state.match.players[seat] if by == "plan" else None
        made.append(MoveEvent(state.match.ply, seat, player, by, chosen))
        state = apply_move(tx, state, chosen, player=player, by=by, now=now)
        if by == "plan":
            state = replace(state, match=turn_clock.add_increment(state.match, seat))
    outcome = outcome_of(state.rules, state.position, state.match.departures)
    if outcome is not None:
        match = _finish(tx, state.match, "finished", outcome, now)
    else:
        if before is not None:
            ended = tuple(seat for seat in planned_before if seat not in state.match.planned)
            answered = any(event.by == "plan" for event in made)
            before = None if answered else replace(before, ended=(*before.ended, *ended))
        match = turn_clock.start_turn(tx, state.match, now, before)
        if match.level is not None:
            computer_players.queue_move(tx, match, now)
    return replace(state, match=match), tuple(made)


def set_played_by(match: Match, seat: int, played_by: PlayedBy) -> Match:
    """Set who plays for this seat, whose player has left."""
    departures = [
        replace(departure, played_by=played_by) if departure.seat == seat else departure
        for departure in match.departures
    ]
    return replace(match, departures=tuple(departures))


def outcome_of(
    rules: Variant, position: Position, departures: tuple[Departure, ...]
) -> Outcome | None:
    """Return the outcome under the rules, or None if the game is not over.

    Players who left together share a rank.
    """
    outcome = rules.outcome(position)
    if outcome is None:
        return None
    return Outcome(merge_departed(outcome.ranking, departures), outcome.reason)


def merge_departed(
    ranking: tuple[tuple[int, ...], ...], departures: tuple[Departure, ...]
) -> tuple[tuple[int, ...], ...]:
    """Return the ranking with merged ranks for players who left together."""
    swept = {departure.seat: departure.group_number for departure in departures}
    groups: list[tuple[int, ...]] = []
    sweeps: list[int | None] = []
    for group in ranking:
        left = max(swept[seat] for seat in group) if set(group) <= set(swept) else None
        if left is not None and sweeps and sweeps[-1] == left:
            groups[-1] = tuple(sorted((*groups[-1], *group)))
        else:
            groups.append(group)
            sweeps.append(left)
    return tuple(groups)


def finish(
    tx: Tx,
    match: Match,
    status: MatchStatus,
    outcome: Outcome | None,
    now: int,
    *,
    aborted_by: tuple[AbortReason, int] | None = None,
) -> Match:
    """End a match other than by its rules, and queue the result. The caller saves it.

    `aborted_by` is the reason why the bot aborts the match, and the seat that should have moved.
    """
    why, seat = aborted_by or (None, 0)
    over = _finish(tx, match, status, outcome, now, no_show=seat if why == "no-show" else None)
    outbox_rows.queue(
        tx, ResultPost(over.id, over.ply, aborted_by=why, seat=seat), channel=over.place, now=now
    )
    return over


def queue_board(tx: Tx, match: Match, now: int, *, in_place: bool = False) -> None:
    """Queue the board, or the result if the match is over.

    `in_place` edits the newest board's message instead of posting a new one.
    """
    board = (
        BoardPost(match.id, match.ply, in_place)
        if match.status == "running"
        else ResultPost(match.id, match.ply)
    )
    outbox_rows.queue(tx, board, channel=match.place, now=now)


def queue_notice(
    tx: Tx, match: Match, what: str, seat: int, now: int, facts: NoticeFacts = NO_FACTS
) -> None:
    """Queue a notice about what this seat has done."""
    notice = Notice(match.id, match.ply, what, seat, facts=facts)
    outbox_rows.queue(tx, notice, channel=match.place, now=now)


def _finish(
    tx: Tx,
    match: Match,
    status: MatchStatus,
    outcome: Outcome | None,
    now: int,
    *,
    no_show: int | None = None,
) -> Match:
    turn_clock.finish_turn(tx, match, now)
    notice_posts.queue_button_removals(tx, match.id, now)
    over = replace(
        match,
        status=status,
        turn=None,
        outcome=outcome,
        ended_at=now,
        offer=None,
        clock=None,
        planned=(),
    )
    rate_match.rate_match(tx, over, now)
    event_games.on_match_finished(tx, over, now, no_show)
    return over


def _planned_move(
    tx: Tx, state: MatchState, now: int
) -> tuple[MatchState, tuple[Move, MoveSource] | None]:
    """Return the updated state and the conditional move to play, if any."""
    match, seat = state.match, state.position.turn
    if seat not in match.planned or seat in state.position.gone:
        return state, None
    chosen, stands = executor.planned_move(tx, match, state.rules, state.position, now)
    if not stands:
        left = tuple(other for other in match.planned if other != seat)
        state = replace(state, match=replace(match, planned=left))
    return state, None if chosen is None else (chosen, "plan")


def _automatic_move(state: MatchState) -> tuple[Move, MoveSource] | None:
    """Return the forced pass and its source, or None if the match must wait."""
    position = state.position
    partner = state.match.stand_in(position.turn)
    if partner is not None and partner.until is not None:
        return None
    return None if state.rules.may_move(position, position.turn) else (PASS, "pass")
