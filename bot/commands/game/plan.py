"""`/game plan`: conditional moves. All replies are ephemeral.

    plan          button in the menu or after a move   -> the plan, or the choice of its first reply
    plan-step     button in the panel   -> the choice, or the line, whose draft is in the custom id
    plan-save     button of a line      -> adds the line to the plan
    plan-more     button of a line      -> adds the line, and asks for another one
    plan-line     select in the plan    -> one line of it
    plan-remove   button of that line   -> removes it
    plan-text     button in the panel   -> the form with the plan as text
    plan-lines    the form              -> replaces the plan
    unplan        button in the plan    -> deletes it

The drafts of `bot.views.plan_draft` hold everything that has been chosen, so the panel survives a
restart. If the match has continued in the meantime, the panel says so.
"""

from dataclasses import replace
from typing import NamedTuple

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs.game_picker import Filter, game_option, run_for_game, running
from bot.dialogs.match_panel import (
    MOVED_ON,
    PanelFacts,
    live_panel,
    panel_facts,
    panel_reply,
)
from bot.dialogs.step_panel import StepPanel
from bot.i18n.translator import N_
from bot.registry import command, component_handler, followup, game_action
from bot.service.actions import available_actions, plan_editing
from bot.service.actions.plan_editing import PlanState
from bot.service.conditional_moves import executor, plan_lines
from bot.service.errors import BadPlan, Finished, Stale, YourTurn
from bot.service.match import lifecycle
from bot.store import Tx
from bot.store.match import conditional_moves
from bot.store.models import Match, Plan
from bot.texts import onboarding_hints
from bot.texts.error_messages import error_text
from bot.views import conditional_moves_panel
from bot.views.board_image import Scenery, board_image
from bot.views.board_part import StepView, part_of, split_key
from bot.views.board_post import mover_label, scenery
from bot.views.components import ComponentId, StaleComponent, parse_int
from bot.views.man_letters import ManLetters, letters_in
from bot.views.match_panel import whose_men
from bot.views.move_panel import MovePanel, PanelTarget
from bot.views.move_steps import Step
from bot.views.plan_draft import Draft, encode_line, parse_draft
from bot.views.reply import Reply, send_followup

FOLLOWUP_LIMIT = 8
"""Maximum number of ended sets of conditional moves reported in one message."""
WOULD_END = N_("That move would end the game.")

PLANNABLE_GAMES = Filter(
    available_actions.can_plan,
    N_("There is nothing to plan right now: it is your turn in all your games. Move first."),
)


class _Facts(NamedTuple):
    """A match as its panel shows it, with the player's conditional moves."""

    panel: PanelFacts
    plan: PlanState | None
    """None if it is the player's turn, or if the match is over."""
    men: ManLetters = ManLetters()
    """The letters of the men in the current position."""


def _load(tx: Tx, ctx: CommandContext, control: ComponentId) -> _Facts:
    match = lifecycle.load(tx, control.subject)
    facts = panel_facts(tx, match, ctx.player)
    try:
        plan = plan_editing.load_plan(tx, match.id, player=ctx.player)
        return _Facts(facts, plan, letters_in(tx, match))
    except (Finished, YourTurn):
        return _Facts(facts, None)


async def _show(ctx: CommandContext, facts: _Facts, key: str | None) -> Reply:
    """Show the step of a draft, or the current board if the match has continued."""
    note = ctx.t.translate(MOVED_ON) if key is None else None
    if facts.plan is None:
        return await panel_reply(ctx.app, ctx.t, ctx.player, facts.panel, note=note)
    return await _show_draft(ctx, facts, facts.plan, key or "", note)


PLAN = StepPanel(_load, lambda facts: facts.panel.view.ply, _show)
component_handler("plan-step", edits=True)(PLAN.turn_page)


async def _show_draft(
    ctx: CommandContext, facts: _Facts, plan: PlanState, text: str, note: str | None = None
) -> Reply:
    """Show a draft: the choice of its next move, or the whole line."""
    draft = parse_draft(plan.rules, plan.position, plan.seat, text)
    if draft.key is None:
        return await _show_line(ctx, facts, plan, draft, note)
    return await _show_choice(ctx, facts, plan, draft, draft.key, note)


