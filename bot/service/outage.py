"""The bot's own absence: noticed by its heartbeat, made good to everybody whose turn it was."""

from __future__ import annotations

from bot.service import clocks, course, timing
from bot.store import Tx
from bot.store import clocks as rows

BEAT = 300
"""Seconds from beat to beat: how exactly an absence is known after a crash."""


async def next_beat(tx: Tx) -> int | None:
    """When to say again that the bot is alive; None before the first `resume`."""
    last = await rows.last_beat(tx)
    return None if last is None else last + BEAT


async def beat(tx: Tx, *, now: int) -> None:
    """The bot is alive."""
    await rows.beat(tx, now)


async def resume(tx: Tx, *, now: int) -> int:
    """At the start of the program: give back the time of its absence; to how many turns.

    Before any turn is given up. A second time it gives nothing, because the bot is alive then.
    """
    gone = await rows.last_beat(tx)
    await rows.beat(tx, now)
    given = 0
    for clock in await rows.running(tx) if gone is not None else ():
        assert gone is not None
        control = clocks.parse(clock.control)
        days = await timing.calendar(tx, clock)
        span = clocks.absence(control, clock.started, clock.bank, (gone, now), days)
        if span is None:
            continue
        until = await timing.stop(tx, clock, span, "outage")
        given += 1
        if control.timed:
            match = await course.get(tx, clock.match)
            await course.notify(tx, match, "given-back", clock.seat, now, until=until)
    return given
