"""The race of an analysed game as a graph, with its alt text."""

import asyncio
from collections.abc import Sequence

import discord

from bot.extension_api.boards import image_file
from bot.extension_api.texts import Translator
from bot.extensions.review.views.analysed_game import AnalysedGame, seat_label
from bot.extensions.review.views.race_text import lead_at_end
from bot.extensions.review.views.share_page import picture_names
from render.race_graph import RaceText, render_lead, render_race
from render.typesetting import printable


async def race_image(t: Translator, analysed: AnalysedGame) -> discord.File:
    """Return the graph of the lead; with several seats, of the turns left of each."""
    story, analysis = analysed.story, analysed.analysis
    game, turns, name = story.record.variant, analysed.notable_turns, f"race-{story.number}.png"
    names = await asyncio.to_thread(picture_names, t, story)
    if len(game.seats) > 2:
        upwards = t.translate("Nearer to the goal (turns left)")
        words = RaceText(tuple(names), t.translate("Move {n}", n=0), upwards)
        dots = {turn: analysed.mover(turn) for turn in turns}
        data = await asyncio.to_thread(render_race, game, analysis.to_go, words, dots, story.theme)
        return image_file(data, name, _turns_left_text(t, analysed))
    words = _lead_text(t, names, analysed)
    data = await asyncio.to_thread(render_lead, game, analysed.leads, words, turns, story.theme)
    return image_file(data, name, _lead_alt(t, names, analysed))


def _lead_text(t: Translator, names: Sequence[str], analysed: AnalysedGame) -> RaceText:
    """Return the words of the graph of the lead, with the players' names."""
    lead = round(analysed.leads[-1])
    sides = list(names)
    if lead:
        leader = 0 if lead > 0 else 1
        sides[leader] = printable(
            t.translate_plural(
                "{player} leads by {n} turn",
                "{player} leads by {n} turns",
                abs(lead),
                player=names[leader],
            )
        )
    return RaceText(tuple(sides), t.translate("Move {n}", n=0))


def _lead_alt(t: Translator, names: Sequence[str], analysed: AnalysedGame) -> str:
    """Describe the graph of the lead, at its middle, its dots and its end."""
    first, second = (f"{name} ({seat_label(t, analysed, at)})" for at, name in enumerate(names))
    sentences = [
        t.translate("Graph of the lead: {first} above, {second} below.", first=first, second=second)
    ]
    turns = {len(analysed.leads) // 2, *analysed.notable_turns} - {len(analysed.leads) - 1}
    sentences += [_lead_at(t, analysed, turn) for turn in sorted(turns)]
    sentences += [lead_at_end(t, analysed), *_marked(t, analysed)]
    return " ".join(sentences)


def _marked(t: Translator, analysed: AnalysedGame) -> list[str]:
    """Return the sentence that lists the dots of a graph, if there are any."""
    moves = [t.translate("Move {n}", n=turn) for turn in analysed.notable_turns]
    return [t.translate("Marked: {moves}.", moves=t.join(moves))] if moves else []


def _lead_at(t: Translator, analysed: AnalysedGame, turn: int) -> str:
    lead = round(analysed.leads[turn])
    if not lead:
        return t.translate("After move {turn}, the two sides were level.", turn=turn)
    return t.translate_plural(
        "After move {turn}, {seat} led by about {n} turn.",
        "After move {turn}, {seat} led by about {n} turns.",
        abs(lead),
        turn=turn,
        seat=seat_label(t, analysed, 0 if lead > 0 else 1),
    )


def _turns_left_text(t: Translator, analysed: AnalysedGame) -> str:
    """Describe the race of several seats, with one sentence per seat."""
    to_go = analysed.analysis.to_go
    middle = len(to_go) // 2
    sentences = [
        t.translate(
            "Turns left for {seat}: {first} at the start, {then} after move {n}, {last} at "
            "the end.",
            seat=seat_label(t, analysed, seat),
            first=round(to_go[0][seat]),
            then=round(to_go[middle][seat]),
            n=middle,
            last=round(to_go[-1][seat]),
        )
        for seat in range(len(to_go[0]))
    ]
    return " ".join([*sentences, *_marked(t, analysed)])
