"""Match picker: resolves a command's `game` option, or asks the player to choose."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import discord
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.i18n.translator import N_, Translator
from bot.registry import (
    GAME_ACTIONS,
    GameAction,
    Option,
    command,
    component_handler,
    game_action,
    matching_choices,
)
from bot.service.errors import NotFound, NotYourTurn, ServiceError
from bot.service.match import lifecycle
from bot.service.players import players
from bot.store import Tx
from bot.store.match import matches
from bot.store.models import Match
from bot.views import discord_limits
from bot.views.components import (
    ComponentId,
    Select,
    StaleComponent,
    button_row,
    layout,
    select_option,
)
from bot.views.player_labels import opponents_label, plain_player_name, plain_title
from bot.views.reply import Reply, UserError

NO_GAME = N_("You have no game in progress. Use `/challenge` to start one.")
NO_GAME_HERE = N_("There is no game in progress in this channel. Use `/challenge` to start one.")
WHICH_QUESTION = N_("Which game do you mean?")
WHICH_GAME = locale_str("Which game, if you are playing several")
NAME_IT = N_("You are playing several games. Use the option `game` to choose one.")
GameFinder = Callable[[Tx, int, int | None], list[Match]]
"""Function (tx, player, channel) that returns candidate matches, likeliest first."""


class Filter(NamedTuple):
    """Condition that a match must meet to be offered to a player who has several."""

    applies: Callable[[Tx, Match, int, int], bool]
    """Function of (tx, match, player, now): whether the match allows the action."""
    none: str
    """Error message for the case that no match allows the action."""


def awaiting_move(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Return the matches that await this player's move, likeliest choice first.

    If the player has running matches in the channel, only those are considered. The list is never
    empty: the function raises `NotYourTurn` if it is not the player's turn in any of them, and
    `UserError` if the player has no running match.
    """
    nearest = running(tx, player, channel)
    if not nearest:
        raise UserError(NO_GAME)
    waiting = [match for match in nearest if match.to_move == player]
    if not waiting:
        raise NotYourTurn(nearest[0], player=nearest[0].to_move)
    return waiting


