"""`/game plan`: what one will answer, written beforehand. Every answer is for the player's eyes only."""

from discord import app_commands
from discord.app_commands import locale_str

from bot.app import Call
from bot.commands.game_picker import fresh, the_game, to_end, with_game
from bot.registry import command, handles, news, verb
from bot.service.conditional_moves import editing, executor
from bot.service.errors import YourTurn
from bot.service.match import lifecycle
from bot.store import Tx, conditional_moves
from bot.store.models import Match
from bot.views import conditional_moves_panel
from bot.views.components import Control
from bot.views.reply import Reply

AT_ONCE = 8
"""Of so many plans that have ended one answer tells, so that it is never too long."""


async def to_plan(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Their running games in which others are to move; if there are none, all."""
    found = await to_end(tx, player, channel)
    return [match for match in found if match.to_move != player] or found


@verb("plan")
async def plan(call: Call, match: int, more: str) -> Reply:
    """Leave the plan `more`, or show the one that there is, with buttons to write and to forget it."""
    if more.strip():
        return await _leave(call, match, more, None)
    async with call.read() as tx:
        found, there = await editing.mine(tx, match, player=call.player)
    return Reply(view=conditional_moves_panel.plan_post(call.said, found, there))


@handles("plan")
async def plan_button(call: Call, control: Control) -> Reply:
    """The button that opens the form, if a plan can be left now."""
    async with call.read() as tx:
        await fresh(tx, control)
        match, plan = await editing.mine(tx, control.subject, player=call.player)
    if match.to_move == call.player:
        raise YourTurn(match)
    form = conditional_moves_panel.form(call.said, match, plan)
    return Reply(view=conditional_moves_panel.plan_post(call.said, match, plan), form=form)


@handles("plan-lines")
async def plan_lines(call: Call, control: Control) -> Reply:
    """The form was sent."""
    text = control.values[0] if control.values else ""
    return await _leave(call, control.subject, text, control.ply)


@handles("unplan", edits=True)
async def unplan_button(call: Call, control: Control) -> Reply:
    """The button that forgets the plan."""
    async with call.write() as tx:
        await editing.withdraw(tx, control.subject, player=call.player)
    return Reply(call.said.say("Your plan is forgotten. Nobody has seen it."))


@news(conditional_moves.ended)
async def tell_ended(call: Call) -> None:
    """Say in private that plans of this person have ended, until Discord has taken it."""
    async with call.read() as tx:
        ended = (await conditional_moves.ended(tx, call.player))[:AT_ONCE]
        lines = [
            conditional_moves_panel.ended(
                call.said, await lifecycle.get(tx, plan.match), str(plan.ended)
            )
            for plan in ended
        ]
    if lines:  # else something else has told it meanwhile
        await call.interaction.followup.send("\n".join(lines), ephemeral=True)
        async with call.write() as tx:
            await executor.heard(tx, ended)


async def _leave(call: Call, match_id: int, text: str, ply: int | None) -> Reply:
    async with call.write() as tx:
        plan = await editing.leave(tx, match_id, text=text, ply=ply, **call.by)
        match = await lifecycle.get(tx, match_id)
    news = await call.app.first_use(call.player, "plan", call.said)
    return Reply(view=conditional_moves_panel.plan_post(call.said, match, plan, news))


@command(
    "game plan",
    locale_str("Plan your answers, see or forget your plan"),
    lines=locale_str("Like: if II,3-IV,5 then I,1-III,1; any II,2-II,4"),
    game=the_game(to_plan),
)
async def write(
    call: Call, lines: app_commands.Range[str, 1, 4000] | None = None, game: str | None = None
) -> Reply:
    """What `/game plan` does."""
    text = ";".join((lines or "").splitlines())
    return await with_game(call, game, "plan", text, to_plan)
