"""`/game takeover`: choose who plays on for a partner who has left the match."""

from typing import Literal

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs.game_picker import Filter, action_button, game_option, run_for_game, running
from bot.i18n.translator import N_
from bot.registry import GAME_ACTIONS, Option, command, game_action
from bot.service.actions import available_actions, partner_takeover
from bot.views.reply import Reply

DESERTED_GAMES = Filter(
    available_actions.can_choose_takeover,
    N_("There is nothing to choose: none of your partners has left."),
)


@action_button("partner", any_ply=True)  # Old buttons stay valid: the match may have continued.
@game_action("partner")
async def choose_takeover(ctx: CommandContext, match: int, more: str) -> Reply:
    """Choose who takes over from the partner.

    `more` is "hands" (the caller plays both sides), "computer", or "concede" (resign instead).
    """
    if more not in ("hands", "computer"):
        return await GAME_ACTIONS["resign"](ctx, match, "")
    choice: partner_takeover.Choice = "hands" if more == "hands" else "computer"
    await ctx.write(partner_takeover.choose_takeover, match, choice=choice, **ctx.actor)
    if choice == "hands":
        return Reply(ctx.t.translate("You now play both sides."))
    return Reply(ctx.t.translate("The computer takes over for your partner."))


@command(
    "game takeover",
    locale_str("Choose who takes over for a partner who has left"),
    who=Option(
        locale_str("Play both sides yourself, let the computer play, or resign"),
        {
            "hands": locale_str("I'll play both sides"),
            "computer": locale_str("Let the computer play"),
            "concede": locale_str("Resign"),
        },
    ),
    game=game_option(running, only=DESERTED_GAMES),
)
async def partner_command(
    ctx: CommandContext, who: Literal["hands", "computer", "concede"], game: str | None = None
) -> Reply:
    """Handle the `/game takeover` command."""
    return await run_for_game(ctx, game, "partner", who, running, DESERTED_GAMES)
