"""Slash commands, components and what they have in common."""

from bot.app import App, CommandContext, ComponentHandler
from bot.dialogs.game_picker import (
    action_button,
    exportable,
    game_command,
    game_option,
    run_for_game,
)
from bot.dialogs.immediate_game import start_match as start_match_now
from bot.dialogs.invitations import must_see_channel
from bot.dialogs.permissions import (
    missing_for_threads,
    must_be_installed,
    must_have_channel,
    must_manage,
    must_post,
    parent_channel,
)
from bot.dialogs.variant_picker import FAMILIES as GAME_FAMILIES
from bot.dialogs.variant_picker import game_autocomplete, matching_clocks, resolve_variant
from bot.dialogs.worker_jobs import render_film, run_job
from bot.invite_link import NEEDED as NEEDED_PERMISSIONS
from bot.registry import (
    GAME_ACTIONS,
    Option,
    command,
    component_handler,
    game_action,
    group,
    matching_choices,
    message_menu,
)
from bot.runtime.worker_pool import JobFailed

__all__ = [
    "GAME_ACTIONS",
    "GAME_FAMILIES",
    "NEEDED_PERMISSIONS",
    "App",
    "CommandContext",
    "ComponentHandler",
    "JobFailed",
    "Option",
    "action_button",
    "command",
    "component_handler",
    "exportable",
    "game_action",
    "game_autocomplete",
    "game_command",
    "game_option",
    "group",
    "matching_choices",
    "matching_clocks",
    "message_menu",
    "missing_for_threads",
    "must_be_installed",
    "must_have_channel",
    "must_manage",
    "must_post",
    "must_see_channel",
    "parent_channel",
    "render_film",
    "resolve_variant",
    "run_for_game",
    "run_job",
    "start_match_now",
]
