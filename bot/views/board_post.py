"""Board post: players, board image, player to move, last moves and buttons."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from discord import ui

from bot.i18n.durations import stamp
from bot.i18n.escaping import code
from bot.i18n.translator import Words
from bot.service.actions.annulment import waivable
from bot.service.clock.time_control import parse
from bot.service.matchmaking.seating import teams
from bot.service.rating.ladder import Change
from bot.service.results import View
from bot.store.models import Match, Theme
from bot.texts.outcomes import ending, places
from bot.views.board_image import Scenery
from bot.views.components import Control, Part, Press, layout, row, rows
from bot.views.event_log import forced, happened, in_short, standing
from bot.views.player_labels import called, colour, numbered, person, rules_of, to_board
from bot.views.rating_texts import moved
from bot.views.reply import Reply, plain_view
from engine import variant

GOLD = 0xE0A82E
NO_EFFECT: Mapping[int, Change] = MappingProxyType({})
HINTS = 2
"""Number of turns for which the board explains how to answer."""


def file_name(match: int, ply: int) -> str:
    """Return the image's file name, which identifies a post even without buttons."""
    return f"halma-{match}-{ply}.png"


def scenery(view: View, side: int, theme: Theme) -> Scenery:
    """Return the board as seen from this seat."""
    name = file_name(view.match.id, view.ply)
    return Scenery(variant(view.match.variant), view.position, name, view.last, side, theme)


def players(words: Words, match: Match) -> str:
    """Return all players with their discs in turn order; partners are grouped."""
    game = rules_of(match.variant)
    if game is None or game.seats[0].team < 0:
        return " · ".join(person(words, match, seat) for seat in range(len(match.players)))
    pairs = [
        " + ".join(person(words, match, seat) for seat in pair) for pair in teams(game).values()
    ]
    return words.say(" against ").join(pairs)


def heading(words: Words, match: Match) -> str:
    """Return the heading of every post about a match: players and game."""
    about = numbered(words, match)
    if match.rated:
        about += " · " + words.say("rated")
    return f"{players(words, match)}\n-# {about}"


def turn(words: Words, view: View) -> str:
    """Return the headline that says whose turn it is."""
    match, seat = view.match, view.position.turn
    player, hand = person(words, match, seat), called(words, match.hand(seat))
    if view.newest and match.level is not None:
        said = words.say("{player} is thinking …", player=mover(words, match, seat))
    elif match.undecided is not None and view.newest:
        said = words.say("{partner}, who should play for {player}?", partner=hand, player=player)
    elif match.stand_in(seat) is not None:
        said = words.say("{partner}, your turn for {player}!", partner=hand, player=player)
    else:
        said = words.say("{player}, your turn!", player=player)
    return f"### {said}"


def mover(words: Words, match: Match, seat: int) -> str:
    """Return the player who moves for this seat, with the disc of its men."""
    return person(words, match, seat, match.hand(seat))


def queue(words: Words, view: View, before: int) -> str | None:
    """Return how many other moves the computer player makes first.

    Returns None if it is not the computer player's turn or if its move is being computed.
    """
    if not (view.newest and view.match.level is not None and before):
        return None
    return "-# " + words.say_n(
        "The computer has {n} other game to move in first.",
        "The computer has {n} other games to move in first.",
        before,
    )


def until(words: Words, view: View) -> str | None:
    """Return the deadline of the turn.

    Returns None in an untimed match or on an older board.
    """
    match = view.match
    if not view.newest or match.deadline is None:
        return None
    if match.overdue is not None:
        return words.say(
            "Time ran out {when}; an opponent can use `/game claim`.", when=stamp(match.overdue)
        )
    if match.undecided is None and not parse(match.control).timed:
        return None
    told = words.say(
        "Deadline: {when}, {left}", when=stamp(match.deadline, "f"), left=stamp(match.deadline)
    )
    first_turn = view.position.ply < len(match.players)
    if first_turn and match.banks[view.position.turn] == 2 * parse(match.control).bank:
        told += " · " + words.say("First game: double time")
    return told


def hint(words: Words, view: View) -> str:
    """Explain how to answer, with a legal move as an example (not the best one)."""
    game = variant(view.match.variant)
    example = game.format(game.moves(view.position)[-1])
    return "-# " + words.say(
        "Reply to this message with your move, e.g. {move}, or use `/move` or the button below.",
        move=code(example),
    )


