"""Typed moves: play one, or ask for confirmation, and confirm what was played."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from bot.app import CommandContext
from bot.dialogs.permissions import CANNOT_POST, missing_here, permission_names
from bot.i18n.escaping import code
from bot.i18n.translator import Translator
from bot.request_context import RequestContext
from bot.service.actions import moves, takebacks
from bot.service.guilds import guild_settings, match_channels
from bot.service.guilds.match_channels import PostingPlace
from bot.service.match import lifecycle
from bot.service.players import player_settings
from bot.service.results import MatchView, MoveEvent, PlayedMove
from bot.store import Tx
from bot.store.models import Match, Theme, UndoState
from bot.texts.outcomes import ending_text
from bot.views import move_picker
from bot.views.board_post import next_game
from bot.views.components import Button, ComponentId, button_row, layout
from bot.views.illegal_move import IllegalMoveShown
from bot.views.man_letters import ManLetters, letters_in
from bot.views.player_labels import game_and_number, seat_player_label
from bot.views.reply import LivePanel, Reply
from engine import AmbiguousMove, IllegalMove, Move, variant

_NUMBERED = re.compile(r"\s*#(\d{1,18})\s+(.*)", re.DOTALL)


def split_game_number(text: str) -> tuple[int | None, str]:
    """Split "#12 II,3-IV,5" into the match number (or None) and the move."""
    parsed = _NUMBERED.fullmatch(text)
    return (int(parsed[1]), parsed[2]) if parsed else (None, text)


def move_summary(t: Translator, played: PlayedMove) -> str:
    """Return the text that confirms a move. The board itself follows in the channel."""
    match = played.match
    move = code(variant(match.variant).format(played.move))
    if played.outcome is not None:
        names = [seat_player_label(t, match, seat) for seat in range(len(match.players))]
        last = played.replies[-1].move if played.replies else played.move
        ending = ending_text(t, match.outcome, names, variant(match.variant), last)
        return t.translate("Played {move}. {ending}", move=move, ending=ending)
    text = t.translate("Played {move} in {about}.", move=move, about=game_and_number(t, match))
    planned = [reply for reply in played.replies if reply.by == "plan"]
    return "\n".join([text, *(plan_reply_line(t, match, reply) for reply in planned)])


def plan_reply_line(t: Translator, match: Match, reply: MoveEvent) -> str:
    """Return a line about a reply made by conditional moves."""
    move = code(variant(match.variant).format(reply.move))
    return t.translate(
        "{player} played {move} from a plan",
        player=seat_player_label(t, match, reply.seat),
        move=move,
    )


FindMatch = Callable[[Tx], tuple[int, int | None]]
"""Function that returns the match, and the ply of the board that the player saw."""


class NeedsConfirmation(Exception):
    """The typed move is ambiguous, or the player wants to confirm typed moves."""

    def __init__(self, match: int, moves: Sequence[Move]) -> None:
        super().__init__(match)
        self.match = match
        self.moves = moves


def make_move(
    tx: Tx,
    match: int | FindMatch,
    *,
    player: int,
    text: str | moves.Chooser,
    interaction: int,
    now: int,
    ply: int | None = None,
    place: PostingPlace | None = None,
    typed: bool = False,
    elsewhere: bool = True,
) -> PlayedMove:
    """Play a move for a player.

    The match is given by its id, or found in this transaction. The move is given as text, or chosen
    in the position. A match whose board cannot be posted is first moved to `place`. With `elsewhere`,
    the player's running matches are returned as well.

    Raises `IllegalMoveShown` for an illegal move. Raises `NeedsConfirmation` if the move is
    ambiguous, or if it is `typed` and the player wants to confirm typed moves.
    """
    number, ply = (match, ply) if isinstance(match, int) else match(tx)
    try:
        if typed and player_settings.load_settings(tx, player).confirm_typed:
            _, move = moves.find_move(
                tx, number, player=player, text=text, ply=ply, interaction=interaction, now=now
            )
            raise NeedsConfirmation(number, [move])
        match_channels.move_to_channel(tx, number, player=player, place=place)
        played = moves.play(
            tx, number, player=player, text=text, ply=ply, interaction=interaction, now=now
        )
    except IllegalMove as error:
        raise IllegalMoveShown(number, error.reason) from error
    except AmbiguousMove as several:
        raise NeedsConfirmation(number, several.moves) from several
    if not elsewhere:
        return played
    return replace(played, waiting_elsewhere=tuple(lifecycle.running_of(tx, player)))


async def confirmation_question(
    ctx: RequestContext, pending: NeedsConfirmation, t: Translator, reader: int | None = None
) -> Reply:
    """Ask the player to choose between ambiguous moves or to confirm a typed move.

    `reader` is the only player who sees the question, or None if it is public.
    """
    view, theme, men = await ctx.read(_load_board, pending.match, reader)
    return await move_picker.choices(t, view, theme, pending.moves, men=men)


def _load_board(tx: Tx, match: int, reader: int | None) -> tuple[MatchView, Theme, ManLetters]:
    """Return a match's board, its theme and the letters of its men.

    `reader` is None for a public message.
    """
    view = moves.view_at(tx, match)
    men = letters_in(tx, view.match)
    if reader is None:
        return view, guild_settings.board_theme(tx, view.match.guild), men
    return view, guild_settings.board_theme(tx, view.match.guild, reader), men


def posting_warning(ctx: CommandContext, match: Match) -> str | None:
    """Return a warning if the board of a match in this channel cannot be posted here."""
    lacking = missing_here(ctx)
    if not lacking or match.place != ctx.channel:
        return None
    return ctx.t.translate(CANNOT_POST, permissions=permission_names(ctx.t, lacking))


async def confirmation_reply(ctx: CommandContext, played: PlayedMove) -> Reply:
    """Return the confirmation of a typed move.

    Its buttons undo the move and open the conditional moves, as long as that is possible, and a
    link leads to the next match that awaits the player. When the match has moved on, and there is
    neither a button nor a warning left, the confirmation is deleted, because the board says more.
    """
    t, player = ctx.t, ctx.player
    warning = posting_warning(ctx, played.match)
    lines = [move_summary(t, played), warning]
    text = "\n".join(line for line in lines if line)
    link = next_game(t, played.waiting_elsewhere, player, skip=played.match.id)

    def shown(match: Match) -> Reply:
        undo = None if played.repeated else takebacks.undo_state_for(match, player, ctx.now)
        buttons = button_row(
            undo_button(t, match) if undo else None,
            plan_button(t, match) if may_plan(match, player) else None,
            link,
        )
        panel = LivePanel(
            player=player,
            match=match.id,
            compose=compose,
            is_outdated=partial(_loses_buttons, match, undo, player, ctx.clock),
            until=None if undo is None else takebacks.undo_ends(undo),
        )
        kept = panel if match.status == "running" else None
        if buttons is None:
            return Reply(text, panel=kept)
        return Reply(view=layout(text, buttons), panel=kept)

    async def compose() -> Reply | None:
        newest = ctx.app.panels.newest(played.match.id) or played.match
        reply = shown(newest)
        has_moved_on = newest.status == "running" and newest.ply > played.match.ply
        return None if has_moved_on and reply.view is None and warning is None else reply

    return shown(played.match)


def _loses_buttons(
    before: Match, undo: UndoState | None, player: int, clock: Callable[[], int], match: Match
) -> bool:
    """Return whether a button of a confirmation, as it was `before`, no longer works."""
    undone = undo is not None and takebacks.undo_state_for(match, player, clock()) is None
    return undone or (may_plan(before, player) and not may_plan(match, player))


def undo_button(t: Translator, match: Match) -> Button:
    """Return the button that undoes the player's last move."""
    return Button(ComponentId("undo", match.id, match.ply), t.translate("Undo"))


def plan_button(t: Translator, match: Match) -> Button:
    """Return the button that opens the conditional moves."""
    return Button(ComponentId("plan", match.id, match.ply), t.translate("Plan my reply"))


def may_plan(match: Match, player: int) -> bool:
    """Return whether conditional moves are possible: another person is to move."""
    return match.status == "running" and match.to_move != player and match.level is None
