"""Share button of a finished match: a picture card, private until it is posted."""

from bot.extension_api.commands import CommandContext, component_handler
from bot.extension_api.texts import N_
from bot.extension_api.views import ComponentId, Reply, UserError, publicly
from bot.extensions.review.dialogs.reviews import load_review, to_share
from bot.extensions.review.views.review_source import Review
from bot.extensions.review.views.share_page import share_view

GAME_RUNNING = N_("A game can be shared once it is over.")


def _must_be_over(review: Review) -> None:
    """Raise `UserError` if the game is still running."""
    if review.ended is None:
        raise UserError(GAME_RUNNING)


@component_handler("share")
async def show_card(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Share button."""
    review = await load_review(ctx, control.subject)
    _must_be_over(review)
    return await share_view(ctx.t, review)


@component_handler("share-shared")
async def share_card(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Show everyone button: post the card publicly."""
    review = await to_share(ctx, control.subject)
    _must_be_over(review)
    async with publicly(ctx.interaction):
        return await share_view(ctx.t, review)