def move_button(words: Words, match: Match, ply: int) -> Press:
    """Return the button that opens the move panel."""
    return Press(Control("moves", match.id, ply), words.say("Move"), "primary")


def buttons(words: Words, match: Match, ply: int) -> ui.ActionRow[Any] | None:
    """Return the buttons of a running match: Move and the action menu."""
    return row(
        None if match.level is not None else move_button(words, match, ply),
        Press(Control("menu", match.id, ply), "⋯"),
    )


def board_post(words: Words, view: View, board: Part, before: int = 0) -> ui.LayoutView:
    """Build the post of a running match.

    `before` is the number of moves that the computer player makes in other matches first.
    """
    match, last = view.match, happened(words, view)
    waits = match.level is not None and view.newest
    return layout(
        [
            turn(words, view),
            queue(words, view, before),
            until(words, view),
            last and f"{last} · {stamp(match.moved_at)}",
            None if waits else forced(words, view),
        ],
        board,
        [
            heading(words, match),
            standing(words, view),
            hint(words, view) if view.position.ply < HINTS and not waits else None,
        ],
        buttons(words, match, view.ply),
        colour=colour(variant(match.variant), view.position.turn),
    )


def result_post(
    words: Words, view: View, board: Part, effect: Mapping[int, Change] = NO_EFFECT
) -> ui.LayoutView:
    """Build the final post of a match, with the rating changes by player."""
    match = view.match
    return layout(
        [f"### 🏁 {ended(words, view)}", _places(words, match), happened(words, view)],
        board,
        [
            heading(words, match),
            moved(words, match, effect),
            "-# " + words.say_n("{n} move in all", "{n} moves in all", match.turns),
        ],
        *rows(
            Press(Control("rematch", match.id, view.ply), words.say("Play again"), "primary"),
            Press(Control("replay", match.id, view.ply), words.say("Replay")),
            Press(Control("analysis", match.id, view.ply), words.say("Analysis")),
            Press(Control("record", match.id, view.ply), words.say("Game record")),
            Press(Control("waive", match.id, view.ply), words.say("Waive the win"))
            if effect and waivable(match)
            else None,
        ),
        colour=GOLD,
    )


def ended(words: Words, view: View) -> str:
    """Return the outcome of a finished match as a sentence."""
    match = view.match
    return ending(words, match.outcome, _names(words, match), rules_of(match.variant), view.last)


def _names(words: Words, match: Match) -> list[str]:
    return [person(words, match, seat) for seat in range(len(match.players))]


def _places(words: Words, match: Match) -> str | None:
    """Return the final ranks, or None in a match of two."""
    game = rules_of(match.variant)
    if match.outcome is None or game is None or len(match.players) < 3:
        return None
    return places(match.outcome, _names(words, match), [seat.team for seat in game.seats])


def line(words: Words, view: View, then: str | None) -> ui.LayoutView:
    """Build the one-line replacement of a superseded board in a channel.

    It shows the move and links to the next board, whose address is `then`.
    """
    turns = view.position.ply
    parts = [words.say("Move {n}", n=turns) if turns else words.say("The beginning")]
    if told := in_short(words, view):
        parts.append(told)
    if then:
        parts.append(words.say("[next board]({link})", link=then))
    return plain_view("-# " + " · ".join(parts))


def old_post(words: Words, view: View, board: Part) -> ui.LayoutView:
    """Build the replacement of a superseded board in a thread.

    The board stays, without buttons or mentions.
    """
    turns = view.position.ply
    about = words.say("After move {n}", n=turns) if turns else words.say("The beginning")
    return layout(heading(words, view.match), board, [happened(words, view), f"-# {about}"])


def private_board(words: Words, view: View, board: Part, before: str = "") -> Reply:
    """Build a board for one player, with the sentence `before` above it."""
    match, running = view.match, view.match.status == "running"
    if running:
        state = words.say("{player} to move.", player=mover(words, match, view.position.turn))
    else:
        state = ended(words, view)
    return Reply.of(
        before,
        heading(words, match),
        board,
        [
            f"**{state}**",
            forced(words, view) if running else None,
            happened(words, view),
            standing(words, view),
            to_board(words, match),
        ],
        buttons(words, match, view.ply) if running else None,
    )