async def _show_choice(
    ctx: CommandContext,
    facts: _Facts,
    plan: PlanState,
    draft: Draft,
    key: str,
    note: str | None,
) -> Reply:
    """Ask for the next move of a draft. A forced move is not asked for."""
    t, game, match = ctx.t, plan.rules, plan.match
    legal = game.moves(draft.position)
    if not legal:
        back = parse_draft(game, plan.position, plan.seat, draft.before())
        return await _show_choice(ctx, facts, plan, back, "", t.translate(WOULD_END))
    possible = [move for move in legal if not _is_queued(plan, draft, game.format(move))]
    if not possible:
        return await _show_plan(ctx, facts, plan)
    key, is_whole = split_key(key)
    men = facts.men.followed(draft.position, plan.position.ply)
    letters = men.to_move(game, draft.position)
    step = Step.of(game, possible, key, facts.panel.side, letters)
    if step.stage == "look" and len(step.moves) == 1:
        return await _show_draft(ctx, facts, plan, draft.after(game, step.moves[0]), note)
    seen = _scenery(facts, draft)
    turn = draft.position.turn
    hint = onboarding_hints.PLAN
    reply = await MovePanel(
        t,
        seen,
        step,
        PanelTarget(
            match.id,
            match.ply,
            step="plan-step",
            play="plan-step",
            close="",
            confirms=False,
            view=StepView(part_of(seen, step, possible), is_whole, key),
            prefix=draft.choice(),
            token=draft.after,
            asks=False,
        ),
    ).reply(
        before="\n".join(filter(None, [note, conditional_moves_panel.draft_text(t, draft)])),
        whose=f"{mover_label(t, match, turn)}:"
        if not draft.is_own
        else whose_men(t, match, turn, ctx.player),
        after=None if draft.tokens else await ctx.app.first_use_hint(ctx.player, hint, t),
        more=conditional_moves_panel.choice_buttons(t, plan, draft) if step.back is None else (),
    )
    return live_panel(ctx.app, t, ctx.player, facts.panel, reply)


def _is_queued(plan: PlanState, draft: Draft, move: str) -> bool:
    """Return whether a drop is already in the queue, so that it is not offered again."""
    if draft.replies is not None or draft.steps:
        return False
    queue = (line for line in plan.lines if plan_lines.is_queued(plan.rules, line))
    return any(line[0].move == move for line in queue)


def _scenery(facts: _Facts, draft: Draft) -> Scenery:
    view, side, theme = facts.panel.view, facts.panel.side, facts.panel.theme
    seen = scenery(view, side, theme)
    if not draft.tokens:
        return seen
    last = draft.recent[-1][1] if draft.recent else None
    return replace(seen, position=draft.position, last=last, earlier=draft.recent[:-1])


async def _show_line(
    ctx: CommandContext, facts: _Facts, plan: PlanState, draft: Draft, note: str | None = None
) -> Reply:
    """Show the whole line of a draft on the board that it leads to."""
    picture = await board_image(ctx.t, _scenery(facts, draft))
    shown = conditional_moves_panel.whole_line(
        ctx.t, plan.match, draft, picture, note, over=not plan.rules.moves(draft.position)
    )
    reply = Reply(view=shown, files=[picture])
    return live_panel(ctx.app, ctx.t, ctx.player, facts.panel, reply)


async def _show_plan(
    ctx: CommandContext, facts: _Facts, plan: PlanState, note: str | None = None
) -> Reply:
    """Show a plan, or the choice of its first reply if it is empty."""
    if not plan.lines:
        return await _show_draft(ctx, facts, plan, "", note)
    reply = Reply(view=conditional_moves_panel.overview(ctx.t, plan, note))
    return live_panel(ctx.app, ctx.t, ctx.player, facts.panel, reply)


@game_action("plan")
async def plan_action(ctx: CommandContext, match: int, more: str) -> Reply:
    """Show the plan for a match, or the choice of its first reply. `more` is empty."""
    return await open_plan(ctx, ComponentId("plan", match))


