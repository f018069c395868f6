"""The puzzles' `Extension`: settings, daily posts and news of guilds."""

from functools import partial

from bot.extension_api.hooks import Extension, ExtensionJob, Setting
from bot.extension_api.texts import N_
from bot.extensions.puzzles.service import daily_schedule
from bot.extensions.puzzles.views import guild_news

POSTS = 5
"""Maximum number of guilds processed in one transaction."""

extension = Extension(
    jobs=(ExtensionJob("daily posts", partial(daily_schedule.post_due, limit=POSTS)),),
    player_settings=(
        Setting(
            name="show_name",
            title=N_("Show your name in lists of solvers"),
            page="boards",
            default="off",
        ),
        Setting(
            name="share_positions",
            title=N_("Let positions from your finished games be used as puzzles"),
            page="boards",
            default="off",
        ),
    ),
    guild_news=guild_news.guild_news,
    guild_settings=(
        Setting(
            name="daily",
            title=N_("Channel for the daily puzzle"),
            page="channels",
            kind="channel",
            empty=N_("none"),
            change=daily_schedule.set_channel,
        ),
    ),
)
