"""Page with the standings of a section or a cup, as a picture and as text."""

import asyncio
from typing import Any

import discord
from discord import ui

from bot.extension_api.boards import image_file
from bot.extension_api.people import Theme
from bot.extension_api.texts import Translator
from bot.extension_api.views import ComponentId, Reply, Select, button_row
from bot.extensions.tournaments.service.event_view import EventView, SectionView
from bot.extensions.tournaments.views.cup_bracket import (
    bracket_picture,
    bracket_texts,
    bracket_words,
)
from bot.extensions.tournaments.views.hub_post import heading
from bot.extensions.tournaments.views.section_table import (
    cross_table,
    game_lines,
    section_name,
    standing_lines,
    table_words,
)
from render.bracket import render_bracket
from render.cross_table import render_cross_table

MOST_STANDINGS = 30
"""Maximum number of lines of standings or rounds in the text below the picture."""


async def table_page(
    t: Translator, view: EventView, section: SectionView | None, reader: int, theme: Theme
) -> Reply:
    """Return the page: picture, standings as text, and the reader's games."""
    event = view.event
    if section is None:
        return Reply.of([heading(t, event), t.translate("The games have not begun yet.")])
    picture = await table_picture(t, view, section, reader, theme)
    if event.format == "cup":
        words = bracket_texts(t, view, MOST_STANDINGS)
    else:
        words = [standing_lines(t, view, section)[:MOST_STANDINGS]]
    mine = [
        line
        for each in view.sections
        if each.stage == section.stage and reader in each.entrants.values()
        for line in game_lines(t, view, each, reader)
    ]
    if mine:
        mine = ["**" + t.translate("Your games") + "**", *mine]
    return Reply.of(heading(t, event), picture, *words, mine, _choice(t, view, section))


async def table_picture(
    t: Translator, view: EventView, section: SectionView, reader: int | None, theme: Theme
) -> discord.File:
    """Render the cross table of a section, or the bracket of a cup, with its alt text."""
    name = f"tournament-{view.event.id}.png"
    if view.event.format == "cup":
        bracket = bracket_picture(t, view, reader)
        data = await asyncio.to_thread(render_bracket, bracket, theme)
        return image_file(data, name, bracket_words(bracket))
    table = cross_table(t, view, section, reader)
    data = await asyncio.to_thread(render_cross_table, table, theme)
    return image_file(data, name, table_words(table))


async def hub_picture(t: Translator, view: EventView, theme: Theme) -> discord.File | None:
    """Return the bracket or table for the post of an event that has begun, or None.

    Several sections at the same time have no picture, because the post would be too long.
    """
    newest = max((each.stage for each in view.sections), default=0)
    current = [each for each in view.sections if each.stage == newest]
    if view.event.status not in ("running", "finished") or len(current) != 1:
        return None
    return await table_picture(t, view, current[0], None, theme)


def _choice(t: Translator, view: EventView, shown: SectionView) -> ui.ActionRow[Any] | None:
    """Return a select for another section, if there are several; cups show all rounds."""
    if len(view.sections) < 2 or view.event.format == "cup":
        return None
    options = {
        f"{each.stage}-{each.section}": section_name(t, view, each) or t.translate("First stage")
        for each in sorted(view.sections, key=lambda each: (-each.stage, each.section))
    }
    chosen = f"{shown.stage}-{shown.section}"
    return button_row(Select(ComponentId("event-section", view.event.id), options, chosen=chosen))
