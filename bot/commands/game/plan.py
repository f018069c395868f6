"""`/game plan`: conditional moves. All replies are ephemeral."""

from discord import app_commands
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.commands.game_picker import Filter, game_option, run_for_game, running
from bot.i18n.translator import N_
from bot.registry import command, component_handler, followup, game_action
from bot.service.actions import available_actions
from bot.service.conditional_moves import editing, executor
from bot.service.errors import YourTurn
from bot.service.match import lifecycle
from bot.store import Tx, conditional_moves
from bot.store.models import Match, Plan
from bot.texts import onboarding_hints
from bot.views import conditional_moves_panel
from bot.views.components import ComponentId
from bot.views.reply import Reply, send_followup

FOLLOWUP_LIMIT = 8
"""Maximum number of ended sets of conditional moves reported in one message."""


PLANNABLE_GAMES = Filter(
    available_actions.can_plan,
    N_("There is nothing to plan right now: it is your turn in all your games. Move first."),
)


@game_action("plan")
async def plan_action(ctx: CommandContext, match: int, more: str) -> Reply:
    """Store conditional moves, or show the current ones if `more` is empty."""
    if more.strip():
        return await _save_plan(ctx, match, more, None)
    planned_match, plan = await ctx.read(editing.current_plan, match, player=ctx.player)
    return Reply(view=conditional_moves_panel.plan_post(ctx.t, planned_match, plan))


@component_handler("plan")
async def open_plan_form(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the plan button: open the modal.

    Raises `YourTurn` if it is the player's turn.
    """
    match, plan = await ctx.read(
        editing.current_plan, control.subject, player=ctx.player, ply=control.ply
    )
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
    await ctx.write(editing.delete_plan, control.subject, player=ctx.player)
    return Reply(ctx.t.translate("Your plan has been deleted. No one saw it."))


@followup(conditional_moves.ended_plans)
async def send_ended_plans(ctx: CommandContext) -> None:
    """Send a followup about ended conditional moves, retried until it is delivered."""
    ended = await ctx.read(_load_ended_plans, ctx.player)
    if ended:  # Another message may have reported them in the meantime.
        lines = [
            conditional_moves_panel.ended_text(ctx.t, match, str(plan.ended))
            for plan, match in ended
        ]
        await send_followup(ctx.interaction, Reply("\n".join(lines)))
        await ctx.write(executor.mark_read, [plan for plan, _ in ended])


def _load_ended_plans(tx: Tx, player: int) -> list[tuple[Plan, Match]]:
    """Return the player's ended conditional moves, each set with its match."""
    ended = conditional_moves.ended_plans(tx, player)[:FOLLOWUP_LIMIT]
    return [(plan, lifecycle.load(tx, plan.match)) for plan in ended]


async def _save_plan(ctx: CommandContext, match_id: int, text: str, ply: int | None) -> Reply:
    match, plan = await ctx.write(editing.save_plan, match_id, text=text, ply=ply, **ctx.actor)
    news = await ctx.app.first_use_hint(ctx.player, onboarding_hints.PLAN, ctx.t)
    return Reply(view=conditional_moves_panel.plan_post(ctx.t, match, plan, news))


@command(
    "game plan",
    locale_str("Plan your replies, or view or delete your plan"),
    lines=locale_str("e.g. if II,3-IV,5 then I,1-III,1; any II,2-II,4"),
    game=game_option(running, only=PLANNABLE_GAMES),
)
async def plan_command(
    ctx: CommandContext,
    lines: app_commands.Range[str, 1, 4000] | None = None,
    game: str | None = None,
) -> Reply:
    """Handle the `/game plan` command."""
    text = ";".join((lines or "").splitlines())
    return await run_for_game(ctx, game, "plan", text, running, PLANNABLE_GAMES)
