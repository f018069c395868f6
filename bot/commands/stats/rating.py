"""`/stats rating`: a player's ratings with a graph, and the Waive the win button."""

import asyncio
import io

import discord
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.i18n.translator import Translator
from bot.registry import command, component_handler
from bot.service.actions import annulment
from bot.service.rating import player_ratings
from bot.service.rating.player_ratings import PlayerRatings, RatingPoint
from bot.service.rating.player_stats import KINDS
from bot.store import Tx
from bot.store.models.ratings import Kind
from bot.views.components import ComponentId
from bot.views.discord_limits import alt_text
from bot.views.rating_texts import KINDS as NAMES
from bot.views.rating_texts import graph_text, pool_line, recalculation_note
from bot.views.reply import Reply
from render.graph import Line, draw_graph


@command(
    "stats rating",
    locale_str("A player's rating history"),
    cooldown=(3, 30.0),
    person=locale_str("Which player? Leave empty for yourself"),
)
async def show_rating(ctx: CommandContext, person: discord.User | None = None) -> Reply:
    """Handle the `/stats rating` command."""
    t = ctx.t
    user, guild = (person or ctx.interaction.user).id, ctx.guild
    course, rated = await ctx.read(_load_ratings, guild, user)
    if not course:
        return Reply(
            t.translate(
                "{person} has no rating here yet. Players get one by playing rated games.",
                person=f"<@{user}>",
            )
        )
    lines = [f"<@{user}>"]
    lines += [pool_line(t, kind, rated.ratings[kind]) for kind in course]
    if rated.stale:
        lines.append(recalculation_note(t))
    lines.append(
        "-# "
        + t.translate(
            '"?" means that the rating is based on only a few games. A difference of less than '
            "50 points means little."
        )
    )
    picture = await asyncio.to_thread(_rating_graph, t, course)
    file = discord.File(
        io.BytesIO(picture),
        filename="rating.png",
        description=alt_text(graph_text(t, course)),
    )
    return Reply("\n".join(lines), files=[file])


def _load_ratings(
    tx: Tx, guild: int | None, user: int
) -> tuple[dict[Kind, list[RatingPoint]], PlayerRatings]:
    return (
        player_ratings.history_of(tx, guild, user),
        player_ratings.ratings_of(tx, guild, user),
    )


def _rating_graph(t: Translator, course: dict[Kind, list[RatingPoint]]) -> bytes:
    return draw_graph(
        [
            Line(
                t.translate(NAMES[kind]),
                tuple((step.at, step.points / 100) for step in course[kind]),
            )
            for kind in KINDS
            if kind in course
        ]
    )


@component_handler("waive")
async def waive_win(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Waive the win button."""
    await ctx.write(annulment.waive_win, control.subject, player=ctx.player, now=ctx.now)
    return Reply(ctx.t.translate("The game no longer counts towards the ratings."))
