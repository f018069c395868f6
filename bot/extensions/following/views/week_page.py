"""The weekly post of a guild."""

from collections.abc import Sequence

import discord
from discord import ui

from bot.extension_api.texts import Translator
from bot.extension_api.views import layout, seat_player_label
from bot.extensions.following.service.week import ClosestRace, LongestHop, Week
from bot.extensions.following.views.news import result_line

SHOWN = 5
"""Maximum number of games, and of other news, that are listed."""


def week_page(
    t: Translator, week: Week, picture: discord.File | None, news: Sequence[str]
) -> ui.LayoutView:
    """Build the post. `picture` shows the longest hop."""
    more = week.finished - SHOWN
    return layout(
        [
            "### " + t.translate("This week in this server"),
            t.translate_plural("{n} game has ended.", "{n} games have ended.", week.finished),
        ],
        [
            *(result_line(t, match) for match in week.newest[:SHOWN]),
            t.translate_plural("… and {n} more", "… and {n} more", more) if more > 0 else None,
        ],
        None if week.hop is None else _hop_line(t, week.hop),
        picture,
        [None if week.race is None else _race_line(t, week.race), *news[:SHOWN]],
    )


def _hop_line(t: Translator, hop: LongestHop) -> str:
    line = t.translate_plural(
        "Longest hop: {player} in game {number}, {n} jump.",
        "Longest hop: {player} in game {number}, {n} jumps.",
        hop.jumps,
        player=seat_player_label(t, hop.match, hop.seat),
        number=hop.match.id,
    )
    return f"🦘 {line}"


def _race_line(t: Translator, race: ClosestRace) -> str:
    line = t.translate_plural(
        "Closest race: {player} lost game {number} by {n} step.",
        "Closest race: {player} lost game {number} by {n} steps.",
        race.steps,
        player=seat_player_label(t, race.match, race.loser),
        number=race.match.id,
    )
    return f"🏁 {line}"
