"""Which game is meant: found from who asks, where, and for what; asked when it could be several."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import Act, App, Handler, Verb
from bot.service.errors import Finished, NotFound, NotYourTurn, Stale
from bot.service.match import state as match_state
from bot.service.people import players
from bot.store import Tx, matches
from bot.store.values import Match
from bot.views import limits
from bot.views.controls import Choose, Control, OldControl, layout, option, row
from bot.views.reply import Refused, Reply
from bot.views.seats import against, title
from bot.words import Words, mark, speaker

NO_GAME = mark("You have no game going on. `/challenge` starts one.")
NO_GAME_HERE = mark("No game is running in this channel. `/challenge` begins one.")
WHICH = mark("Which game do you mean?")
NAME_IT = mark("You play several games. Name the one you mean with the option `game`.")


Find = Callable[[Tx, int, int | None], Awaitable[list[Match]]]
"""(tx, player, channel): the games of which one is meant, most likely first."""


async def to_move(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """The games in which a move of this person could be meant, most likely first; never empty.

    A channel in which they play counts before all others. NotYourTurn, or Refused if they play nowhere.
    """
    mine = await match_state.running_of(tx, player)
    here = [match for match in mine if channel in (match.place, match.channel)]
    nearest = here or mine
    if not nearest:
        raise Refused(NO_GAME)
    waiting = [match for match in nearest if match.to_move == player]
    if not waiting:
        raise NotYourTurn(nearest[0], player=nearest[0].to_move)
    return waiting


async def to_end(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """The running games of this person: those of the channel, or else all."""
    mine = await match_state.running_of(tx, player)
    return [match for match in mine if channel in (match.place, match.channel)] or mine


async def to_see(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Their running games, or else those of others in the channel, or else their last ones."""
    found = await to_end(tx, player, channel)
    if not found and channel is not None:
        found = await matches.running_in(tx, channel)
    return found or await matches.over_of(tx, player)


async def to_keep(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """All their games, the running ones first."""
    running = await to_see(tx, player, channel)
    done = await matches.over_of(tx, player)
    return running + [match for match in done if match not in running]


async def label(tx: Tx, match: Match, player: int, said: Words) -> str:
    """A game in one short line of plain text, as `player` knows it: "#12 Halma 8×8 against Bruno"."""
    names = await players.names(tx, match.players)
    opponent = against(said, match, player, lambda one: names.get(one) or said.say("someone"))
    return said.say(
        "#{number} {game} against {opponent}",
        number=match.id,
        game=title(said, match),
        opponent=opponent,
    )


def number(game: str) -> int:
    """The match that a `game` option means: "12" or "#12"; NotFound if it is no number."""
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
    """A select of games; the chosen value is the match id, or what `values` has for it."""
    options = [
        option(
            await label(tx, match, player, said),
            (values or {}).get(match.id, str(match.id)),
            said.say("Your turn") if match.to_move == player else "",
        )
        for match in candidates[: limits.OPTIONS]
    ]
    return Reply(view=layout(said.say(WHICH), row(Choose(control, options))))


async def pick(
    app: App,
    interaction: discord.Interaction,
    game: str | None,
    verb: str,
    more: str,
    find: Find,
) -> int | Reply:
    """The match meant, or the question which one. NotFound of a game that this person may not see."""
    if game:
        named = number(game)
        await app.must_see(interaction, named)
        return named
    player, said = interaction.user.id, speaker(interaction.locale)
    async with app.store.read() as tx:
        found = await find(tx, player, interaction.channel_id)
        if not found:
            raise Refused(NO_GAME if interaction.guild_id is None else NO_GAME_HERE)
        if len(found) == 1:
            return found[0].id
        control = Control("which", 0, 0, f"{verb}:{more}")
        if not control.fits():
            raise Refused(NAME_IT)
        return await ask(tx, found, control, player, said)


async def offered(
    app: App,
    interaction: discord.Interaction,
    typed: str,
    find: Find,
) -> list[app_commands.Choice[str]]:
    """The choices of a `game` option."""
    said, player = speaker(interaction.locale), interaction.user.id
    async with app.store.read() as tx:
        try:
            found = await find(tx, player, interaction.channel_id)
        except (Refused, NotYourTurn):
            return []
        labels = [(match.id, await label(tx, match, player, said)) for match in found]
    return [
        app_commands.Choice(name=limits.choice(text), value=str(match))
        for match, text in labels
        if typed.casefold() in text.casefold()
    ][: limits.CHOICES]


async def with_game(
    app: App,
    interaction: discord.Interaction,
    game: str | None,
    verb: str,
    more: str,
    find: Find,
) -> Reply:
    """Do what a verb does with the game that is meant, or ask which."""
    picked = await pick(app, interaction, game, verb, more, find)
    if isinstance(picked, Reply):
        return picked
    return await app.verbs[verb](app, interaction, picked, more)


async def chosen(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The answer to the question which game."""
    verb, _, more = control.more.partition(":")
    match = number(control.value)
    if verb not in app.verbs:
        raise OldControl(verb)
    await app.must_see(interaction, match)
    return await app.verbs[verb](app, interaction, match, more)


async def fresh(tx: Tx, control: Control) -> Match:
    """The match of a button, if it is still as the button shows it; Finished, Stale."""
    match = await match_state.get(tx, control.subject)
    if match.status != "running":
        raise Finished(match)
    if match.ply != control.ply:
        raise Stale(match, seen=control.ply)
    return match


def on_button(verb: Verb, *, anew: bool = False) -> Act:
    """The button that does what a command does; unless `anew`, only while it is the newest board's."""

    async def act(app: App, interaction: discord.Interaction, control: Control) -> Reply:
        if not anew:
            async with app.store.read() as tx:
                await fresh(tx, control)
        return await verb(app, interaction, control.subject, control.more)

    return act


def one_game(
    app: App,
    group: app_commands.Group,
    name: str,
    description: locale_str,
    verb: Verb,
    find: Find = to_end,
) -> None:
    """Put a command into a group that needs to know only which game."""
    app.verbs[name] = verb

    @group.command(name=name, description=description)
    @app_commands.describe(game=locale_str("Which game, if you play several"))
    async def command(interaction: discord.Interaction, game: str | None = None) -> None:
        await app.serve(interaction, with_game(app, interaction, game, name, "", find))

    suggest(app, command, find)


def suggest(app: App, command: app_commands.Command[Any, ..., Any], find: Find) -> None:
    """Offer the games that may be meant while a command's option `game` is typed."""

    @command.autocomplete("game")
    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await app.offer(offered(app, interaction, typed, find))


def install(app: App) -> None:
    """Put the select in."""
    app.controls["which"] = Handler(chosen, about="else")
