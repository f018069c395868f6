"""The `Extension` of following: buttons, a setting, lines of the digest, and jobs."""

from bot.extension_api.hooks import Extension, ExtensionJob, MatchButton, Setting
from bot.extension_api.texts import N_
from bot.extensions.following.errors import SENTENCES
from bot.extensions.following.service import people, watching, week_schedule
from bot.extensions.following.store import event_follow_rows, follow_rows, watch_rows
from bot.extensions.following.views import news, profile

extension = Extension(
    jobs=(
        ExtensionJob("week posts", week_schedule.post_due),
        ExtensionJob("old watches", watch_rows.delete_old),
        ExtensionJob("old follows", follow_rows.delete_old),
        ExtensionJob("old event follows", event_follow_rows.delete_old),
    ),
    match_buttons=(
        MatchButton("watch", N_("Watch"), in_menu="others", in_result=False),
        MatchButton("follow-players", N_("Follow"), in_menu="finished"),
    ),
    event_buttons={"follow-event": N_("Follow")},
    player_settings=(
        Setting(
            name=people.SETTING,
            title=N_("Nobody may follow my games"),
            page="boards",
            default="off",
            change=people.on_setting_changed,
        ),
    ),
    guild_settings=(
        Setting(
            name="week",
            title=N_("Channel for the week's news"),
            page="channels",
            kind="channel",
            hint=N_("One silent post each Sunday, if any game has ended"),
            empty=N_("none"),
            change=week_schedule.set_channel,
        ),
    ),
    result_notes=news.result_notes,
    profile_buttons=profile.profile_buttons,
    digest_lines=news.digest_lines,
    error_sentences=SENTENCES,
    on_any_match_finished=watching.on_match_finished,
    on_member_left=watching.on_member_left,
    on_blocked=watching.on_blocked,
)
