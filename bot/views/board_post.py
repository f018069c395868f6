"""Board post: players, board image, player to move, last moves and buttons."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot import extension_points
from bot.i18n.durations import stamp
from bot.i18n.escaping import code
from bot.i18n.translator import Translator
from bot.service.actions.annulment import is_waivable
from bot.service.clock.time_control import parse
from bot.service.matchmaking.seating import team_seats
from bot.service.rating.player_ratings import RatingChanges
from bot.service.results import MatchView
from bot.store.models import Match, Theme
from bot.store.models.payloads import AbortReason
from bot.texts.outcomes import ABORTED_BY_BOT, ending_text, places_text
from bot.texts.rule_card import OUTLINED, aim_of, aim_text
from bot.views import discord_limits
from bot.views.board_image import Scenery
from bot.views.components import (
    Button,
    ComponentId,
    LayoutPart,
    button_row,
    button_rows,
    layout,
)
from bot.views.event_log import events_text, forced_move_text, short_events_text, standing_text
from bot.views.player_labels import (
    brief_seat_label,
    colour,
    game_and_number,
    link,
    player_label,
    seat_player_label,
    to_board,
    variant_of,
)
from bot.views.rating_texts import change_line
from bot.views.reply import Reply, plain_view
from engine import Variant, variant

GOLD = 0xE0A82E
NO_RATING_CHANGES = RatingChanges()
HINTS = 2
"""Number of turns from the start in which the board explains how to move."""


def file_name(match: int, ply: int) -> str:
    """Return the file name of the image.

    Edits that keep the image refer to it by this name.
    """
    return f"halma-{match}-{ply}.png"


def scenery(view: MatchView, side: int, theme: Theme) -> Scenery:
    """Return the board as seen from this seat."""
    name = file_name(view.match.id, view.ply)
    earlier = tuple((event.seat, event.move) for event in view.unseen[:-1])
    return Scenery(
        variant(view.match.variant), view.position, name, view.last, side, theme, earlier
    )


def players_line(t: Translator, match: Match) -> str:
    """Return all players with their discs in turn order, grouping partners.

    Of several computers with the same level, only the first is named in full.
    """
    game = variant_of(match.variant)
    if game is None or game.seats[0].team < 0:
        return " · ".join(
            brief_seat_label(t, match, seat, named=True) for seat in range(len(match.players))
        )
    pairs = [
        " + ".join(brief_seat_label(t, match, seat, named=True) for seat in pair)
        for pair in team_seats(game).values()
    ]
    return t.translate(" against ").join(pairs)


def heading(t: Translator, match: Match) -> str:
    """Return the heading of every post about a match: players and game."""
    about = game_and_number(t, match)
    if match.rated:
        about += " · " + t.translate("rated")
    return f"{players_line(t, match)}\n-# {about}"


def turn_line(t: Translator, view: MatchView) -> str:
    """Return the headline that says whose turn it is."""
    match, seat = view.match, view.position.turn
    player, hand = seat_player_label(t, match, seat), player_label(t, match.acting_player(seat))
    if view.is_current and match.level is not None:
        headline = t.translate("{player} is thinking …", player=mover_label(t, match, seat))
    elif match.deciding_partner is not None and view.is_current:
        headline = t.translate(
            "{partner}, who should play for {player}?", partner=hand, player=player
        )
    elif match.stand_in(seat) is not None:
        headline = t.translate("{partner}, please move for {player}!", partner=hand, player=player)
    else:
        headline = t.translate("{player}, your turn!", player=player)
    return f"### {headline}"


def mover_label(t: Translator, match: Match, seat: int) -> str:
    """Return the label of the player who moves for this seat, with the seat's disc."""
    return seat_player_label(t, match, seat, match.acting_player(seat))


def queue_line(t: Translator, view: MatchView, before: int) -> str | None:
    """Return a line with the number of computer moves queued before this one.

    Returns None if it is not the computer player's turn, or if its move is already being computed.
    """
    if not (view.is_current and view.match.level is not None and before):
        return None
    return "-# " + t.translate_plural(
        "The computer has to move in {n} other game first.",
        "The computer has to move in {n} other games first.",
        before,
    )


def has_deadline(match: Match) -> bool:
    """Whether the current turn has a deadline that players should know.

    In an untimed match, only a partner's choice of who takes over has one.
    """
    if match.deadline is None:
        return False
    return match.deciding_partner is not None or parse(match.control).is_timed


