"""Pages of the daily puzzle: board, result, shared result, tables, daily post."""

from collections.abc import Mapping, Sequence

import discord
from babel.numbers import format_decimal
from discord import ui

from bot.extensions.puzzles.service import daily_schedule
from bot.extensions.puzzles.service.daily_results import Standing
from bot.extensions.puzzles.views.puzzle_page import example, tapping
from bot.i18n.durations import stamp
from bot.i18n.escaping import code
from bot.i18n.translator import Words, mark
from bot.service.clock.calendar import DAY
from bot.store.models import Solitaire, Solver
from bot.views.components import Control, Press, Style, layout, row, rows
from bot.views.move_steps import Step
from bot.views.player_labels import mention
from bot.views.reply import Reply
from engine import puzzles

DIFFICULTIES: Mapping[str, str] = {
    "very easy": mark("very easy"),
    "easy": mark("easy"),
    "medium": mark("medium"),
    "hard": mark("hard"),
    "very hard": mark("very hard"),
}
"""By `engine.puzzles.DIFFICULTIES`."""
SIGNS: Mapping[str, str] = {"s": "🔹", "h": "🔺", "u": "↩️", "r": "↩️", "t": "💡"}
"""Emoji for each mark of a puzzle game. Each has a shape of its own."""
SIGNS_SHOWN = 60


def name(words: Words, figure: int) -> str:
    """Return the title of a figure."""
    return words.say(
        "Figure {number} of {all}",
        number=format_decimal(figure, locale=words.language),
        all=format_decimal(puzzles.count(), locale=words.language),
    )


def difficulty(words: Words, figure: int) -> str:
    """Return the difficulty of a figure in words."""
    return words.say(DIFFICULTIES[puzzles.difficulty(figure)])


def board(
    words: Words,
    here: Solitaire,
    game: puzzles.Game,
    shown: discord.File,
    asked: Step | None,
    standing: Standing,
    *,
    now: int,
    before: str = "",
) -> Reply:
    """Return the player's message, with the step `asked` of the next move."""
    figure, over = game.problem.figure, here.finished_at is not None
    head = [
        f"### {name(words, figure)}",
        f"<t:{standing.day * DAY + DAY // 2}:D> · **{difficulty(words, figure)}**",
    ]
    if not over and not game.moves:
        head.append(
            words.say("Bring the nineteen men out of the yard into the outline, each in one turn.")
        )
    head.append("-# " + puzzles.write_men(sorted(puzzles.figure(figure))))
    lines = [before, *(_over(words, here, standing) if over else _progress(words, game))]
    if standing.day == daily_schedule.today(now):
        lines.append(_next(words, standing.day))
    turn = len(game.moves)
    tapped, taps = tapping(words, here, game, asked)

    def to(action: str, label: str, style: Style = "secondary") -> Press:
        return Press(Control(action, here.id, turn), label, style)

    shareable = here.turns is not None and not standing.key_seen
    ways = (
        [
            to("daily-share", words.say("Share"), "primary") if shareable else None,
            to("daily-tables", words.say("Leaderboard")),
            to("alone-again", words.say("Play again")),
        ]
        if over
        else [
            to("alone-undo", words.say("Undo")) if turn else None,
            to("daily-restart", words.say("Start over")) if turn else None,
            to("daily-hint", words.say("Hint")),
            to("daily-possible", words.say("Still possible?")) if turn else None,
        ]
    )
    key = to("alone-key", words.say("Show the solution"))
    return Reply.of(head, shown, [*lines, *tapped], *taps, *rows(*ways, key))


def _next(words: Words, day: int) -> str:
    """Return when the next puzzle comes."""
    return "-# " + words.say("The next one appears {when}.", when=stamp((day + 1) * DAY))


def _progress(words: Words, game: puzzles.Game) -> list[str]:
    lines = [words.say("{n} of {all} men are in place.", n=len(game.moves), all=len(puzzles.YARD))]
    if game.moves:
        last = game.problem.variant.format(game.moves[-1])
        lines[0] += " " + words.say("Last: {move}", move=code(last))
    if not puzzles.moves(game):
        lines.append(words.say("No man can move from here. Undo some moves."))
        return lines
    lines.append(
        "-# "
        + words.say(
            "Use `/daily` to make several moves at once: {moves}.", moves=code(example(game))
        )
    )
    return lines


