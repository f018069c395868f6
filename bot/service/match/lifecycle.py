"""Match lifecycle: load the state, make moves, advance and finish a match.

After a player has moved or left, the bot at once makes every move that needs no decision:
conditional moves, and passes where no move is possible. If it is the computer's turn, its move is
queued. If a partner has still to choose a stand-in, the match waits.
"""

from dataclasses import dataclass, replace

from bot.service import position_cache
from bot.service.conditional_moves import executor
from bot.service.errors import Finished, HasLeft, NotFound, NotPlaying, Undecided
from bot.service.match import computer_players, live_play, turn_clock
from bot.service.rating import rate_match
from bot.service.results import Made
from bot.store import Tx, matches, move_rows, outbox_rows
from bot.store.models import Before, By, Departure, Hands, Match, MatchStatus, MoveRow
from bot.store.models.payloads import NONE, BoardPost, Facts, Kind, Notice
from engine import Move, Outcome, Position, Variant
from engine.outcome import teams
from engine.position import mark_of, uncertain

PASS = Move(())


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match with its rules and position."""

    match: Match
    rules: Variant
    position: Position


async def get(tx: Tx, match_id: int) -> Match:
    """Return this match. Raises `NotFound`."""
    found = await matches.get(tx, match_id)
    if found is None:
        raise NotFound(what="match", key=match_id)
    return found


async def running(tx: Tx, match_id: int) -> Match:
    """Return this match if it is running. Raises `NotFound`, `Finished`."""
    match = await get(tx, match_id)
    if match.status != "running":
        raise Finished(match)
    return match


async def running_of(tx: Tx, player: int) -> list[Match]:
    """Return a player's running matches, those awaiting their move first.

    Both groups are sorted by waiting time, longest first.
    """
    found = await matches.running_of(tx, player)
    return sorted(found, key=lambda match: match.to_move != player)


async def awaiting(tx: Tx, player: int) -> list[Match]:
    """Return the running matches that await this player's move, longest waiting first."""
    return [match for match in await matches.running_of(tx, player) if match.to_move == player]


def seat_of(match: Match, player: int) -> int:
    """Return the seat of this player. Raises `NotPlaying`, `HasLeft`."""
    seat = match.seat_of(player)
    if seat is None:
        raise NotPlaying(match)
    if seat in match.gone:
        raise HasLeft(match)
    return seat


def must_be_decided(match: Match) -> None:
    """Raise `Undecided` while a partner has still to choose a stand-in."""
    if match.undecided is not None:
        raise Undecided(match, player=match.players[match.undecided.seat])


async def opponents(tx: Tx, match: Match, seat: int) -> set[int]:
    """Return the seats that still play against this one.

    Seats that have departed or finished are not included. With more than two seats, raises
    `RulesChanged` and `Damaged`.
    """
    if len(match.players) == 2:
        return {1 - seat}
    here = await with_position(tx, match)
    done = set(here.position.done)
    against = [team for team in teams(here.rules) if seat not in team and not set(team) <= done]
    return {other for team in against for other in team} - set(match.gone)


async def everybody_moved(tx: Tx, match: Match) -> bool:
    """Whether every seat has moved. Until then a player may abort the match."""
    seats = len(match.players)
    return match.turns >= seats and await move_rows.seats(tx, match.id) == seats


async def with_position(tx: Tx, match: Match, *, whole: bool = False) -> MatchState:
    """Load the position of a match. With `whole`, earlier positions are loaded too.

    Raises `RulesChanged`, `Damaged`.
    """
    rules = position_cache.rules(match)
    return MatchState(match, rules, await position_cache.position(tx, match, rules, whole=whole))


async def playing(tx: Tx, match: Match, position: Position | None = None) -> set[int]:
    """Return the seats that have not departed and whose rank is still open.

    `position` is the position to judge by, or None for the current one.
    """
    here = set(range(len(match.players))) - set(match.gone)
    if len(match.players) > 2:
        done = set((position or (await with_position(tx, match)).position).done)
        for team in teams(position_cache.rules(match)):
            if set(team) <= done:
                here -= set(team)
    return here


async def move(
    tx: Tx, here: MatchState, chosen: Move, *, player: int | None, by: By, now: int
) -> MatchState:
    """Make a move that is known to be legal. The clock is not charged."""
    match, before = here.match, here.position
    after = here.rules.apply(before, chosen)
    if uncertain(after):
        before = await position_cache.position(tx, match, here.rules, whole=True)
        after = here.rules.apply(before, chosen)
    text = here.rules.format(chosen)
    made = MoveRow(
        match.id,
        match.ply,
        before.turn,
        player,
        text,
        mark_of(before),
        now,
        by,
        match.banks[before.turn],
    )
    match = replace(
        match,
        ply=match.ply + 1,
        turn=after.turn,
        position=here.rules.dump(after),
        moved_at=now,
        quick_replies=live_play.after(match, now) if by == "player" else match.quick_replies,
    )
    await move_rows.add(tx, made, match)
    position_cache.remember(match, after, made)
    return MatchState(match, here.rules, after)


