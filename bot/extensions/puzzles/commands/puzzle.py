"""`/puzzle`: single-player problems from the rulebook, played in private."""

import asyncio

from discord import app_commands
from discord.app_commands import locale_str

from bot.extension_api.boards import StepPanel, matching_moves
from bot.extension_api.commands import (
    CommandContext,
    Option,
    command,
    component_handler,
    group,
    matching_choices,
    render_film,
)
from bot.extension_api.people import Theme, board_theme
from bot.extension_api.texts import N_
from bot.extension_api.transactions import NotFound, Tx
from bot.extension_api.views import ComponentId, Reply, UserError
from bot.extensions.puzzles.dialogs.puzzle_board import (
    board_reply,
    current_solitaire,
    make_turns,
    turns_made,
)
from bot.extensions.puzzles.models import Solitaire
from bot.extensions.puzzles.service import puzzle_games, puzzle_ladder
from bot.extensions.puzzles.store import puzzle_game_rows
from bot.extensions.puzzles.store.puzzle_game_rows import attempt_created
from bot.extensions.puzzles.views import puzzle_page
from engine import puzzles
from render.animation import Film, Part

SHORT, RANDOM = "short", "packing"
"""Option values for a new short puzzle and for a new random packing puzzle."""
NO_SOLITAIRE = N_("You have no puzzle in progress. Use `/puzzle start` to start one.")
STALE_BOARD = N_(
    "That puzzle is finished, or it is someone else's. Use `/puzzle start` to start one."
)
UNKNOWN = N_("I don't know that puzzle. Choose one from the list that appears as you type.")


group("puzzle", locale_str("Puzzles for one player"), "daily start longest_hop move")


async def problem_autocomplete(ctx: CommandContext, typed: str) -> dict[str, str]:
    """Autocomplete the `puzzle` option: current puzzles first, then an easy one."""
    attempts = await ctx.read(puzzle_game_rows.open_solitaires, ctx.player)
    mine = [puzzles.get_problem(attempt.problem) for attempt in attempts]
    races = map(puzzles.get_problem, puzzles.RACES)
    problems_by_key = dict.fromkeys(
        [*mine, puzzles.first_problem(), *puzzles.PROBLEMS.values(), *races]
    )
    names = {problem.key: puzzle_page.problem_name(ctx.t, problem) for problem in problems_by_key}
    begun = {problem.key: names.pop(problem.key) for problem in mine}
    short = ctx.t.translate("A short puzzle")
    whole = ctx.t.translate("A random packing puzzle")
    return matching_choices({**begun, SHORT: short, **names, RANDOM: whole}, typed)


async def moves(ctx: CommandContext, typed: str) -> dict[str, str]:
    """Autocomplete the `move` option for the puzzle that was started last."""
    attempt = await ctx.read(puzzle_games.current_solitaire, ctx.player)
    game = puzzle_games.current_game(attempt)
    rules = game.problem.variant
    listed = [(turn, rules.format(turn)) for turn in puzzles.legal_turns(game)]
    matching = matching_moves(rules, game.position, listed, typed)
    return {text: text for _, text in matching}


@command(
    "puzzle start",
    locale_str("Start or continue a puzzle"),
    puzzle=Option(
        locale_str("Which puzzle? Leave empty for a short one"),
        autocomplete=problem_autocomplete,
    ),
)
async def start_command(
    ctx: CommandContext, puzzle: app_commands.Range[str, 1, 40] = SHORT
) -> Reply:
    """Handle the `/puzzle start` command: start or resume a puzzle."""
    if puzzle == SHORT:
        puzzle = puzzle_ladder.easy_puzzle(ctx.app.rng)
    elif puzzle == RANDOM:
        puzzle = puzzle_ladder.random_packing(ctx.app.rng)
    try:
        attempt = await ctx.write(puzzle_games.start, problem=puzzle, **ctx.actor)
    except NotFound:
        raise UserError(UNKNOWN) from None
    return await board_reply(ctx, attempt)


@command(
    "puzzle move",
    locale_str("Make a move in your puzzle"),
    move=Option(locale_str("From and to, e.g. II,3-IV,5"), autocomplete=moves),
)
async def move_command(ctx: CommandContext, move: app_commands.Range[str, 1, 600]) -> Reply:
    """Handle `/puzzle move`: make moves in the puzzle that was started last."""
    return await board_reply(ctx, await ctx.write(_make_turns_in_latest, ctx, move))


