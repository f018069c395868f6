"""Card for the champion of an event: the end of their last game, names and places."""

import asyncio

import discord

from bot.extension_api.boards import image_file
from bot.extension_api.matches import MatchView
from bot.extension_api.people import Theme
from bot.extension_api.texts import Translator, game_name
from bot.extensions.tournaments.service.event_view import EventView
from bot.extensions.tournaments.views.event_labels import FORMATS
from bot.extensions.tournaments.views.section_table import picture_name
from engine import variant
from render import scene
from render.share_card import CardPlayer, ShareCard, render_share_card
from render.typesetting import printable, printable_name


def deciding_match(view: EventView) -> int | None:
    """Return the last match of the only champion in the last stage, or None.

    Games whose result a manager has decided, or whose players did not come, do not count.
    """
    if len(view.champions) != 1:
        return None
    last = max((section.stage for section in view.sections), default=0)
    ended = [
        (pairing.scored_at or 0, pairing.match)
        for section in view.sections
        for pairing, seats in section.pairings
        if section.stage == last and pairing.state == "scored" and pairing.match is not None
        if pairing.reason is None and view.champions[0] in {seat.player for seat in seats}
    ]
    return max(ended)[1] if ended else None


async def champion_card(
    t: Translator, view: EventView, played: MatchView, theme: Theme
) -> discord.File:
    """Render the card of a champion, which shows the end of the game `played`."""
    (champion,) = view.champions
    players = played.match.players
    places = {each.player: each.place or 0 for each in view.entrants}
    seeds = {each.player: each.seed or 0 for each in view.entrants}
    ranked = sorted(range(len(players)), key=lambda seat: places[players[seat]])
    names = {player: picture_name(t, view, player, seeds[player]) for player in players}
    event = printable_name(view.event.name) or t.translate(FORMATS[view.event.format])
    game = variant(played.match.variant)
    about = printable(f"{game_name(t, game)} · {t.translate(FORMATS[view.event.format])}")
    card = ShareCard(
        scene(
            game,
            played.position,
            last=played.last,
            side=players.index(champion),
            theme=theme,
        ),
        t.translate("{player} wins {event}", player=names[champion], event=event),
        tuple(
            CardPlayer(
                seat,
                names[players[seat]],
                f"{places[players[seat]]}.",
                has_won=players[seat] == champion,
            )
            for seat in ranked
        ),
        f"Halma by Post · {about} · {_size(t, view)}",
    )
    data = await asyncio.to_thread(render_share_card, card)
    shown = ", ".join(f"{each.place} {each.name}" for each in card.players)
    alt = f"{card.result}. {shown}. {card.footer}"
    return image_file(data, f"champion-{view.event.id}.png", alt)


def _size(t: Translator, view: EventView) -> str:
    """Return the number of players who took part."""
    inside = sum(not each.waiting for each in view.entrants)
    return t.translate_plural("{n} player", "{n} players", inside)
