"""The bot's own absence: noticed by its heartbeat, made good to everybody whose turn it was."""

from __future__ import annotations

from dataclasses import replace

from bot.service.clock import time_control
from bot.service.match import state as match_state
from bot.service.match import turn_clock
from bot.store import Tx
from bot.store import clocks as rows
from bot.store import matches as match_rows

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
    if gone is None or now - gone <= time_control.SHORT_ABSENCE:
        return 0
    await match_rows.put_off_choices(tx, now - gone)
    for clock in await rows.running(tx):
        if clock.overdue is not None:  # its time had run out before: only the end of waiting moves
            await rows.put(tx, replace(clock, deadline=clock.deadline + now - gone))
            continue
        control = time_control.parse(clock.control)
        days = await turn_clock.calendar(tx, clock)
        span = time_control.absence(control, clock.started, clock.bank, (gone, now), days)
        if span is None:
            continue
        until = await turn_clock.stop(tx, clock, span, "outage")
        given += 1
        if control.timed:
            match = await match_state.get(tx, clock.match)
            await match_state.notify(tx, match, "given-back", clock.seat, now, until=until)
    return given
