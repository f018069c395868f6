"""Show moves: choose a man, then where it goes, look at it, play it. All in private messages.

    moves    button on a board          -> a picture of all men that can move, and a select of them
    men      back to that, or a page of it
    man      select of a man            -> its destinations, lettered, and a select of them
    to       select of a destination    -> the move drawn, and the button that plays it
    play     button                     -> played

A man is named in ids by "c<cell>"; pieces to drop by "k<kind>"; passing by "p".
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.app import App, Handler
from bot.commands.complete_moves import ranked
from bot.commands.move import make_move, told
from bot.commands.permissions import here
from bot.commands.which_game import fresh
from bot.service.errors import NotPlaying, NotYourTurn, Stale
from bot.service.match import state as match_state
from bot.service.play import moves as play_moves
from bot.service.values import View
from bot.views import limits
from bot.views.controls import Choose, Control, Press, option, row, whole
from bot.views.event_log import jumps_of
from bot.views.move_picker import drawn, letter, token, untoken
from bot.views.reply import Reply, plain_view
from bot.words import Words, speaker
from bot.words.pieces import KINDS
from bot.words.quoting import code
from engine import Move, Variant, variant
from engine.board import OFF
from render.scenes import Mark


def key_of(move: Move) -> str:
    """The man (or piece) that a move is made with."""
    if not move.path:
        return "p"
    return f"k{move.kind}" if len(move.path) == 1 else f"c{move.path[0]}"


async def _look(
    app: App, interaction: discord.Interaction, control: Control
) -> tuple[View, Variant, Sequence[tuple[Move, str]]]:
    """The position that the control is about and its moves; Stale, NotPlaying, NotYourTurn."""
    async with app.store.read() as tx:
        match = await fresh(tx, control)
        if match.seat_of(interaction.user.id) is None:
            raise NotPlaying(match)
        if match.to_move != interaction.user.id:
            raise NotYourTurn(match, player=match.to_move)
        view = await play_moves.view(tx, match.id)
    return view, variant(match.variant), ranked(match.variant, match.position)


def _pages(
    said: Words, action: str, control: Control, number: int, pages: int, more: str = ""
) -> list[Press]:
    """The buttons to the page before and after."""
    if pages < 2:
        return []

    def to(page: int) -> Control:
        return Control(action, control.subject, control.ply, f"{more}{page}")

    return [
        *([Press(to(number - 1), said.say("◀ Back"))] if number else []),
        *([Press(to(number + 1), said.say("More ▶"))] if number + 1 < pages else []),
    ]


async def men(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The men that can move. `more` is the page."""
    view, game, moves = await _look(app, interaction, control)
    said = speaker(interaction.locale)
    grouped: dict[str, list[tuple[Move, str]]] = {}
    for move, text in moves:
        grouped.setdefault(key_of(move), []).append((move, text))
    shown, number, pages = limits.page(list(grouped), whole(control.more or "0"))
    options = [
        option(
            _name(said, game, key),
            key,
            said.say_n(
                "{n} move: {some}",
                "{n} moves: {some}",
                len(grouped[key]),
                some=_some(said, game, grouped[key]),
            ),
        )
        for key in shown
    ]
    marks = [Mark(int(key[1:]), "choice") for key in shown if key[0] == "c"]
    return await drawn(
        view,
        game,
        marks,
        view.last,
        "**" + said.say("Which man?") + "**",
        row(
            Choose(Control("man", control.subject, control.ply), options, said.say("Choose a man"))
        ),
        row(*_pages(said, "men", control, number, pages)),
        said=said,
    )


def _name(said: Words, game: Variant, key: str) -> str:
    """A man by its square, a piece to drop by its name."""
    if key == "p":
        return said.say("pass")
    if key[0] == "k":
        return said.say(KINDS[game.kinds[int(key[1:])].name])
    return game.board.names[int(key[1:])]


def _some(said: Words, game: Variant, moves: Sequence[tuple[Move, str]]) -> str:
    """The best few destinations."""
    names = [_target(said, game, move) for move, _ in moves[:5]]
    return " · ".join(names) + (" …" if len(moves) > 5 else "")


def _target(said: Words, game: Variant, move: Move) -> str:
    """The square on which a move ends."""
    if not move.path:
        return said.say("pass")
    return said.say("off the board") if move.path[-1] == OFF else game.board.names[move.path[-1]]


async def man(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """Where the chosen man may go. The man stands in the value, or in `more` with the page: "c17.1"."""
    key, _, page = (control.values[0] if control.values else control.more).partition(".")
    view, game, moves = await _look(app, interaction, control)
    said = speaker(interaction.locale)
    mine = [each for each in moves if key_of(each[0]) == key]
    if not mine:
        raise Stale(view.match, seen=control.ply)
    shown, number, pages = limits.page(mine, whole(page or "0"))
    options, marks = [], []
    for index, (move, text) in enumerate(shown):
        sign = letter(index)
        jumps = jumps_of(game, move)
        detail = said.say_n("{n} jump", "{n} jumps", jumps) if jumps else ""
        if game.routes and len(move.path) > 2:
            detail = text
        options.append(option(f"{sign} · {_target(said, game, move)}", token(game, move), detail))
        if move.path and move.path[-1] != OFF:
            marks.append(Mark(move.path[-1], "choice", sign))
    if key[0] == "c":
        marks.append(Mark(int(key[1:]), "origin"))
    back = Press(Control("men", control.subject, control.ply), said.say("Another man"))
    return await drawn(
        view,
        game,
        marks,
        None,
        "**" + said.say("Where to?") + "**",
        row(
            Choose(
                Control("to", control.subject, control.ply), options, said.say("Choose a square")
            )
        ),
        row(*_pages(said, "man", control, number, pages, f"{key}."), back),
        said=said,
    )


async def to(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The chosen move, drawn before it is played."""
    view, game, moves = await _look(app, interaction, control)
    said = speaker(interaction.locale)
    chosen = control.value
    move, text = next((each for each in moves if token(game, each[0]) == chosen), (None, ""))
    if move is None:
        raise Stale(view.match, seen=control.ply)
    marks = [Mark(cell, "target") for cell in move.path] if len(move.path) == 1 else []
    return await drawn(
        view,
        game,
        marks,
        move if len(move.path) > 1 else None,
        said.say("Play {move}?", move=code(text)),
        row(
            Press(
                Control("play", control.subject, control.ply, chosen),
                said.say("Play {move}", move=text),
                discord.ButtonStyle.success,
            ),
            Press(
                Control("man", control.subject, control.ply, key_of(move)),
                said.say("Another square"),
            ),
            Press(Control("men", control.subject, control.ply), said.say("Another man")),
        ),
        said=said,
    )


async def play(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """Play the move that the button names."""
    async with app.store.read() as tx:
        match = await match_state.get(tx, control.subject)
    played = await make_move(
        app,
        player=interaction.user.id,
        match=control.subject,
        text=untoken(variant(match.variant), control.more),
        ply=control.ply,
        interaction=interaction.id,
        place=here(interaction),
    )
    return Reply(view=plain_view(told(interaction, played)))


def install(app: App) -> None:
    """The buttons and selects."""
    app.controls["moves"] = Handler(men)
    for action, act in {"men": men, "man": man, "to": to, "play": play}.items():
        app.controls[action] = Handler(act, edits=True)
