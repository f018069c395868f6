"""A player's ratings with a graph, and the Waive the win button."""

import asyncio
import io
from collections.abc import Mapping, Sequence

import discord

from bot.app import CommandContext
from bot.i18n.translator import Translator
from bot.registry import component_handler
from bot.service.actions import annulment
from bot.service.rating import player_ratings
from bot.service.rating.ladder import Rating
from bot.service.rating.player_ratings import RatingHistory, RatingPoint
from bot.service.rating.player_stats import KINDS
from bot.store import Tx
from bot.store.models.ratings import Kind
from bot.views.components import ComponentId
from bot.views.discord_limits import alt_text
from bot.views.rating_texts import KINDS as NAMES
from bot.views.rating_texts import PROVISIONAL, annulled_note, graph_text, pool_line
from bot.views.reply import Reply
from render.graph import Line, draw_graph


@component_handler("rating", about="else")
async def show_rating(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Rating history button of a profile."""
    t = ctx.t
    user, guild = control.subject, ctx.guild
    history, rated = await ctx.read(_load_ratings, guild, user)
    course = history.courses
    if not course:
        return Reply(
            t.translate(
                "{person} has no rating here yet. Players get one by playing rated games.",
                person=f"<@{user}>",
            )
        )
    lines = [f"<@{user}>"]
    lines += [pool_line(t, kind, rated[kind]) for kind in course if kind in rated]
    if history.annulled:
        lines.append(annulled_note(t, history.annulled))
    lines.append(f"-# {t.translate(PROVISIONAL)}")
    picture = await asyncio.to_thread(_rating_graph, t, course)
    file = discord.File(
        io.BytesIO(picture),
        filename="rating.png",
        description=alt_text(graph_text(t, course)),
    )
    return Reply("\n".join(lines), files=[file])


def _load_ratings(
    tx: Tx, guild: int | None, user: int
) -> tuple[RatingHistory, Mapping[Kind, Rating]]:
    return (
        player_ratings.history_of(tx, guild, user),
        player_ratings.ratings_of(tx, guild, user),
    )


def _rating_graph(t: Translator, course: Mapping[Kind, Sequence[RatingPoint]]) -> bytes:
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
