"""`/game plan`: what one will answer, written beforehand. Every answer is for the player's eyes only."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler, News
from bot.commands.which_game import fresh, suggest, to_end, with_game
from bot.service.errors import YourTurn
from bot.service.match import plan_execution
from bot.service.match import state as match_state
from bot.service.play import plans
from bot.store import Tx
from bot.store.values import Match
from bot.views import plans as shown
from bot.views.controls import Control
from bot.views.reply import Reply
from bot.words import speaker

AT_ONCE = 8
"""Of so many plans that have ended one answer tells, so that it is never too long."""


async def to_plan(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Their running games in which others are to move; if there are none, all."""
    found = await to_end(tx, player, channel)
    return [match for match in found if match.to_move != player] or found


async def plan(app: App, interaction: discord.Interaction, match: int, more: str) -> Reply:
    """Leave the plan `more`, or show the one that there is, with buttons to write and to forget it."""
    if more.strip():
        return await _leave(app, interaction, match, more, None)
    async with app.store.read() as tx:
        found, there = await plans.mine(tx, match, player=interaction.user.id)
    return Reply(view=shown.plan_post(speaker(interaction.locale), found, there))


async def plan_button(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button that opens the form."""
    async with app.store.read() as tx:
        await fresh(tx, control)
        return await _form(tx, interaction, control.subject)


async def plan_lines(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The form was sent."""
    text = control.values[0] if control.values else ""
    return await _leave(app, interaction, control.subject, text, control.ply)


async def unplan_button(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button that forgets the plan."""
    async with app.store.write() as tx:
        await plans.withdraw(tx, control.subject, player=interaction.user.id)
    return Reply(speaker(interaction.locale).say("Your plan is forgotten. Nobody has seen it."))


async def tell_ended(app: App, interaction: discord.Interaction) -> None:
    """Say in private that plans of this person have ended, until Discord has taken it."""
    player, said = interaction.user.id, speaker(interaction.locale)
    async with app.store.read() as tx:
        ended = (await plan_execution.news(tx, player))[:AT_ONCE]
        lines = [
            shown.ended(said, await match_state.get(tx, plan.match), str(plan.ended))
            for plan in ended
        ]
    if lines:  # else something else has told it meanwhile
        await interaction.followup.send("\n".join(lines), ephemeral=True)
        async with app.store.write() as tx:
            await plan_execution.heard(tx, ended)


async def _form(tx: Tx, interaction: discord.Interaction, match_id: int) -> Reply:
    """The form, if a plan can be left now."""
    said = speaker(interaction.locale)
    match, plan = await plans.mine(tx, match_id, player=interaction.user.id)
    if match.to_move == interaction.user.id:
        raise YourTurn(match)
    return Reply(view=shown.plan_post(said, match, plan), form=shown.form(said, match, plan))


async def _leave(
    app: App,
    interaction: discord.Interaction,
    match_id: int,
    text: str,
    ply: int | None,
) -> Reply:
    async with app.store.write() as tx:
        plan = await plans.leave(
            tx,
            match_id,
            player=interaction.user.id,
            text=text,
            ply=ply,
            interaction=interaction.id,
            now=app.clock(),
        )
        match = await match_state.get(tx, match_id)
    said = speaker(interaction.locale)
    news = await app.first_use(interaction.user.id, "plan", said)
    return Reply(view=shown.plan_post(said, match, plan, news))


def install(app: App, group: app_commands.Group) -> None:
    """Put the command into the group, the buttons and the form."""
    app.news.append(News(plan_execution.news, tell_ended))
    app.verbs["plan"] = plan
    app.controls["plan"] = Handler(plan_button)
    app.controls["plan-lines"] = Handler(plan_lines)
    app.controls["unplan"] = Handler(unplan_button, edits=True)

    @group.command(
        name="plan", description=locale_str("Plan your answers, see or forget your plan")
    )
    @app_commands.describe(
        lines=locale_str("Like: if II,3-IV,5 then I,1-III,1; any II,2-II,4"),
        game=locale_str("Which game, if you play several"),
    )
    async def command(
        interaction: discord.Interaction,
        lines: app_commands.Range[str, 1, 4000] | None = None,
        game: str | None = None,
    ) -> None:
        text = ";".join((lines or "").splitlines())
        await app.serve(interaction, with_game(app, interaction, game, "plan", text, to_plan))

    suggest(app, command, to_plan)
