"""`/game plan`: conditional moves. All replies are ephemeral."""

from discord import app_commands
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.commands.game_picker import game_option, must_be_current, run_for_game, running
from bot.registry import command, component_handler, followup, game_action
from bot.service.conditional_moves import editing, executor
from bot.service.errors import YourTurn
from bot.service.match import lifecycle
from bot.store import Tx, conditional_moves
from bot.store.models import Match
from bot.views import conditional_moves_panel
from bot.views.components import ComponentId
from bot.views.reply import Reply

FOLLOWUP_LIMIT = 8
"""Maximum number of ended conditional-move plans reported in one message."""


def plannable_games(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Return the matches in which others are to move, or else all running matches."""
    matches = running(tx, player, channel)
    return [match for match in matches if match.to_move != player] or matches


@game_action("plan")
async def plan_action(ctx: CommandContext, match: int, more: str) -> Reply:
    """Store conditional moves, or show the current ones if `more` is empty."""
    if more.strip():
        return await _save_plan(ctx, match, more, None)
    async with ctx.read() as tx:
        planned_match, plan_text = editing.current_plan(tx, match, player=ctx.player)
    return Reply(view=conditional_moves_panel.plan_post(ctx.t, planned_match, plan_text))


@component_handler("plan")
async def open_plan_form(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the plan button: open the modal, unless it is the player's turn."""
    async with ctx.read() as tx:
        must_be_current(tx, control)
        match, plan = editing.current_plan(tx, control.subject, player=ctx.player)
    if match.to_move == ctx.player:
        raise YourTurn(match)
    form = conditional_moves_panel.plan_form(ctx.t, match, plan)
    return Reply(view=conditional_moves_panel.plan_post(ctx.t, match, plan), form=form)


@component_handler("plan-lines")
async def submit_plan(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the submitted modal."""
    text = control.values[0] if control.values else ""
    return await _save_plan(ctx, control.subject, text, control.ply)


@component_handler("unplan", edits=True)
async def delete_plan(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Forget the plan button."""
    async with ctx.write() as tx:
        editing.delete_plan(tx, control.subject, player=ctx.player)
    return Reply(ctx.t.translate("Your plan has been deleted. No one saw it."))


@followup(conditional_moves.ended_plans)
async def send_ended_plans(ctx: CommandContext) -> None:
    """Send a followup about ended conditional moves; retried until delivered."""
    async with ctx.read() as tx:
        ended = (conditional_moves.ended_plans(tx, ctx.player))[:FOLLOWUP_LIMIT]
        lines = [
            conditional_moves_panel.ended_text(
                ctx.t, lifecycle.load(tx, plan.match), str(plan.ended)
            )
            for plan in ended
        ]
    if lines:  # Another message may have reported the ended plans in the meantime.
        await ctx.interaction.followup.send("\n".join(lines), ephemeral=True)
        async with ctx.write() as tx:
            executor.mark_read(tx, ended)


async def _save_plan(ctx: CommandContext, match_id: int, text: str, ply: int | None) -> Reply:
    async with ctx.write() as tx:
        plan = editing.save_plan(tx, match_id, text=text, ply=ply, **ctx.actor)
        match = lifecycle.load(tx, match_id)
    news = await ctx.app.first_use_hint(ctx.player, "plan", ctx.t)
    return Reply(view=conditional_moves_panel.plan_post(ctx.t, match, plan, news))


@command(
    "game plan",
    locale_str("Plan your replies, or see or delete your plan"),
    lines=locale_str("e.g. if II,3-IV,5 then I,1-III,1; any II,2-II,4"),
    game=game_option(plannable_games),
)
async def plan_command(
    ctx: CommandContext,
    lines: app_commands.Range[str, 1, 4000] | None = None,
    game: str | None = None,
) -> Reply:
    """Handle the `/game plan` command."""
    text = ";".join((lines or "").splitlines())
    return await run_for_game(ctx, game, "plan", text, plannable_games)
