"""Conditional moves as shown to their owner: lines, choices, form and end notice."""

from collections.abc import Mapping, Sequence
from zlib import crc32

import discord
from discord import ui

from bot.i18n.escaping import code, shorten
from bot.i18n.translator import N_, Translator
from bot.service.actions.plan_editing import PlanState
from bot.service.conditional_moves.plan_lines import PlanLine, is_queued
from bot.service.conditional_moves.plan_text import LENGTH, print_line, print_plan
from bot.service.errors import PlanFault
from bot.store.models import Match
from bot.texts.error_messages import plan_fault_text
from bot.views.components import (
    Button,
    ComponentId,
    LayoutPart,
    Select,
    button_row,
    button_rows,
    layout,
)
from bot.views.forms import Field, form
from bot.views.plan_draft import Draft
from bot.views.player_labels import game_and_number, link

SHOWN = 2500
"""Maximum number of characters of conditional moves in one message."""
UNDECIDED = "…"
"""Stands for a move that has not been chosen."""

ENDED: Mapping[str, str] = {
    "unforeseen": N_("Your plan for {about} has ended: a move was played that it does not cover."),
    "touched": N_("Your plan for {about} has ended: a square on your move's path has changed."),
    "impossible": N_("Your plan for {about} has ended: its next move is no longer possible."),
    "takeback": N_("Your plan for {about} has ended: a move was taken back."),
}
"""Messages by `bot.store.models.CancelReason`; they do not reveal the planned moves."""


def game_line(t: Translator, match: Match) -> str:
    """Return the match's name, as a link to its board if there is one."""
    label, address = game_and_number(t, match), link(match)
    return label if address is None else f"[{label}]({address})"


def line_text(t: Translator, line: PlanLine) -> str:
    """Return a line as sentences, one per step."""
    return "\n↳ ".join(_step_text(t, step.replies, step.move) for step in line)


def draft_text(t: Translator, draft: Draft) -> str:
    """Return a draft as sentences, with an ellipsis for each missing move."""
    if draft.key is None:
        return line_text(t, draft.steps)
    replies = draft.replies
    if not draft.is_own:
        replies = (*(replies or ()), UNDECIDED)
    pending = _step_text(t, replies, UNDECIDED)
    return "\n↳ ".join((*([line_text(t, draft.steps)] if draft.steps else []), pending))


def _step_text(t: Translator, replies: Sequence[str] | None, move: str) -> str:
    answer = _shown(move)
    if replies is None:
        return t.translate("Whatever they play, I play {move}", move=answer)
    if not replies:
        return t.translate("Then I play {move}", move=answer)
    return t.translate(
        "If they play {replies}, I play {move}",
        replies=t.join(map(_shown, replies)),
        move=answer,
    )


def _shown(move: str) -> str:
    return move if move == UNDECIDED else code(move)


def overview(t: Translator, state: PlanState, note: str | None = None) -> ui.LayoutView:
    """Build the view of a plan that has lines. `note` is shown at the top."""
    match, lines = state.match, state.lines
    shown = "\n".join(f"{n}. {line_text(t, line)}" for n, line in enumerate(lines, 1))
    options = {str(n): f"{n + 1}. {print_line(line)}" for n, line in enumerate(lines)}
    has_queue = any(is_queued(state.rules, line) for line in lines)
    queue = t.translate("One piece is dropped on each of your turns. Occupied squares are skipped.")
    return layout(
        note,
        t.translate("Your plan for {about}. Only you can see it.", about=game_line(t, match)),
        shorten(shown, SHOWN),
        f"-# {queue}" if has_queue else None,
        "-# "
        + t.translate(
            "The plan ends if a move is played that no line covers, or that changes a square on "
            "the path of your man. You will be notified privately."
        ),
        ui.ActionRow(
            Select(
                ComponentId("plan-line", match.id, match.ply),
                options,
                t.translate("Continue or remove a line"),
            )
        ),
        *button_rows(
            _button(t, match, "plan-step", N_("Add a line")),
            text_button(t, match),
            _button(t, match, "unplan", N_("Delete the plan")),
            _button(t, match, "moves", N_("Back")),
        ),
    )


