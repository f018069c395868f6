"""`/move`: parse and play a move, or ask for confirmation."""

import re
from collections.abc import Sequence
from dataclasses import replace

from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Call
from bot.commands import game_picker, move_autocomplete
from bot.commands.games import next_game
from bot.commands.permissions import CANNOT_POST, here, missing, named
from bot.i18n.escaping import code
from bot.i18n.translator import Words, mark
from bot.registry import Option, command, handles, verb
from bot.service.actions import moves, takebacks
from bot.service.conditional_moves import editing
from bot.service.errors import NotYourTurn
from bot.service.guilds import board_themes, match_channels
from bot.service.guilds.match_channels import Here
from bot.service.match import lifecycle, turn_clock
from bot.service.players import player_settings
from bot.service.results import Made, Played
from bot.store import Tx
from bot.store.models import Match
from bot.texts.outcomes import ending
from bot.views import move_picker
from bot.views.components import Control, Press, layout, row
from bot.views.illegal_move import WrongMove
from bot.views.player_labels import numbered as about_game
from bot.views.player_labels import person
from bot.views.reply import Refused, Reply, plain_view
from engine import AmbiguousMove, IllegalMove, Move, variant

INSTEAD = {
    "resign": "game resign",
    "draw": "game draw",
    "abort": "game abort",
    "undo": "game takeback",
    "takeback": "game takeback",
    "pause": "game pause",
    "help": "help",
    "how": "help",
    "rules": "rules",
    "show": "board",
    "board": "board",
}
"""Words typed in place of a move, with the command that the player probably wants."""
NOT_A_MOVE = mark("That is not a move. Use {command} instead.")
_NUMBERED = re.compile(r"\s*#(\d{1,18})\s+(.*)", re.DOTALL)


def numbered(text: str) -> tuple[int | None, str]:
    """Split an optional match number from a move: "#12 II,3-IV,5"."""
    found = _NUMBERED.fullmatch(text)
    return (int(found[1]), found[2]) if found else (None, text)


def confirmation(said: Words, played: Played) -> str:
    """Return the confirmation text; the board itself follows in the channel."""
    match = played.match
    move = code(variant(match.variant).format(played.move))
    if played.outcome is not None:
        names = [person(said, match, seat) for seat in range(len(match.players))]
        last = played.replies[-1].move if played.replies else played.move
        told = ending(said, match.outcome, names, variant(match.variant), last)
        return said.say("Played {move}. {ending}", move=move, ending=told)
    text = said.say("Played {move} in {about}.", move=move, about=about_game(said, match))
    planned = [reply for reply in played.replies if reply.by == "plan"]
    return "\n".join([text, *(answer(said, match, reply) for reply in planned)])


def answer(said: Words, match: Match, reply: Made) -> str:
    """Return the line that reports a reply by conditional moves."""
    move = code(variant(match.variant).format(reply.move))
    return said.say(
        "{player} played {move} from a plan", player=person(said, match, reply.seat), move=move
    )


class Unclear(Exception):
    """The typed move is ambiguous, or the player wants to confirm typed moves."""

    def __init__(self, match: int, moves: Sequence[Move]) -> None:
        super().__init__(match)
        self.match = match
        self.moves = moves


async def make_move(
    app: App,
    *,
    player: int,
    match: int,
    text: str,
    ply: int | None,
    interaction: int,
    place: Here | None = None,
    typed: bool = False,
    then: str = "",
) -> Played:
    """Play a move and commit it.

    A match whose board cannot be posted is first moved to `place`. `then` are conditional moves to
    store with the move. Raises `WrongMove` for an illegal move, and `Unclear` if the move is
    ambiguous or if it is `typed` and the player wants to confirm typed moves.
    """
    try:
        async with app.store.write() as tx:
            await match_channels.adopt(tx, match, player=player, here=place)
            played = await moves.play(
                tx,
                match,
                player=player,
                text=text,
                ply=ply,
                interaction=interaction,
                now=app.clock(),
                then=then,
            )
            if typed and (await player_settings.of(tx, player)).confirm_typed:
                # Raising rolls back the move, which has proved to be legal.
                raise Unclear(match, [played.move])
            going = await lifecycle.running_of(tx, player)
            return replace(played, going=tuple(going))
    except IllegalMove as error:
        raise WrongMove(match, error.reason) from error
    except AmbiguousMove as several:
        raise Unclear(match, several.moves) from several


@verb("move")
async def play(call: Call, match: int, more: str) -> Reply:
    """Play the move `more`, or ask which of several moves is meant."""
    try:
        played = await make_move(
            call.app,
            player=call.player,
            match=match,
            text=more,
            ply=None,
            interaction=call.interaction.id,
            place=here(call),
            typed=True,
        )
    except Unclear as asked:
        return await ask(call.app, asked, call.said, call.player)
    return await answered(call, played)


