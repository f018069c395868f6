"""The board post: who plays, the picture, whose turn it is, what was played, and the buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import discord
from discord import ui

from bot.service.clock.time_control import parse
from bot.service.meeting.seating import teams
from bot.service.play.annulment import waivable
from bot.service.rating.ladder import Change
from bot.service.values import View
from bot.store.values import Match
from bot.views.controls import Control, Press, layout, row, rows
from bot.views.event_log import forced, happened, in_short, standing
from bot.views.picture import gallery
from bot.views.ratings import moved
from bot.views.reply import plain_view
from bot.views.seats import called, colour, person, rules_of, title
from bot.words import Words
from bot.words.endings import ending, places
from bot.words.quoting import code
from bot.words.times import stamp
from engine import variant

GOLD = 0xE0A82E
NO_EFFECT: Mapping[int, Change] = MappingProxyType({})
HINTS = 2
"""The boards of the first turns say how to answer."""


def file_name(match: int, ply: int) -> str:
    """The name of the picture of a board post: it tells the post again, also without its buttons."""
    return f"halma-{match}-{ply}.png"


def players(words: Words, match: Match) -> str:
    """All players with their discs, in the order of play; partners together."""
    game = rules_of(match.variant)
    if game is None or game.seats[0].team < 0:
        return " · ".join(person(words, match, seat) for seat in range(len(match.players)))
    pairs = [
        " + ".join(person(words, match, seat) for seat in pair) for pair in teams(game).values()
    ]
    return words.say(" against ").join(pairs)


def heading(words: Words, match: Match) -> str:
    """The first lines of each post about a match."""
    about = words.say("{game} · game {number}", game=title(words, match), number=match.id)
    if match.rated:
        about += " · " + words.say("rated")
    return f"{players(words, match)}\n-# {about}"


def turn(words: Words, view: View) -> str:
    """Whose turn it is, as a headline."""
    match, seat = view.match, view.position.turn
    if view.newest and match.level is not None:
        return "### " + words.say("{player} is thinking …", player=mover(words, match, seat))
    if match.undecided is not None and view.newest:
        return "### " + words.say(
            "{partner}, who plays on for {player}?",
            partner=called(words, match.hand(seat)),
            player=person(words, match, seat),
        )
    if match.stand_in(seat) is not None:
        return "### " + words.say(
            "{partner}, your turn for {player}!",
            partner=called(words, match.hand(seat)),
            player=person(words, match, seat),
        )
    return "### " + words.say("{player}, your turn!", player=person(words, match, seat))


def mover(words: Words, match: Match, seat: int) -> str:
    """Who moves for this seat, with the disc of its men."""
    return person(words, match, seat, match.hand(seat))


def queue(words: Words, view: View, before: int) -> str | None:
    """How many other moves the computer makes first; None where it is not to move, or is at it."""
    if not (view.newest and view.match.level is not None and before):
        return None
    return "-# " + words.say_n(
        "The computer makes {n} other move first.",
        "The computer makes {n} other moves first.",
        before,
    )


def until(words: Words, view: View) -> str | None:
    """Until when the player has time, or had it; None in an untimed match, or on an older board."""
    match = view.match
    if not view.newest or match.deadline is None:
        return None
    if match.overdue is not None:
        return words.say(
            "The time ran out {when}; an opponent can `/game claim`.", when=stamp(match.overdue)
        )
    if match.undecided is None and not parse(match.control).timed:
        return None
    told = words.say(
        "Time until {when}, {left}", when=stamp(match.deadline, "f"), left=stamp(match.deadline)
    )
    first_turn = view.position.ply < len(match.players)
    if first_turn and match.banks[view.position.turn] == 2 * parse(match.control).bank:
        told += " · " + words.say("First game: double time")
    return told


def hint(words: Words, view: View) -> str:
    """How to answer, in small print, with a move that is possible here (and not the best one)."""
    game = variant(view.match.variant)
    example = game.format(game.moves(view.position)[-1])
    return "-# " + words.say(
        "Reply to this message with your move, like {move}, or use `/move` or the button below.",
        move=code(example),
    )


def move_button(words: Words, match: Match, ply: int) -> Press:
    """The button that opens the panel for a move."""
    return Press(Control("moves", match.id, ply), words.say("Move"), discord.ButtonStyle.primary)


def buttons(words: Words, match: Match, ply: int) -> ui.ActionRow[ui.LayoutView] | None:
    """What one can do on a running board: move, or anything else."""
    return row(
        None if match.level is not None else move_button(words, match, ply),
        Press(Control("menu", match.id, ply), "⋯"),
    )


def board_post(words: Words, view: View, alt: str, before: int = 0) -> ui.LayoutView:
    """The post of a running match: whose turn it is and until when, what was played, the board.

    `before`: how many moves the computer makes in other games before the one here."""
    match, game = view.match, variant(view.match.variant)
    last = happened(words, view)
    if last:
        last += f" · {stamp(match.moved_at)}"
    waits = view.match.level is not None and view.newest
    said = (
        turn(words, view),
        queue(words, view, before),
        until(words, view),
        last,
        None if waits else forced(words, view),
    )
    below = [heading(words, match), standing(words, view)]
    if view.position.ply < HINTS and not waits:
        below.append(hint(words, view))
    return layout(
        "\n".join(line for line in said if line),
        gallery(file_name(match.id, view.ply), alt),
        "\n".join(line for line in below if line),
        buttons(words, match, view.ply),
        colour=colour(game, view.position.turn),
    )


def result_post(
    words: Words, view: View, alt: str, effect: Mapping[int, Change] = NO_EFFECT
) -> ui.LayoutView:
    """The last post of a match: how it ended, and what that did to the ratings, by person."""
    match = view.match
    names = [person(words, match, seat) for seat in range(len(match.players))]
    ended = ending(words, match.outcome, names, rules_of(match.variant), view.last)
    said = (f"### 🏁 {ended}", _places(match, names), happened(words, view))
    below = [
        heading(words, match),
        moved(words, match, effect),
        "-# " + words.say_n("{n} move in all", "{n} moves in all", match.turns),
    ]
    return layout(
        "\n".join(line for line in said if line),
        gallery(file_name(match.id, view.ply), alt),
        "\n".join(line for line in below if line),
        *rows(
            Press(
                Control("rematch", match.id, view.ply),
                words.say("Play again"),
                discord.ButtonStyle.primary,
            ),
            Press(Control("replay", match.id, view.ply), words.say("Replay")),
            Press(Control("analysis", match.id, view.ply), words.say("Analysis")),
            Press(Control("record", match.id, view.ply), words.say("Game record")),
            Press(Control("waive", match.id, view.ply), words.say("Waive the win"))
            if effect and waivable(match)
            else None,
        ),
        colour=GOLD,
    )


def _places(match: Match, names: Sequence[str]) -> str | None:
    """Everybody's place, where more than two play."""
    game = rules_of(match.variant)
    if match.outcome is None or game is None or len(names) < 3:
        return None
    return places(match.outcome, names, [seat.team for seat in game.seats])


