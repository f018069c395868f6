"""`/me settings`: time zone, quiet hours, reminders and boards.

`SETTINGS` is the table of all personal settings. Each row defines a command option with its
choices, and its lines in the overview that the command shows. Each setting also has a field in
`PlayerSettings` with its type and default; it is stored and exported under the field's name.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_origin, get_type_hints

from discord import app_commands
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.i18n.durations import stamp
from bot.i18n.translator import N_, Translator
from bot.registry import Autocomplete, Option, command, followup
from bot.service.clock.calendar import zones
from bot.service.clock.reminder_times import Alarm
from bot.service.notifications import reminders
from bot.service.notifications.reminders import upcoming_reminders
from bot.service.players import player_settings
from bot.store import Tx
from bot.store.models import Match, PlayerSettings
from bot.views.reply import Reply
from bot.views.theme_names import THEMES

SHOWN = 10
"""Maximum number of turns whose next reminder is listed."""
DM_BLOCKED = N_(
    "I could not send you a direct message. I will mention you in your games' channels "
    "instead, and I cannot send daily digests. To change that, allow direct messages in this "
    "server's privacy settings, then use `/me settings` to turn direct messages or digests "
    "on again."
)


class Overview(NamedTuple):
    """What `/me settings` shows: a player's settings and reminders."""

    settings: PlayerSettings
    rings: Sequence[Alarm]
    """The reminders for a turn that began now."""
    coming: Sequence[tuple[Match, int]]
    """The next reminder for each current turn."""


Lines = Callable[[Translator, Overview], Sequence[str]]
"""Returns the lines about a setting."""


class Setting(NamedTuple):
    """A personal setting: an option of `/me settings`, and its lines in the overview."""

    field: str
    """The field of `PlayerSettings`."""
    option: str
    """The name of the option."""
    description: str
    lines: Mapping[object, str] | Lines
    """The line for each value, or a function. A value without a line is not mentioned."""
    choices: Mapping[str, str] = {}
    """Label by value."""
    autocomplete: Autocomplete | None = None
    text: Any = str
    """Type of the option if the value is typed text, which `player_settings.READERS` parses."""

    def as_option(self) -> Option:
        """Return the command option, of the field's type if that is `bool` or `Literal`."""
        hint = get_type_hints(PlayerSettings)[self.field]
        kind = hint if hint is bool or get_origin(hint) is Literal else self.text
        return Option(locale_str(self.description), self.choices, self.autocomplete, kind)

    def lines_about(self, t: Translator, overview: Overview) -> Sequence[str]:
        """Return the lines of the overview about this setting."""
        if callable(self.lines):
            return self.lines(t, overview)
        sentence = self.lines.get(getattr(overview.settings, self.field))
        return [] if sentence is None else [t.translate(sentence)]


async def zone_autocomplete(ctx: CommandContext, typed: str) -> dict[str, str]:
    """Autocomplete the `timezone` option."""
    wanted = "_".join(typed.split()).casefold()
    return {zone: zone for zone in zones() if wanted in zone.casefold()}


def _zone(t: Translator, overview: Overview) -> list[str]:
    return [t.translate("Your time zone: {zone}", zone=f"`{overview.settings.zone}`")]


def _quiet_hours(t: Translator, overview: Overview) -> list[str]:
    if quiet := overview.settings.quiet:
        return [t.translate("Your quiet hours: {hours}", hours=f"`{quiet}`")]
    return [t.translate("You have no quiet hours.")]


REMINDER_CHANNELS: Mapping[str, str] = {
    "channel": N_("by mention in the game's channel"),
    "dm": N_("by direct message"),
    "none": N_("not at all"),
}


def _reminders(t: Translator, overview: Overview) -> list[str]:
    way = t.translate(REMINDER_CHANNELS[overview.settings.remind])
    lines = [t.translate("Notifications about your turns: {way}.", way=way)]
    if overview.rings:
        lines.append(
            t.translate(
                "If your turn started now, with the standard clock, I would remind you at "
                "these times: {times}.",
                times=", ".join(stamp(ring.at, "f") for ring in overview.rings),
            )
        )
    return lines + [
        t.translate("Next reminder for game {number}: {when}", number=match.id, when=stamp(at, "f"))
        for match, at in overview.coming[:SHOWN]
    ]


def _digest(t: Translator, overview: Overview) -> list[str]:
    if (due_at := overview.settings.digest_at) is None:
        return []
    sentence = N_("Next daily digest, if any games are waiting for you: {when}")
    return [t.translate(sentence, when=stamp(due_at, "f"))]


