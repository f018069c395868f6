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
from bot.i18n.durations import invalid_time_text, local_time_text, stamp
from bot.i18n.translator import N_, Translator
from bot.registry import Autocomplete, Option, command, component_handler, followup
from bot.service.clock.calendar import InvalidTime, fixed_offset, zones
from bot.service.clock.reminder_times import Alarm
from bot.service.notifications import reminders
from bot.service.notifications.reminders import upcoming_reminders
from bot.service.players import player_settings
from bot.store import Tx
from bot.store.models import Match, PlayerSettings
from bot.views.components import Button, ComponentId, StaleComponent, button_rows, layout
from bot.views.reply import Reply, send_followup
from bot.views.settings_form import (
    OFF,
    ON,
    FormRow,
    Kind,
    changed_values,
    settings_form,
)
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
    """The content of `/me settings`: a player's settings and reminders."""

    settings: PlayerSettings
    rings: Sequence[Alarm]
    """The reminders of a turn that would begin now."""
    coming: Sequence[tuple[Match, int]]
    """The next reminder of each current turn."""
    now: int | None = None
    """The time for which local times are shown; None for none."""


Lines = Callable[[Translator, Overview], Sequence[str]]
"""Function that returns the lines about a setting."""


class Setting(NamedTuple):
    """A personal setting: an option of `/me settings`, and its lines in the overview."""

    field: str
    """The field of `PlayerSettings`."""
    option: str
    """The name of the option."""
    description: str
    lines: Mapping[object, str] | Lines
    """The line for each value, or a function that returns the lines.

    The overview omits a value without a line.
    """
    choices: Mapping[str, str] = {}
    """Labels of the choices, by value."""
    autocomplete: Autocomplete | None = None
    text: Any = str
    """Type of the option if the value is typed text, which `player_settings.READERS` parses."""
    title: str = ""
    """The label in the form. On/off settings need none."""
    page: str = "boards"
    """The form that contains the setting, as a key of `PAGES`."""
    typed: Callable[[Any], str] = str
    """Function that returns a value as the text that a player would type."""

    def as_row(self, t: Translator, settings: PlayerSettings) -> FormRow:
        """Return the setting with its current value as a row of a form."""
        value, about = getattr(settings, self.field), t.translate(self.description)
        if isinstance(value, bool):
            return FormRow(self.option, about, ON if value else OFF, "switch")
        kind: Kind = "choice" if self.choices else "text"
        labels = {key: t.translate(label) for key, label in self.choices.items()}
        title = t.translate(self.title or self.option)
        return FormRow(self.option, title, self.typed(value), kind, about, labels)

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
    if offset := fixed_offset(typed):
        return {offset: offset}
    wanted = "_".join(typed.split()).casefold().replace("\u0307", "")
    return {zone: zone for zone in zones() if wanted in zone.casefold()}


def _zone(t: Translator, overview: Overview) -> list[str]:
    zone = overview.settings.zone
    lines = [t.translate("Your time zone: {zone}", zone=f"`{zone}`")]
    if overview.now is not None:
        lines.append(local_time_text(t, zone, overview.now))
    return lines


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


def _typed_hour(minute: int | None) -> str:
    return "off" if minute is None else f"{minute // 60:02}:{minute % 60:02}"


def _digest(t: Translator, overview: Overview) -> list[str]:
    if (due_at := overview.settings.digest_at) is None:
        return []
    sentence = N_("Next daily digest, if any games are waiting for you: {when}")
    return [t.translate(sentence, when=stamp(due_at, "f"))]


THEME_CHOICES: Mapping[str, str] = {"posts": N_("same as in channels"), **THEMES}


def _theme(t: Translator, overview: Overview) -> list[str]:
    theme = t.translate(THEME_CHOICES[overview.settings.theme])
    return [t.translate("Theme for boards only you see: {theme}", theme=f"**{theme}**")]