def deadline_line(t: Translator, view: MatchView) -> str | None:
    """Return a line with the deadline of the turn.

    Returns None for an older board, or if there is no deadline.
    """
    match = view.match
    if not view.is_current or match.deadline is None:
        return None
    if match.overdue is not None:
        return t.translate(
            "Time ran out {when}; an opponent can use `/game claim`.", when=stamp(match.overdue)
        )
    if not has_deadline(match):
        return None
    line = t.translate(
        "Deadline: {when}, {left}", when=stamp(match.deadline, "f"), left=stamp(match.deadline)
    )
    first_turn = view.position.ply < len(match.players)
    if first_turn and match.banks[view.position.turn] == 2 * parse(match.control).bank:
        line += " · " + t.translate("First game: double time")
    return line


def late_text(t: Translator, match: Match) -> str:
    """Return what the player to move can still do after their time has run out."""
    return t.translate_plural(
        "Your turn, but your time is up: a move still counts until your opponent claims a win",
        "Your turn, but your time is up: a move still counts until one of your opponents claims "
        "the turn",
        len(match.players) - 1,
    )


def move_example(t: Translator, view: MatchView) -> str:
    """Explain how to move, with a legal move as an example (not the best one)."""
    game = variant(view.match.variant)
    example = game.format(game.moves(view.position)[-1])
    return "-# " + t.translate(
        "Reply to this message with your move, e.g. {move} (for each square its row, then the "
        "place in that row), or use `/move` or the button below.",
        move=code(example),
    )


def legend_line(t: Translator, game: Variant) -> str | None:
    """Return the meaning of the outlines on a board.

    None if the aim is not to bring men to a goal.
    """
    if aim_of(game) != OUTLINED:
        return None
    return "-# " + t.translate(
        "Double outline: your goal. Single outlines: yards, where men start."
    )


def move_button(t: Translator, match: Match, ply: int) -> Button:
    """Return the button that opens the move panel."""
    return Button(ComponentId("moves", match.id, ply), t.translate("Move"), "primary")


def buttons(
    t: Translator, match: Match, ply: int, *, first: bool = False, cropped: bool = False
) -> ui.ActionRow[Any] | None:
    """Return the buttons of a running match: Move and the action menu.

    If this is a player's `first` turn ever, a button for an introduction to the game is added. If
    the image is `cropped`, a button for the whole board is added.
    """
    how = Button(ComponentId("how", 0, extra=match.variant), t.translate("How it is played"))
    whole = Button(ComponentId("do", match.id, ply, extra="board"), t.translate("Whole board"))
    return button_row(
        None if match.level is not None else move_button(t, match, ply),
        how if first else None,
        whole if cropped else None,
        Button(ComponentId("menu", match.id, ply), "⋯"),
    )


def board_post(
    t: Translator,
    view: MatchView,
    board: LayoutPart,
    before: int = 0,
    *,
    first: bool = False,
    cropped: bool = False,
) -> ui.LayoutView:
    """Build the post of a running match.

    `before` is the number of computer moves in other matches that are queued first. If this is a
    player's `first` turn ever, the post explains the aim and the outlines. `cropped` is True if the
    image shows only a part of the board.
    """
    match, last = view.match, events_text(t, view)
    waits = match.level is not None and view.is_current
    return layout(
        [
            turn_line(t, view),
            queue_line(t, view, before),
            deadline_line(t, view),
            last and f"{last} · {stamp(match.moved_at)}",
            None if waits else forced_move_text(t, view),
            "🎯 " + aim_text(t, variant(match.variant)) if first else None,
        ],
        board,
        [
            legend_line(t, variant(match.variant)) if first else None,
            heading(t, match),
            standing_text(t, view),
            move_example(t, view) if view.position.ply < HINTS and not waits else None,
        ],
        buttons(t, match, view.ply, first=first, cropped=cropped),
        colour=colour(variant(match.variant), view.position.turn),
    )


