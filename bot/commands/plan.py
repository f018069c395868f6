"""`/plan`: what one will answer, written beforehand. Every answer is for the player's eyes only."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler, News
from bot.commands import which_game
from bot.commands.resign import fresh
from bot.service.errors import YourTurn
from bot.service.match import plan_execution
from bot.service.match import state as match_state
from bot.service.play import plans
from bot.service.values import Match
from bot.store import Tx
from bot.views import plans as shown
from bot.views.controls import Control
from bot.views.reply import Reply
from bot.words import speaker


async def to_plan(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Their running games in which others are to move; if there are none, all."""
    found = await which_game.to_end(tx, player, channel)
    return [match for match in found if match.to_move != player] or found


async def write(app: App, interaction: discord.Interaction, match: int, more: str) -> Reply:
    """The verb behind `/plan set`: leave the plan `more`, or ask for one by a form."""
    if not more.strip():
        async with app.store.read() as tx:
            return await _form(tx, interaction, match)
    return await _leave(app, interaction, match, more, None)


async def show(app: App, interaction: discord.Interaction, match: int, more: str) -> Reply:
    """The verb behind `/plan show`."""
    async with app.store.read() as tx:
        found, plan = await plans.mine(tx, match, player=interaction.user.id)
    return Reply(view=shown.plan_post(speaker(interaction.locale), found, plan))


async def cancel(app: App, interaction: discord.Interaction, match: int, more: str = "") -> Reply:
    """The verb behind `/plan cancel`."""
    async with app.store.write() as tx:
        await plans.withdraw(tx, match, player=interaction.user.id)
    return Reply(speaker(interaction.locale).say("Your plan is forgotten. Nobody has seen it."))


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
    return await cancel(app, interaction, control.subject)


async def tell_ended(app: App, interaction: discord.Interaction) -> None:
    """Say once, in private, that plans of this person have ended."""
    player, said = interaction.user.id, speaker(interaction.locale)
    async with app.store.write() as tx:
        lines = [
            shown.ended(said, await match_state.get(tx, plan.match), str(plan.ended))
            for plan in await plan_execution.news(tx, player)
        ]
    if lines:
        await interaction.followup.send("\n".join(lines)[:2000], ephemeral=True)


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
    return Reply(view=shown.plan_post(speaker(interaction.locale), match, plan))


def install(app: App) -> None:
    """Put the commands on the tree, the buttons and the form."""
    app.news.append(News(plans.untold, tell_ended))
    app.verbs.update({"plan-set": write, "plan-show": show, "plan-cancel": cancel})
    app.controls["plan"] = Handler(plan_button)
    app.controls["plan-lines"] = Handler(plan_lines)
    app.controls["unplan"] = Handler(unplan_button, edits=True)
    group = app_commands.Group(name="plan", description=locale_str("Your answers"))

    async def games(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await app.offer(which_game.offered(app, interaction, typed, to_plan))

    @group.command(name="set", description=locale_str("Plan your answers in advance"))
    @app_commands.describe(
        lines=locale_str("Like: if II,3-IV,5 then I,1-III,1; any II,2-II,4. Empty: a form"),
        game=locale_str("Which game, if you play several"),
    )
    async def set_command(
        interaction: discord.Interaction,
        lines: app_commands.Range[str, 1, 4000] | None = None,
        game: str | None = None,
    ) -> None:
        text = ";".join((lines or "").splitlines())
        await app.serve(
            interaction, which_game.with_game(app, interaction, game, "plan-set", text, to_plan)
        )

    @group.command(name="show", description=locale_str("Show your plan, or how to write one"))
    @app_commands.describe(game=locale_str("Which game, if you play several"))
    async def show_command(interaction: discord.Interaction, game: str | None = None) -> None:
        await app.serve(
            interaction, which_game.with_game(app, interaction, game, "plan-show", "", to_plan)
        )

    @group.command(name="cancel", description=locale_str("Forget your plan"))
    @app_commands.describe(game=locale_str("Which game, if you play several"))
    async def cancel_command(interaction: discord.Interaction, game: str | None = None) -> None:
        await app.serve(
            interaction, which_game.with_game(app, interaction, game, "plan-cancel", "", to_plan)
        )

    set_command.autocomplete("game")(games)
    show_command.autocomplete("game")(games)
    cancel_command.autocomplete("game")(games)
    app.tree.add_command(group)
