"""`/game analysis`: computer analysis of a finished match or imported record."""

from discord.app_commands import locale_str

from bot.extension_api.commands import (
    CommandContext,
    component_handler,
    exportable,
    game_action,
    run_job,
)
from bot.extension_api.matches import Match
from bot.extension_api.texts import N_
from bot.extension_api.transactions import Tx
from bot.extension_api.views import (
    ComponentId,
    Reply,
    StaleComponent,
    UserError,
    publicly,
)
from bot.extensions.review.dialogs.reviews import (
    handles_review,
    load_review,
    review_source,
    to_share,
)
from bot.extensions.review.store import analyses, imported_games
from bot.extensions.review.views.analysed_game import AnalysedGame
from bot.extensions.review.views.analysis_page import analysis_view
from bot.extensions.review.views.review_source import Review, ReviewSource
from bot.extensions.review.views.turning_point import turning_point_view
from engine.analysis import Analysis, PlayedGame

JOB = "engine.analysis:analysed"
ANALYSIS_SECONDS = 30.0
"""Timeout in seconds for the analysis of one turn.

It takes about 1 s on the largest boards.
"""
GAME_RUNNING = N_("Analysis is available once the game is over.")
NO_MOVES = N_("No one moved in game {number}, so there is nothing to analyse.")


def finished_games(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Return the player's finished matches that have moves, or all if none has any."""
    finished = [match for match in exportable(tx, player, channel) if match.status != "running"]
    return [match for match in finished if match.turn_count] or finished


async def get_or_compute(ctx: CommandContext, about: Review) -> Analysis:
    """Return the stored analysis, or run one in a worker and store it."""
    kept = await ctx.read(_load_analysis, about, ctx.player)
    if kept is not None:
        return kept
    played = PlayedGame(about.record.variant.key, about.texts)
    result: Analysis = await run_job(
        ctx,
        JOB,
        played,
        seconds=ANALYSIS_SECONDS,
        progress_text=lambda n: ctx.t.translate("Analysing the game: {n}%", n=n),
    )
    await ctx.write(_store_analysis, about, result)
    return result


def _load_analysis(tx: Tx, about: Review, player: int) -> Analysis | None:
    if about.source:
        return imported_games.record_analysis(tx, about.number, player)
    return analyses.get_analysis(tx, about.number)


def _store_analysis(tx: Tx, about: Review, result: Analysis) -> None:
    if about.source:
        imported_games.set_analysis(tx, about.number, result)
    else:
        analyses.put_analysis(tx, about.number, result)


@game_action(
    "analysis",
    locale_str("Computer analysis of a finished game"),
    finished_games,
)
async def analyse(ctx: CommandContext, match: int, more: str) -> Reply:
    """Show the analysis of a finished match."""
    return await _analysis_reply(ctx, match, "")


async def _analysis_reply(ctx: CommandContext, number: int, source: ReviewSource) -> Reply:
    """Reply with the analysis of a finished match or imported record."""
    about = await load_review(ctx, number, source)
    _must_be_whole(about)
    return await _shown(ctx, about)


def _must_be_whole(about: Review) -> None:
    """Raise `UserError` if the game is still running or has no moves."""
    if about.ended is None:
        raise UserError(GAME_RUNNING)
    if not about.moves:
        raise UserError(NO_MOVES, number=about.number)


async def _shown(call: CommandContext, about: Review) -> Reply:
    return await analysis_view(call.t, AnalysedGame(about, await get_or_compute(call, about)))


@handles_review("turning-point", edits=True)
async def show_turning_point(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button of a turn: show its better move.

    Raises `StaleComponent` if there is none.
    """
    about = await load_review(ctx, control.subject, review_source(control.action))
    _must_be_whole(about)
    analysed = AnalysedGame(about, await get_or_compute(ctx, about))
    if not analysed.has_better(control.ply):
        raise StaleComponent(str(control.ply))
    return await turning_point_view(ctx.t, analysed, control.ply)


@handles_review("analysis-back", edits=True)
@handles_review("analysis")
async def show_analysis(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Analysis button, and the Back button of a turn."""
    return await _analysis_reply(ctx, control.subject, review_source(control.action))


@component_handler("analysis-shared")
async def share_analysis(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Show everyone button: post the analysis publicly."""
    about = await to_share(ctx, control.subject)
    _must_be_whole(about)
    async with publicly(ctx.interaction):
        return await _shown(ctx, about)
