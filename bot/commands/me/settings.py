"""`/me settings`: time zone, quiet hours, reminders and boards."""

from typing import Any, Literal

from discord import app_commands
from discord.app_commands import locale_str

from bot.app import Call
from bot.i18n.translator import mark
from bot.messages.reminders import WISHED, wishes_in_words
from bot.registry import Option, command, news
from bot.service.clock.calendar import zones
from bot.service.notifications import reminders
from bot.service.players import player_settings
from bot.store.models import Wished
from bot.views.reply import Reply

DM_CLOSED = mark(
    "You do not accept direct messages from me. I remind you by mention where your games "
    "are instead, and cannot send daily digests. Allow direct messages in this server's "
    "privacy settings, then choose them again with `/me settings`."
)


async def zones_like(call: Call, typed: str) -> dict[str, str]:
    """Autocomplete the `zone` option."""
    wanted = "_".join(typed.split()).casefold()
    return {zone: zone for zone in zones() if wanted in zone.casefold()}


@command(
    "me settings",
    locale_str("Your time zone, nights, reminders and boards"),
    zone=Option(locale_str("Your time zone, like Berlin"), offer=zones_like),
    quiet=locale_str("Hours without reminders, like 22-8 or 10pm-8am; 0-0 for none"),
    remind=Option(
        locale_str("How I tell you that it is your turn"),
        {
            "channel": locale_str("by mention where the game is"),
            "dm": locale_str("by direct message"),
            "none": locale_str("not at all"),
        },
    ),
    vacation=locale_str("Take vacation automatically before you lose a rated game on time"),
    digest=locale_str("When to get one message a day with your turns, like 7 or 19:30; or off"),
    board=Option(
        locale_str("From which side you see boards that are shown to you alone"),
        {"first": locale_str("first player's side"), "mine": locale_str("my side")},
    ),
    theme=Option(locale_str("How boards look that are shown to you alone"), WISHED),
    confirm=locale_str("Ask before a typed move is played"),
    taps=locale_str("Ask before a tapped move is played"),
    named=locale_str("Show my name where it is told who has solved a problem"),
    lends=locale_str("Let positions of my finished games become problems"),
)
async def choose(
    call: Call,
    zone: str | None = None,
    quiet: str | None = None,
    remind: Literal["channel", "dm", "none"] | None = None,
    vacation: bool | None = None,
    digest: app_commands.Range[str, 1, 20] | None = None,
    board: Literal["first", "mine"] | None = None,
    theme: Wished | None = None,
    confirm: bool | None = None,
    taps: bool | None = None,
    named: bool | None = None,
    lends: bool | None = None,
) -> Reply:
    """Handle the `/me settings` command: apply the changes, then show all settings."""
    player, now = call.player, call.now
    changes: dict[str, Any] = {
        "zone": zone,
        "quiet": quiet,
        "remind": remind,
        "vacation": vacation,
        "digest": digest,
        "board_side": board,
        "theme": theme,
        "confirm_typed": confirm,
        "confirm_taps": taps,
        "show_name": named,
        "share_positions": lends,
    }
    chosen = {name: value for name, value in changes.items() if value is not None}
    if chosen:
        async with call.write() as tx:
            await player_settings.change(tx, player, **chosen, now=now)
    async with call.read() as tx:
        wishes = await player_settings.of(tx, player)
        coming = await reminders.upcoming(tx, player)
    rings = player_settings.preview(wishes, now)
    return Reply(wishes_in_words(call.said, wishes, rings, coming))


@news(reminders.news)
async def tell_refused(call: Call) -> None:
    """Send a followup that a DM bounced; repeated until it is delivered."""
    text = call.said.say(DM_CLOSED)
    await call.interaction.followup.send(text, ephemeral=True)
    async with call.write() as tx:
        await reminders.heard(tx, call.player)
