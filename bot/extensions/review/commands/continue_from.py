"""Play on from here: start a match from a position of a finished match or record."""

from discord import ui

from bot.extension_api.commands import CommandContext, challenge_player, must_post, start_match_now
from bot.extension_api.texts import Translator, level_description, numbered_level
from bot.extension_api.views import (
    Button,
    ComponentId,
    Reply,
    StaleComponent,
    button_row,
    layout,
    parse_int,
    seat_name,
)
from bot.extensions.review.dialogs.reviews import handles_review, load_review, review_source
from bot.extensions.review.views.review_source import Review
from engine.search import levels


def continue_panel(t: Translator, story: Review, turn: int, seat: int) -> ui.LayoutView:
    """Build the panel. The player takes `seat`, which is to move after `turn` turns."""
    game = story.record.variant
    ways = [
        Button(
            story.control("play-level", turn, str(level.number)), numbered_level(t, level.number)
        )
        for level in levels(game)
    ]
    return layout(
        "### " + t.translate("Play on after move {n}", n=turn),
        t.translate("You are {seat} and move next.", seat=seat_name(t, game, seat)),
        [f"- {level_description(t, level.number)}" for level in levels(game)],
        button_row(*ways),
        button_row(
            Button(story.control("play-level", turn, "0"), t.translate("I'll play all sides"))
        ),
        button_row(
            ui.UserSelect(
                custom_id=story.control("play-friend", turn).id("u"),
                placeholder=t.translate("Challenge someone"),
            )
        ),
    )


async def parse_opening(
    ctx: CommandContext, control: ComponentId
) -> tuple[Review, tuple[str, ...], int]:
    """Return the game, its moves up to the chosen position, and the seat to move.

    Raises `StaleComponent` if the game is not over or has no such position.
    """
    review = await load_review(ctx, control.subject, review_source(control.action))
    if review.ended is None or not 0 <= control.ply <= len(review.moves):
        raise StaleComponent(control.action)
    game, position = review.record.variant, review.record.variant.start()
    for move in review.moves[: control.ply]:
        position = game.apply(position, move)
    return review, review.texts[: control.ply], position.turn


@handles_review("play-on")
async def ask_opponent(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Play on from here button: ask who the opponent is."""
    must_post(ctx)
    review, opening, seat = await parse_opening(ctx, control)
    return Reply(view=continue_panel(ctx.t, review, len(opening), seat))


@handles_review("play-level", edits=True)
async def start_alone(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the level buttons: play against the computer, or play all sides."""
    must_post(ctx)
    review, opening, seat = await parse_opening(ctx, control)
    level = parse_int(control.extra)
    if level not in {0, *(offered.number for offered in levels(review.record.variant))}:
        raise StaleComponent(control.extra)
    return await start_match_now(ctx, review.record.variant, level, seat, opening)


@handles_review("play-friend", edits=True)
async def challenge_friend(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the user select: challenge that player and leave other seats open."""
    review, opening, seat = await parse_opening(ctx, control)
    if not control.people:
        raise StaleComponent(control.action)
    friend, t = control.people[0], ctx.t
    await challenge_player(ctx, friend, review.record.variant, seat, opening)
    return Reply(
        t.translate("Your challenge is on its way to {opponent}.", opponent=friend.mention)
    )
