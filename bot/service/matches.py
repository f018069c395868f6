"""Matches: moves, and finding one again. `leaving` and `draws` have the other ways to end one.

What changes something takes the id of the interaction (of the message, for a move by reply); the
same id a second time changes nothing and gets the first answer. What Discord must be told is queued
in the same transaction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from bot.service import course, once, replay, timing
from bot.service.clocks import UNTIMED, TimeControl
from bot.service.course import get
from bot.service.draws import accept_draw, decline_draw, offer_draw
from bot.service.errors import NotFound, NotYourTurn, Stale, TooLateToAbort
from bot.service.leaving import depart, resign
from bot.service.values import Departure, Made, Match, MoveRow, Played, Post, View
from bot.store import Tx, plans, posts, ratings
from bot.store import matches as rows
from engine import Outcome, Position, Variant
from engine.record import Record, export

__all__ = [
    "abort",
    "accept_draw",
    "awaiting",
    "begin",
    "by_post",
    "decline_draw",
    "depart",
    "finished_of",
    "get",
    "in_channel",
    "offer_draw",
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


async def begin(
    tx: Tx,
    rules: Variant,
    *,
    players: Sequence[int],
    guild: int | None,
    channel: int,
    rated: bool = False,
    control: TimeControl = UNTIMED,
    now: int,
) -> Match:
    """Begin a match of these people, by seat, and queue its first board."""
    start = rules.start()
    match_id = await rows.insert_match(
        tx,
        variant=rules.key,
        revision=rules.revision,
        players=players,
        turn=start.turn,
        position=rules.dump(start),
        guild=guild,
        channel=channel,
        rated=rated,
        control=str(control),
        banks=await timing.banks(tx, players, control),
        now=now,
    )
    await timing.start(tx, await get(tx, match_id), now)
    match = await get(tx, match_id)
    await course.show(tx, match, now)
    return match


async def play(
    tx: Tx, match_id: int, *, player: int, text: str, ply: int | None, interaction: int, now: int
) -> Played:
    """Make a move, given as text; `ply` is the one the player saw, None if he looked at no board.

    After it the bot plays for those who left, what others have planned, and passes for whoever can do
    nothing else. Checked in this order: NotFound, Finished, Stale, NotPlaying, HasLeft, NotYourTurn,
    OutOfTime, RulesChanged, Damaged, then the engine's BadNotation, IllegalMove and AmbiguousMove.
    """
    if did := await once.earlier(tx, interaction, "play", match=match_id):
        assert did.ply is not None
        return await _played(tx, match_id, did.ply)
    match = await course.running(tx, match_id)
    if ply is not None and ply != match.ply:
        raise Stale(match, seen=ply)
    course.seat_of(match, player)
    if match.to_move != player:
        raise NotYourTurn(match, player=match.to_move)
    sent = timing.moment(interaction, now)
    await timing.must_be_in_time(tx, match, sent)
    here = await course.standing(tx, match)
    move = here.rules.parse(here.position, text)
    await timing.charge(tx, match, sent)
    await plans.drop(tx, match.id, here.position.turn)
    after = await course.move(tx, here, move, player=player, by="player", now=now)
    await rows.withdraw(tx, match.id)  # a move declines what was offered
    await once.done(tx, interaction, "play", match=match.id, ply=match.ply, now=now)
    reached, replies = await course.go_on(tx, after, now=now)
    await course.show(tx, reached.match, now)
    return Played(
        reached.match,
        move,
        reached.position,
        reached.match.outcome,
        repeated=False,
        replies=replies,
    )


async def abort(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """End a match without result before every seat has moved.

    Raises NotFound, Finished, NotPlaying, HasLeft, TooLateToAbort.
    """
    if await once.earlier(tx, interaction, "abort", match=match_id):
        return await get(tx, match_id)
    match = await course.running(tx, match_id)
    seat = course.seat_of(match, player)
    if await course.everybody_moved(tx, match):
        raise TooLateToAbort(match)
    await ratings.broke_off(tx, match_id, seat, "asked", now)
    await once.done(tx, interaction, "abort", match=match_id, now=now)
    return await course.end(tx, match_id, "aborted", None, now)


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
    """The position after `ply` turns (None: now), and what led to it.

    Raises NotFound (also for a ply that is yet to come), RulesChanged, Damaged.
    """
    match = await get(tx, match_id)
    turns = match.ply if ply is None else ply
    if not 0 <= turns <= match.ply:
        raise NotFound(what="ply", key=turns)
    rules = replay.rules(match)
    moves, departures = await _history(tx, match)
    newest = replay.position(match, rules, replay.line(moves, departures))
    first = turns - 1
    while first > 0 and moves[first].by != "player":
        first -= 1
    made = [_made(match, rules, newest, move) for move in moves[max(first, 0) : turns]]
    left = [one for one in departures if max(first, 0) <= one.ply <= turns]
    # Who left did so before the move of the same ply.
    events: list[Made | Departure] = [*left, *made]
    events.sort(key=lambda event: (event.ply, isinstance(event, Made)))
    last = made[-1].move if made else None
    return View(match, replay.back(newest, turns), last, turns, tuple(events))


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
    await course.show(tx, await get(tx, match_id), now)


async def _played(tx: Tx, match_id: int, ply: int) -> Played:
    """What the move of this ply was, with what the bot played after it."""
    moves, _ = await _history(tx, await get(tx, match_id))
    end = ply + 1
    while end < len(moves) and moves[end].by != "player":
        end += 1
    seen = await view(tx, match_id, end)
    made, *replies = [event for event in seen.events if isinstance(event, Made)]
    outcome = seen.match.outcome if seen.newest else None
    return Played(seen.match, made.move, seen.position, outcome, True, tuple(replies))


def _made(match: Match, rules: Variant, newest: Position, row: MoveRow) -> Made:
    before = replay.back(newest, row.ply)
    return Made(row.ply, row.seat, row.player, row.by, replay.move(match, rules, before, row.text))


async def _history(tx: Tx, match: Match) -> tuple[list[MoveRow], list[Departure]]:
    return await rows.moves_of(tx, match.id), await rows.departures_of(tx, match.id)
