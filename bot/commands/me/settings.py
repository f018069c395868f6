"""`/me settings`: time zone, quiet hours, reminders and boards, and their forms.

The table of settings is `SETTINGS` in `bot.service.players.player_settings`.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.i18n.durations import stamp
from bot.i18n.translator import N_, Translator
from bot.registry import command, component_handler, followup
from bot.service.clock.reminder_times import Alarm
from bot.service.notifications import reminders
from bot.service.notifications.reminders import upcoming_reminders
from bot.service.players import player_settings
from bot.service.players.player_settings import PAGES
from bot.store import Tx
from bot.store.models import Match, PlayerSettings
from bot.store.rating import ratings
from bot.views.components import Button, ComponentId, button_rows, layout
from bot.views.reply import Reply, send_followup
from bot.views.settings_form import (
    changed_values,
    fault_lines,
    page_buttons,
    page_of,
    retry_button,
    setting_lines,
    settings_form,
    unreadable,
)

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
    now: int
    """The time for which local times are shown."""


@command("me settings", locale_str("Time zone, quiet hours, reminders and board view"))
async def settings_command(ctx: CommandContext) -> Reply:
    """Handle the `/me settings` command: show all settings and form buttons."""
    return await settings_reply(ctx)


async def settings_reply(
    ctx: CommandContext,
    faults: Sequence[str] = (),
    page: str = "",
    entered: Mapping[str, str] = {},
) -> Reply:
    """Show all settings, with the buttons of the forms.

    The sentences `faults` come first, with a button that opens `page` with what was `entered`.
    """
    settings, coming, is_global = await ctx.read(_load_settings, ctx.player)
    rings = player_settings.preview_reminders(settings, ctx.now)
    text = settings_text(ctx.t, Overview(settings, rings, coming, ctx.now))
    t = ctx.t
    to_global = (
        t.translate("Leave the global ratings")
        if is_global
        else t.translate("Join the global ratings")
    )
    forms = [
        *page_buttons(t, "me-form", PAGES),
        Button(ComponentId("vacation", 0), t.translate("Vacation")),
        Button(ComponentId("blocks", 0), t.translate("Blocked players")),
        Button(ComponentId("global-rating", int(not is_global)), to_global),
    ]
    if faults:
        forms.insert(0, retry_button(ctx.t, "me-form", page, entered))
    return Reply(view=layout(fault_lines(ctx.t, faults), text, *button_rows(*forms)))


@component_handler("me-form", about="else")
async def open_form(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle a button of `/me settings`: open the form."""
    page, entered = page_of(control, PAGES)
    settings = await ctx.read(player_settings.load_settings, ctx.player)
    opened = settings_form(
        ctx.t,
        ComponentId("me-change", 0, extra=page),
        ctx.t.translate(PAGES[page]),
        [row for row in player_settings.all_settings() if row.page == page],
        player_settings.values_of(settings),
        entered,
    )
    return Reply(view=(await settings_reply(ctx)).view, form=opened)


@component_handler("me-change", edits=True, about="else")
async def submit(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle a submitted form: apply its changes and show all settings.

    An empty text field restores the default. Text that cannot be parsed changes nothing.
    """
    page, _ = page_of(control, PAGES)
    rows = [row for row in player_settings.all_settings() if row.page == page]
    changes = changed_values(control, rows)
    faults = unreadable(ctx.t, rows, changes)
    if faults:
        return await settings_reply(ctx, faults, page, changes)
    if changes:
        await ctx.write(player_settings.change_settings, ctx.player, changes, now=ctx.now)
    return await settings_reply(ctx)


@component_handler("global-rating", edits=True, about="else")
async def change_global_rating(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button for the global ratings, whose subject is 1 to join them."""
    await ctx.write(ratings.set_global_opt_in, ctx.player, control.subject == 1)
    return await settings_reply(ctx)


def _load_settings(tx: Tx, player: int) -> tuple[PlayerSettings, list[tuple[Match, int]], bool]:
    """Return a player's settings, next reminders and whether they are rated globally."""
    return (
        player_settings.load_settings(tx, player),
        upcoming_reminders(tx, player),
        bool(ratings.opted_in_globally(tx, (player,))),
    )


def settings_text(t: Translator, overview: Overview) -> str:
    """Describe a player's settings and upcoming reminders."""
    settings = overview.settings
    values = player_settings.values_of(settings)
    lines = setting_lines(t, player_settings.all_settings(), values, overview.now)
    if settings.digest_at is not None:
        sentence = N_("Next daily digest, if any games are waiting for you: {when}")
        lines.append(t.translate(sentence, when=stamp(settings.digest_at, "f")))
    if overview.rings:
        lines.append(
            t.translate(
                "If your turn started now, with the standard clock, I would remind you at "
                "these times: {times}.",
                times=", ".join(stamp(ring.at, "f") for ring in overview.rings),
            )
        )
    lines += [
        t.translate("Next reminder for game {number}: {when}", number=match.id, when=stamp(at, "f"))
        for match, at in overview.coming[:SHOWN]
    ]
    note = t.translate("Changes to time zone and quiet hours apply from your next turn.")
    return "\n".join([*lines, f"-# {note}"])


@followup(reminders.has_blocked_dms)
async def send_dm_blocked(ctx: CommandContext) -> None:
    """Send a followup saying that a DM bounced, retried until it is delivered."""
    text = ctx.t.translate(DM_BLOCKED)
    await send_followup(ctx.interaction, Reply(text))
    await ctx.write(reminders.clear_blocked_dms, ctx.player)