def result_post(
    t: Translator,
    view: MatchView,
    board: LayoutPart,
    ended: str,
    rated: RatingChanges = NO_RATING_CHANGES,
    notes: Sequence[str] = (),
) -> ui.LayoutView:
    """Build the final post of a match, with the rating changes by player.

    `ended` is the sentence that says how the match ended. `notes` follow the number of moves. If no
    one has moved, the notes and the buttons for reviewing the match are omitted.
    """
    match = view.match
    moves = t.translate_plural("{n} move in all", "{n} moves in all", match.turn_count)
    again = [
        Button(ComponentId("rematch", match.id, view.ply), t.translate("Play again"), "primary"),
        None
        if match.guild is None
        else Button(ComponentId("new-game-like", match.id, view.ply), t.translate("New game")),
    ]
    if not match.turn_count:
        return layout(f"### 🏁 {ended}", board, heading(t, match), button_row(*again), colour=GOLD)
    return layout(
        [f"### 🏁 {ended}", _places(t, match), events_text(t, view)],
        board,
        [
            heading(t, match),
            change_line(t, match, rated),
            "-# " + " · ".join([moves, *notes]),
        ],
        *button_rows(
            *again,
            *(
                Button(ComponentId(offered.action, match.id, view.ply), t.translate(offered.label))
                for extension in extension_points.installed()
                for offered in extension.match_buttons
                if offered.in_result
            ),
            Button(ComponentId("waive", match.id, view.ply), t.translate("Waive the win"))
            if rated.changes and not rated.annulled and is_waivable(match)
            else None,
        ),
        colour=GOLD,
    )


def ending_line(
    t: Translator, view: MatchView, aborted_by: AbortReason | None = None, seat: int = 0
) -> str:
    """Return the outcome of a finished match as a sentence.

    `aborted_by` is the reason if the bot has aborted the match because this seat did not move.
    """
    match = view.match
    if aborted_by is not None:
        player = seat_player_label(t, match, seat)
        return t.translate(ABORTED_BY_BOT[aborted_by], player=player)
    return ending_text(t, match.outcome, _names(t, match), variant_of(match.variant), view.last)


def _names(t: Translator, match: Match) -> list[str]:
    return [seat_player_label(t, match, seat) for seat in range(len(match.players))]


def _places(t: Translator, match: Match) -> str | None:
    """Return the final ranks; None for two players or if the match is not finished."""
    game = variant_of(match.variant)
    if match.outcome is None or game is None or len(match.players) < 3:
        return None
    return places_text(match.outcome, _names(t, match), [seat.team for seat in game.seats])


def collapsed_post(t: Translator, view: MatchView, then: str | None) -> ui.LayoutView:
    """Build the one-line replacement of a superseded board in a channel.

    It shows the move and links to the next board at the URL `then`.
    """
    turns = view.position.ply
    parts = [t.translate("Move {n}", n=turns) if turns else t.translate("Starting position")]
    if summary := short_events_text(t, view):
        parts.append(summary)
    if then:
        parts.append(t.translate("[next board]({link})", link=then))
    return plain_view("-# " + " · ".join(parts))


def closed_post(t: Translator, view: MatchView, board: LayoutPart) -> ui.LayoutView:
    """Build the replacement of a superseded board in a thread.

    The board image remains, but without buttons or mentions.
    """
    turns = view.position.ply
    about = t.translate("After move {n}", n=turns) if turns else t.translate("Starting position")
    return layout(heading(t, view.match), board, [events_text(t, view), f"-# {about}"])


def private_board(
    t: Translator, view: MatchView, board: LayoutPart, reader: int, before: str = ""
) -> Reply:
    """Build a board for one player, with the text `before` above it."""
    match, running = view.match, view.match.status == "running"
    return Reply.of(
        before,
        heading(t, match),
        board,
        [
            *(state_lines(t, view, reader) if running else (f"**{ending_line(t, view)}**",)),
            forced_move_text(t, view) if running else None,
            events_text(t, view),
            standing_text(t, view),
            to_board(t, match),
        ],
        buttons(t, match, view.ply) if running else None,
    )


def state_lines(t: Translator, view: MatchView, reader: int) -> list[str | None]:
    """Return whose turn it is in a running match, and until when, for one reader."""
    match = view.match
    if view.is_current and match.overdue is not None and match.to_move == reader:
        return ["⌛ **" + late_text(t, match) + "**"]
    mover = mover_label(t, match, view.position.turn)
    return ["**" + t.translate("{player} to move.", player=mover) + "**", deadline_line(t, view)]


def next_game(
    t: Translator, running: Sequence[Match], player: int, skip: int = 0
) -> discord.ui.Button[Any] | None:
    """Return a link button to the next match that awaits this player, or None.

    `skip` is the id of a match to leave out.
    """
    for match in running:
        if match.to_move == player and match.id != skip and (address := link(match)):
            label = t.translate("Next game: {number}", number=match.id)
            return discord.ui.Button(label=discord_limits.label(label), url=address)
    return None
