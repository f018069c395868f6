"""The weekly post of a guild, which notifies nobody."""

import discord
from discord import ui

from bot.extension_api.boards import Scenery, board_image
from bot.extension_api.commands import App
from bot.extension_api.hooks import guild_news
from bot.extension_api.people import board_theme
from bot.extension_api.posts import Draft, MessageKind, composes, translator_for_post
from bot.extension_api.transactions import OutboxRow, Tx
from bot.extensions.following.service import week, week_schedule
from bot.extensions.following.service.week_schedule import WeekPost
from bot.extensions.following.views.week_page import week_page


@composes(MessageKind("week", WeekPost, on_failed=week_schedule.on_given_up))
def compose(tx: Tx, app: App, row: OutboxRow, post: WeekPost) -> Draft | None:
    """Compose the post; None if no match was finished."""
    summary = week.load_week(tx, post.guild, post.since, post.until)
    if not summary.finished:
        return None
    t, theme = translator_for_post(tx, app, post.guild), board_theme(tx, post.guild)
    news = guild_news(tx, post.guild, post.since, post.until, t)

    async def make() -> tuple[ui.LayoutView, list[discord.File]]:
        hop = summary.hop
        if hop is None:
            return week_page(t, summary, None, news), []
        name = f"hop-{hop.match.id}.png"
        scenery = Scenery(hop.game, hop.position, name, last=hop.move, theme=theme)
        file = await board_image(t, scenery)
        return week_page(t, summary, file, news), [file]

    return Draft(make, guild=post.guild, silent=True)
