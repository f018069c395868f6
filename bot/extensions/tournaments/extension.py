"""`Extension` of tournaments: scheduled jobs and error messages."""

from functools import partial

from bot.extension_api.hooks import Extension, ExtensionJob
from bot.extension_api.texts import N_
from bot.extensions.tournaments.service import (
    absences,
    catch_up,
    club_settings,
    events,
    hub,
    hub_places,
    integrity,
    ladder_inactivity,
    ladder_view,
    openings,
    phases,
    results,
    seasons,
    sign_up,
)
from bot.extensions.tournaments.store import ladder_member_rows
from bot.extensions.tournaments.texts import ERRORS
from bot.extensions.tournaments.views import event_labels, event_news, honours, player_news

HUBS, EVENTS = 40, 1
"""Maximum number of hubs, and of other events or entrants, per transaction."""
MEMBERS = 10
"""Maximum number of members of ladders per transaction."""

extension = Extension(
    jobs=(
        ExtensionJob(
            "event phases",
            partial(phases.continue_due, limit=EVENTS),
            partial(phases.prepare_due, limit=EVENTS),
        ),
        ExtensionJob("event openings", partial(openings.open_due, limit=EVENTS)),
        ExtensionJob("event questions", partial(absences.process_due, limit=EVENTS)),
        ExtensionJob("event hubs", partial(hub.edit_due, limit=HUBS)),
        ExtensionJob("seasons", partial(seasons.open_due, limit=EVENTS)),
        ExtensionJob("ladder posts", partial(ladder_view.edit_due, limit=HUBS)),
        ExtensionJob("ladder news", partial(ladder_view.announce_due, limit=HUBS)),
        ExtensionJob("ladder inactivity", partial(ladder_inactivity.process_due, limit=MEMBERS)),
        ExtensionJob("ladder history", ladder_member_rows.prune_moves),
    ),
    event_label=event_labels.match_label,
    on_match_finished=results.on_match_finished,
    on_player_left=results.on_player_left,
    on_channel_deleted=hub_places.on_channel_deleted,
    on_erasure=sign_up.on_erasure,
    on_clock_set_back=seasons.on_clock_set_back,
    allows_vacation=events.allows_vacation,
    find_faults=integrity.find_faults,
    repair=integrity.repair,
    on_start=catch_up.on_start,
    on_guild_restored=catch_up.on_guild_restored,
    retried_posts=("event-line", "event-question", "ladder-news"),
    event_news=event_news.event_news,
    guild_news=honours.guild_news,
    player_news=player_news.player_news,
    profile_lines=honours.profile_lines,
    games_buttons={"club": N_("Tournaments")},
    error_sentences=ERRORS,
    guild_settings=club_settings.SETTINGS,
    guild_pages=club_settings.PAGES,
)