PAGES: Mapping[str, str] = {
    "time": N_("Time and notifications"),
    "boards": N_("Boards, moves and privacy"),
}
"""Titles of the forms by page. A form has at most five fields."""
SETTINGS = (
    Setting(
        "zone",
        "timezone",
        N_("Your time zone, e.g. Berlin"),
        _zone,
        autocomplete=zone_autocomplete,
        title=N_("Time zone"),
        page="time",
    ),
    Setting(
        "quiet",
        "quiet_hours",
        N_("Hours without reminders, e.g. 22-8 or 10pm-8am; 0-0 for none"),
        _quiet_hours,
        title=N_("Quiet hours"),
        page="time",
    ),
    Setting(
        "remind",
        "reminders",
        N_("How to notify you when it is your turn"),
        _reminders,
        REMINDER_CHANNELS,
        title=N_("Notifications"),
        page="time",
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
        page="time",
    ),
    Setting(
        "digest",
        "digest",
        N_("Time of a daily message that lists your turns, e.g. 7 or 19:30; or off"),
        _digest,
        text=app_commands.Range[str, 1, 20],
        title=N_("Daily digest"),
        page="time",
        typed=_typed_hour,
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
        title=N_("Viewpoint"),
    ),
    Setting(
        "theme",
        "theme",
        N_("Theme for boards only you see"),
        _theme,
        THEME_CHOICES,
        title=N_("Theme"),
    ),
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
    fields = {setting.option: setting.field for setting in SETTINGS}
    changes = {fields[name]: value for name, value in given.items() if value is not None}
    if changes:
        await ctx.write(player_settings.change_settings, ctx.player, now=ctx.now, **changes)
    return await settings_reply(ctx)


async def settings_reply(ctx: CommandContext, before: Sequence[str] = ()) -> Reply:
    """Show all settings below the lines `before`, with the buttons of the forms."""
    settings, coming = await ctx.read(_load_settings, ctx.player)
    rings = player_settings.preview_reminders(settings, ctx.now)
    forms = [
        Button(ComponentId("me-form", 0, extra=page), ctx.t.translate(title))
        for page, title in PAGES.items()
    ]
    text = settings_text(ctx.t, Overview(settings, rings, coming, ctx.now))
    return Reply(view=layout(before, text, *button_rows(*forms)))


def _rows(t: Translator, page: str, settings: PlayerSettings) -> list[FormRow]:
    """Return the rows of a form, with the current values. Raises `StaleComponent`."""
    if page not in PAGES:
        raise StaleComponent(page)
    return [setting.as_row(t, settings) for setting in SETTINGS if setting.page == page]


@component_handler("me-form", about="else")
async def open_form(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle a button of `/me settings`: open the form."""
    settings, _ = await ctx.read(_load_settings, ctx.player)
    rows = _rows(ctx.t, control.extra, settings)
    change = ComponentId("me-change", 0, extra=control.extra)
    form = settings_form(ctx.t, change, ctx.t.translate(PAGES[control.extra]), rows)
    return Reply(view=(await settings_reply(ctx)).view, form=form)


@component_handler("me-change", edits=True, about="else")
async def submit(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle a submitted form: apply its changes and show all settings.

    An empty text field restores the default. Text that cannot be parsed changes nothing.
    """
    usual = PlayerSettings(ctx.player)
    rows = {setting.option: setting for setting in SETTINGS}
    changes: dict[str, Any] = {}
    errors = []
    for option, text in changed_values(control, _rows(ctx.t, control.extra, usual)).items():
        field = rows[option].field
        if isinstance(getattr(usual, field), bool):
            changes[field] = text == ON
            continue
        typed = text or rows[option].typed(getattr(usual, field))
        try:
            player_settings.READERS.get(field, str)(typed)
        except InvalidTime as error:
            errors.append(f"⚠️ {invalid_time_text(ctx.t, error)}")
        else:
            changes[field] = typed
    if changes:
        await ctx.write(player_settings.change_settings, ctx.player, now=ctx.now, **changes)
    return await settings_reply(ctx, errors)


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
    """Send a followup saying that a DM bounced, retried until it is delivered."""
    text = ctx.t.translate(DM_BLOCKED)
    await send_followup(ctx.interaction, Reply(text))
    await ctx.write(reminders.clear_blocked_dms, ctx.player)
