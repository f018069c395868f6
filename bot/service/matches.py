"""Matches: moves, the ways to end one early, and finding one again.

What changes something takes the id of the interaction (of the message, for a move by reply); the
same id a second time changes nothing and gets the first answer. What Discord must be told is queued
in the same transaction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from bot.service import once, outbox, replay
from bot.service.errors import (
    AlreadyOffered,
    Damaged,
    Finished,
    NoOffer,
    NotFound,
    NotPlaying,
    NotYourTurn,
    Stale,
    TooLateToAbort,
)
from bot.service.values import Kind, Match, MatchStatus, MoveRow, Played, Post, View
from bot.store import Tx, posts
from bot.store import matches as rows
from engine import Outcome, Position, Variant
from engine.record import Record, export


async def begin(
    tx: Tx,
    rules: Variant,
    *,
    players: Sequence[int],
    guild: int | None,
    channel: int,
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
        now=now,
    )
    match = await get(tx, match_id)
    await _show(tx, match, now)
    return match


async def get(tx: Tx, match_id: int) -> Match:
    """This match. NotFound."""
    found = await rows.get(tx, match_id)
    if found is None:
        raise NotFound(what="match", key=match_id)
    return found


async def play(
    tx: Tx, match_id: int, *, player: int, text: str, ply: int | None, interaction: int, now: int
) -> Played:
    """Make a move, given as text; `ply` is the one the player saw, None if he looked at no board.

    Checked in this order: NotFound, Finished, Stale, NotPlaying, NotYourTurn, RulesChanged, Damaged,
    then the engine's BadNotation, IllegalMove and AmbiguousMove.
    """
    if did := await once.earlier(tx, interaction, "play", match=match_id):
        assert did.ply is not None
        return await _played(tx, await get(tx, match_id), did.ply)
    match = await _running(tx, match_id)
    if ply is not None and ply != match.ply:
        raise Stale(match, seen=ply)
    seat = _seat(match, player)
    if match.to_move != player:
        raise NotYourTurn(match, player=match.to_move)
    rules = replay.rules(match)
    texts = await _texts(tx, match)
    before = replay.position(match, rules, texts)
    if (rules.dump(before), before.turn, before.ply) != (match.position, match.turn, match.ply):
        raise Damaged(match, ply=match.ply)
    move = rules.parse(before, text)
    after = rules.apply(before, move)
    printed = rules.format(move)
    await rows.advance(
        tx,
        MoveRow(match.id, match.ply, seat, player, printed, now),
        turn=after.turn,
        position=rules.dump(after),
    )
    await rows.withdraw(tx, match.id)  # a move declines what was offered
    await once.done(tx, interaction, "play", match=match.id, ply=match.ply, now=now)
    replay.remember(rules, (*texts, printed), after)
    outcome = rules.outcome(after)
    if outcome is None:
        match = await get(tx, match.id)
        await _show(tx, match, now)
    else:
        match = await _end(tx, match.id, "finished", outcome, now)
    return Played(match, move, after, outcome)


async def resign(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """Give up, on turn or not. NotFound, Finished, NotPlaying."""
    if await once.earlier(tx, interaction, "resign", match=match_id):
        return await get(tx, match_id)
    match = await _running(tx, match_id)
    seat = _seat(match, player)
    others = tuple(other for other in range(len(match.players)) if other != seat)
    await once.done(tx, interaction, "resign", match=match_id, now=now)
    return await _end(tx, match_id, "finished", Outcome((others, (seat,)), "resigned"), now)


async def abort(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """End a match without result before every seat has moved.

    Raises NotFound, Finished, NotPlaying, TooLateToAbort.
    """
    if await once.earlier(tx, interaction, "abort", match=match_id):
        return await get(tx, match_id)
    match = await _running(tx, match_id)
    _seat(match, player)
    if match.ply >= len(match.players):
        raise TooLateToAbort(match)
    await once.done(tx, interaction, "abort", match=match_id, now=now)
    return await _end(tx, match_id, "aborted", None, now)


async def offer_draw(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """Offer a draw until the next move; where the other has offered one, agree to it.

    Raises NotFound, Finished, NotPlaying, AlreadyOffered. Look at the status of the answer.
    """
    if await once.earlier(tx, interaction, "offer-draw", match=match_id):
        return await get(tx, match_id)
    match = await _running(tx, match_id)
    seat = _seat(match, player)
    if match.draw_offer == seat:
        raise AlreadyOffered(match)
    await once.done(tx, interaction, "offer-draw", match=match_id, now=now)
    if match.draw_offer is not None:
        return await _draw(tx, match, now)
    await rows.offer(tx, match_id, "draw", seat, match.ply, now)
    await _notify(tx, match, "draw-offered", seat, now)
    return await get(tx, match_id)


async def accept_draw(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """Agree to the draw that is offered.

    Raises NotFound, Finished, NotPlaying, NoOffer, AlreadyOffered (the offer is one's own).
    """
    if await once.earlier(tx, interaction, "accept-draw", match=match_id):
        return await get(tx, match_id)
    match = await _running(tx, match_id)
    seat = _seat(match, player)
    if match.draw_offer is None:
        raise NoOffer(match)
    if match.draw_offer == seat:
        raise AlreadyOffered(match)
    await once.done(tx, interaction, "accept-draw", match=match_id, now=now)
    return await _draw(tx, match, now)


async def decline_draw(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """Refuse the draw that is offered, or withdraw one's own offer.

    Raises NotFound, Finished, NotPlaying, NoOffer.
    """
    if await once.earlier(tx, interaction, "decline-draw", match=match_id):
        return await get(tx, match_id)
    match = await _running(tx, match_id)
    seat = _seat(match, player)
    if match.draw_offer is None:
        raise NoOffer(match)
    await once.done(tx, interaction, "decline-draw", match=match_id, now=now)
    await rows.withdraw(tx, match_id)
    what = "draw-withdrawn" if match.draw_offer == seat else "draw-declined"
    await _notify(tx, match, what, seat, now)
    return await get(tx, match_id)


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
    """The position made anew from the moves, with its history.

    Raises NotFound, RulesChanged, Damaged.
    """
    match = await get(tx, match_id)
    return replay.walk(match, replay.rules(match), await _texts(tx, match))


async def view(tx: Tx, match_id: int, ply: int | None = None) -> View:
    """The position after `ply` turns (None: now) and the move that led to it.

    Raises NotFound (also for a ply that is yet to come), RulesChanged, Damaged.
    """
    match = await get(tx, match_id)
    turns = match.ply if ply is None else ply
    if not 0 <= turns <= match.ply:
        raise NotFound(what="ply", key=turns)
    rules = replay.rules(match)
    texts = await _texts(tx, match)
    position = replay.back(replay.position(match, rules, texts), turns)
    before = position.before
    last = None if before is None else replay.move(match, rules, before, texts[turns - 1])
    return View(match, position, last, turns)


async def record(tx: Tx, match_id: int, names: Mapping[int, str]) -> str:
    """The match as the text that `engine.record.read` reads; `names` by user id.

    A person without a name is given by the id. Raises NotFound, RulesChanged, Damaged.
    """
    match = await get(tx, match_id)
    rules = replay.rules(match)
    turns = replay.moves(match, rules, await _texts(tx, match))
    result = match.outcome
    if match.status == "aborted":
        result = Outcome((tuple(range(len(match.players))),), "aborted")
    people = {
        seat.name: names.get(player) or str(player)
        for seat, player in zip(rules.seats, match.players, strict=True)
    }
    begun = datetime.fromtimestamp(match.created, UTC).date().isoformat()
    return export(Record(rules, turns, result, {**people, "Date": begun}))


async def repost(tx: Tx, match_id: int, *, now: int) -> None:
    """Queue the board as it stands once more, or the result. NotFound."""
    await _show(tx, await get(tx, match_id), now)


async def _played(tx: Tx, match: Match, ply: int) -> Played:
    seen = await view(tx, match.id, ply + 1)
    assert seen.last is not None
    return Played(
        match, seen.last, seen.position, match.outcome if seen.newest else None, repeated=True
    )


async def _running(tx: Tx, match_id: int) -> Match:
    match = await get(tx, match_id)
    if match.status != "running":
        raise Finished(match)
    return match


def _seat(match: Match, player: int) -> int:
    seat = match.seat_of(player)
    if seat is None:
        raise NotPlaying(match)
    return seat


async def _texts(tx: Tx, match: Match) -> tuple[str, ...]:
    return tuple(move.text for move in await rows.moves_of(tx, match.id))


async def _draw(tx: Tx, match: Match, now: int) -> Match:
    everybody = tuple(range(len(match.players)))
    return await _end(tx, match.id, "finished", Outcome((everybody,), "agreed"), now)


async def _end(
    tx: Tx, match_id: int, status: MatchStatus, outcome: Outcome | None, now: int
) -> Match:
    await rows.end(tx, match_id, status, outcome, now)
    match = await get(tx, match_id)
    await _show(tx, match, now)
    return match


async def _show(tx: Tx, match: Match, now: int) -> None:
    kind: Kind = "board" if match.status == "running" else "result"
    await outbox.queue(tx, kind, channel=match.place, match=match.id, ply=match.ply, now=now)


async def _notify(tx: Tx, match: Match, what: str, seat: int, now: int) -> None:
    await outbox.queue(
        tx,
        "notice",
        channel=match.place,
        match=match.id,
        ply=match.ply,
        payload={"notice": what, "seat": seat},
        now=now,
    )
