"""Pages of the daily puzzle: board, result, shared result, leaderboards, and post."""

from collections.abc import Mapping, Sequence

import discord
from discord import ui

from bot.extension_api.boards import Step
from bot.extension_api.texts import N_, Translator, code, stamp
from bot.extension_api.views import (
    Button,
    ButtonStyle,
    ComponentId,
    Reply,
    button_row,
    button_rows,
    layout,
    mention,
)
from bot.extensions.puzzles.models import DAY, Solitaire, Solver
from bot.extensions.puzzles.service import daily_results, daily_schedule
from bot.extensions.puzzles.service.daily_results import DailyStanding
from bot.extensions.puzzles.views.puzzle_page import (
    example,
    figure_number,
    question_part,
    rulebook_text,
)
from engine import puzzles

DIFFICULTIES: Mapping[str, str] = {
    "very easy": N_("very easy"),
    "easy": N_("easy with a hint"),
    "medium": N_("medium"),
    "hard": N_("hard"),
    "very hard": N_("very hard"),
}
"""Names of the difficulties in `engine.puzzles.DIFFICULTIES`, which count hints.

Only a "very easy" figure is easy without any.
"""
SIGNS: Mapping[str, str] = {"s": "🔹", "h": "🔺", "u": "↩️", "r": "↩️", "t": "💡"}
"""Emoji for the marks of a puzzle game, distinguishable by shape alone."""
SIGNS_SHOWN = 60


def figure_name(t: Translator, figure: int) -> str:
    """Return the title of a figure."""
    return t.translate(
        "Figure {number} of {all}",
        number=figure_number(t, figure),
        all=figure_number(t, puzzles.count()),
    )


def difficulty(t: Translator, figure: int) -> str:
    """Return the difficulty of a figure's daily puzzle in words."""
    return t.translate(DIFFICULTIES[daily_schedule.difficulty(figure)])


def task_text(t: Translator, played: int) -> str:
    """Return the task of a daily puzzle, of which some turns are played already."""
    if not played:
        return t.translate(
            "Bring the nineteen men out of the yard into the outline, each in one turn."
        )
    return t.translate_plural(
        "{n} man is in place. Bring the others out of the yard into the outline, each in one turn.",
        "{n} men are in place. Bring the others out of the yard into the outline, each in one turn.",
        played,
    )


def daily_board(
    t: Translator,
    attempt: Solitaire,
    game: puzzles.SolitaireGame,
    image: discord.File,
    next_step: Step | None,
    standing: DailyStanding,
    *,
    now: int,
    before: str = "",
) -> Reply:
    """Return the message with a player's daily puzzle.

    `next_step` is the current step of the move picker; without one, there is no move picker.
    `before` is shown below the board, above the other lines.
    """
    figure, over = game.problem.figure, attempt.finished_at is not None
    head = [
        f"### {figure_name(t, figure)}",
        f"<t:{standing.day * DAY + DAY // 2}:D> · **{difficulty(t, figure)}**",
    ]
    begun = not daily_schedule.is_at_beginning(game)
    if not over and not begun:
        head.append(task_text(t, len(game.moves)))
    head.append("-# " + puzzles.write_men(sorted(puzzles.figure(figure))))
    lines = [
        before,
        *(_over(t, attempt, game, standing) if over else _progress(t, game, standing.day, now)),
    ]
    if standing.day == daily_schedule.today(now):
        lines.append(_next(t, standing.day))
    turn = len(game.moves)
    tapped, taps = question_part(t, attempt, game, next_step)

    def to(action: str, label: str, style: ButtonStyle = "secondary") -> Button:
        return Button(ComponentId(action, attempt.id, turn), label, style)

    shareable = attempt.turns is not None and not standing.key_seen
    ways = (
        [
            to("daily-share", t.translate("Share"), "primary") if shareable else None,
            to("daily-tables", t.translate("Leaderboard")),
            to("alone-again", t.translate("Play again")),
        ]
        if over
        else [
            to("alone-undo", t.translate("Undo")) if begun else None,
            to("daily-restart", t.translate("Start over")) if begun else None,
            to("daily-hint", t.translate("Hint")),
            to("daily-possible", t.translate("Still possible?")) if begun else None,
        ]
    )
    key = to("alone-key", t.translate("Show the solution"))
    return Reply.of(head, image, [*lines, *tapped], *taps, *button_rows(*ways, key))


def _next(t: Translator, day: int) -> str:
    """Return a line with the time of the next puzzle."""
    return "-# " + t.translate("The next puzzle appears {when}.", when=stamp((day + 1) * DAY))


def _progress(t: Translator, game: puzzles.SolitaireGame, day: int, now: int) -> list[str]:
    """Return the lines of a running puzzle; the hint names an earlier day."""
    lines = [
        t.translate("{n} of {all} men are in place.", n=len(game.moves), all=len(puzzles.YARD))
    ]
    if game.moves:
        last = game.problem.variant.format(game.moves[-1])
        lines[0] += " " + t.translate("Last move: {move}", move=code(last))
    if not puzzles.legal_turns(game):
        lines.append(t.translate("No man can move in this position. Undo some moves."))
        return lines
    moves = code(example(game))
    how = (
        t.translate("Use `/puzzle daily` to make several moves at once, e.g. {moves}.", moves=moves)
        if day == daily_schedule.today(now)
        else t.translate(
            "Use `/puzzle daily` with {day} to make several moves at once, e.g. {moves}.",
            day=code(f"day:{daily_results.date_of(day)}"),
            moves=moves,
        )
    )
    lines.append(f"-# {how}")
    return lines


