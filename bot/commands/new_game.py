"""The New game form, opened by buttons, a user command or a bare `/challenge`."""

from collections.abc import Awaitable, Sequence
from contextlib import suppress
from dataclasses import replace

import discord
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs import variant_picker
from bot.dialogs.invitations import LEFT_GUILD, Person, must_see_channel, post_challenge
from bot.dialogs.permissions import must_be_installed, must_post
from bot.i18n.escaping import quote
from bot.i18n.translator import N_
from bot.registry import component_handler, user_menu
from bot.service.clock.calendar import InvalidTime
from bot.service.errors import ServiceError
from bot.service.match import lifecycle
from bot.service.matchmaking.challenge_limits import NOTE_LENGTH
from bot.service.matchmaking.seating import team_seats
from bot.store.models import Match
from bot.views.components import ComponentId, StaleComponent
from bot.views.new_game_form import (
    ALWAYS_RATED,
    HINTS,
    RATED,
    RULES,
    NewGame,
    parse_choices,
    read_form,
    usual_choices,
)
from bot.views.new_game_preview import (
    game_list,
    new_game_reply,
    partner_question,
    preview,
    refusal,
)
from bot.views.new_game_rules_form import more_rules_form, read_more_rules
from bot.views.player_labels import mention, variant_of
from bot.views.reply import Reply, UserError
from engine import VARIANTS, EngineError

TOO_LONG = N_(
    "One message cannot hold all these choices. Choose another clock or fewer optional rules, or "
    "leave a side open for anyone."
)


def open_form(ctx: CommandContext, wish: NewGame) -> Reply:
    """Open the form, after checking that a challenge can be posted here."""
    must_be_installed(ctx)
    must_post(ctx)
    return new_game_reply(ctx.t, wish)


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
    """Handle the submitted form: show the preview, or all games if they are asked for."""
    wish, more = read_form(control)
    if more:
        return Reply(view=game_list(ctx.t, variant_picker.FAMILIES, wish))
    return await _offering_form(ctx, wish, _preview(ctx, wish, control.people))


@component_handler("new-choose", edits=True, about="else")
async def choose_game(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the select with all games: show the preview."""
    if control.value not in VARIANTS:
        raise StaleComponent(control.value)
    wish = parse_choices(control).with_game(control.value)
    people = [await _member(ctx, person) for person in wish.people]
    return await _offering_form(ctx, wish, _preview(ctx, wish, people))


@component_handler("new-more", about="else")
async def open_more_rules(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the More rules button of the preview."""
    wish = parse_choices(control)
    return Reply(view=preview(ctx.t, wish), form=more_rules_form(ctx.t, wish))


@component_handler("new-rules", edits=True, about="else")
async def submit_more_rules(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the submitted More rules form: post the challenge."""

    async def post() -> Reply:
        wish, seat, note, partner = read_more_rules(control)
        people = [await _member(ctx, person) for person in wish.people]
        wish = replace(wish, partner="anyone" if partner is None else "first")
        if partner is not None:
            people = [partner, *(each for each in people if each.id != partner.id)]
        return await _post(ctx, wish, people, seat, note)

    note = next(iter(control.fields.get("note", ())), "")
    return await _offering_form(ctx, parse_choices(control), post(), note)


@component_handler("new-post", edits=True, about="else")
async def post_as_chosen(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Post button of the preview, and the buttons that choose a partner."""
    wish = parse_choices(control)
    return await _offering_form(ctx, wish, _post_by_ids(ctx, wish))


async def _offering_form(
    ctx: CommandContext, wish: NewGame, work: Awaitable[Reply], note: str = ""
) -> Reply:
    """Return the reply of `work`, or a refusal with a button that reopens the form."""
    try:
        return await work
    except (EngineError, InvalidTime, ServiceError, UserError) as refused:
        reply = await ctx.app.error_reply(refused, ctx.t, ctx.player)
        return Reply(view=refusal(ctx.t, reply.text, wish, quote(note, NOTE_LENGTH)))


async def _preview(ctx: CommandContext, wish: NewGame, people: Sequence[Person]) -> Reply:
    """Show what would be posted, in the version for this number of players."""
    must_be_installed(ctx)
    must_post(ctx)
    for person in people:
        must_see_channel(person)
    form = variant_picker.resolve_variant(wish.game, people=1 + len(people))
    wish = _must_be_whole(replace(wish, game=form.key))
    return Reply(view=preview(ctx.t, wish))


def _must_be_whole(wish: NewGame) -> NewGame:
    """Return the choices. Raises `UserError` if buttons would lose some."""
    if not wish.is_whole():
        raise UserError(TOO_LONG)
    return wish


async def _post(
    ctx: CommandContext,
    wish: NewGame,
    people: Sequence[Person],
    seat: int | None = None,
    note: str = "",
) -> Reply:
    """Post the challenge, or ask who the partner is."""
    form = variant_picker.resolve_variant(wish.game, people=1 + len(people))
    form = variant_picker.with_options(form, sorted(wish.options & RULES))
    if people and not wish.partner and team_seats(form):
        names = {person.id: person.display_name for person in people}
        _must_be_whole(replace(wish, game=form.key, partner="anyone"))
        return Reply(view=partner_question(ctx.t, replace(wish, game=form.key), names))
    return await post_challenge(
        ctx,
        form,
        people,
        people[0] if people and wish.partner == "first" else None,
        clock=wish.clock,
        rated=True if ALWAYS_RATED in wish.options else None if RATED in wish.options else False,
        seat=seat,
        hints=HINTS in wish.options,
        note=note,
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