def running(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Return the player's running matches in the channel.

    If there are none in the channel, returns all of the player's running matches.
    """
    mine = lifecycle.running_of(tx, player)
    return [match for match in mine if channel in (match.place, match.channel)] or mine


def visible(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Return the matches that a player most likely wants to see.

    These are the player's running matches, or else the matches of others in the channel, or else
    the player's finished matches.
    """
    candidates = running(tx, player, channel)
    if not candidates and channel is not None:
        candidates = matches.running_in_channel(tx, channel)
    return candidates or matches.finished_of(tx, player)


def exportable(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Return the matches found by `visible`, then the player's other finished matches."""
    running = visible(tx, player, channel)
    done = matches.finished_of(tx, player)
    return running + [match for match in done if match not in running]


def game_label(tx: Tx, match: Match, player: int, t: Translator) -> str:
    """Return a match as plain text for a choice: "#12 Halma 8×8 against Bruno"."""
    names = players.display_names(tx, match.players)
    opponent = opponents_label(t, match, player, lambda user: plain_player_name(t, user, names))
    return t.translate(
        "#{number} {game} against {opponent}",
        number=match.id,
        game=plain_title(t, match),
        opponent=opponent,
    )


def parse_game_number(game: str) -> int:
    """Parse a match number: "12" or "#12". Raises `NotFound` if it is invalid."""
    digits = game.strip().lstrip("#").partition(" ")[0]
    if not (digits.isascii() and digits.isdigit() and len(digits) < 19):
        raise NotFound(what="match", key=game)
    return int(digits)


def game_options(
    tx: Tx,
    candidates: Sequence[Match],
    player: int,
    t: Translator,
    values: Mapping[int, str] | None = None,
) -> list[discord.SelectOption]:
    """Return the options of a select that asks which match the player means.

    The value of an option is the match id, or the match's entry in `values`.
    """
    return [
        select_option(
            game_label(tx, match, player, t),
            t.translate("Your turn") if match.to_move == player else "",
            value=(values or {}).get(match.id, str(match.id)),
        )
        for match in candidates[: discord_limits.OPTIONS]
    ]


def game_question(
    t: Translator, control: ComponentId, options: list[discord.SelectOption]
) -> Reply:
    """Build the select that asks which match the player means."""
    return Reply(view=layout(t.translate(WHICH_QUESTION), button_row(Select(control, options))))


class SeveralGames(Exception):
    """Several matches fit the request, so the player must choose one."""


def only_game(tx: Tx, find: GameFinder, player: int, channel: int | None) -> int:
    """Return the only candidate match.

    Raises `SeveralGames`, and the errors of `find`.
    """
    candidates = find(tx, player, channel)
    if len(candidates) != 1:
        raise SeveralGames
    return candidates[0].id


async def pick_game(
    ctx: CommandContext,
    game: str | None,
    name: str,
    more: str,
    find: GameFinder,
    only: Filter | None = None,
) -> int | Reply:
    """Return the number of the match, or a reply that asks which match is meant.

    With several candidates, only those that pass the filter are considered. A single candidate is
    not filtered, so that the action itself can say why it is impossible there.

    The next transaction raises `NotFound` if the player may not see the match. Raises `UserError`
    if no match is left or if the question does not fit into a custom id, and the errors of `find`.
    """
    if game:
        named = parse_game_number(game)
        ctx.must_see(named)
        return named
    control = ComponentId("which", 0, 0, f"{name}:{more}")
    result = await ctx.read(_find_games, find, only, ctx.player, ctx.channel, ctx.t, ctx.now)
    if isinstance(result, int):
        return result
    if not result:
        raise UserError(NO_GAME if ctx.guild is None else NO_GAME_HERE)
    if not control.fits_limit():
        raise UserError(NAME_IT)
    return game_question(ctx.t, control, result)


def _find_games(
    tx: Tx,
    find: GameFinder,
    only: Filter | None,
    player: int,
    channel: int | None,
    t: Translator,
    now: int,
) -> int | list[discord.SelectOption]:
    """Return the only candidate match, or the options of a select for several.

    Raises `UserError` if none of several candidates passes the filter, and the errors of `find`.
    """
    matches = find(tx, player, channel)
    candidates = _filtered(tx, matches, only, player, now)
    if only is not None and matches and not candidates:
        raise UserError(only.none)
    if len(candidates) == 1:
        return candidates[0].id
    return game_options(tx, candidates, player, t)


def _filtered(
    tx: Tx, matches: list[Match], only: Filter | None, player: int, now: int
) -> list[Match]:
    """Return the matches that pass the filter, or a single match unfiltered.

    If none passes, the player's running matches elsewhere are considered.
    """
    if only is None or len(matches) < 2:
        return matches
    if passing := _passing(tx, matches, only, player, now):
        return passing
    elsewhere = [match for match in lifecycle.running_of(tx, player) if match not in matches]
    return _passing(tx, elsewhere, only, player, now)


def _passing(tx: Tx, candidates: list[Match], only: Filter, player: int, now: int) -> list[Match]:
    """Return the matches that pass the filter.

    A match whose state cannot be evaluated, such as a damaged one, does not pass.
    """
    passing = []
    for match in candidates:
        with suppress(ServiceError):
            if only.applies(tx, match, player, now):
                passing.append(match)
    return passing


def game_option(
    find: GameFinder, about: locale_str = WHICH_GAME, only: Filter | None = None
) -> Option:
    """Build the `game` option, with autocomplete over the candidate matches."""

    async def offer(ctx: CommandContext, typed: str) -> dict[str, str]:
        names = await ctx.read(
            _candidate_labels, find, only, ctx.player, ctx.channel, ctx.t, ctx.now
        )
        return matching_choices(names, typed)

    return Option(about, autocomplete=offer)


def _candidate_labels(
    tx: Tx,
    find: GameFinder,
    only: Filter | None,
    player: int,
    channel: int | None,
    t: Translator,
    now: int,
) -> dict[str, str]:
    """Return the labels of the candidate matches by match number."""
    matches = find(tx, player, channel)
    return {
        str(candidate.id): game_label(tx, candidate, player, t)
        for candidate in _filtered(tx, matches, only, player, now)
    }


async def run_for_game(
    ctx: CommandContext,
    game: str | None,
    name: str,
    more: str,
    find: GameFinder,
    only: Filter | None = None,
) -> Reply:
    """Run a game action on a match, or ask which match the player means."""
    picked = await pick_game(ctx, game, name, more, find, only)
    return picked if isinstance(picked, Reply) else await GAME_ACTIONS[name](ctx, picked, more)


@component_handler("which", about="else")
async def choose_game(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the select that asked which match the player means."""
    name, _, more = control.extra.partition(":")
    match = parse_game_number(control.value)
    if name not in GAME_ACTIONS:
        raise StaleComponent(name)
    ctx.must_see(match)
    ctx.must_be_newer(match)
    return await GAME_ACTIONS[name](ctx, match, more)


def action_button(action: str, *, any_ply: bool = False) -> Callable[[GameAction], GameAction]:
    """Make a game action available as a button.

    By default, the button works only on the newest board. With `any_ply`, it also works on older
    boards.
    """

    def put(work: GameAction) -> GameAction:
        @component_handler(action)
        async def act(ctx: CommandContext, control: ComponentId) -> Reply:
            if not any_ply:
                ctx.require(lambda tx: lifecycle.get_running(tx, control.subject, ply=control.ply))
            return await work(ctx, control.subject, control.extra)

        return work

    return put


def game_command(
    name: str, description: locale_str, find: GameFinder = running, only: Filter | None = None
) -> Callable[[GameAction], GameAction]:
    """Register a game action and a `/game` subcommand whose only option is the match."""

    def put(work: GameAction) -> GameAction:
        @command(f"game {name}", description, game=game_option(find, only=only))
        async def asked(ctx: CommandContext, game: str | None = None) -> Reply:
            return await run_for_game(ctx, game, name, "", find, only)

        return game_action(name)(work)

    return put