@component_handler("plan", edits="ephemeral")
async def open_plan(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the plan button, even from an old board.

    Raises `YourTurn` if it is the player's turn, and `Finished` if the match is over.
    """
    facts = await ctx.read(_load, ctx, control)
    if facts.plan is None:
        match = facts.panel.view.match
        raise YourTurn(match) if match.status == "running" else Finished(match)
    return await _show_plan(ctx, facts, facts.plan)


@component_handler("plan-save", "plan-more", edits=True)
async def save_line(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the buttons that add the line of a draft to the plan.

    `plan-more` then asks for another line: after a drop, for the next drop.
    """
    try:
        plan, draft = await ctx.write(_save_line, ctx, control)
    except (Stale, YourTurn, Finished):
        return await PLAN.turn_page(ctx, control)
    except BadPlan as refused:
        facts = await ctx.read(_load, ctx, control)
        if facts.plan is None:
            return await _show(ctx, facts, None)
        note = error_text(ctx.t, refused)
        return await _show_draft(ctx, facts, facts.plan, control.extra, note)
    facts = await ctx.read(_load, ctx, control)
    if control.action == "plan-save":
        return await _show_plan(ctx, facts, plan)
    is_drop = plan_lines.is_queued(plan.rules, draft.steps)
    return await _show_draft(ctx, facts, plan, "*/" if is_drop else "")


def _save_line(tx: Tx, ctx: CommandContext, control: ComponentId) -> tuple[PlanState, Draft]:
    """Add the line of a draft to the plan. Returns the plan and the draft."""
    match, player = control.subject, ctx.player
    plan = plan_editing.load_plan(tx, match, player=player, ply=control.ply)
    draft = parse_draft(plan.rules, plan.position, plan.seat, control.extra)
    if not draft.steps:
        raise StaleComponent(control.extra)
    plan = plan_editing.add_line(tx, match, moves=draft.moves, ply=control.ply, **ctx.actor)
    return plan, draft


@component_handler("plan-line", edits=True)
async def show_stored_line(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the select of a line, to continue or remove it."""
    number = parse_int(control.value)

    async def show(ctx: CommandContext, facts: _Facts, control: ComponentId) -> Reply:
        plan = facts.plan
        if plan is None or not 0 <= number < len(plan.lines):
            return await _show(ctx, facts, "" if plan is None else None)
        line = plan.lines[number]
        draft = encode_line(plan.rules, plan.position, plan.seat, line)
        picture = None
        if draft is not None:
            whole = parse_draft(plan.rules, plan.position, plan.seat, draft)
            picture = await board_image(ctx.t, _scenery(facts, whole))
        view = conditional_moves_panel.stored_line(ctx.t, plan.match, line, draft, picture)
        reply = Reply(view=view, files=[picture] if picture else [])
        return live_panel(ctx.app, ctx.t, ctx.player, facts.panel, reply)

    return await PLAN.answers(show)(ctx, control)


@component_handler("plan-remove", edits=True)
async def remove_line(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button that removes a line; its checksum is in the custom id."""
    try:
        plan = await ctx.write(
            plan_editing.remove_lines,
            control.subject,
            chosen=lambda line: conditional_moves_panel.line_token(line) == control.extra,
            ply=control.ply,
            **ctx.actor,
        )
    except (Stale, YourTurn, Finished):
        return await PLAN.turn_page(ctx, replace(control, extra=""))
    return await _show_plan(ctx, await ctx.read(_load, ctx, control), plan)


@component_handler("plan-text", edits="ephemeral")
async def open_plan_form(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button that opens the form. Raises what `load_plan` raises."""
    plan = await ctx.read(
        plan_editing.load_plan, control.subject, player=ctx.player, ply=control.ply
    )
    facts = await ctx.read(_load, ctx, control)
    reply = await _show_plan(ctx, facts, plan)
    return replace(reply, form=conditional_moves_panel.plan_form(ctx.t, plan))


@component_handler("plan-lines", edits="ephemeral")
async def submit_plan(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the submitted form: replace the plan, or delete it if the text is empty."""
    text = control.values[0] if control.values else ""
    if not text.strip():
        return await delete_plan(ctx, control)
    try:
        plan = await ctx.write(
            plan_editing.save_plan, control.subject, text=text, ply=control.ply, **ctx.actor
        )
    except BadPlan as refused:
        problem = error_text(ctx.t, refused)
        return Reply.of(*conditional_moves_panel.refused_text(ctx.t, control, problem, text))
    return await _show_plan(ctx, await ctx.read(_load, ctx, control), plan)


@component_handler("unplan", edits=True)
async def delete_plan(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button that deletes the plan."""
    await ctx.write(plan_editing.delete_plan, control.subject, player=ctx.player)
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


@command(
    "game plan",
    locale_str("Plan your replies, or view or delete your plan"),
    game=game_option(running, only=PLANNABLE_GAMES),
)
async def plan_command(ctx: CommandContext, game: str | None = None) -> Reply:
    """Handle the `/game plan` command."""
    return await run_for_game(ctx, game, "plan", "", running, PLANNABLE_GAMES)