async def ask(app: App, asked: Unclear, said: Words, reader: int | None = None) -> Reply:
    """Ask which move is meant, or whether the move is right.

    `reader` is the only player who sees the question, or None if it is public.
    """
    async with app.store.read() as tx:
        view = await moves.view(tx, asked.match)
        theme = await (
            board_themes.of_posts(tx, view.match.guild)
            if reader is None
            else board_themes.of_person(tx, reader, view.match.guild)
        )
    return await move_picker.choices(said, view, theme, asked.moves)


def told(call: Call, played: Played) -> str:
    """Return the confirmation text, with a warning if the board cannot be posted."""
    text = confirmation(call.said, played)
    lacking = missing(call)
    if lacking and played.match.place == call.channel:
        return f"{text}\n{call.said.say(CANNOT_POST, permissions=named(call.said, lacking))}"
    return text


async def answered(call: Call, played: Played) -> Reply:
    """Return the confirmation, with buttons while others are to move.

    The buttons undo the move, open the conditional moves and lead to the next match that awaits the
    player. The text says how many drops are left in the drop queue.
    """
    said, player = call.said, call.player
    match, text = played.match, told(call, played)
    undo = plan = None
    if match.status == "running" and match.to_move != player:
        if match.seat_of(player) in match.planned:
            async with call.read() as tx:
                text += await _queued(tx, said, played, player)
        plan = Press(Control("plan", match.id, match.ply), said.say("Plan my reply"))
        if not played.repeated and turn_clock.undoable(match) is not None:
            undo = Press(Control("undo", match.id, match.ply), said.say("Undo"))
    buttons = row(undo, plan, next_game(said, played.going, player, besides=match.id))
    return Reply(text) if buttons is None else Reply(view=layout(text, buttons))


async def _queued(tx: Tx, said: Words, played: Played, player: int) -> str:
    """Return a line with the number of drops left in the player's queue, or ""."""
    match, plan = await editing.mine(tx, played.match.id, player=player)
    held = variant(match.variant).held(played.position, lifecycle.seat_of(match, player))
    left = 0 if plan is None else min(plan.text.count("next "), sum(held))
    told = said.say_n("{n} more drop is in your queue.", "{n} more drops are in your queue.", left)
    return f"\n{told}" if left else ""


@handles("undo", edits=True)
async def undo(call: Call, control: Control) -> Reply:
    """Handle the Undo button under a confirmation."""
    async with call.write() as tx:
        await takebacks.undo(tx, control.subject, ply=control.ply, **call.by)
    text = call.said.say("Undone. It is your turn again.")
    return Reply(view=plain_view(text))


async def meant(call: Call, game: str | None) -> list[Match]:
    """Return the matches that await this player's move, for autocomplete."""
    player = call.player
    async with call.read() as tx:
        if game:
            found = [await lifecycle.get(tx, game_picker.number(game))]
        else:
            try:
                found = await game_picker.to_move(tx, player, call.channel)
            except (NotYourTurn, Refused):
                return []
    return [match for match in found if match.to_move == player]


async def moves_like(call: Call, typed: str) -> dict[str, str]:
    """Autocomplete the `move` option over all candidate matches."""
    game: str | None = call.interaction.namespace.game
    named_game, typed = numbered(typed)
    if not game and named_game is not None:
        game = str(named_game)
    found = await meant(call, game)
    share = max(1, 25 // max(1, len(found)))
    offers: dict[str, str] = {}
    for match in found:
        several = len(found) > 1 or named_game is not None
        prefix = f"#{match.id} " if several else ""
        fit = move_autocomplete.suggest(call.said, match.variant, match.position, typed, prefix)
        offers.update(list(fit.items())[:share])
    return offers


@command(
    "move",
    locale_str("Make your move"),
    move=Option(locale_str("From and to, e.g. II,3-IV,5"), offer=moves_like),
    game=game_picker.the_game(game_picker.to_move),
)
async def move_command(
    call: Call, move: app_commands.Range[str, 1, 200], game: str | None = None
) -> Reply:
    """Handle the `/move` command."""
    named_game, text = numbered(move)
    if named_game is not None:
        await call.must_see(named_game)
        return await play(call, named_game, text)
    text = " ".join(text.split())
    if instead := INSTEAD.get(text.casefold().strip(" ?!.")):
        raise Refused(NOT_A_MOVE, command=f"`/{instead}`")
    picked = await game_picker.pick(call, game, "move", text, game_picker.to_move)
    if isinstance(picked, Reply):
        return picked
    return await play(call, picked, text)
