"""`/solo hop`: find the longest hop in a position of a real game of the server."""

from discord.app_commands import locale_str

from bot.app import Call
from bot.registry import command, handles
from bot.service.errors import NotFound
from bot.service.play import long_hops
from bot.service.server import themes
from bot.service.values import View
from bot.views import long_hop as view
from bot.views.controls import Control
from bot.views.move_panel import Aim, panel
from bot.views.reply import Refused, Reply
from bot.views.steps import meant, step
from bot.words import mark
from engine.analysis import jumps_of

NONE = mark(
    "No finished game of this server has such a position yet whose players all allow it: "
    "`/me settings`, `lends`."
)


@command("solo hop", locale_str("Find the longest hop in a game of this server"))
async def begin(call: Call) -> Reply:
    """What `/solo hop` does."""
    async with call.read() as tx:
        try:
            found = await long_hops.pick(tx, call.guild or 0, call.app.rng)
        except NotFound:
            raise Refused(NONE) from None
    return await _ask(call, found)


async def _ask(call: Call, asked: View, key: str = "", before: str = "") -> Reply:
    """A step of the problem."""
    async with call.read() as tx:
        theme = await themes.of_person(tx, call.player, call.guild)
    rules, known = long_hops.possible(asked)
    scenery = view.scenery(asked, rules, theme, asked.last)
    aim = Aim(asked.match.id, asked.ply, "hop-step", "hop-play", close="", asks=False)
    head = view.task(call.said, rules, scenery.side)
    return await panel(
        call.said,
        scenery,
        step(rules, known, key, scenery.side),
        aim,
        before="\n".join(part for part in (head, before) if part),
    )


async def _position(call: Call, control: Control) -> View:
    """The position of a button, if it may still be asked about."""
    async with call.read() as tx:
        try:
            return await long_hops.position(tx, control.subject, control.ply)
        except NotFound:
            raise Refused(NONE) from None


@handles("hop-step", edits=True)
async def turn_page(call: Call, control: Control) -> Reply:
    """A letter that leads to the next step."""
    return await _ask(call, await _position(call, control), control.more)


@handles("hop-play", edits=True)
async def answer(call: Call, control: Control) -> Reply:
    """A letter that is an answer."""
    asked, said = await _position(call, control), call.said
    rules, known = long_hops.possible(asked)
    chosen = meant(rules, known, control.more)
    jumps = jumps_of(rules, chosen)
    if jumps < long_hops.longest(rules, known):
        return await _ask(call, asked, before=view.too_short(said, jumps))
    player = call.player
    async with call.write() as tx:
        first = await long_hops.found(tx, asked, jumps, player=player, now=call.now)
        theme = await themes.of_person(tx, player, call.guild)
    return await view.found(said, asked, rules, chosen, jumps, first, player, theme)


@handles("hop-another", edits=True, about="else")
async def another(call: Call, control: Control) -> Reply:
    """The button Another one."""
    return await begin(call)