async def go_on(
    tx: Tx, here: MatchState, *, now: int, before: Before | None = None
) -> tuple[MatchState, tuple[Made, ...]]:
    """Apply automatic moves until a player must choose or the game ends.

    Finishes the match if the game ends, and otherwise starts the turn clock. Returns the new state
    and the moves that were made. `before` is the state to restore on undo. It is kept unless a
    conditional move has answered the move.

    The loop terminates, at the latest at the game's turn limit: each answer shortens the
    conditional moves.
    """
    made: list[Made] = []
    planned_before = here.match.planned
    while here.rules.outcome(here.position) is None:
        seat = here.position.turn
        choice = here.match.stand_in(seat)
        if choice is not None and choice.until is not None and choice.until <= now:
            # The partner's time to choose is over, even if the timeout has not been swept yet.
            here = replace(here, match=await hand_over(tx, here.match, seat, "computer"))
        here, planned = await _planned(tx, here, now)
        due = planned or _due(here)
        if due is None:
            break
        chosen, by = due
        player = here.match.players[seat] if by == "plan" else None
        made.append(Made(here.match.ply, seat, player, by, chosen))
        here = await move(tx, here, chosen, player=player, by=by, now=now)
        if by == "plan":
            here = replace(here, match=await turn_clock.earn(tx, here.match, seat))
    outcome = told(here.rules, here.position, here.match.departures)
    if outcome is not None:
        match = await _close(tx, here.match, "finished", outcome, now)
    else:
        if before is not None:
            ended = tuple(seat for seat in planned_before if seat not in here.match.planned)
            answered = any(one.by == "plan" for one in made)
            before = None if answered else replace(before, ended=(*before.ended, *ended))
        match = await turn_clock.start(tx, here.match, now, before)
        if match.level is not None:
            await computer_players.owe(tx, match, now)
    return replace(here, match=match), tuple(made)


async def hand_over(tx: Tx, match: Match, seat: int, hands: Hands) -> Match:
    """Record who plays for this seat, whose player has left."""
    await matches.hand_over(tx, match.id, seat, hands)
    departures = [
        replace(one, played_by=hands) if one.seat == seat else one for one in match.departures
    ]
    return replace(match, departures=tuple(departures))


def told(rules: Variant, position: Position, departures: tuple[Departure, ...]) -> Outcome | None:
    """Return the outcome by the rules, or None.

    Players who left together share a rank.
    """
    outcome = rules.outcome(position)
    if outcome is None:
        return None
    return Outcome(shared(outcome.ranking, departures), outcome.reason)


def shared(
    ranking: tuple[tuple[int, ...], ...], departures: tuple[Departure, ...]
) -> tuple[tuple[int, ...], ...]:
    """Merge the ranks of players who left together."""
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


async def end(
    tx: Tx, match: Match, status: MatchStatus, outcome: Outcome | None, now: int
) -> Match:
    """End a match other than by its rules, and queue the result."""
    over = await _close(tx, match, status, outcome, now)
    await show(tx, over, now)
    return over


async def show(tx: Tx, match: Match, now: int, *, in_place: bool = False) -> None:
    """Queue the board, or the result if the match is over.

    `in_place` edits the newest board's message instead of posting a new one.
    """
    kind: Kind = "board" if match.status == "running" else "result"
    board = BoardPost(match.id, match.ply, in_place and kind == "board")
    await outbox_rows.queue(tx, kind, board, channel=match.place, now=now)


async def notify(tx: Tx, match: Match, what: str, seat: int, now: int, facts: Facts = NONE) -> None:
    """Queue a notice about what this seat has done."""
    notice = Notice(match.id, match.ply, what, seat, facts=facts)
    await outbox_rows.queue(tx, "notice", notice, channel=match.place, now=now)


async def _close(
    tx: Tx, match: Match, status: MatchStatus, outcome: Outcome | None, now: int
) -> Match:
    await matches.end(tx, match, status, outcome, now)
    await turn_clock.over(tx, match, now)
    over = replace(
        match, status=status, turn=None, outcome=outcome, offer=None, clock=None, planned=()
    )
    await rate_match.settle(tx, over, now)
    return over


async def _planned(tx: Tx, here: MatchState, now: int) -> tuple[MatchState, tuple[Move, By] | None]:
    """Return the state and the conditional move of the seat to move, or None."""
    match, seat = here.match, here.position.turn
    if seat not in match.planned or seat in here.position.gone:
        return here, None
    chosen, stands = await executor.answer(tx, match, here.rules, here.position, now)
    if not stands:
        left = tuple(other for other in match.planned if other != seat)
        here = replace(here, match=replace(match, planned=left))
    return here, None if chosen is None else (chosen, "plan")


def _due(here: MatchState) -> tuple[Move, By] | None:
    """Return the automatic move and why it is made, or None if the match must wait."""
    position = here.position
    partner = here.match.stand_in(position.turn)
    if partner is not None and partner.until is not None:
        return None
    return None if here.rules.may_move(position, position.turn) else (PASS, "pass")
