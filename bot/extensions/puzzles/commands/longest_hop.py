"""`/puzzle longest_hop`: find the longest hop in a position from a guild's match."""

from discord.app_commands import locale_str

from bot.extension_api.boards import MovePanel, PanelTarget, Step, StepPanel
from bot.extension_api.commands import CommandContext, command, component_handler
from bot.extension_api.matches import MatchView
from bot.extension_api.people import Theme, board_theme
from bot.extension_api.texts import N_
from bot.extension_api.transactions import NotFound, Tx
from bot.extension_api.views import ComponentId, Reply, UserError
from bot.extensions.puzzles.service import longest_hop
from bot.extensions.puzzles.views import longest_hop_page
from engine.jumps import jumps_of

NO_POSITION = N_(
    "There is no suitable position in this server yet. Positions come from finished games "
    "whose players have all agreed to share them. To share yours, use `/me settings`."
)


@command(
    "puzzle longest_hop",
    locale_str("Find the longest hop in a position from a game in this server"),
)
async def hop_command(ctx: CommandContext) -> Reply:
    """Handle the `/puzzle longest_hop` command: show a random position."""
    try:
        view = await ctx.read(longest_hop.pick_position, ctx.guild or 0, ctx.app.rng)
    except NotFound:
        raise UserError(NO_POSITION) from None
    return await _question(ctx, view)


async def _question(
    ctx: CommandContext, match_view: MatchView, key: str | None = None, before: str = ""
) -> Reply:
    """Return the board with one step of the move picker."""
    theme = await ctx.read(board_theme, ctx.guild, ctx.player)
    rules, hops = longest_hop.possible_moves(match_view)
    scenery = longest_hop_page.scenery(match_view, rules, theme, match_view.last)
    aim = PanelTarget(
        match_view.match.id, match_view.ply, "hop-step", "hop-play", close="", confirms=False
    )
    head = longest_hop_page.task_text(ctx.t, rules, scenery.side)
    panel = MovePanel(ctx.t, scenery, Step.of(rules, hops, key or "", scenery.side), aim)
    return await panel.reply(before="\n".join(part for part in (head, before) if part))


def _load_position(tx: Tx, ctx: CommandContext, control: ComponentId) -> MatchView:
    """Return the position to which a button belongs.

    Raises `UserError` if its players no longer share it.
    """
    try:
        return longest_hop.load_problem(tx, control.subject, control.ply)
    except NotFound:
        raise UserError(NO_POSITION) from None


PANEL = StepPanel(_load_position, lambda asked: asked.ply, _question)
component_handler("hop-step", edits=True)(PANEL.turn_page)


@component_handler("hop-play", edits=True)
@PANEL.answers
async def check_answer(ctx: CommandContext, asked: MatchView, control: ComponentId) -> Reply:
    """Handle a letter button that completes an answer."""
    t = ctx.t
    rules, hops = longest_hop.possible_moves(asked)
    chosen = PANEL.chosen_move(rules, hops, control)
    jumps = jumps_of(rules, chosen)
    if jumps < longest_hop.longest_jump_count(rules, hops):
        return await _question(ctx, asked, before=longest_hop_page.too_short(t, jumps))
    player = ctx.player
    first, theme = await ctx.write(_record_solver, ctx, asked, jumps)
    return await longest_hop_page.solved_view(t, asked, rules, chosen, jumps, first, player, theme)


def _record_solver(tx: Tx, ctx: CommandContext, asked: MatchView, jumps: int) -> tuple[int, Theme]:
    """Record that the player found the longest hop.

    Returns the first finder, as in `longest_hop.record_solver`, and the player's theme.
    """
    first = longest_hop.record_solver(tx, asked, jumps, player=ctx.player, now=ctx.now)
    return first, board_theme(tx, ctx.guild, ctx.player)


@component_handler("hop-another", edits=True, about="else")
async def next_position(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Another one button."""
    return await hop_command(ctx)
