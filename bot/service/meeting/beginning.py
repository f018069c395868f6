"""The beginning of a match, once it is known who sits where."""

from __future__ import annotations

from collections.abc import Sequence

from bot.service.clock.time_control import UNTIMED, TimeControl
from bot.service.match import computers, turn_clock
from bot.service.match.state import get
from bot.service.server import places
from bot.store import Tx
from bot.store import matches as rows
from bot.store.values import Match
from engine import Variant


async def begin_match(
    tx: Tx,
    rules: Variant,
    *,
    players: Sequence[int],
    guild: int | None,
    channel: int,
    rated: bool = False,
    control: TimeControl = UNTIMED,
    under: int | None = None,
    now: int,
) -> Match:
    """Begin a match of these people, by seat, and queue its first board.

    `under`: a message of the channel under which a thread for it may be opened.
    """
    await computers.seat(tx, players, now)
    start = rules.start()
    match_id = await rows.begin(
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
        banks=await turn_clock.banks(tx, players, control),
        now=now,
    )
    match = await turn_clock.start(tx, await get(tx, match_id), now)
    if match.level is not None:
        await computers.owe(tx, match, now, shown=True)
    await places.begin(tx, match, under, now)
    return match
