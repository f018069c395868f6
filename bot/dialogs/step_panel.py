"""Step-by-step panels: one message in which a move is chosen in steps.

The custom id of each button carries the ply of its board. A button from an outdated board just
shows the new board. Moves, plans, puzzles, lessons and the longest hop use such panels.
"""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.app import CommandContext, ComponentHandler
from bot.store import Tx
from bot.views.components import ComponentId
from bot.views.move_steps import move_of_token
from bot.views.reply import Reply
from engine import Move, Variant

Subject = TypeVar("Subject")


@dataclass(frozen=True)
class StepPanel(Generic[Subject]):
    """A step-by-step panel about a subject, such as a match or a puzzle."""

    load: Callable[[Tx, CommandContext, ComponentId], Subject]
    """Function that returns the current state of a button's subject.

    It raises a user error if there is none.
    """
    ply: Callable[[Subject], int]
    """Function that returns the ply of the current board."""
    show: Callable[[CommandContext, Subject, str | None], Awaitable[Reply]]
    """Function that returns the panel at the step with this key.

    The key is None if the board was outdated.
    """

    async def turn_page(self, ctx: CommandContext, control: ComponentId) -> Reply:
        """Handle a button that leads to another step."""
        return await self.show_step(ctx, await ctx.read(self.load, ctx, control), control)

    async def show_step(self, ctx: CommandContext, subject: Subject, control: ComponentId) -> Reply:
        """Return the panel at the step to which a button leads."""
        return await self.show(ctx, subject, self._key(subject, control))

    def answers(
        self, act: Callable[[CommandContext, Subject, ComponentId], Awaitable[Reply]]
    ) -> ComponentHandler:
        """Return a handler for a button whose reply is built by `act`."""

        async def handle(ctx: CommandContext, control: ComponentId) -> Reply:
            subject = await ctx.read(self.load, ctx, control)
            if self._key(subject, control) is None:
                return await self.show(ctx, subject, None)
            return await act(ctx, subject, control)

        return handle

    def changes(
        self, act: Callable[[Tx, CommandContext, Subject, ComponentId], Subject]
    ) -> ComponentHandler:
        """Return a handler for a button that changes the subject in one transaction."""

        def change(tx: Tx, ctx: CommandContext, control: ComponentId) -> tuple[Subject, str | None]:
            subject = self.load(tx, ctx, control)
            if self._key(subject, control) is None:
                return subject, None
            return act(tx, ctx, subject, control), ""

        async def handle(ctx: CommandContext, control: ComponentId) -> Reply:
            subject, key = await ctx.write(change, ctx, control)
            return await self.show(ctx, subject, key)

        return handle

    @staticmethod
    def chosen_move(game: Variant, moves: Iterable[Move], control: ComponentId) -> Move:
        """Return the move that a button plays. Raises `StaleComponent` if there is none."""
        return move_of_token(game, moves, control.extra)

    def _key(self, subject: Subject, control: ComponentId) -> str | None:
        return control.extra if self.ply(subject) == control.ply else None
