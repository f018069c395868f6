"""Match panel: what has happened, whose turn it is, and what can be done next."""

from dataclasses import replace

import discord
from discord import ui

from bot.i18n.escaping import code
from bot.i18n.translator import Translator
from bot.service.results import MatchView, MoveEvent
from bot.store.models import Match
from bot.views.board_post import (
    ending_line,
    move_button,
    mover_label,
    result_post,
    turn_line,
)
from bot.views.components import Button, ComponentId, button_row, button_rows, layout
from bot.views.event_log import (
    events_text,
    short_events_text,
    standing_text,
)
from bot.views.phone_lines import lines_on_phone
from bot.views.player_labels import colour_name, disc, game_and_number, seat_player_label
from bot.views.reply import Reply
from engine import variant

STORY_LINES = 3
"""Number of lines on a phone above which the story of a match for two is shortened."""


def story(t: Translator, view: MatchView, player: int, *, is_turn: bool) -> str:
    """Return what has happened since the player's last action, and in which game.

    On their own turn (`is_turn`), the player's last move is left out if it has been answered. If
    there are two players, a text of more than `STORY_LINES` is shortened.
    """
    players = len(view.match.players)
    about = game_and_number(t, view.match)
    first = view.events[0] if view.events else None
    is_own = isinstance(first, MoveEvent) and (first.player, first.by) == (player, "player")
    answers = replace(view, events=view.events[1:]) if is_own else view
    has_happened = answers.events or not is_own
    happened = events_text(t, answers, jumps=players == 2) if has_happened else None
    if isinstance(first, MoveEvent) and is_own and not (is_turn and happened):
        move = code(variant(view.match.variant).format(first.move))
        head = t.translate("Played {move} in {about}.", move=move, about=about)
    else:
        head = f"-# {about}"
    text = "\n".join(line for line in (head, happened) if line)
    if players == 2 and lines_on_phone(text) > STORY_LINES:
        brief = short_events_text(t, answers) if happened else None
        text = "\n".join(line for line in (head, brief) if line)
    return text


def whose_men(t: Translator, match: Match, seat: int, player: int) -> str:
    """Return a sentence that says which men the player moves."""
    if match.players[seat] != player:
        whose = seat_player_label(t, match, seat)
        return t.translate("You are playing for {player}.", player=whose)
    game = variant(match.variant)
    colour = f"{disc(game, seat)}\u00a0{colour_name(t, game, seat)}"
    return t.translate("You are {colour}.", colour=colour)


def waiting_text(t: Translator, view: MatchView) -> str:
    """Return a sentence that says whom a running match is waiting for."""
    match = view.match
    if match.deciding_partner is not None:
        return turn_line(t, view).removeprefix("### ")
    mover = mover_label(t, match, view.position.turn)
    if match.level is not None:
        return t.translate("{player} is thinking …", player=mover)
    return t.translate("Waiting for {player}.", player=mover)


def next_game_button(t: Translator, match: Match | None) -> Button | None:
    """Return the button that shows another match in the panel; None without a match."""
    if match is None:
        return None
    label = t.translate("Next game: {number}", number=match.id)
    return Button(ComponentId("moves", match.id, match.ply), label, "primary")


def waiting_panel(
    t: Translator,
    view: MatchView,
    player: int,
    file: discord.File,
    *buttons: Button | None,
    before: str | None = None,
) -> ui.LayoutView:
    """Build the panel while others move, with the text `before` above it."""
    return layout(
        [before, story(t, view, player, is_turn=False)],
        file,
        [standing_text(t, view), f"**{waiting_text(t, view)}**"],
        *button_rows(*buttons),
    )


def result_panel(
    t: Translator, view: MatchView, file: discord.File, next_game: Button | None
) -> ui.LayoutView:
    """Build the panel of a match that is over: its result, and the next match."""
    shown = result_post(t, view, file, ending_line(t, view))
    container = shown.children[0]
    row = button_row(next_game)
    if row is not None and isinstance(container, ui.Container):
        container.add_item(row)
    return shown


def expired_panel(t: Translator, match: Match) -> Reply:
    """Build the replacement of a panel that can no longer be updated."""
    return Reply.of(
        f"-# {game_and_number(t, match)}",
        t.translate("This panel has expired. Press **Move** to open it again."),
        button_row(move_button(t, match, match.ply)),
    )
