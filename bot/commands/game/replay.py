"""`/game replay`: a game as an animated GIF, split into parts if it is long."""

from collections import OrderedDict

from discord.app_commands import locale_str

from bot.app import Call
from bot.commands.game_picker import of_game, to_keep
from bot.commands.review import handles_story, source_of, story, to_share, worked
from bot.registry import handles
from bot.views.components import Control
from bot.views.replay_post import replay as shown
from bot.views.reply import Reply, publicly
from bot.views.review_source import Source, Story
from render.animation import Film, parts

JOB = "render.animation:animated"
SECONDS = 20.0
"""Timeout in seconds for one frame, which usually takes some milliseconds."""
KEPT = 8
"""Number of cached animations, for sharing one after its first viewer."""

_films: OrderedDict[Film, bytes] = OrderedDict()


async def film(call: Call, number: int, at: int, source: Source = "") -> Reply:
    """Reply with one part of a game's animation; `at` is clamped to the last part."""
    return await _shown(call, await story(call, number, source), at)


async def _shown(call: Call, told: Story, at: int) -> Reply:
    cut = parts(told.moves)
    at = min(max(at, 0), len(cut) - 1)
    wanted = Film(told.record.variant.key, told.texts, cut[at], told.side, told.theme)
    return shown(call.said, told, await drawn(call, wanted), cut, at)


async def drawn(call: Call, wanted: Film) -> bytes:
    """Return an animation from the cache or the worker, showing the progress."""
    said, made = call.said, _films.get(wanted)
    if made is None:
        made = await worked(
            call,
            JOB,
            wanted,
            seconds=SECONDS,
            told=lambda n: said.say("Drawing the replay: {n}%", n=n),
        )
        _films[wanted] = made
        while len(_films) > KEPT:
            _films.popitem(last=False)
    return made


@of_game("replay", locale_str("A game as an animated replay"), to_keep)
async def replay(call: Call, match: int, more: str) -> Reply:
    """Show the animation from the beginning."""
    return await film(call, match, 0)


@handles_story("film", edits=True)
@handles_story("replay")
async def part(call: Call, control: Control) -> Reply:
    """Handle the Replay button and the buttons that lead to another part."""
    at = 0 if control.action.endswith("replay") else control.ply
    return await film(call, control.subject, at, source_of(control.action))


@handles("film-shared")
async def share(call: Call, control: Control) -> Reply:
    """Handle the Show everyone button: post the animation publicly."""
    told = await to_share(call, control.subject)
    async with publicly(call.interaction):
        return await _shown(call, told, control.ply)
