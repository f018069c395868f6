"""Reminders, digests, vacation notices, and the summary of a player's settings."""

from collections.abc import Mapping, Sequence

from discord import ui

from bot.i18n.durations import stamp
from bot.i18n.translator import N_, Translator
from bot.service.clock.reminder_times import Alarm
from bot.service.clock.time_control import parse
from bot.store.models import Match, PlayerSettings, VacationNotice
from bot.views import discord_limits
from bot.views.components import Button, ComponentId, button_row, layout
from bot.views.player_labels import game_and_number, to_board
from bot.views.theme_names import THEMES

KINDS: Mapping[str, str] = {
    "turn": N_("your turn"),
    "half": N_("half your time is gone"),
    "most": N_("most of your time is gone"),
    "last": N_("your time is almost up"),
    "nudge": N_("your opponent is waiting for your move"),
}
"""Text by kind of reminder."""
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
"""Maximum number of turns listed in one message, nearest deadline first."""


def reminder_view(t: Translator, player: int, turns: Sequence[tuple[Match, str]]) -> ui.LayoutView:
    """Build a reminder with a mute button for each of the first turns."""
    head = t.translate("{player}, it is your turn:", player=f"<@{player}>")
    quiet = [
        Button(
            ComponentId("mute", match.id, match.ply),
            t.translate("Mute this turn")
            if len(turns) == 1
            else t.translate("Mute game {number}", number=match.id),
        )
        for match, _ in turns[: discord_limits.ROW]
    ]
    lines = [_line(t, match, kind) for match, kind in turns]
    return layout([head, *_first(t, lines)], button_row(*quiet))


def digest_view(t: Translator, games: Sequence[Match]) -> ui.LayoutView:
    """Build the daily digest: the pending turns, nearest deadline first."""
    head = t.translate_plural(
        "{n} game is waiting for you", "{n} games are waiting for you", len(games)
    )
    why = t.translate("You chose to get this once a day; turn it off with `/me settings`.")
    return layout([f"### {head}", *_games(t, games), f"-# {why}"])


def downtime_credit_text(t: Translator, player: int, games: Sequence[Match]) -> ui.LayoutView:
    """Build the notice of downtime credit, with the new deadlines."""
    head = t.translate(
        "I was offline for a while. {player} gets that time back:", player=f"<@{player}>"
    )
    return layout([head, *_games(t, games)])


def vacation_notice_text(
    t: Translator, notice: VacationNotice, games: Sequence[Match]
) -> ui.LayoutView:
    """Build the notice that an automatic vacation has begun or ended."""
    who = f"<@{notice.player}>"
    if not games:
        return layout(
            t.translate(
                "{player} ran out of time, and vacation was used from {start} to {end}.",
                player=who,
                start=stamp(notice.started, "f"),
                end=stamp(notice.until or notice.started, "f"),
            )
        )
    head = t.translate(
        "{player} has run out of time, so their vacation is being used, half a day at a time:",
        player=who,
    )
    return layout([head, *_games(t, games)])


def _games(t: Translator, games: Sequence[Match]) -> list[str]:
    return _first(t, [_line(t, match) for match in games])


def _first(t: Translator, lines: Sequence[str]) -> list[str]:
    """Return the first lines, plus a line with the number of omitted ones."""
    more = len(lines) - SHOWN
    return [*lines[:SHOWN], *([t.translate("… and {n} more", n=more)] if more > 0 else [])]


def _line(t: Translator, match: Match, kind: str | None = None) -> str:
    parts = [f"⏳ {game_and_number(t, match)}"]
    if match.deciding_partner is not None:
        parts.append(t.translate("use `/game takeover` to choose who takes over for your partner"))
    elif kind is not None:
        parts.append(t.translate(KINDS[kind]))
    if match.overdue is not None:
        parts.append(t.translate("time ran out {when}", when=stamp(match.overdue)))
    elif match.deadline is not None and (match.deciding_partner or parse(match.control).is_timed):
        parts.append(t.translate("time runs out {when}", when=stamp(match.deadline)))
    return " · ".join(filter(None, [*parts, to_board(t, match)]))


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
