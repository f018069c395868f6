"""`/game analysis`: computer analysis of a finished match or imported record."""

from discord.app_commands import locale_str

from bot.app import Call
from bot.commands.game_picker import of_game
from bot.commands.review import handles_story, source_of, story, to_share, worked
from bot.i18n.translator import mark
from bot.registry import handles
from bot.store import Tx, analyses, imported_games, matches
from bot.store.models import Match
from bot.views.analysis_page import Looked, told
from bot.views.components import Control
from bot.views.reply import Refused, Reply, publicly
from bot.views.review_source import Source, Story
from engine.analysis import Analysis, Played

JOB = "engine.analysis:analysed"
SECONDS = 30.0
"""Timeout in seconds for the analysis of one turn, which takes about 1 s on the largest boards."""
NOT_YET = mark("Analysis is available once the game is over.")
NOTHING = mark("Nobody moved in this game.")


async def over(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Return the player's finished matches, latest first."""
    return await matches.over_of(tx, player)


async def made(call: Call, about: Story) -> Analysis:
    """Return the stored analysis, or run one in a worker and store it."""
    async with call.read() as tx:
        kept = await _kept(tx, about, call.player)
    if kept is not None:
        return kept
    played = Played(about.record.variant.key, about.texts)
    found: Analysis = await worked(
        call,
        JOB,
        played,
        seconds=SECONDS,
        told=lambda n: call.said.say("Analysing the game: {n}%", n=n),
    )
    async with call.write() as tx:
        if about.source:
            await imported_games.keep(tx, about.number, found)
        else:
            await analyses.put(tx, about.number, found)
    return found


async def _kept(tx: Tx, about: Story, player: int) -> Analysis | None:
    if about.source:
        return await imported_games.analysis(tx, about.number, player)
    return await analyses.get(tx, about.number)


@of_game("analysis", locale_str("Computer analysis of a finished game"), over)
async def analysis(call: Call, match: int, more: str) -> Reply:
    """Game action "analysis"."""
    return await _told(call, match, "")


async def _told(call: Call, number: int, source: Source) -> Reply:
    """Reply with the analysis of a finished match or imported record."""
    about = await story(call, number, source)
    _must_be_whole(about)
    return await _shown(call, about)


def _must_be_whole(about: Story) -> None:
    """Refused if the game is still running, or if nobody moved."""
    if about.ended is None:
        raise Refused(NOT_YET)
    if not about.moves:
        raise Refused(NOTHING)


async def _shown(call: Call, about: Story) -> Reply:
    return await told(call.said, Looked(about, await made(call, about)))


@handles_story("analysis")
async def press(call: Call, control: Control) -> Reply:
    """Handle the Analysis button."""
    return await _told(call, control.subject, source_of(control.action))


@handles("analysis-shared")
async def share(call: Call, control: Control) -> Reply:
    """Handle the Show everyone button: post the analysis publicly."""
    about = await to_share(call, control.subject)
    _must_be_whole(about)
    async with publicly(call.interaction):
        return await _shown(call, about)