THEME_CHOICES: Mapping[str, str] = {"posts": N_("same as in channels"), **THEMES}


def _theme(t: Translator, overview: Overview) -> list[str]:
    theme = t.translate(THEME_CHOICES[overview.settings.theme])
    return [t.translate("Theme for boards only you see: {theme}", theme=f"**{theme}**")]


SETTINGS = (
    Setting(
        "zone",
        "timezone",
        N_("Your time zone, e.g. Berlin"),
        _zone,
        autocomplete=zone_autocomplete,
    ),
    Setting(
        "quiet",
        "quiet_hours",
        N_("Hours without reminders, e.g. 22-8 or 10pm-8am; 0-0 for none"),
        _quiet_hours,
    ),
    Setting(
        "remind",
        "reminders",
        N_("How to notify you when it is your turn"),
        _reminders,
        REMINDER_CHANNELS,
    ),
    Setting(
        "vacation",
        "vacation",
        N_("Use vacation automatically instead of losing a rated game on time"),
        {
            True: N_(
                "Vacation is used automatically when you would otherwise lose a rated game on time."
            ),
            False: N_("Vacation is never used automatically."),
        },
    ),
    Setting(
        "digest",
        "digest",
        N_("Time of a daily message that lists your turns, e.g. 7 or 19:30; or off"),
        _digest,
        text=app_commands.Range[str, 1, 20],
    ),
    Setting(
        "board_side",
        "viewpoint",
        N_("Which side you see your private boards from"),
        {
            "first": N_(
                "Boards only you see are shown from the first player's side, as in channels."
            ),
            "mine": N_("Boards only you see are shown from your side."),
        },
        {"first": N_("first player's side"), "mine": N_("my side")},
    ),
    Setting("theme", "theme", N_("Theme for boards only you see"), _theme, THEME_CHOICES),
    Setting(
        "confirm_typed",
        "confirm_typed",
        N_("Confirm typed moves"),
        {True: N_("Moves you type must be confirmed.")},
    ),
    Setting(
        "confirm_taps",
        "confirm_taps",
        N_("Confirm tapped moves"),
        {False: N_("Moves you tap are played immediately.")},
    ),
    Setting(
        "show_name",
        "show_name",
        N_("Show your name in lists of solvers"),
        {True: N_("Your name is shown in lists of solvers.")},
    ),
    Setting(
        "share_positions",
        "share_positions",
        N_("Let positions from your finished games be used as puzzles"),
        {
            True: N_(
                "Positions from your finished games may be used as puzzles in the servers where "
                "you played them."
            )
        },
    ),
)
"""All personal settings, in the order of the command's options."""
OPTIONS: Mapping[str, Any] = {setting.option: setting.as_option() for setting in SETTINGS}


@command("me settings", locale_str("Time zone, quiet hours, reminders and board view"), **OPTIONS)
async def settings_command(ctx: CommandContext, **given: Any) -> Reply:
    """Handle the `/me settings` command: apply the changes, then show all settings."""
    player, now = ctx.player, ctx.now
    fields = {setting.option: setting.field for setting in SETTINGS}
    changes = {fields[name]: value for name, value in given.items() if value is not None}
    if changes:
        await ctx.write(player_settings.change_settings, player, now=now, **changes)
    settings, coming = await ctx.read(_load_settings, player)
    rings = player_settings.preview_reminders(settings, now)
    return Reply(settings_text(ctx.t, Overview(settings, rings, coming)))


def _load_settings(tx: Tx, player: int) -> tuple[PlayerSettings, list[tuple[Match, int]]]:
    """Return a player's settings and upcoming reminders."""
    return player_settings.load_settings(tx, player), upcoming_reminders(tx, player)


def settings_text(t: Translator, overview: Overview) -> str:
    """Describe a player's settings and upcoming reminders."""
    lines = [line for setting in SETTINGS for line in setting.lines_about(t, overview)]
    note = t.translate("Changes to time zone and quiet hours apply from your next turn.")
    return "\n".join([*lines, f"-# {note}"])


@followup(reminders.has_blocked_dms)
async def send_dm_blocked(ctx: CommandContext) -> None:
    """Send a followup saying that a DM bounced; retried until delivered."""
    text = ctx.t.translate(DM_BLOCKED)
    await ctx.interaction.followup.send(text, ephemeral=True)
    await ctx.write(reminders.clear_blocked_dms, ctx.player)
