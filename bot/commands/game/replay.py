"""`/game replay`: a game as an animated GIF, split into parts if it is long."""

from collections import OrderedDict
from dataclasses import replace

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.commands.review import handles_review, load_review, review_source, run_job, to_share
from bot.dialogs.game_picker import exportable, game_command
from bot.registry import component_handler
from bot.views.components import ComponentId
from bot.views.replay_post import replay
from bot.views.reply import Reply, publicly
from bot.views.review_source import Review, ReviewSource
from bot.views.share_page import film_titles
from render.animation import Film, parts

JOB = "render.animation:render_animation"
RENDER_SECONDS = 20.0
"""Timeout in seconds per frame; a frame usually takes a few milliseconds."""
CACHED_FILMS = 8
"""Number of cached animations.

An animation in the cache can be shared without rendering it again.
"""

_films: OrderedDict[Film, bytes] = OrderedDict()


async def film_part(ctx: CommandContext, number: int, at: int, source: ReviewSource = "") -> Reply:
    """Reply with a part of a game's animation; `at` is clamped to the last part."""
    return await _shown(ctx, await load_review(ctx, number, source), at)


async def _shown(call: CommandContext, review: Review, at: int) -> Reply:
    cut = parts(review.moves)
    at = min(max(at, 0), len(cut) - 1)
    wanted = Film(review.record.variant.key, review.texts, cut[at], review.side, review.theme)
    if not review.source:
        title, ending = film_titles(call.t, review)
        wanted = replace(wanted, title=title, ending=ending)
    return replay(call.t, review, await render_film(call, wanted), cut, at)


async def render_film(ctx: CommandContext, requested_film: Film) -> bytes:
    """Return an animation from the cache, or render it in the worker with progress."""
    t, made = ctx.t, _films.get(requested_film)
    if made is None:
        made = await run_job(
            ctx,
            JOB,
            requested_film,
            seconds=RENDER_SECONDS,
            progress_text=lambda n: t.translate("Drawing the replay: {n}%", n=n),
        )
        _films[requested_film] = made
        while len(_films) > CACHED_FILMS:
            _films.popitem(last=False)
    return made


@game_command("replay", locale_str("Watch a game as an animated replay"), exportable)
async def replay_action(ctx: CommandContext, match: int, more: str) -> Reply:
    """Show the animation from the beginning."""
    return await film_part(ctx, match, 0)


@handles_review("film", edits=True)
@handles_review("replay")
async def show_part(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Replay button and the buttons that lead to another part."""
    at = 0 if control.action.endswith("replay") else control.ply
    return await film_part(ctx, control.subject, at, review_source(control.action))


@component_handler("film-shared")
async def share_film(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Show everyone button: post the animation publicly."""
    review = await to_share(ctx, control.subject)
    async with publicly(ctx.interaction):
        return await _shown(ctx, review, control.ply)
