"""`/stats rating`: a player's ratings with a graph, and the Waive the win button."""

import asyncio
import io

import discord
from discord.app_commands import locale_str

from bot.app import Call
from bot.i18n.translator import Words
from bot.registry import command, handles
from bot.service.actions import annulment
from bot.service.rating.ladder import Rating
from bot.service.rating.ladder_cache import KeptLadder, Step
from bot.service.rating.player_stats import KINDS
from bot.store.models.ratings import Kind
from bot.views.components import Control
from bot.views.discord_limits import alt_text
from bot.views.rating_texts import KINDS as NAMES
from bot.views.rating_texts import in_words, place
from bot.views.reply import Reply
from render.graph import Line, draw_graph


@command(
    "stats rating",
    locale_str("A player's rating history"),
    cooldown=(3, 30.0),
    person=locale_str("Whose? Leave empty for yours"),
)
async def show_rating(call: Call, person: discord.User | None = None) -> Reply:
    """Handle the `/stats rating` command."""
    said = call.said
    user, guild = (person or call.interaction.user).id, call.guild

    def found(kept: KeptLadder) -> tuple[dict[Kind, list[Step]], dict[Kind, Rating]]:
        course = kept.course(user)
        return course, {kind: kept.rating(user, kind) for kind in course}

    course, now = await call.app.ladders.ask(guild, found)
    if not course:
        return Reply(
            said.say(
                "{person} has no rating here yet. Play rated games to get one.", person=f"<@{user}>"
            )
        )
    lines = [f"<@{user}>"]
    lines += [place(said, kind, now[kind]) for kind in course]
    lines.append(
        "-# "
        + said.say('"?" means few games so far. A difference of under 50 points means little.')
    )
    picture = await asyncio.to_thread(_drawn, said, course)
    file = discord.File(
        io.BytesIO(picture),
        filename="rating.png",
        description=alt_text(in_words(said, course)),
    )
    return Reply("\n".join(lines), files=[file])


def _drawn(said: Words, course: dict[Kind, list[Step]]) -> bytes:
    return draw_graph(
        [
            Line(
                said.say(NAMES[kind]), tuple((step.at, step.points / 100) for step in course[kind])
            )
            for kind in KINDS
            if kind in course
        ]
    )


@handles("waive")
async def waive(call: Call, control: Control) -> Reply:
    """Handle the Waive the win button."""
    async with call.write() as tx:
        await annulment.waive(tx, control.subject, player=call.player, now=call.now)
    return Reply(call.said.say("The game no longer counts in the ratings."))
