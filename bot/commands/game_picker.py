"""Match picker: resolves a command's `game` option, or asks which match is meant."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from discord.app_commands import locale_str

from bot.app import Call
from bot.i18n.translator import Words, mark
from bot.registry import VERBS, Option, Verb, command, fitting, handles, verb
from bot.service.errors import Finished, NotFound, NotYourTurn, Stale
from bot.service.match import lifecycle
from bot.service.players import players
from bot.store import Tx, matches
from bot.store.models import Match
from bot.views import discord_limits
from bot.views.components import Choose, Control, OldControl, layout, option, row
from bot.views.player_labels import against, title
from bot.views.reply import Refused, Reply

NO_GAME = mark("You have no running game. Use `/challenge` to start one.")
NO_GAME_HERE = mark("No game is running in this channel. Use `/challenge` to start one.")
WHICH = mark("Which game do you mean?")
WHICH_GAME = locale_str("Which game, if you are playing several")
NAME_IT = mark("You are playing several games. Name the one you mean with the option `game`.")


Find = Callable[[Tx, int, int | None], Awaitable[list[Match]]]
"""(tx, player, channel): candidate matches, most likely first."""


async def to_move(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Return the matches that await this player's move, most likely first; not empty.

    If the player plays in the channel, only its matches count. Raises `NotYourTurn` if it is not
    their turn in any of them, and `Refused` if they have no running match.
    """
    nearest = await to_end(tx, player, channel)
    if not nearest:
        raise Refused(NO_GAME)
    waiting = [match for match in nearest if match.to_move == player]
    if not waiting:
        raise NotYourTurn(nearest[0], player=nearest[0].to_move)
    return waiting


async def to_end(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Return the player's running matches in the channel, or all if it has none."""
    mine = await lifecycle.running_of(tx, player)
    return [match for match in mine if channel in (match.place, match.channel)] or mine


async def to_see(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Return the matches that a player most likely wants to see.

    These are their running matches, else those of others in the channel, else their finished ones.
    """
    found = await to_end(tx, player, channel)
    if not found and channel is not None:
        found = await matches.running_in(tx, channel)
    return found or await matches.over_of(tx, player)


async def to_keep(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Return all of the player's matches, running ones first."""
    running = await to_see(tx, player, channel)
    done = await matches.over_of(tx, player)
    return running + [match for match in done if match not in running]


async def label(tx: Tx, match: Match, player: int, said: Words) -> str:
    """Return a match as plain text for a choice: "#12 Halma 8×8 against Bruno"."""
    names = await players.names(tx, match.players)
    opponent = against(said, match, player, lambda one: names.get(one) or said.say("someone"))
    return said.say(
        "#{number} {game} against {opponent}",
        number=match.id,
        game=title(said, match),
        opponent=opponent,
    )


def number(game: str) -> int:
    """Parse a `game` option: "12" or "#12". Raises `NotFound` if it is not one."""
    digits = game.strip().lstrip("#").partition(" ")[0]
    if not (digits.isascii() and digits.isdigit() and len(digits) < 19):
        raise NotFound(what="match", key=game)
    return int(digits)


async def ask(
    tx: Tx,
    candidates: Sequence[Match],
    control: Control,
    player: int,
    said: Words,
    values: Mapping[int, str] | None = None,
) -> Reply:
    """Ask which match is meant, with a select.

    The value of an option is the match id, or the match's entry in `values`.
    """
    options = [
        option(
            await label(tx, match, player, said),
            (values or {}).get(match.id, str(match.id)),
            said.say("Your turn") if match.to_move == player else "",
        )
        for match in candidates[: discord_limits.OPTIONS]
    ]
    return Reply(view=layout(said.say(WHICH), row(Choose(control, options))))


async def pick(call: Call, game: str | None, name: str, more: str, find: Find) -> int | Reply:
    """Return the match that is meant, or a reply that asks which one.

    Raises `NotFound` if the player may not see the match, and `Refused` if there is none.
    """
    if game:
        named = number(game)
        await call.must_see(named)
        return named
    async with call.read() as tx:
        found = await find(tx, call.player, call.channel)
        if not found:
            raise Refused(NO_GAME if call.guild is None else NO_GAME_HERE)
        if len(found) == 1:
            return found[0].id
        control = Control("which", 0, 0, f"{name}:{more}")
        if not control.fits():
            raise Refused(NAME_IT)
        return await ask(tx, found, control, call.player, call.said)


def the_game(find: Find, about: locale_str = WHICH_GAME) -> Option:
    """Build the `game` option, with autocomplete over the candidate matches."""

    async def offer(call: Call, typed: str) -> dict[str, str]:
        async with call.read() as tx:
            found = await find(tx, call.player, call.channel)
            names = {str(each.id): await label(tx, each, call.player, call.said) for each in found}
        return fitting(names, typed)

    return Option(about, offer=offer)


async def with_game(call: Call, game: str | None, name: str, more: str, find: Find) -> Reply:
    """Run a game action on the match that is meant, or ask which one."""
    picked = await pick(call, game, name, more, find)
    return picked if isinstance(picked, Reply) else await VERBS[name](call, picked, more)


@handles("which", about="else")
async def chosen(call: Call, control: Control) -> Reply:
    """Handle the select that asked which match is meant."""
    name, _, more = control.more.partition(":")
    match = number(control.value)
    if name not in VERBS:
        raise OldControl(name)
    await call.must_see(match)
    return await VERBS[name](call, match, more)


async def fresh(tx: Tx, control: Control) -> Match:
    """Return a component's match. Raises `Finished` or `Stale` if it has changed."""
    match = await lifecycle.get(tx, control.subject)
    if match.status != "running":
        raise Finished(match)
    if match.ply != control.ply:
        raise Stale(match, seen=control.ply)
    return match


def button(action: str, *, anew: bool = False) -> Callable[[Verb], Verb]:
    """Make a game action available as a button.

    By default the button works only on the newest board. The flag makes it work on older boards, too.
    """

    def put(work: Verb) -> Verb:
        @handles(action)
        async def act(call: Call, control: Control) -> Reply:
            if not anew:
                async with call.read() as tx:
                    await fresh(tx, control)
            return await work(call, control.subject, control.more)

        return work

    return put


def of_game(name: str, description: locale_str, find: Find = to_end) -> Callable[[Verb], Verb]:
    """Register a game action and a `/game` subcommand whose only option is the match."""

    def put(work: Verb) -> Verb:
        @command(f"game {name}", description, game=the_game(find))
        async def asked(call: Call, game: str | None = None) -> Reply:
            return await with_game(call, game, name, "", find)

        return verb(name)(work)

    return put
