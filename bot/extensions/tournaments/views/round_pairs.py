"""Pairs of a round of a cup or Swiss event, with links to their games."""

from collections.abc import Mapping

from bot.extension_api.texts import Translator
from bot.extensions.tournaments.models import Pairing, PairingSeat
from bot.extensions.tournaments.rules.cup import pairs_in_round
from bot.extensions.tournaments.service.event_view import EventView, SectionView
from bot.extensions.tournaments.views.event_labels import cup_round_name
from bot.extensions.tournaments.views.section_table import shown_name

ROOM = 3500
"""Maximum length of the lines of all pairs together."""


def round_lines(
    t: Translator, view: EventView, stage: int, threads: Mapping[int, int]
) -> list[str]:
    """Return the name of a round, and a line for each pair with links to its games.

    `threads` has the thread of each match. If all links do not fit, the last pairs have none.
    """
    (section,) = (each for each in view.sections if each.stage == stage)
    pairs: dict[frozenset[int], list[tuple[Pairing, tuple[PairingSeat, ...]]]] = {}
    for pairing, seats in section.pairings:
        pairs.setdefault(frozenset(seat.player for seat in seats), []).append((pairing, seats))
    lines = ["- " + _names(t, view, games[0][1]) for games in pairs.values()]
    room = ROOM - sum(len(line) + 1 for line in lines)
    for at, games in enumerate(pairs.values()):
        matches = [pairing.match for pairing, _ in games if pairing.match is not None]
        links = "".join(" · " + _link(view, match, threads.get(match)) for match in matches)
        room -= len(links)
        if room >= 0:
            lines[at] += links
    return [f"**{round_name(t, view, stage)}**", *lines, *_byes(t, view, section)]


def round_name(t: Translator, view: EventView, stage: int) -> str:
    """Return the name of a round: "Semi-finals", or "Round 2"."""
    if view.event.format != "cup":
        return t.translate("Round {n}", n=stage)
    seeded = sum(each.seed is not None for each in view.entrants)
    return cup_round_name(t, stage, pairs_in_round(seeded, stage))


def _names(t: Translator, view: EventView, seats: tuple[PairingSeat, ...]) -> str:
    """Return the players of a pair, or that a player of a Swiss event has a bye."""
    names = [shown_name(view, seat.player) for seat in seats]
    if len(names) == 1:
        return t.translate("{player} has a bye (1 point)", player=names[0])
    return " – ".join(names)


def _link(view: EventView, match: int, thread: int | None) -> str:
    """Return the number of a game, as a link to its thread if it has one."""
    if thread is None:
        return f"#{match}"
    return f"[#{match}](https://discord.com/channels/{view.event.guild}/{thread})"


def _byes(t: Translator, view: EventView, section: SectionView) -> list[str]:
    """Return a line for each player of a cup who has no game in this round."""
    if view.event.format != "cup":
        return []
    playing = {seat.player for _, seats in section.pairings for seat in seats}
    return [
        "- " + t.translate("{player} advances without a game", player=shown_name(view, player))
        for player in section.entrants.values()
        if player not in playing
    ]
