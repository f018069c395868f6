"""`/me settings`: time zone, quiet hours, reminders and boards."""

from typing import Any, Literal

from discord import app_commands
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.i18n.translator import N_
from bot.registry import Option, command, followup
from bot.service.clock.calendar import zones
from bot.service.notifications import reminders
from bot.service.notifications.reminders import upcoming_reminders
from bot.service.players import player_settings
from bot.store import Tx
from bot.store.models import Match, PlayerSettings, ThemeChoice
from bot.views.reply import Reply
from bot.views.settings_summary import THEME_CHOICES, settings_text

DM_BLOCKED = N_(
    "I could not send you a direct message, so I will mention you in your games' channels "
    "instead and cannot send daily digests. Allow direct messages in this server's privacy "
    "settings, then turn them on again with `/me settings`."
)


async def zone_autocomplete(ctx: CommandContext, typed: str) -> dict[str, str]:
    """Autocomplete the `timezone` option."""
    wanted = "_".join(typed.split()).casefold()
    return {zone: zone for zone in zones() if wanted in zone.casefold()}


@command(
    "me settings",
    locale_str("Time zone, quiet hours, reminders and board view"),
    timezone=Option(locale_str("Your time zone, e.g. Berlin"), autocomplete=zone_autocomplete),
    quiet_hours=locale_str("Hours without reminders, e.g. 22-8 or 10pm-8am; 0-0 for none"),
    reminders=Option(
        locale_str("How to notify you when it is your turn"),
        {
            "channel": locale_str("by mention in the game's channel"),
            "dm": locale_str("by direct message"),
            "none": locale_str("not at all"),
        },
    ),
    vacation=locale_str("Use vacation automatically instead of losing a rated game on time"),
    digest=locale_str("Time of one daily message listing your turns, e.g. 7 or 19:30; or off"),
    viewpoint=Option(
        locale_str("Which side you see your private boards from"),
        {"first": locale_str("first player's side"), "mine": locale_str("my side")},
    ),
    theme=Option(locale_str("Theme for boards only you see"), THEME_CHOICES),
    confirm_typed=locale_str("Confirm typed moves"),
    confirm_taps=locale_str("Confirm tapped moves"),
    show_name=locale_str("Show your name in lists of solvers"),
    share_positions=locale_str("Let positions from your finished games be used as puzzles"),
)
async def settings_command(
    ctx: CommandContext,
    timezone: str | None = None,
    quiet_hours: str | None = None,
    reminders: Literal["channel", "dm", "none"] | None = None,
    vacation: bool | None = None,
    digest: app_commands.Range[str, 1, 20] | None = None,
    viewpoint: Literal["first", "mine"] | None = None,
    theme: ThemeChoice | None = None,
    confirm_typed: bool | None = None,
    confirm_taps: bool | None = None,
    show_name: bool | None = None,
    share_positions: bool | None = None,
) -> Reply:
    """Handle the `/me settings` command: apply the changes, then show all settings."""
    player, now = ctx.player, ctx.now
    changes: dict[str, Any] = {
        "zone": timezone,
        "quiet": quiet_hours,
        "remind": reminders,
        "vacation": vacation,
        "digest": digest,
        "board_side": viewpoint,
        "theme": theme,
        "confirm_typed": confirm_typed,
        "confirm_taps": confirm_taps,
        "show_name": show_name,
        "share_positions": share_positions,
    }
    chosen = {name: value for name, value in changes.items() if value is not None}
    if chosen:
        await ctx.write(_change_settings, player, chosen, now=now)
    settings, coming = await ctx.read(_load_settings, player)
    rings = player_settings.preview_reminders(settings, now)
    return Reply(settings_text(ctx.t, settings, rings, coming))


def _change_settings(tx: Tx, player: int, changes: dict[str, Any], *, now: int) -> None:
    player_settings.change_settings(tx, player, **changes, now=now)


def _load_settings(tx: Tx, player: int) -> tuple[PlayerSettings, list[tuple[Match, int]]]:
    """Return a player's settings and upcoming reminders."""
    return player_settings.load_settings(tx, player), upcoming_reminders(tx, player)


@followup(reminders.has_blocked_dms)
async def send_dm_blocked(ctx: CommandContext) -> None:
    """Send a followup saying that a DM bounced; retried until delivered."""
    text = ctx.t.translate(DM_BLOCKED)
    await ctx.interaction.followup.send(text, ephemeral=True)
    await ctx.write(reminders.clear_blocked_dms, ctx.player)
