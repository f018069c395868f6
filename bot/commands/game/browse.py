"""`/game browse`: browse the positions of a game with navigation buttons."""

from dataclasses import replace

from discord import app_commands
from discord.app_commands import locale_str

from bot.app import Call
from bot.commands.board import seen_by
from bot.commands.game_picker import the_game, to_keep, with_game
from bot.commands.review import handles_story, source_of, story
from bot.registry import command, verb
from bot.service.actions import moves
from bot.views.board_post import ended, heading, scenery
from bot.views.components import Control, whole
from bot.views.event_log import happened
from bot.views.position_view import Moment, file_name, in_words, moment_of, shown
from bot.views.reply import Reply
from bot.views.review_source import Source

FARTHEST = 99_999


async def moment(call: Call, match: int, turn: int, source: Source = "") -> Moment:
    """Return the view of a game after this many turns, or of its end if it has fewer."""
    said = call.said
    if source:
        return moment_of(said, await story(call, match, source), turn)
    async with call.read() as tx:
        view = await moves.view_after(tx, match, turn)
        side, theme = await seen_by(tx, view.match, call.player)
    found = view.match
    told = happened(said, view)
    if view.newest and found.status != "running":
        told = f"**{ended(said, view)}**"
    return Moment(
        match,
        replace(scenery(view, side, theme), name=file_name(match, view.position.ply)),
        view.position.ply,
        found.turns,
        heading(said, found),
        told,
        over=found.status != "running",
    )


@verb("position")
async def position(call: Call, match: int, more: str) -> Reply:
    """Game action "position"; `more` is the number of turns, or empty for the latest."""
    turn = whole(more) if more else FARTHEST
    return await shown(call.said, await moment(call, match, turn))


async def _pressed(call: Call, control: Control) -> Moment:
    return await moment(call, control.subject, control.ply, source_of(control.action))


@handles_story("moment")
@handles_story("position", edits=True)
async def step(call: Call, control: Control) -> Reply:
    """Handle the navigation buttons."""
    return await shown(call.said, await _pressed(call, control))


@handles_story("position-words")
async def words(call: Call, control: Control) -> Reply:
    """Handle the As text button: describe the position in an additional reply."""
    return in_words(call.said, await _pressed(call, control))


@command(
    "game browse",
    locale_str("Review a game move by move"),
    game=the_game(to_keep),
    move=locale_str("After which move? Leave empty for now"),
)
async def look_back(
    call: Call, game: str | None = None, move: app_commands.Range[int, 0, FARTHEST] | None = None
) -> Reply:
    """Handle the `/game browse` command."""
    more = "" if move is None else str(move)
    return await with_game(call, game, "position", more, to_keep)
