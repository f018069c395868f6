"""Daily puzzle post for a guild, dropped if the day is over."""

import discord
from discord import ui

from bot.extension_api.boards import Scenery, board_image
from bot.extension_api.commands import App
from bot.extension_api.people import board_theme
from bot.extension_api.posts import Draft, MessageKind, composes, translator_for_post
from bot.extension_api.transactions import OutboxRow, Tx
from bot.extensions.puzzles.service import daily_results, daily_schedule
from bot.extensions.puzzles.service.daily_schedule import DailyPost
from bot.extensions.puzzles.views import daily_page
from engine import puzzles
from render.scenes import Marker


@composes(MessageKind("daily", DailyPost, on_failed=daily_schedule.on_given_up))
def compose(tx: Tx, app: App, row: OutboxRow, post: DailyPost) -> Draft | None:
    """Compose the puzzle with yesterday's solvers; None once the day is over."""
    if daily_schedule.today(app.clock()) != post.day:
        return None
    t, theme = translator_for_post(tx, app, post.guild), board_theme(tx, post.guild)
    before = daily_results.solvers_of_day(tx, post.guild, post.day - 1)
    problem = puzzles.figure_problem(daily_schedule.figure_of_day(post.day))
    game, part = daily_schedule.begin_puzzle(problem), daily_page.part_of_board(problem)
    open_squares = problem.variant.seats[0].goal - {*game.cells}
    marks = [Marker(cell, "target") for cell in sorted(open_squares)]

    async def make() -> tuple[ui.LayoutView, list[discord.File]]:
        name = f"figure-{daily_schedule.figure_of_day(post.day)}.png"
        scenery = Scenery(problem.variant, game.position, name, theme=theme)
        file = await board_image(t, scenery, marks=marks, around=part)
        return daily_page.daily_post(t, post.day, file, before), [file]

    return Draft(make, guild=post.guild)