def _make_turns_in_latest(tx: Tx, ctx: CommandContext, text: str) -> Solitaire:
    """Make the moves in `text` in the puzzle that was started last."""
    try:
        attempt = puzzle_games.current_solitaire(tx, ctx.player)
    except NotFound:
        raise UserError(NO_SOLITAIRE) from None
    return make_turns(tx, ctx, attempt.problem, text)


def _own_solitaire(tx: Tx, ctx: CommandContext, control: ComponentId) -> Solitaire:
    """Return the puzzle game to which a button belongs.

    Raises `UserError` unless this player is still playing it.
    """
    return current_solitaire(tx, ctx.player, control, STALE_BOARD)


PANEL = StepPanel(_own_solitaire, turns_made, board_reply)
component_handler("alone-step", edits=True, about="else", created=attempt_created)(PANEL.turn_page)


@component_handler("alone-play", edits=True, about="else", created=attempt_created)
@PANEL.changes
def play_turn(tx: Tx, ctx: CommandContext, attempt: Solitaire, control: ComponentId) -> Solitaire:
    """Handle a letter button that completes a move."""
    game = puzzle_games.current_game(attempt)
    rules = game.problem.variant
    chosen = PANEL.chosen_move(rules, puzzles.legal_turns(game), control)
    return make_turns(tx, ctx, attempt.problem, rules.format(chosen))


@component_handler("alone-undo", edits=True, about="else", created=attempt_created)
@PANEL.changes
def undo_turn(tx: Tx, ctx: CommandContext, attempt: Solitaire, control: ComponentId) -> Solitaire:
    """Handle the Undo button."""
    return puzzle_games.undo(tx, problem=attempt.problem, **ctx.actor)


@component_handler("alone-quit", edits=True, about="else", created=attempt_created)
async def give_up(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Give up button."""
    return await board_reply(ctx, await ctx.write(_give_up, ctx, control))


def _give_up(tx: Tx, ctx: CommandContext, control: ComponentId) -> Solitaire:
    attempt = _own_solitaire(tx, ctx, control)
    return puzzle_games.give_up(tx, problem=attempt.problem, **ctx.actor)


@component_handler("alone-again", edits=True, about="else", created=attempt_created)
async def play_again(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Play again button."""
    attempt = await ctx.read(puzzle_games.load_solitaire, control.subject, player=ctx.player)
    return await start_command(ctx, attempt.problem)


@component_handler("alone-harder", edits=True, about="else", created=attempt_created)
async def play_harder(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Harder button. The current puzzle stays open and can be continued."""
    attempt = await ctx.read(puzzle_games.load_solitaire, control.subject, player=ctx.player)
    harder = puzzle_ladder.harder_puzzle(attempt.problem, ctx.app.rng)
    if harder is None:
        raise UserError(STALE_BOARD)
    return await start_command(ctx, harder)


@component_handler("alone-key", about="else", created=attempt_created)
async def show_key(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Show the solution button."""
    attempt = await ctx.write(_record_key_seen, control.subject, ctx.player)
    problem = puzzles.get_problem(attempt.problem)
    await asyncio.to_thread(puzzles.best_known_moves, problem)
    return Reply(view=puzzle_page.key_view(ctx.t, attempt, problem))


def _record_key_seen(tx: Tx, solitaire: int, player: int) -> Solitaire:
    """Record that a player has looked at the solution.

    Returns the game as it was before.
    """
    attempt = puzzle_games.load_solitaire(tx, solitaire, player=player)
    puzzle_games.add_mark(tx, attempt, puzzle_games.KEY)
    return attempt


@component_handler("alone-film", about="else", created=attempt_created)
async def show_film(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Replay button below a solution."""
    attempt, theme = await ctx.read(
        _load_with_theme, control.subject, player=ctx.player, guild=ctx.guild
    )
    problem = puzzles.get_problem(attempt.problem)
    moves = await asyncio.to_thread(puzzles.best_known_moves, problem)
    texts = tuple(problem.variant.format(move) for move in moves)
    wanted = Film(problem.key, texts, Part(0, len(texts)), theme=theme)
    made = await render_film(ctx, wanted)
    return puzzle_page.film_view(ctx.t, attempt, problem, made)


def _load_with_theme(
    tx: Tx, solitaire: int, *, player: int, guild: int | None
) -> tuple[Solitaire, Theme]:
    """Return a player's puzzle game and the theme of their boards."""
    attempt = puzzle_games.load_solitaire(tx, solitaire, player=player)
    return attempt, board_theme(tx, guild, player)
