"""`/game replay`: a game as an animated GIF, split into parts if it is long."""

from dataclasses import replace

from discord.app_commands import locale_str

from bot.extension_api.boards import image_file
from bot.extension_api.commands import (
    CommandContext,
    component_handler,
    exportable,
    game_action,
    render_film,
)
from bot.extension_api.texts import Translator
from bot.extension_api.views import Button, ComponentId, Reply, button_row, publicly
from bot.extensions.review.dialogs.reviews import (
    handles_review,
    load_review,
    review_source,
    to_share,
)
from bot.extensions.review.views.review_source import Review, ReviewSource
from bot.extensions.review.views.share_page import film_titles
from render.animation import Film, Part, parts


def replay(t: Translator, story: Review, film: bytes, parts: list[Part], at: int) -> Reply:
    """Build the message. `at` is the index of the current part in `parts`."""
    part, turns = parts[at], len(story.moves)
    name = f"replay-{story.number}-{part.first}.gif"
    which = (
        t.translate_plural("The whole game, {n} move", "The whole game, {n} moves", turns)
        if len(parts) == 1
        else t.translate(
            "Moves {first} to {last} of {all}", first=part.first + 1, last=part.last, all=turns
        )
    )
    return Reply.of(
        story.heading,
        image_file(film, name, f"{which}. {story.result(t)}"),
        [story.ended, f"-# {which}"],
        button_row(
            Button(story.control("film", at - 1, "e"), t.translate("Earlier")) if at else None,
            Button(story.control("film", at + 1, "l"), t.translate("Later"))
            if at + 1 < len(parts)
            else None,
            Button(story.control("moment", part.last), t.translate("Move by move")),
            Button(story.control("film-shared", at), t.translate("Show everyone"))
            if story.is_shared
            else None,
        ),
    )


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


@game_action(
    "replay",
    locale_str("Watch a game as an animated replay"),
    exportable,
)
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
