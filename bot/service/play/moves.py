"""Matches: moves, and finding one again. `leaving`, `breaking_off` and `agreements` have the other ways
to end one.

What changes something takes the id of the interaction (of the message, for a move by reply); the
same id a second time changes nothing and gets the first answer. What Discord must be told is queued
in the same transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from bot.service import idempotency, replay
from bot.service.clock import ids
from bot.service.errors import NotFound, NotYourTurn, Stale
from bot.service.match import state as match_state
from bot.service.match import turn_clock
from bot.service.match.state import get
from bot.service.play.aborting import abort
from bot.service.play.leaving import depart, resign
from bot.service.values import (
    Departure,
    Made,
    Match,
    MoveRow,
    Played,
    Post,
    Takeback,
    TakenBack,
    View,
)
from bot.store import Tx, offers, plans, posts
from bot.store import matches as rows
from engine import Outcome, Position, Variant
from engine.record import Record, export

__all__ = [
    "abort",
    "awaiting",
    "by_post",
    "depart",
    "finished_of",
    "get",
    "in_channel",
    "ongoing",
    "play",
    "post",
    "rebuild",
    "record",
    "repost",
    "resign",
    "running_of",
    "view",
]


async def play(
    tx: Tx, match_id: int, *, player: int, text: str, ply: int | None, interaction: int, now: int
) -> Played:
    """Make a move, given as text; `ply` is the one the player saw, None if he looked at no board.

    After it the bot plays for those who left, what others have planned, and passes for whoever can do
    nothing else. Checked in this order: NotFound, Finished, Stale, NotPlaying, HasLeft, NotYourTurn,
    Undecided, OutOfTime, RulesChanged, Damaged, then the engine's BadNotation, IllegalMove and
    AmbiguousMove.
    """
    if did := await idempotency.earlier(tx, interaction, "play", match=match_id):
        assert did.ply is not None
        return await _played(tx, match_id, did.ply)
    match = await match_state.running(tx, match_id)
    if ply is not None and ply != match.ply:
        raise Stale(match, seen=ply)
    match_state.seat_of(match, player)
    if match.to_move != player:
        raise NotYourTurn(match, player=match.to_move)
    match_state.must_be_decided(match)
    sent = ids.moment(interaction, now)
    await turn_clock.must_be_in_time(tx, match, sent, now)
    here = await match_state.standing(tx, match)
    move = here.rules.parse(here.position, text)
    await plans.drop(tx, match.id, here.position.turn)
    # The move is written down with the bank that it was made with.
    after = await match_state.move(tx, here, move, player=player, by="player", now=now)
    await turn_clock.charge(tx, match, sent)
    await offers.withdraw(tx, match.id)  # a move declines what was offered
    await idempotency.done(tx, interaction, "play", match=match.id, ply=match.ply, now=now)
    reached, replies = await match_state.go_on(tx, after, now=now)
    await match_state.show(tx, reached.match, now)
    return Played(
        reached.match,
        move,
        reached.position,
        reached.match.outcome,
        repeated=False,
        replies=replies,
    )


async def running_of(tx: Tx, player: int) -> list[Match]:
    """This person's running matches: those that wait for him first, longest waiting first."""
    found = await rows.running_of(tx, player)
    return sorted(found, key=lambda match: match.to_move != player)


async def awaiting(tx: Tx, player: int) -> list[Match]:
    """The running matches that wait for this person's move, longest waiting first."""
    return [match for match in await rows.running_of(tx, player) if match.to_move == player]


async def in_channel(tx: Tx, channel: int) -> list[Match]:
    """The running matches of a channel or thread, last moved first."""
    return await rows.running_in(tx, channel)


async def ongoing(tx: Tx) -> list[Match]:
    """All running matches, oldest first."""
    return await rows.running(tx)


async def finished_of(tx: Tx, player: int, *, limit: int = 25) -> list[Match]:
    """This person's last matches that are over (finished or aborted), the last ended first."""
    return await rows.over_of(tx, player, limit)


async def by_post(tx: Tx, message: int) -> Match | None:
    """The match of which this message shows a board, the newest or an older one."""
    shown = await posts.get(tx, message)
    return None if shown is None or shown.match is None else await get(tx, shown.match)


async def post(tx: Tx, message: int) -> Post | None:
    """What this message of the bot shows: which match after how many turns, or which challenge."""
    return await posts.get(tx, message)


