"""`/puzzle longest_hop`: find the longest hop in a position of a real game of the server."""

from discord.app_commands import locale_str

from bot.app import Call
from bot.extensions.puzzles.service import longest_hop
from bot.extensions.puzzles.views import longest_hop_page
from bot.i18n.translator import mark
from bot.registry import command, handles
from bot.service.errors import NotFound
from bot.service.guilds import board_themes
from bot.service.results import View
from bot.views.components import Control
from bot.views.move_panel import Aim, panel
from bot.views.move_steps import meant, step
from bot.views.reply import Refused, Reply
from engine.analysis import jumps_of

NONE = mark(
    "No finished game here has a suitable position whose players have all agreed to share "
    "it (`/me settings`, option `share_positions`)."
)


@command(
    "puzzle longest_hop",
    locale_str("Find the longest hop in a position from a game in this server"),
)
async def begin(call: Call) -> Reply:
    """What `/puzzle longest_hop` does."""
    async with call.read() as tx:
        try:
            found = await longest_hop.pick(tx, call.guild or 0, call.app.rng)
        except NotFound:
            raise Refused(NONE) from None
    return await _ask(call, found)


async def _ask(call: Call, asked: View, key: str = "", before: str = "") -> Reply:
    """Return the board with one step of the move picker."""
    async with call.read() as tx:
        theme = await board_themes.of_person(tx, call.player, call.guild)
    rules, known = longest_hop.possible(asked)
    scenery = longest_hop_page.scenery(asked, rules, theme, asked.last)
    aim = Aim(asked.match.id, asked.ply, "hop-step", "hop-play", close="", asks=False)
    head = longest_hop_page.task(call.said, rules, scenery.side)
    return await panel(
        call.said,
        scenery,
        step(rules, known, key, scenery.side),
        aim,
        before="\n".join(part for part in (head, before) if part),
    )


async def _position(call: Call, control: Control) -> View:
    """Return the position of a button, if its players still share it."""
    async with call.read() as tx:
        try:
            return await longest_hop.position(tx, control.subject, control.ply)
        except NotFound:
            raise Refused(NONE) from None


@handles("hop-step", edits=True)
async def turn_page(call: Call, control: Control) -> Reply:
    """A letter button that leads to the next step."""
    return await _ask(call, await _position(call, control), control.more)


@handles("hop-play", edits=True)
async def answer(call: Call, control: Control) -> Reply:
    """A letter button that completes an answer."""
    asked, said = await _position(call, control), call.said
    rules, known = longest_hop.possible(asked)
    chosen = meant(rules, known, control.more)
    jumps = jumps_of(rules, chosen)
    if jumps < longest_hop.longest(rules, known):
        return await _ask(call, asked, before=longest_hop_page.too_short(said, jumps))
    player = call.player
    async with call.write() as tx:
        first = await longest_hop.found(tx, asked, jumps, player=player, now=call.now)
        theme = await board_themes.of_person(tx, player, call.guild)
    return await longest_hop_page.found(said, asked, rules, chosen, jumps, first, player, theme)


@handles("hop-another", edits=True, about="else")
async def another(call: Call, control: Control) -> Reply:
    """The Another one button."""
    return await begin(call)
