"""The `clock` option of commands that create events, ladders and seasons."""

from bot.extension_api.commands import CommandContext, matching_clocks, resolve_variant
from bot.extension_api.transactions import ServiceError
from bot.extension_api.views import UserError

DEFAULT_CLOCK = "standard"


async def clock_autocomplete(ctx: CommandContext, typed: str) -> dict[str, str]:
    """Autocomplete the `clock` option for the game chosen so far.

    Untimed play is not offered.
    """
    try:
        game = resolve_variant(str(ctx.interaction.namespace.game or ""))
    except (UserError, ServiceError):
        game = resolve_variant()
    choices = matching_clocks(ctx.t, typed, game)
    return {name: label for name, label in choices.items() if name != "untimed"}
