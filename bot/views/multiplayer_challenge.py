"""Parts of the post of a challenge for more than two players."""

from itertools import groupby
from typing import Any

import discord
from discord import ui

from bot.i18n.translator import Words
from bot.service.matchmaking import challenges, seating
from bot.store.models import Challenge, ChallengeSeat
from bot.views.components import Choose, Control, Press, option, row
from bot.views.player_labels import disc, listed, mention, rules_of, seat_name
from bot.views.rule_cards import rules_button
from engine import Variant


def offer(words: Words, table: Challenge) -> str:
    """Return who opens the challenge, and for whom."""
    host = mention(table.challenger)
    asked = [mention(place.player) for place in table.seats[1:] if place.player is not None]
    if asked and table.status == "open" and not table.free:
        return words.say(
            "{player} challenges {opponent}", player=host, opponent=listed(words, asked)
        )
    return words.say("{player} is looking for players", player=host)


def pair(game: Variant, team: int) -> str:
    """Return the discs of a team."""
    return "".join(disc(game, seat) for seat in seating.teams(game)[team])


def _where(words: Words, game: Variant | None, place: ChallengeSeat) -> str:
    """Return the seat or team of a player, if it is fixed."""
    if game is not None and place.seat is not None:
        return seat_name(words, game, place.seat)
    if game is not None and place.team is not None:
        return words.say("one of {pair}", pair=pair(game, place.team))
    return ""


def places(words: Words, table: Challenge) -> str:
    """Return the seats of the challenge, a line each; open seats are grouped."""
    game = rules_of(table.variant)
    lines: list[str] = []
    for place in table.seats:
        if place.player is None:
            lines.append("▫️ " + words.say("free"))
        elif place.joined:
            lines.append(f"✅ {mention(place.player)}")
        else:
            lines.append(f"✉️ {mention(place.player)} " + words.say("(invited)"))
        if where := _where(words, game, place):
            lines[-1] += f" · {where}"
    shown = []
    for line, same in groupby(lines):
        number = len(list(same))
        shown.append(line if number == 1 else f"{line} ×{number}")
    return "\n".join(shown)


def sizes(words: Words, table: Challenge) -> str:
    """Return for how many players it is."""
    *fewer, full = challenges.sizes(table)
    said = words.say("For {n} players.", n=full)
    if not fewer:
        return said
    some = words.say(" or ").join(map(str, fewer))
    return said + " " + words.say("The host can start with {sizes} players.", sizes=some)


def wishes(words: Words, table: Challenge) -> list[discord.SelectOption]:
    """Return the options of the select of a side: free seats and teams."""
    game = rules_of(table.variant)
    if game is None:
        return []
    taken = {place.seat for place in table.seats}
    found = [
        option(words.say("{pair}, either seat", pair=pair(game, team)), f"t{team}")
        for team in seating.teams(game)
    ]
    found += [
        option(seat_name(words, game, seat), f"s{seat}", emoji=disc(game, seat))
        for seat in range(len(game.seats))
        if seat not in taken
    ]
    return found


def buttons(words: Words, table: Challenge) -> list[Press | None]:
    """Return the buttons of an open multiplayer challenge."""
    return [
        Press(Control("join", table.id), words.say("Join"), "success"),
        Press(Control("leave", table.id), words.say("Leave")),
        Press(Control("decline", table.id), words.say("Decline")) if table.invited else None,
        Press(Control("start", table.id), words.say("Start"))
        if len(challenges.sizes(table)) > 1
        else None,
        rules_button(words, table.variant),
        Press(Control("cancel", table.id), words.say("Withdraw")),
        Press(Control("filling", table.id), words.say("Fill with computers"), emoji="🤖")
        if table.free
        else None,
    ]


def sides(words: Words, table: Challenge) -> ui.ActionRow[Any] | None:
    """Return the select for joining on a side, or None if no side can be chosen."""
    options = wishes(words, table)
    if not options:
        return None
    label = words.say("Join on a side of your choice")
    return row(Choose(Control("sit", table.id), options, label))
