"""Open panels: private messages about a match that are updated without a click.

A private message can be edited only with the token of the newest interaction with it, for fifteen
minutes. Panels are kept in memory. After a restart they are no longer updated, but their buttons
still work, because the custom ids contain their whole state. A player has at most one panel for
each match; a new panel replaces it.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import discord
import structlog

from bot.runtime.tasks import start_task
from bot.store.driver.errors import unavailable
from bot.store.models import Match
from bot.views.discord_errors import is_expected, summarize
from bot.views.reply import LivePanel, Reply, edit_response

TOKEN_SECONDS = 900
"""Lifetime of an interaction token."""
MARGIN = 30
"""Seconds between the closing of a panel and the expiry of its token."""
MAX_OPEN = 1000
"""Maximum number of panels, and of matches whose newest state is cached."""

log = structlog.get_logger(__name__)


@dataclass(eq=False)
class _Open:
    """A panel that can be edited."""

    message: int
    interaction: discord.Interaction
    """The newest interaction, whose token edits the message."""
    panel: LivePanel
    expires: int
    is_pressed: bool = False
    """Whether a button press is being handled.

    The reply to it will replace the panel.
    """
    is_changing: bool = False
    """Whether the panel is being updated."""
    task: asyncio.Task[None] | None = field(default=None, repr=False)
    """Task that updates the panel, or waits for the next change that depends on time."""


class OpenPanels:
    """The open panels of this process, by message."""

    def __init__(self, clock: Callable[[], int], prepare: Callable[[Reply], Reply]) -> None:
        """Create the registry. `prepare` is applied to each reply before it is sent."""
        self._clock, self._prepare = clock, prepare
        self._open: dict[int, _Open] = {}
        self._newest: dict[int, Match] = {}
        self._answers: dict[int, list[asyncio.Future[None]]] = {}
        """Tasks waiting for the computer's answer, by match."""
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._open)

    def close(self) -> None:
        """Discard all panels and end their tasks."""
        for opened in list(self._open.values()):
            self._forget(opened)
        for task in self._tasks:
            task.cancel()

    # -- interactions ----------------------------------------------------------------------------

    @contextmanager
    def pressed(self, message: discord.Message | None) -> Iterator[None]:
        """Suspend updates of this message, if it is a panel, until a press is answered."""
        opened = None if message is None else self._open.get(message.id)
        if opened is None:
            yield
            return
        opened.is_pressed = True
        self._stop(opened)
        try:
            yield
        finally:
            opened.is_pressed = False
            if self._open.get(opened.message) is opened:  # the answer has not replaced it
                self._schedule(opened)

    def shown(self, interaction: discord.Interaction, message: int | None, reply: Reply) -> None:
        """Register that this message now shows the reply to an interaction.

        If the reply is a panel, any older panel of the player for the match is deleted. `message`
        is None if the token of the interaction cannot edit it. Never raises, because the reply has
        been delivered and must not be followed by an apology.
        """
        try:
            self._register(interaction, message, reply)
        except Exception as fault:
            log.error("unexpected", happening="panel", exc_info=fault)

    def _register(
        self, interaction: discord.Interaction, message: int | None, reply: Reply
    ) -> None:
        panel = reply.panel
        if message is None:
            return
        if message in self._open:
            self._forget(self._open[message])
        if panel is None:
            return
        for older in self._of_match(panel.match):
            if older.panel.player == panel.player:
                self._forget(older)
                self._start(_delete(older.interaction))
        expires = int(interaction.created_at.timestamp()) + TOKEN_SECONDS - MARGIN
        if expires <= self._clock():
            return
        opened = self._open[message] = _Open(message, interaction, panel, expires)
        if len(self._open) > MAX_OPEN:
            self._forget(next(iter(self._open.values())))
        self._schedule(opened)

    # -- changes of matches ----------------------------------------------------------------------

    def match_saved(self, match: Match) -> None:
        """Update the panels of a match after a change."""
        self._newest.pop(match.id, None)
        self._newest[match.id] = match
        if len(self._newest) > MAX_OPEN:
            del self._newest[next(iter(self._newest))]
        if match.level is None:
            for answer in self._answers.pop(match.id, ()):
                if not answer.done():
                    answer.set_result(None)
        for opened in self._of_match(match.id):
            if not opened.is_pressed and not opened.is_changing and opened.panel.is_outdated(match):
                self._update_after(opened, 0)

    async def wait_for_answer(self, match: Match, seconds: float) -> None:
        """Wait until no computer is to move in this match, for at most `seconds`."""
        newest = self._newest.get(match.id, match)
        if match.level is None or (newest.ply > match.ply and newest.level is None):
            return
        answer = asyncio.get_running_loop().create_future()
        self._answers.setdefault(match.id, []).append(answer)
        await asyncio.wait((answer,), timeout=seconds)
        waiting = self._answers.get(match.id, [])
        if answer in waiting:
            waiting.remove(answer)
            if not waiting:
                del self._answers[match.id]

    def panel_of(self, message: discord.Message | None) -> LivePanel | None:
        """Return the panel in this message, or None if it is not an open panel."""
        opened = None if message is None else self._open.get(message.id)
        return None if opened is None else opened.panel

    def newest(self, match: int) -> Match | None:
        """Return the newest known state of a recently changed match, or None."""
        return self._newest.get(match)

    # -- updates ---------------------------------------------------------------------------------

    def _of_match(self, match: int) -> list[_Open]:
        return [opened for opened in self._open.values() if opened.panel.match == match]

    def _forget(self, opened: _Open) -> None:
        if self._open.get(opened.message) is opened:
            del self._open[opened.message]
        self._stop(opened)

    def _stop(self, opened: _Open) -> None:
        if opened.task is not None and not opened.is_changing:
            opened.task.cancel()
            opened.task = None

    def _schedule(self, opened: _Open, seen: Match | None = None) -> None:
        """Schedule the next update of a panel, which is immediate if it is outdated.

        `seen` is a state of the match that the panel already shows.
        """
        newest, until = self._newest.get(opened.panel.match), opened.panel.until
        if opened.is_changing:
            return
        if newest is not None and newest is not seen and opened.panel.is_outdated(newest):
            self._update_after(opened, 0)
            return
        due = opened.expires if until is None else min(until, opened.expires)
        self._update_after(opened, max(due - self._clock(), 1))

    def _update_after(self, opened: _Open, seconds: int) -> None:
        self._stop(opened)
        opened.task = self._start(self._update(opened, seconds))

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = start_task(work, "panel")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _update(self, opened: _Open, seconds: int) -> None:
        """Wait, and then update, close or delete a panel."""
        await asyncio.sleep(seconds)
        seen, opened.is_changing = self._newest.get(opened.panel.match), True
        try:
            await self._change(opened)
        except Exception as lost:
            self._forget(opened)
            if isinstance(lost, discord.HTTPException) or is_expected(lost) or unavailable(lost):
                log.info("panel not updated", match=opened.panel.match, why=summarize(lost))
            else:
                log.error("unexpected", happening="panel", exc_info=lost)
        finally:
            opened.is_changing, opened.task = False, None
        if self._open.get(opened.message) is opened and not opened.is_pressed:
            self._schedule(opened, seen)

    async def _change(self, opened: _Open) -> None:
        panel = opened.panel
        if opened.expires <= self._clock():
            self._forget(opened)
            if panel.farewell is not None:
                await edit_response(opened.interaction, self._prepare(panel.farewell()))
            return
        reply = await panel.compose()
        if self._open.get(opened.message) is not opened or opened.is_pressed:
            return  # pressed in the meantime; the answer shows the newest state
        if reply is None:
            self._forget(opened)
            await opened.interaction.delete_original_response()
            return
        if reply.panel is None:
            self._forget(opened)
        else:
            opened.panel = reply.panel
        await edit_response(opened.interaction, self._prepare(reply))


async def _delete(interaction: discord.Interaction) -> None:
    """Delete the message that answers an interaction. A failure is only logged."""
    try:
        await interaction.delete_original_response()
    except Exception as lost:
        log.info("old panel not deleted", why=summarize(lost))
