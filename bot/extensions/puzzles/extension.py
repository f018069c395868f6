"""The puzzles' `Extension`: the daily post in a guild's channel."""

from functools import partial

from bot.extensions import Extension, ExtensionJob, GuildSetting
from bot.extensions.puzzles.service import daily_post_schedule
from bot.i18n.translator import N_

POSTS = 5
"""Maximum number of guilds processed in one transaction."""

extension = Extension(
    jobs=(ExtensionJob("daily posts", partial(daily_post_schedule.post_due, limit=POSTS)),),
    guild_settings=(
        GuildSetting(
            "daily",
            N_("Channel for the daily puzzle"),
            N_("none"),
            is_channel=True,
            change=daily_post_schedule.change_channel,
        ),
    ),
)
