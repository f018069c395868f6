"""`/game claim`, and the button that waits for a player who has run out of time."""

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs.game_picker import Filter, action_button, game_command
from bot.i18n.durations import stamp
from bot.i18n.translator import N_
from bot.registry import component_handler
from bot.service.actions import available_actions, claims
from bot.views.components import Button, ComponentId, button_row, layout
from bot.views.player_labels import game_and_number, player_label
from bot.views.reply import Reply

LATE_GAMES = Filter(
    available_actions.can_claim,
    N_("No opponent's time has run out in any of your games, so there is nothing to claim."),
)


@action_button("claim")
@game_command(
    "claim", locale_str("Stop waiting when an opponent's time has run out"), only=LATE_GAMES
)
async def claim_question(ctx: CommandContext, match_id: int, more: str) -> Reply:
    """Ask for confirmation, with the game and the player who is late."""
    t = ctx.t
    match = await ctx.read(claims.keep_waiting, match_id, player=ctx.player)
    late = t.translate(
        "{player}'s time ran out {when}.",
        player=player_label(t, match.to_move or 0),
        when=stamp(match.overdue or 0),
    )
    question = (
        t.translate("Claim the win?")
        if len(match.players) == 2
        else t.translate("Continue without that player? They will be ranked below all who stay.")
    )
    return Reply(
        view=layout(
            [f"**{game_and_number(t, match)}**", f"{late} {question}"],
            button_row(
                Button(ComponentId("claimed", match.id, match.ply), t.translate("Claim"), "danger"),
                Button(ComponentId("wait", match.id, match.ply), t.translate("Keep waiting")),
            ),
        )
    )


@component_handler("claimed", edits=True)
async def confirm_claim(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the confirmation button."""
    after = await ctx.write(claims.claim_turn, control.subject, ply=control.ply, **ctx.actor)
    done = (
        ctx.t.translate("Claimed: the game continues without that player.")
        if after.status == "running"
        else ctx.t.translate("Claimed: the game is over.")
    )
    return Reply(f"**{game_and_number(ctx.t, after)}**\n{done}")


@component_handler("wait")
async def wait_button(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Keep waiting button."""
    await ctx.read(claims.keep_waiting, control.subject, player=ctx.player, ply=control.ply)
    return Reply(ctx.t.translate("OK, the game continues. You can use `/game claim` at any time."))