def line(words: Words, view: View, then: str | None) -> ui.LayoutView:
    """What becomes of a board post in a channel when the game has gone on: one line without a picture.

    It says what was played, and leads to the board that came next (`then`: its address).
    """
    turns = view.position.ply
    parts = [words.say("Move {n}", n=turns) if turns else words.say("The beginning")]
    if told := in_short(words, view):
        parts.append(told)
    if then:
        parts.append(words.say("[next board]({link})", link=then))
    return plain_view("-# " + " · ".join(parts))


def old_post(words: Words, view: View, alt: str) -> ui.LayoutView:
    """The same in the thread of a game: the board stays, without buttons, and calls nobody."""
    turns = view.position.ply
    about = words.say("After move {n}", n=turns) if turns else words.say("The beginning")
    return layout(
        heading(words, view.match),
        gallery(file_name(view.match.id, view.ply), alt),
        "\n".join(line for line in (happened(words, view), f"-# {about}") if line),
    )


def private_board(
    words: Words, view: View, alt: str, link: str | None, before: str = ""
) -> ui.LayoutView:
    """The board shown to one person only, from the side that they chose; `before` is said first."""
    match = view.match
    if match.status == "running":
        state = words.say("{player} is to move.", player=mover(words, match, view.position.turn))
    else:
        names = [person(words, match, seat) for seat in range(len(match.players))]
        state = ending(words, match.outcome, names, rules_of(match.variant), view.last)
    running = match.status == "running"
    lines = [
        f"**{state}**",
        forced(words, view) if running else None,
        happened(words, view),
        standing(words, view),
    ]
    if link:
        lines.append(words.say("[Go to the board]({link})", link=link))
    below = None
    if running:
        below = buttons(words, match, view.ply)
    return layout(
        before or None,
        heading(words, match),
        gallery(file_name(match.id, view.ply), alt),
        "\n".join(line for line in lines if line),
        below,
    )
