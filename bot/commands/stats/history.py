"""`/stats history`: a player's finished matches in this guild, paginated."""

import discord
from discord.app_commands import locale_str

from bot.app import Call
from bot.i18n.translator import Words
from bot.registry import command, handles
from bot.store import matches
from bot.store.models import Match
from bot.texts.outcomes import ending
from bot.views.components import Control, Press, layout, row
from bot.views.player_labels import link, mention, numbered, person, rules_of
from bot.views.reply import Reply

PAGE = 8
"""Matches per page."""


@command(
    "stats history",
    locale_str("A player's finished games in this server"),
    person=locale_str("Whose? Leave empty for yours"),
)
async def history(call: Call, person: discord.User | None = None) -> Reply:
    """Handle the `/stats history` command."""
    return await show(call, person.id if person else call.player)


async def show(call: Call, player: int, page: int = 0) -> Reply:
    """Show a page of a player's finished matches, latest first."""
    said, guild = call.said, call.guild or 0
    async with call.read() as tx:
        found = await matches.over_in(tx, player, guild, PAGE + 1, page * PAGE)
    lines = [_line(said, match) for match in found[:PAGE]]
    back = Press(Control("history", player, page - 1), said.say("Back")) if page else None
    on = Press(Control("history", player, page + 1), said.say("Next")) if found[PAGE:] else None
    view = layout(
        "### " + said.say("Finished games of {player}", player=mention(player)),
        "\n".join(lines) or said.say("None here yet."),
        row(back, on),
    )
    return Reply(view=view)


@handles("history", edits=True, about="else")
async def turn_page(call: Call, control: Control) -> Reply:
    """Handle the Back and Next buttons."""
    return await show(call, control.subject, control.ply)


def _line(said: Words, match: Match) -> str:
    """Return a line about a match: name, outcome, date and a link to the last board."""
    names = [person(said, match, seat) for seat in range(len(match.players))]
    parts = [
        f"**{numbered(said, match)}**",
        ending(said, match.outcome, names, rules_of(match.variant), None),
    ]
    parts.append(f"<t:{match.moved_at}:d>")
    if address := link(match):
        parts.append(said.say("[board]({link})", link=address))
    return " · ".join(parts)