def _over(words: Words, here: Solitaire, standing: Standing) -> list[str]:
    lines = ["🏁 **" + words.say("Solved!") + "**", *result(words, here.marks)]
    if standing.key_seen:
        return [*lines, words.say("You looked at the solution, so it does not count.")]
    if standing.first == here.player:
        lines.append(words.say("Your solution is new: you are the first to find it."))
    elif standing.first:
        finder = mention(standing.first)
        lines.append(words.say("{player} found this solution before you.", player=finder))
    elif standing.first is not None:
        lines.append(words.say("Someone found this solution before you."))
    lines.append(
        words.say_n("{n} person has solved it.", "{n} people have solved it.", standing.solvers)
        + " "
        + words.say_n("{n} solution is known.", "{n} different solutions are known.", standing.ways)
    )
    if standing.streak:
        lines.append(streak(words, standing.streak))
    return lines


def streak(words: Words, days: int) -> str:
    """Return the length of a streak in words."""
    return "🔥 " + words.say_n("{n} day in a row", "{n} days in a row", days)


def result(words: Words, marks: str) -> list[str]:
    """Return how it was solved without spoilers: an emoji for each action, and totals."""
    known = [each for each in marks if each in SIGNS]
    signs = "".join(SIGNS[each] for each in known[:SIGNS_SHOWN])
    told = words.say(
        "Steps: {steps} · Hops: {hops} · Taken back: {back} · Hints: {hints}",
        steps=f"{known.count('s')} {SIGNS['s']}",
        hops=f"{known.count('h')} {SIGNS['h']}",
        back=f"{known.count('u') + known.count('r')} {SIGNS['u']}",
        hints=f"{known.count('t')} {SIGNS['t']}",
    )
    return [signs + "…" * (len(known) > SIGNS_SHOWN), f"-# {told}"]


def hinted(words: Words, possible: bool | None, turn: str | None) -> str:
    """Return the result of a search: is the figure still possible, and by which move."""
    if possible is None:
        return words.say("I could not work that out in time.")
    if not possible:
        return words.say("From here the figure can no longer be formed. Undo some moves.")
    if turn is None:
        return words.say("Yes, the figure can still be formed.")
    return "💡 " + words.say("Hint: {move}", move=code(turn))


def shared(words: Words, here: Solitaire, figure: int, days: int) -> ui.LayoutView:
    """Return the public message with which a player shares their result."""
    head = words.say(
        "{player} has solved {figure} ({difficulty}).",
        player=mention(here.player),
        figure=f"**{name(words, figure)}**",
        difficulty=difficulty(words, figure),
    )
    lines = [head, *result(words, here.marks)]
    if days > 1:
        lines.append(streak(words, days))
    return layout(lines, row(try_it(words, daily_schedule.day_of(figure))))


def try_it(words: Words, day: int) -> Press:
    """Return the button with which anyone can start a day's puzzle in private."""
    return Press(Control("daily", day), words.say("Try it"), "primary")


def tables(words: Words, today: Sequence[Solver], month: Sequence[Solver], *, named: bool) -> str:
    """Return the tables of a guild: solved today, and this month."""
    lines = ["### " + words.say("Solved today"), *_ranked(words, today)]
    lines += ["### " + words.say("This month"), *_ranked(words, month, days=True)]
    if not named:
        lines.append(
            "-# " + words.say("Your name is not shown; use `/me settings` to change that.")
        )
    return "\n".join(lines)


def _ranked(words: Words, solvers: Sequence[Solver], *, days: bool = False) -> list[str]:
    """Return a line for each player: name, number of days, and help used."""
    lines = []
    for place, each in enumerate(solvers, 1):
        told = [f"{place}. {mention(each.player)}"]
        if days:
            told.append(f"**{each.days}**")
        if each.hints_used:
            told.append(f"{each.hints_used} {SIGNS['t']}{SIGNS['u']}")
        lines.append(" · ".join(told))
    return lines or [words.say("No one yet.")]


def post(words: Words, day: int, shown: discord.File, before: Sequence[Solver]) -> ui.LayoutView:
    """Return the daily post of a guild: today's figure, and who solved yesterday's."""
    figure = daily_schedule.of_day(day)
    lines = [
        words.say("Bring the nineteen men out of the yard into the outline, each in one turn."),
        _next(words, day),
    ]
    if before:
        solvers = ", ".join(mention(each.player) for each in before)
        lines.append("-# " + words.say("Solved yesterday: {players}", players=solvers))
    return layout(
        "### "
        + words.say("Daily puzzle")
        + f"\n{name(words, figure)} · **{difficulty(words, figure)}**",
        shown,
        lines,
        row(try_it(words, day)),
    )


def part_of_board(problem: puzzles.Problem) -> frozenset[int]:
    """Return the squares in use, to crop the picture; empty for the whole board."""
    (seat,) = problem.variant.seats
    return seat.home | seat.goal if problem.figure else frozenset()
