"""The post of a table: a challenge of more than two places, which people join."""

from __future__ import annotations

from itertools import groupby

import discord
from discord import ui

from bot.service.meeting import challenges, seating
from bot.service.rating.eligibility import Prospects
from bot.store.values import Challenge, ChallengeSeat
from bot.views.challenge import fate, heading, time_and_rating
from bot.views.controls import Choose, Control, Press, layout, option, row, rows
from bot.views.rules import rules_button
from bot.views.seats import disc, listed, mention, rules_of, seat_name, title
from bot.words import Words
from engine import Variant


def offer(words: Words, table: Challenge) -> str:
    """Who opens a table for whom."""
    host = mention(table.challenger)
    asked = [mention(place.player) for place in table.seats[1:] if place.player is not None]
    if asked and table.status == "open" and not table.free:
        return words.say(
            "{player} challenges {opponent}", player=host, opponent=listed(words, asked)
        )
    return words.say("{player} opens a table", player=host)


def pair(game: Variant, team: int) -> str:
    """The discs of a team."""
    return "".join(disc(game, seat) for seat in seating.teams(game)[team])


def _where(words: Words, game: Variant | None, place: ChallengeSeat) -> str:
    """Where somebody will sit, as far as it is known."""
    if game is not None and place.seat is not None:
        return seat_name(words, game, place.seat)
    if game is not None and place.team is not None:
        return words.say("one of {pair}", pair=pair(game, place.team))
    return ""


def places(words: Words, table: Challenge) -> str:
    """Who sits at the table, a line each; places open to anyone together."""
    game = rules_of(table.variant)
    lines: list[str] = []
    for place in table.seats:
        if place.player is None:
            lines.append("▫️ " + words.say("free"))
        elif place.joined:
            lines.append(f"✅ {mention(place.player)}")
        else:
            lines.append(f"✉️ {mention(place.player)} " + words.say("(asked)"))
        if where := _where(words, game, place):
            lines[-1] += f" · {where}"
    shown = []
    for line, same in groupby(lines):
        number = len(list(same))
        shown.append(line if number == 1 else f"{line} ×{number}")
    return "\n".join(shown)


def terms(words: Words, table: Challenge, known: Prospects) -> str:
    """For how many, how much time there is, and whether it is rated."""
    *fewer, full = challenges.sizes(table)
    lines = [words.say("For {n} players.", n=full)]
    if fewer:
        sizes = words.say(" or ").join(map(str, fewer))
        lines[-1] += " " + words.say("The host may start it with {sizes}.", sizes=sizes)
    return "\n".join([*lines, *time_and_rating(words, table, known)])


def wishes(words: Words, table: Challenge) -> list[discord.SelectOption]:
    """The sides and pairs that somebody who joins may still wish for, and the lot."""
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


def table_post(
    words: Words, table: Challenge, known: Prospects, alt: str | None = None
) -> ui.LayoutView:
    """An open table with its buttons."""
    options = wishes(words, table)
    seats = Choose(Control("sit", table.id), options, words.say("Join on a side of your choice"))
    return layout(
        heading(words, table, offer(words, table), alt),
        terms(words, table, known),
        places(words, table),
        "-# " + words.say("Open until {when}", when=f"<t:{table.expires_at}:f>"),
        *rows(
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
        ),
        row(seats) if options else None,
    )


def closed_table(words: Words, table: Challenge) -> ui.LayoutView:
    """The same post when nobody can join any more: short, without picture and buttons."""
    return layout(
        f"### {offer(words, table)}\n{title(words, table)}",
        places(words, table),
        f"-# {_fate(words, table)}",
    )


def _fate(words: Words, table: Challenge) -> str:
    """What became of it."""
    if table.status == "accepted":
        return words.say("Game {number} has begun.", number=table.match)
    return fate(words, table)
