"""The New game form, opened by buttons, a user command or a bare `/challenge`."""

from collections.abc import Awaitable, Sequence
from contextlib import suppress

import discord
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs import variant_picker
from bot.dialogs.invitations import LEFT_GUILD, Person, must_see_channel, post_challenge
from bot.dialogs.permissions import must_be_installed, must_post
from bot.registry import component_handler, user_menu
from bot.service.clock.calendar import InvalidTime
from bot.service.errors import ServiceError
from bot.service.match import lifecycle
from bot.service.matchmaking.seating import team_seats
from bot.store.models import Match
from bot.views.components import ComponentId
from bot.views.new_game_form import (
    HINTS,
    RATED,
    RULES,
    NewGame,
    must_ask_version,
    new_game_reply,
    parse_choices,
    partner_question,
    read_form,
    refusal,
    usual_choices,
    version_question,
)
from bot.views.player_labels import mention, variant_of
from bot.views.reply import Reply, UserError
from engine import VARIANTS, EngineError


def open_form(ctx: CommandContext, wish: NewGame) -> Reply:
    """Open the form, after checking that a challenge can be posted here."""
    must_be_installed(ctx)
    must_post(ctx)
    return new_game_reply(ctx.t, variant_picker.FAMILIES, wish)


@component_handler("begin", about="else")
async def open_empty(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the New game button."""
    return open_form(ctx, usual_choices())


@component_handler("new-form", about="else")
async def open_again(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button that opens the form again with its previous values."""
    return open_form(ctx, parse_choices(control))


@user_menu(locale_str("Challenge"))
async def challenge_person(ctx: CommandContext, person: Person) -> Reply:
    """Handle the Challenge user command: open the form with this opponent."""
    must_be_installed(ctx)
    must_see_channel(person)
    return open_form(ctx, usual_choices(people=(person.id,)))


@component_handler("new-game-like")
async def open_like(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the New game button of a result: open the form with the match's choices."""
    match = await ctx.read(lifecycle.load, control.subject)
    return open_form(ctx, _like(match, ctx.player))


def _like(match: Match, player: int) -> NewGame:
    """Return the choices of a match, with the opponents if the player took part."""
    game = variant_of(match.variant) or VARIANTS[NewGame.game]
    key, *rules = game.key.split("+")
    people = tuple(each for each in dict.fromkeys(match.players) if each in match.people - {player})
    return NewGame(
        key,
        match.control,
        frozenset({HINTS if match.hints else RATED, *rules}),
        tuple(each for each in people if each > 0) if player in match.people else (),
    )


@component_handler("new-game", edits=True, about="else")
async def submit(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the submitted form: post the challenge, or ask the remaining question."""
    wish, changed = read_form(control)
    if changed and must_ask_version(wish):
        return await _offering_form(ctx, wish, _ask_version(ctx, wish, control.people))
    return await _offering_form(ctx, wish, _post(ctx, wish, control.people))


@component_handler("new-post", edits=True, about="else")
async def post_as_chosen(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the buttons that choose a version or a partner."""
    wish = parse_choices(control)
    return await _offering_form(ctx, wish, _post_by_ids(ctx, wish))


async def _offering_form(ctx: CommandContext, wish: NewGame, work: Awaitable[Reply]) -> Reply:
    """Return the reply of `work`, or a refusal with a button that reopens the form."""
    try:
        return await work
    except (EngineError, InvalidTime, ServiceError, UserError) as refused:
        reply = await ctx.app.error_reply(refused, ctx.t, ctx.player)
        return Reply(view=refusal(ctx.t, reply.text, wish))


async def _ask_version(ctx: CommandContext, wish: NewGame, people: Sequence[Person]) -> Reply:
    """Ask which version of the game is meant."""
    for person in people:
        must_see_channel(person)
    return Reply(view=version_question(ctx.t, wish))


async def _post(ctx: CommandContext, wish: NewGame, people: Sequence[Person]) -> Reply:
    """Post the challenge as `/challenge` does, or ask who the partner is."""
    for person in people:
        must_see_channel(person)
    if people and not wish.partner and team_seats(VARIANTS[wish.game]):
        names = {person.id: person.display_name for person in people}
        return Reply(view=partner_question(ctx.t, wish, names))
    return await post_challenge(
        ctx,
        people,
        people[0] if people and wish.partner == "first" else None,
        game=wish.game,
        clock=wish.clock,
        rated=None if RATED in wish.options else False,
        rule="+".join(sorted(wish.options & RULES)),
        hints=HINTS in wish.options,
    )


async def _post_by_ids(ctx: CommandContext, wish: NewGame) -> Reply:
    """Post the challenge to the opponents whose ids a button contains."""
    return await _post(ctx, wish, [await _member(ctx, person) for person in wish.people])


async def _member(ctx: CommandContext, person: int) -> Person:
    """Return a member of this guild. Raises `UserError` if they have left it."""
    guild = ctx.interaction.guild
    with suppress(discord.NotFound):
        if guild is not None:
            return guild.get_member(person) or await guild.fetch_member(person)
    raise UserError(LEFT_GUILD, player=mention(person))