async def rebuild(tx: Tx, match_id: int) -> Position:
    """The position made anew from the moves and departures, with its history.

    Raises NotFound, RulesChanged, Damaged.
    """
    match = await get(tx, match_id)
    moves, departures = await _history(tx, match)
    return replay.walk(match, replay.rules(match), replay.line(moves, departures))


async def view(tx: Tx, match_id: int, ply: int | None = None) -> View:
    """The position when the match was at `ply` (None: now), and what led to it.

    Raises NotFound (also for a ply that is yet to come), RulesChanged, Damaged.
    """
    match = await get(tx, match_id)
    at = match.ply if ply is None else ply
    if not 0 <= at <= match.ply:
        raise NotFound(what="ply", key=at)
    rules = replay.rules(match)
    moves = await rows.moves_of(tx, match_id, at)
    departures = [one for one in await rows.departures_of(tx, match_id) if one.ply <= at]
    takebacks = await rows.takebacks_of(tx, match_id)
    if takebacks and takebacks[-1].ply >= at:
        reached = replay.walk(match, rules, replay.line(moves, departures))
    else:
        newest = replay.position(match, rules, replay.line(*await _history(tx, match)))
        reached = replay.back(newest, len(moves))
    back = [one for one in takebacks if one.ply < at][-1:]
    since = max((move.ply for move in moves if move.by == "player"), default=0)
    since = max([since, *(one.ply for one in back)])
    made = [
        _made(match, rules, reached, turn, move)
        for turn, move in enumerate(moves)
        if move.ply >= since or turn == len(moves) - 1
    ]
    # Who left did so before the move of the same ply.
    events: list[Made | Departure | TakenBack] = [one for one in departures if one.ply >= since]
    events += [await _taken_back(tx, one) for one in back if one.ply >= since]
    events += [one for one in made if one.ply >= since]
    events.sort(key=lambda event: (event.ply, isinstance(event, Made)))
    last = made[-1].move if made else None
    return View(match, reached, last, at, tuple(events))


async def record(tx: Tx, match_id: int, names: Mapping[int, str]) -> str:
    """The match as the text that `engine.record.read` reads; `names` by user id.

    A person without a name is given by the id. Those who left in one sweep have places of their own in
    it. Raises NotFound, RulesChanged, Damaged.
    """
    match = await get(tx, match_id)
    rules = replay.rules(match)
    moves, departures = await _history(tx, match)
    line = replay.line(moves, departures)
    # The rules know no sweeps; what is agreed they cannot know.
    result = rules.outcome(replay.position(match, rules, line)) or match.outcome
    if match.status == "aborted":
        result = Outcome((tuple(range(len(match.players))),), "aborted")
    people = {
        seat.name: names.get(player) or str(player)
        for seat, player in zip(rules.seats, match.players, strict=True)
    }
    begun = datetime.fromtimestamp(match.created, UTC).date().isoformat()
    turns = replay.turns(match, rules, line)
    return export(Record(rules, turns, result, {**people, "Date": begun}))


async def repost(tx: Tx, match_id: int, *, now: int) -> None:
    """Queue the board as it stands once more, or the result. NotFound."""
    await match_state.show(tx, await get(tx, match_id), now)


async def _played(tx: Tx, match_id: int, ply: int) -> Played:
    """What the move of this ply was, with what the bot played after it; it may be taken back by now."""
    by = {move.ply: move.by for move in await rows.ever_made(tx, match_id)}
    end = ply + 1
    while by.get(end, "player") != "player":
        end += 1
    seen = await view(tx, match_id, end)
    made, *replies = [event for event in seen.events if isinstance(event, Made)]
    outcome = seen.match.outcome if seen.newest else None
    return Played(seen.match, made.move, seen.position, outcome, True, tuple(replies))


def _made(match: Match, rules: Variant, reached: Position, turn: int, row: MoveRow) -> Made:
    before = replay.back(reached, turn)
    return Made(row.ply, row.seat, row.player, row.by, replay.move(match, rules, before, row.text))


async def _taken_back(tx: Tx, made: Takeback) -> TakenBack:
    stood = await rows.moves_of(tx, made.match, made.ply)
    return TakenBack(made.ply, made.seat, sum(move.ply >= made.since for move in stood))


async def _history(tx: Tx, match: Match) -> tuple[list[MoveRow], list[Departure]]:
    return await rows.moves_of(tx, match.id), await rows.departures_of(tx, match.id)
