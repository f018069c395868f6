"""`/game plan`: conditional moves. All replies are ephemeral."""

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
"""Maximum number of ended conditional moves reported in one message."""


async def to_plan(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Return the running matches with others to move, or all if there are none."""
    found = await to_end(tx, player, channel)
    return [match for match in found if match.to_move != player] or found


@verb("plan")
async def plan(call: Call, match: int, more: str) -> Reply:
    """Store conditional moves, or show the current ones if `more` is empty."""
    if more.strip():
        return await _leave(call, match, more, None)
    async with call.read() as tx:
        found, there = await editing.mine(tx, match, player=call.player)
    return Reply(view=conditional_moves_panel.plan_post(call.said, found, there))


@handles("plan")
async def plan_button(call: Call, control: Control) -> Reply:
    """Handle the plan button: open the modal, unless it is the player's turn."""
    async with call.read() as tx:
        await fresh(tx, control)
        match, plan = await editing.mine(tx, control.subject, player=call.player)
    if match.to_move == call.player:
        raise YourTurn(match)
    form = conditional_moves_panel.form(call.said, match, plan)
    return Reply(view=conditional_moves_panel.plan_post(call.said, match, plan), form=form)


@handles("plan-lines")
async def plan_lines(call: Call, control: Control) -> Reply:
    """Handle the submitted modal."""
    text = control.values[0] if control.values else ""
    return await _leave(call, control.subject, text, control.ply)


@handles("unplan", edits=True)
async def unplan_button(call: Call, control: Control) -> Reply:
    """Handle the Forget the plan button."""
    async with call.write() as tx:
        await editing.withdraw(tx, control.subject, player=call.player)
    return Reply(call.said.say("Your plan has been deleted. Nobody saw it."))


@news(conditional_moves.ended)
async def tell_ended(call: Call) -> None:
    """Send a followup about ended conditional moves; repeated until it is delivered."""
    async with call.read() as tx:
        ended = (await conditional_moves.ended(tx, call.player))[:AT_ONCE]
        lines = [
            conditional_moves_panel.ended(
                call.said, await lifecycle.get(tx, plan.match), str(plan.ended)
            )
            for plan in ended
        ]
    if lines:  # Another message may have reported them in the meantime.
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
    locale_str("Plan your replies, or see or delete your plan"),
    lines=locale_str("e.g. if II,3-IV,5 then I,1-III,1; any II,2-II,4"),
    game=the_game(to_plan),
)
async def write(
    call: Call, lines: app_commands.Range[str, 1, 4000] | None = None, game: str | None = None
) -> Reply:
    """Handle the `/game plan` command."""
    text = ";".join((lines or "").splitlines())
    return await with_game(call, game, "plan", text, to_plan)
