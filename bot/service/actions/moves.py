"""Moves: making a move, and viewing a match at any ply.

Functions that change something take the interaction id (for a move by reply, the message id). A
repeated id changes nothing and gets the first result. Messages to Discord are queued in the same
transaction.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.service import idempotency, position_cache
from bot.service.clock import snowflakes
from bot.service.conditional_moves import editing
from bot.service.errors import NotFound, NotYourTurn, Stale
from bot.service.match import lifecycle, live_play, turn_clock
from bot.service.results import Made, Played, TakenBack, View
from bot.store import Tx, conditional_moves, move_rows, offer_rows
from bot.store.models import By, Departure, Match, MoveRow, Takeback
from engine import Position, Variant
from engine.board import OFF
from engine.variant_definition import nothing_else


async def play(
    tx: Tx,
    match_id: int,
    *,
    player: int,
    text: str,
    ply: int | None,
    interaction: int,
    now: int,
    then: str = "",
) -> Played:
    """Make a move, given as text.

    `ply` is the ply that the player saw, or None if they did not look at a board. `then` are
    conditional moves to leave with the move, such as the drops that follow. The bot then plays the
    conditional moves of others and forced passes.

    Errors are raised in this order: `NotFound`, `Finished`, `Stale`, `NotPlaying`, `HasLeft`,
    `NotYourTurn`, `Undecided`, `OutOfTime`, `RulesChanged`, `Damaged`, then the engine's
    `BadNotation`, `IllegalMove` and `AmbiguousMove`.
    """
    if did := await idempotency.earlier(tx, interaction, "play", match=match_id):
        assert did.ply is not None
        return await _played(tx, match_id, did.ply)
    match = await lifecycle.running(tx, match_id)
    if ply is not None and ply != match.ply:
        raise Stale(match, seen=ply)
    lifecycle.seat_of(match, player)
    if match.to_move != player:
        raise NotYourTurn(match, player=match.to_move)
    lifecycle.must_be_decided(match)
    sent = snowflakes.moment(interaction, now)
    match = await turn_clock.must_be_in_time(tx, match, sent, now)
    here = await lifecycle.with_position(tx, match)
    move = here.rules.parse(here.position, text)
    after = await lifecycle.move(tx, here, move, player=player, by="player", now=now)
    await idempotency.done(tx, interaction, "play", match=match.id, ply=match.ply, now=now)
    before = turn_clock.just_before(match, player, sent)
    charged = await turn_clock.charge(tx, after.match, sent)
    seat = here.position.turn
    after = replace(after, match=await _forget(tx, charged, seat))
    if then and after.rules.outcome(after.position) is None:
        await editing.put(tx, after, seat, player, then, now)
        planned = (*after.match.planned, seat)
        after = replace(after, match=replace(after.match, planned=planned))
    reached, replies = await lifecycle.go_on(tx, after, now=now, before=before)
    match = reached.match
    if match.level is None:  # otherwise one board shows the computer's answer too
        await lifecycle.show(tx, match, now, in_place=live_play.at_table(match))
    return Played(match, move, reached.position, match.outcome, replies=replies)


async def view(tx: Tx, match_id: int, ply: int | None = None) -> View:
    """Return the position when the match was at `ply` (None: now), and what led to it.

    Raises `NotFound` (also for a future ply), `RulesChanged`, `Damaged`.
    """
    match = await lifecycle.get(tx, match_id)
    return await view_of(tx, match, ply)


async def view_of(tx: Tx, match: Match, ply: int | None = None) -> View:
    """Return the same for a match that has already been loaded."""
    at = match.ply if ply is None else ply
    if not 0 <= at <= match.ply:
        raise NotFound(what="ply", key=at)
    rules = position_cache.rules(match)
    departures = [one for one in match.departures if one.ply <= at]
    takebacks = await move_rows.takebacks_of(tx, match.id) if match.retracted_plies else []
    latest = await move_rows.latest(tx, match, at)
    if takebacks and takebacks[-1].ply >= at:
        line = position_cache.line(await move_rows.at(tx, match.id, at), departures)
        reached = position_cache.applied(match, rules, line)
    else:
        now = at == match.ply
        newest = await position_cache.position(
            tx, match, rules, latest if now else (), whole=not now
        )
        reached = position_cache.back(newest, at - match.retracted_plies)
    back = [one for one in takebacks if one.ply < at][-1:]
    made = _with_routes(rules, reached, [_made(match, rules, move) for move in latest])
    own = [move.ply for move in latest if move.by == "player" or move.ply < match.opening_plies]
    since = max([0, *own])
    since = max([since, *(one.ply for one in back if not one.alone)])
    # Departures at a ply happen before the move of that ply.
    events: list[Made | Departure | TakenBack] = [one for one in departures if one.ply >= since]
    events += [await _taken_back(tx, one) for one in back if one.ply >= since]
    events += [one for one in made if one.ply >= since]
    events.sort(key=lambda event: (event.ply, isinstance(event, Made)))
    last = made[-1].move if made else None
    return View(match, reached, last, at, tuple(events))


async def view_after(tx: Tx, match_id: int, turns: int) -> View:
    """Return the match after the first `turns` turns, not counting those taken back.

    If there are fewer, returns it as it is now. Raises `NotFound`, `RulesChanged`, `Damaged`.
    """
    match = await lifecycle.get(tx, match_id)
    if turns >= match.turns:
        return await view_of(tx, match)
    made = await move_rows.of(tx, match_id)
    return await view_of(tx, match, made[turns - 1].ply + 1 if turns else 0)


async def _forget(tx: Tx, match: Match, seat: int) -> Match:
    """Clear the open offer and the player's conditional moves after their move."""
    if seat in match.planned:
        await conditional_moves.drop(tx, match.id, seat)
    if match.offer is not None:
        await offer_rows.withdraw(tx, match.id)
    left = tuple(other for other in match.planned if other != seat)
    return replace(match, offer=None, planned=left)


