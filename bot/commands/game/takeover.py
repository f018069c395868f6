"""`/game takeover`: choose who plays on for a partner who has left the match."""

from typing import Literal

from discord.app_commands import locale_str

from bot.app import Call
from bot.commands.game.resign import ask_resign
from bot.commands.game_picker import button, the_game, to_end, with_game
from bot.registry import Option, command, verb
from bot.service.actions import partner_takeover
from bot.views.reply import Reply


@button("partner", anew=True)  # An old button stays valid: the match may have continued.
@verb("partner")
async def partner(call: Call, match: int, more: str) -> Reply:
    """Choose the substitute; `more` is "hands", "computer" or "concede"."""
    if more not in ("hands", "computer"):
        return await ask_resign(call, match, "")
    choice: partner_takeover.Choice = "hands" if more == "hands" else "computer"
    async with call.write() as tx:
        await partner_takeover.choose(tx, match, choice=choice, **call.by)
    if choice == "hands":
        return Reply(call.said.say("You now play both sides."))
    return Reply(call.said.say("The computer takes over for your partner."))


@command(
    "game takeover",
    locale_str("Choose who takes over for a partner who has left"),
    who=Option(
        locale_str("You, the computer, or resign"),
        {
            "hands": locale_str("I'll play both sides"),
            "computer": locale_str("Let the computer play"),
            "concede": locale_str("Resign"),
        },
    ),
    game=the_game(to_end),
)
async def choose(
    call: Call, who: Literal["hands", "computer", "concede"], game: str | None = None
) -> Reply:
    """Handle the `/game takeover` command."""
    return await with_game(call, game, "partner", who, to_end)
