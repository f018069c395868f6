"""Parts of the post of a challenge for more than two players."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import discord
from discord import ui

from bot.i18n.translator import Translator
from bot.service.matchmaking import challenges, seating
from bot.store.models import Challenge, ChallengeSeat
from bot.views.components import Button, ComponentId, Select, button_row, select_option
from bot.views.player_labels import disc, mention, seat_name, variant_of
from bot.views.rule_cards import rules_button
from engine import Variant


def table_line(t: Translator, table: Challenge) -> str:
    """Return who has opened the challenge, and to whom it is open."""
    host = mention(table.challenger)
    asked = [mention(slot.player) for slot in table.seats[1:] if slot.player is not None]
    if asked and table.status == "open" and not table.free_places:
        return t.translate("{player} challenges {opponent}", player=host, opponent=t.join(asked))
    return t.translate("{player} is looking for players", player=host)


def team_discs(game: Variant, team: int) -> str:
    """Return the discs of a team."""
    return "".join(disc(game, seat) for seat in seating.team_seats(game)[team])


def _where(t: Translator, game: Variant | None, slot: ChallengeSeat) -> str:
    """Return the fixed seat or team of a challenge seat, or "" if none is fixed."""
    if game is not None and slot.seat is not None:
        return seat_name(t, game, slot.seat)
    if game is not None and slot.team is not None:
        return t.translate("one of {pair}", pair=team_discs(game, slot.team))
    return ""


def places_lines(t: Translator, table: Challenge) -> str:
    """Return the seats of the challenge, one per line, grouping open seats.

    Partners are next to each other, and the last line has the colours of all partners.
    """
    game = variant_of(table.variant)
    teams = {} if game is None else seating.team_seats(game)
    lines: list[str] = []
    for slot in sorted(table.seats, key=lambda slot: _order(teams, slot)):
        if slot.player is None:
            lines.append("▫️ " + t.translate("free seat"))
        elif slot.joined:
            lines.append(f"✅ {mention(slot.player)}")
        else:
            lines.append(f"✉️ {mention(slot.player)} " + t.translate("(invited)"))
        if where := _where(t, game, slot):
            lines[-1] += f" · {where}"
    shown = []
    for line, same in groupby(lines):
        number = len(list(same))
        shown.append(line if number == 1 else f"{line} ×{number}")
    if game is not None and teams:
        pairs = t.join(team_discs(game, team) for team in teams)
        shown.append("🤝 " + t.translate("Partners: {pairs}.", pairs=pairs))
        if any(slot.seat is None and slot.team is None for slot in table.seats):
            shown[-1] += " " + t.translate("Players without a colour are assigned at random.")
    return "\n".join(shown)


def _order(teams: Mapping[int, Sequence[int]], slot: ChallengeSeat) -> int:
    """Return the sort key of a seat: its team; seats without one are last."""
    if slot.seat is not None:
        return next((team for team, seats in teams.items() if slot.seat in seats), len(teams))
    return len(teams) if slot.team is None else slot.team


def sizes_line(t: Translator, table: Challenge) -> str:
    """Return a line with the number of players, and the smaller numbers allowed."""
    *fewer, full = challenges.allowed_sizes(table)
    text = t.translate("For {n} players.", n=full)
    if not fewer:
        return text
    some = t.join(fewer, "or")
    return text + " " + t.translate("The host can also start with {sizes} players.", sizes=some)


def free_choices_text(t: Translator, table: Challenge) -> list[discord.SelectOption]:
    """Return the options for choosing a side: free seats and teams."""
    game = variant_of(table.variant)
    if game is None:
        return []
    taken = {slot.seat for slot in table.seats}
    options = [
        select_option(
            t.translate("{pair}, either seat", pair=team_discs(game, team)), value=f"t{team}"
        )
        for team in seating.team_seats(game)
    ]
    options += [
        select_option(seat_name(t, game, seat), value=f"s{seat}", emoji=disc(game, seat))
        for seat in range(len(game.seats))
        if seat not in taken
    ]
    return options


def buttons(t: Translator, table: Challenge) -> list[Button | None]:
    """Return the buttons of an open multiplayer challenge."""
    return [
        Button(ComponentId("join", table.id), t.translate("Join"), "success"),
        Button(ComponentId("leave", table.id), t.translate("Leave")),
        Button(ComponentId("decline", table.id), t.translate("Decline"))
        if table.invited_players
        else None,
        Button(ComponentId("start", table.id), t.translate("Start"))
        if len(challenges.allowed_sizes(table)) > 1
        else None,
        rules_button(t, table.variant),
        Button(ComponentId("cancel", table.id), t.translate("Withdraw")),
        Button(
            ComponentId("filling", table.id), t.translate("Fill with computer players"), emoji="🤖"
        )
        if table.free_places
        else None,
    ]


def sides(t: Translator, table: Challenge) -> ui.ActionRow[Any] | None:
    """Return the select for joining a certain side; None if no side can be chosen."""
    options = free_choices_text(t, table)
    if not options:
        return None
    label = t.translate("Join on a side of your choice")
    return button_row(Select(ComponentId("sit", table.id), options, label))
