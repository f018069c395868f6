"""Summary of a player's settings and upcoming reminders."""

from collections.abc import Mapping, Sequence

from bot.i18n.durations import stamp
from bot.i18n.translator import N_, Translator
from bot.service.clock.reminder_times import Alarm
from bot.store.models import Match, PlayerSettings
from bot.views.theme_names import THEMES

REMINDER_CHANNELS: Mapping[str, str] = {
    "channel": N_("by mention in the game's channel"),
    "dm": N_("by direct message"),
    "none": N_("not at all"),
}
"""Text by `PlayerSettings.remind`."""
SIDES: Mapping[str, str] = {
    "first": N_("Boards only you see are shown from the first player's side, as in channels."),
    "mine": N_("Boards only you see are shown from your side."),
}
"""Text by `PlayerSettings.board_side`."""
THEME_CHOICES: Mapping[str, str] = {"posts": N_("same as in channels"), **THEMES}
"""Text by `PlayerSettings.theme`."""
SHOWN = 10
"""Maximum number of next reminders listed."""


def settings_text(
    t: Translator,
    settings: PlayerSettings,
    rings: Sequence[Alarm],
    coming: Sequence[tuple[Match, int]],
) -> str:
    """Describe a player's settings and upcoming reminders.

    `rings` contains the reminders for a turn that would begin now, `coming` the next reminders of
    the current turns.
    """
    lines = [
        t.translate("Your time zone: {zone}", zone=f"`{settings.zone}`"),
        t.translate("Your quiet hours: {hours}", hours=f"`{settings.quiet}`")
        if settings.quiet
        else t.translate("You have no quiet hours."),
        t.translate(
            "Notifications about your turns: {way}.",
            way=t.translate(REMINDER_CHANNELS[settings.remind]),
        ),
    ]
    if rings:
        lines.append(
            t.translate(
                "If your turn started now, with the standard clock, I would remind you at "
                "these times: {times}.",
                times=", ".join(stamp(ring.at, "f") for ring in rings),
            )
        )
    lines += [
        t.translate("Next reminder for game {number}: {when}", number=match.id, when=stamp(at, "f"))
        for match, at in coming[:SHOWN]
    ]
    if settings.vacation:
        lines.append(
            t.translate("Vacation is used automatically instead of losing a rated game on time.")
        )
    else:
        lines.append(t.translate("Vacation is never used automatically."))
    if settings.digest_at is not None:
        lines.append(
            t.translate(
                "Next daily digest, if any turns are waiting: {when}",
                when=stamp(settings.digest_at, "f"),
            )
        )
    lines.append(t.translate(SIDES[settings.board_side]))
    look = t.translate(THEME_CHOICES[settings.theme])
    lines.append(t.translate("Theme for boards only you see: {theme}", theme=f"**{look}**"))
    if settings.confirm_typed:
        lines.append(t.translate("Moves you type must be confirmed."))
    if not settings.confirm_taps:
        lines.append(t.translate("Moves you tap are played immediately."))
    if settings.show_name:
        lines.append(t.translate("Your name is shown in lists of solvers."))
    if settings.share_positions:
        lines.append(
            t.translate(
                "Positions from your finished games may be used as puzzles in the servers where "
                "you played them."
            )
        )
    lines.append(
        "-# " + t.translate("Changes to time zone and quiet hours apply from your next turn.")
    )
    return "\n".join(lines)
