"""The button "⋯" on a board: a private menu of what the person who pressed can do now."""

from bot.app import Call
from bot.registry import VERBS, handles, verb
from bot.service.match import state as match_state
from bot.service.people import settings
from bot.service.play import choices
from bot.service.server import themes
from bot.store.values import Settings
from bot.views.controls import Control, OldControl
from bot.views.menu import LABELS, menu
from bot.views.reply import Reply
from bot.views.rules import card
from bot.views.seats import side_for
from engine import variant


@handles("menu")
async def open_menu(call: Call, control: Control) -> Reply:
    """What can be done with the game as it stands, whichever of its boards was pressed."""
    player = call.player
    async with call.read() as tx:
        match = await match_state.get(tx, control.subject)
        can = await choices.of(tx, match, player, now=call.now)
        wishes = await settings.of(tx, player)
    turned = wishes.side == "first" and side_for(
        match, match.seat_of(player), Settings(player, side="mine")
    )
    return Reply(view=menu(call.said, match, can, turned=bool(turned)))


@handles("do")
async def do(call: Call, control: Control) -> Reply:
    """A button that does what a command does, in the game that it stands for."""
    name, _, more = control.more.partition(":")
    if control.more not in LABELS or name not in VERBS:
        raise OldControl(name)
    return await VERBS[name](call, control.subject, more)


@verb("rules")
async def rules(call: Call, match: int, more: str = "") -> Reply:
    """The card of the game that is played, with the rules that were chosen for it."""
    async with call.read() as tx:
        found = await match_state.get(tx, match)
        theme = await themes.of_person(tx, call.player, found.guild)
    return await card(call.said, variant(found.variant), theme)
