"""Reminders, digests, vacation notices, and the summary of a player's settings."""

from collections.abc import Mapping, Sequence

from discord import ui

from bot.i18n.durations import stamp
from bot.i18n.translator import Words, mark
from bot.service.clock.reminder_times import Alarm
from bot.service.clock.time_control import parse
from bot.store.models import Absence, Match, Settings
from bot.views import discord_limits
from bot.views.components import Control, Press, layout, row
from bot.views.player_labels import numbered, to_board
from bot.views.theme_names import THEMES

KINDS: Mapping[str, str] = {
    "turn": mark("your turn"),
    "half": mark("half your time is gone"),
    "most": mark("most of your time is gone"),
    "last": mark("your time is almost up"),
    "nudge": mark("your opponent is waiting for your move"),
}
"""Text by kind of reminder."""
WAYS: Mapping[str, str] = {
    "channel": mark("by mention in the game's channel"),
    "dm": mark("by direct message"),
    "none": mark("not at all"),
}
"""Text by `Settings.remind`."""
SIDES: Mapping[str, str] = {
    "first": mark("Boards only you see are shown from the first player's side, as in channels."),
    "mine": mark("Boards only you see are shown from your side."),
}
"""Text by `Settings.side`."""
WISHED: Mapping[str, str] = {"posts": mark("same as in channels"), **THEMES}
"""Text by `Settings.theme`."""
SHOWN = 10
"""Maximum number of turns listed in one message, nearest deadline first."""


def reminder(words: Words, player: int, turns: Sequence[tuple[Match, str]]) -> ui.LayoutView:
    """Build a reminder with a mute button for each of the first turns."""
    head = words.say("{player}, it is your turn:", player=f"<@{player}>")
    quiet = [
        Press(
            Control("mute", match.id, match.ply),
            words.say("Mute this turn")
            if len(turns) == 1
            else words.say("Mute game {number}", number=match.id),
        )
        for match, _ in turns[: discord_limits.ROW]
    ]
    lines = [_line(words, match, kind) for match, kind in turns]
    return layout([head, *_first(words, lines)], row(*quiet))


def digest(words: Words, games: Sequence[Match]) -> ui.LayoutView:
    """Build the daily digest: the pending turns, nearest deadline first."""
    head = words.say_n("{n} game is waiting for you", "{n} games are waiting for you", len(games))
    why = words.say("You chose to get this once a day; turn it off with `/me settings`.")
    return layout([f"### {head}", *_games(words, games), f"-# {why}"])


def given_back(words: Words, player: int, games: Sequence[Match]) -> ui.LayoutView:
    """Build the notice of downtime credit, with the new deadlines."""
    head = words.say(
        "I was offline for a while. {player} gets that time back:", player=f"<@{player}>"
    )
    return layout([head, *_games(words, games)])


def away(words: Words, absence: Absence, games: Sequence[Match]) -> ui.LayoutView:
    """Build the notice of automatic vacation and its matches, or of its end."""
    who = f"<@{absence.player}>"
    if not games:
        return layout(
            words.say(
                "{player} ran out of time, and vacation was used from {start} to {end}.",
                player=who,
                start=stamp(absence.started, "f"),
                end=stamp(absence.until or absence.started, "f"),
            )
        )
    head = words.say(
        "{player} has run out of time, so their vacation is being used, half a day at a time:",
        player=who,
    )
    return layout([head, *_games(words, games)])


def _games(words: Words, games: Sequence[Match]) -> list[str]:
    return _first(words, [_line(words, match) for match in games])


def _first(words: Words, lines: Sequence[str]) -> list[str]:
    """Return the first lines, followed by how many more there are."""
    more = len(lines) - SHOWN
    return [*lines[:SHOWN], *([words.say("… and {n} more", n=more)] if more > 0 else [])]


def _line(words: Words, match: Match, kind: str | None = None) -> str:
    parts = [f"⏳ {numbered(words, match)}"]
    if match.undecided is not None:
        parts.append(words.say("use `/game takeover` to choose who takes over for your partner"))
    elif kind is not None:
        parts.append(words.say(KINDS[kind]))
    if match.overdue is not None:
        parts.append(words.say("time ran out {when}", when=stamp(match.overdue)))
    elif match.deadline is not None and (match.undecided or parse(match.control).timed):
        parts.append(words.say("time runs out {when}", when=stamp(match.deadline)))
    return " · ".join(filter(None, [*parts, to_board(words, match)]))


def wishes_in_words(
    words: Words, wishes: Settings, rings: Sequence[Alarm], coming: Sequence[tuple[Match, int]]
) -> str:
    """Describe a player's settings and upcoming reminders.

    `rings` are the reminders of a turn that began now, `coming` those of the current turns.
    """
    lines = [
        words.say("Your time zone: {zone}", zone=f"`{wishes.zone}`"),
        words.say("Your quiet hours: {hours}", hours=f"`{wishes.quiet}`")
        if wishes.quiet
        else words.say("You have no quiet hours."),
        words.say("I notify you of your turns {way}.", way=words.say(WAYS[wishes.remind])),
    ]
    if rings:
        lines.append(
            words.say(
                "If your turn started now, with the standard clock, I would remind you at "
                "these times: {times}.",
                times=", ".join(stamp(ring.at, "f") for ring in rings),
            )
        )
    lines += [
        words.say("Next reminder for game {number}: {when}", number=match.id, when=stamp(at, "f"))
        for match, at in coming[:SHOWN]
    ]
    if wishes.vacation:
        lines.append(
            words.say("Vacation is used automatically instead of losing a rated game on time.")
        )
    else:
        lines.append(words.say("Vacation is never used automatically."))
    if wishes.digest_at is not None:
        lines.append(
            words.say(
                "Next daily digest, if any turns are waiting: {when}",
                when=stamp(wishes.digest_at, "f"),
            )
        )
    lines.append(words.say(SIDES[wishes.board_side]))
    look = words.say(WISHED[wishes.theme])
    lines.append(words.say("Theme for boards only you see: {theme}", theme=f"**{look}**"))
    if wishes.confirm_typed:
        lines.append(words.say("Moves you type must be confirmed."))
    if not wishes.confirm_taps:
        lines.append(words.say("Moves you tap are played immediately."))
    if wishes.show_name:
        lines.append(words.say("Your name is shown in lists of solvers."))
    if wishes.share_positions:
        lines.append(
            words.say(
                "Positions from your finished games may be used as puzzles in the servers where "
                "you played them."
            )
        )
    lines.append(
        "-# " + words.say("Changes to time zone and quiet hours apply from your next turn.")
    )
    return "\n".join(lines)