def whole_line(
    t: Translator,
    match: Match,
    draft: Draft,
    picture: discord.File,
    note: str | None,
    *,
    over: bool,
) -> ui.LayoutView:
    """Build the view of a line that is not saved; `over` if it ends the game."""
    more = draft.has_room and not over
    limit = None if draft.has_room else plan_fault_text(t, PlanFault(None, "too-many-plies"))
    return layout(
        note,
        f"**{draft_text(t, draft)}**",
        picture,
        limit and f"-# {limit}",
        *button_rows(
            Button(
                ComponentId("plan-save", match.id, match.ply, draft.whole()),
                t.translate("Save"),
                "success",
            ),
            _button(t, match, "plan-more", N_("Add another line"), draft.whole()),
            _button(t, match, "plan-step", N_("Continue this line"), draft.choice())
            if more
            else None,
            _button(t, match, "plan-step", N_("Back"), draft.before()),
        ),
    )


def stored_line(
    t: Translator,
    match: Match,
    line: PlanLine,
    draft: str | None,
    picture: discord.File | None,
) -> ui.LayoutView:
    """Build the view of one line of a plan, with the board that it leads to.

    `draft` continues the line, if that is possible.
    """
    return layout(
        f"**{line_text(t, line)}**",
        picture,
        button_row(
            None
            if draft is None
            else _button(t, match, "plan-step", N_("Continue this line"), f"{draft}/"),
            _button(t, match, "plan-remove", N_("Remove this line"), line_token(line)),
            _button(t, match, "plan", N_("Back")),
        ),
    )


def line_token(line: PlanLine) -> str:
    """Return a checksum that identifies a line in a custom id."""
    return f"{crc32(print_line(line).encode()):08x}"


def choice_buttons(t: Translator, state: PlanState, draft: Draft) -> list[Button]:
    """Return the buttons below the first step of the choice of a move."""
    match = state.match
    buttons: list[Button] = []
    if draft.may_name_any:
        label = N_("Whatever they play")
        buttons.append(_button(t, match, "plan-step", label, draft.any_reply()))
    if draft.tokens:
        return [*buttons, _button(t, match, "plan-step", N_("Back"), draft.before())]
    back = _button(t, match, "plan" if state.lines else "moves", N_("Back"))
    return [*buttons, text_button(t, match), back]


def text_button(t: Translator, match: Match) -> Button:
    """Return the button that opens the form."""
    return _button(t, match, "plan-text", N_("As text"))


def _button(t: Translator, match: Match, action: str, label: str, key: str = "") -> Button:
    return Button(ComponentId(action, match.id, match.ply, key), t.translate(label))


def plan_form(t: Translator, state: PlanState) -> ui.Modal:
    """Build the form for a plan as text, filled with the current one."""
    return form(
        ComponentId("plan-lines", state.match.id, state.match.ply),
        t.translate("Plan for game {number}", number=state.match.id),
        Field(
            "lines",
            t.translate("One line per reply: their move, my move"),
            ui.TextInput(
                style=discord.TextStyle.paragraph,
                placeholder="VII,6-VI,6, III,3-IV,3\n*, II,2-II,4",
                default=print_plan(state.lines) or None,
                required=False,
                max_length=LENGTH,
            ),
            t.translate("* stands for any move of theirs. Leave empty to delete the plan."),
        ),
    )


def refused_text(
    t: Translator, control: ComponentId, problem: str, typed: str
) -> Sequence[LayoutPart]:
    """Return the parts of the reply to a refused text, with the text to copy."""
    return (
        problem,
        code_block(typed),
        button_row(
            Button(ComponentId("plan-text", control.subject, control.ply), t.translate("As text")),
            Button(ComponentId("plan", control.subject, control.ply), t.translate("Back")),
        ),
    )


def code_block(text: str) -> str:
    """Return typed text in a code block."""
    return f"```\n{shorten(text.replace('`', 'ˋ'), SHOWN)}\n```"


def ended_text(t: Translator, match: Match, why: str) -> str:
    """Return a sentence that says that conditional moves have ended, and why."""
    return t.translate(ENDED[why], about=game_line(t, match))
