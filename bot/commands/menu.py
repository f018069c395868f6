"""Action menu behind the "⋯" button of a board, as an ephemeral reply."""

from bot.app import Call
from bot.registry import VERBS, handles, verb
from bot.service.actions import available_actions
from bot.service.guilds import board_themes
from bot.service.match import lifecycle
from bot.service.players import player_settings
from bot.store.models import Settings
from bot.views.action_menu import LABELS, menu
from bot.views.components import Control, OldControl
from bot.views.player_labels import side_for
from bot.views.reply import Reply
from bot.views.rule_cards import card
from engine import variant


@handles("menu")
async def open_menu(call: Call, control: Control) -> Reply:
    """Open the menu for the match as it is now, even from an old board."""
    player = call.player
    async with call.read() as tx:
        match = await lifecycle.get(tx, control.subject)
        can = await available_actions.of(tx, match, player, now=call.now)
        wishes = await player_settings.of(tx, player)
    turned = wishes.board_side == "first" and side_for(
        match, match.seat_of(player), Settings(player, board_side="mine")
    )
    return Reply(view=menu(call.said, match, can, turned=bool(turned)))


@handles("do")
async def do(call: Call, control: Control) -> Reply:
    """Handle a menu button by running its game action."""
    name, _, more = control.more.partition(":")
    if control.more not in LABELS or name not in VERBS:
        raise OldControl(name)
    return await VERBS[name](call, control.subject, more)


@verb("rules")
async def rules(call: Call, match: int, more: str = "") -> Reply:
    """Show the rule card of a match's variant with its options."""
    async with call.read() as tx:
        found = await lifecycle.get(tx, match)
        theme = await board_themes.of_person(tx, call.player, found.guild)
    return await card(call.said, variant(found.variant), theme)