def _over(
    t: Translator, attempt: Solitaire, game: puzzles.SolitaireGame, standing: DailyStanding
) -> list[str]:
    lines = ["🏁 **" + t.translate("Solved!") + "**", *result_signs(t, attempt.marks)]
    if standing.key_seen:
        return [*lines, t.translate("You looked at the solution, so this puzzle does not count.")]
    lines += _novelty(t, attempt, game, standing)
    lines.append(
        t.translate_plural(
            "{n} person has solved it.", "{n} people have solved it.", standing.solvers
        )
        + " "
        + t.translate_plural(
            "Players have found {n} solution.",
            "Players have found {n} different solutions.",
            standing.ways,
        )
    )
    if standing.streak:
        lines.append(streak_text(t, standing.streak))
    return lines


def _novelty(
    t: Translator, attempt: Solitaire, game: puzzles.SolitaireGame, standing: DailyStanding
) -> list[str]:
    """Return a line about who knew this solution before; [] if there is none."""
    if whose := rulebook_text(t, game):
        return [whose]
    if standing.first is None:
        return []
    if standing.first == attempt.player:
        known = puzzles.solution_key(puzzles.figure_solution(game.problem.figure))
        if puzzles.solution_key(game.moves) == known:
            return [t.translate("You are the first player to find the solution I know.")]
        return [t.translate("Your solution is new: you are the first to find it.")]
    if standing.first:
        finder = mention(standing.first)
        return [t.translate("{player} found this solution before you.", player=finder)]
    return [t.translate("Someone found this solution before you.")]


def streak_text(t: Translator, days: int) -> str:
    """Return the length of a streak in words."""
    return "🔥 " + t.translate_plural("{n} day in a row", "{n} days in a row", days)


def result_signs(t: Translator, marks: str) -> list[str]:
    """Return a spoiler-free summary: an emoji for each action, and totals."""
    shown_marks = [each for each in marks if each in SIGNS]
    signs = "".join(SIGNS[each] for each in shown_marks[:SIGNS_SHOWN])
    summary = t.translate(
        "Steps: {steps} · Hops: {hops} · Taken back: {back} · Hints: {hints}",
        steps=f"{shown_marks.count('s')} {SIGNS['s']}",
        hops=f"{shown_marks.count('h')} {SIGNS['h']}",
        back=f"{shown_marks.count('u') + shown_marks.count('r')} {SIGNS['u']}",
        hints=f"{shown_marks.count('t')} {SIGNS['t']}",
    )
    return [signs + "…" * (len(shown_marks) > SIGNS_SHOWN), f"-# {summary}"]


def hint_text(t: Translator, possible: bool | None, turn: str | None) -> str:
    """Return the result of a search: whether the figure is still possible, and a move."""
    if possible is None:
        return t.translate("I could not work that out in time.")
    if not possible:
        return t.translate("The figure can no longer be formed from here. Undo some moves.")
    if turn is None:
        return t.translate("Yes, the figure can still be formed.")
    return "💡 " + t.translate("Hint: {move}", move=code(turn))


def share_text(t: Translator, attempt: Solitaire, figure: int, days: int) -> ui.LayoutView:
    """Return the public message with which a player shares their result."""
    head = t.translate(
        "{player} has solved {figure} ({difficulty}).",
        player=mention(attempt.player),
        figure=f"**{figure_name(t, figure)}**",
        difficulty=difficulty(t, figure),
    )
    lines = [head, *result_signs(t, attempt.marks)]
    if days > 1:
        lines.append(streak_text(t, days))
    return layout(lines, button_row(try_it(t, daily_schedule.day_of(figure))))


def try_it(t: Translator, day: int) -> Button:
    """Return the button that lets anyone start a day's puzzle in private."""
    return Button(ComponentId("daily", day), t.translate("Try it"), "primary")


def tables_view(
    t: Translator, today: Sequence[Solver], month: Sequence[Solver], *, named: bool
) -> str:
    """Return the leaderboards of a guild: puzzles solved today and this month."""
    lines = ["### " + t.translate("Solved today"), *_ranked(t, today)]
    lines += ["### " + t.translate("This month"), *_ranked(t, month, days=True)]
    if not named:
        lines.append(
            "-# " + t.translate("Your name is not shown; use `/me settings` to change that.")
        )
    return "\n".join(lines)


def _ranked(t: Translator, solvers: Sequence[Solver], *, days: bool = False) -> list[str]:
    """Return a line for each player: name, help used and, with `days`, number of days."""
    lines = []
    for rank, each in enumerate(solvers, 1):
        parts = [f"{rank}. {mention(each.player)}"]
        if days:
            parts.append(f"**{each.days}**")
        if each.hints_used:
            parts.append(f"{each.hints_used} {SIGNS['t']}{SIGNS['u']}")
        lines.append(" · ".join(parts))
    return lines or [t.translate("No one yet.")]


def daily_post(
    t: Translator, day: int, image: discord.File, before: Sequence[Solver]
) -> ui.LayoutView:
    """Return the daily post for a guild: today's figure, and who solved yesterday's."""
    figure = daily_schedule.figure_of_day(day)
    lines = [task_text(t, daily_schedule.turns_played(figure)), _next(t, day)]
    if before:
        solvers = ", ".join(mention(each.player) for each in before)
        lines.append("-# " + t.translate("Solved yesterday: {players}", players=solvers))
    return layout(
        "### "
        + t.translate("Daily puzzle")
        + f"\n{figure_name(t, figure)} · **{difficulty(t, figure)}**",
        image,
        lines,
        button_row(try_it(t, day)),
    )


def part_of_board(problem: puzzles.Problem) -> frozenset[int]:
    """Return the squares in use, to crop the picture; empty for the whole board."""
    (seat,) = problem.variant.seats
    return seat.home | seat.goal if problem.figure else frozenset()