async def _played(tx: Tx, match_id: int, ply: int) -> Played:
    """Rebuild the result of the move made at this ply.

    The move may have been taken back since.
    """
    by = {move.ply: move.by for move in await move_rows.ever_made(tx, match_id)}
    end = ply + 1
    while by.get(end, "player") != "player":
        end += 1
    seen = await view(tx, match_id, end)
    made, *replies = [event for event in seen.events if isinstance(event, Made)]
    outcome = seen.match.outcome if seen.newest else None
    return Played(seen.match, made.move, seen.position, outcome, True, tuple(replies))


async def _taken_back(tx: Tx, made: Takeback) -> TakenBack:
    stood = await move_rows.at(tx, made.match, made.ply)
    turns = sum(move.ply >= made.since for move in stood)
    return TakenBack(made.ply, made.seat, turns, made.alone)


def _with_routes(rules: Variant, reached: Position, made: Sequence[Made]) -> list[Made]:
    """Add intermediate landings to the last turns, as far back as positions are known."""
    found: list[Made] = []
    for one in reversed(made):
        before = reached.before or _undone(rules, reached, one)
        if before is None:
            break
        found.insert(0, replace(one, move=rules.routed(before, one.move)))
        reached = before
    return [*made[: len(made) - len(found)], *found]


def _undone(rules: Variant, reached: Position, last: Made) -> Position | None:
    """Reconstruct the position before a hop, for display only.

    None if a move can change anything but the squares at both ends.
    """
    path = last.move.path
    if len(path) != 2 or OFF in path or rules.after is not nothing_else:
        return None
    cells = bytearray(reached.cells)
    cells[path[0]], cells[path[1]] = cells[path[1]], 0
    return Position(bytes(cells), last.seat, reached.stock, ply=reached.ply - 1)


def _made(match: Match, rules: Variant, row: MoveRow) -> Made:
    by: By = "imported" if row.ply < match.opening_plies else row.by
    return Made(row.ply, row.seat, row.player, by, position_cache.move(match, rules, row.text))
