"""`/challenge`, and the buttons of a challenge."""

from collections.abc import Iterable
from functools import partial
from inspect import signature
from typing import Literal

import discord
from discord.app_commands import locale_str

from bot.app import App, CommandContext
from bot.commands import variant_picker
from bot.commands.permissions import must_be_installed, must_have_channel, must_post, parent_channel
from bot.i18n.translator import N_, Translator
from bot.registry import Option, command, component_handler, matching_choices
from bot.service.clock import time_control
from bot.service.errors import NotFound, WrongNumber
from bot.service.matchmaking import challenges, seating
from bot.service.rating import eligibility
from bot.service.rating.eligibility import RatingPreview
from bot.service.results import JoinResult
from bot.store import Tx
from bot.store.models import Challenge, ChallengeSeat, Match
from bot.texts.unrated_reasons import unrated_text
from bot.views.components import ComponentId, parse_int
from bot.views.guild_membership import is_member
from bot.views.new_game_form import new_game_reply, usual_choices
from bot.views.player_labels import mention, seat_name, to_board
from bot.views.reply import Reply, UserError
from engine import Variant

NO_BOTS = N_(
    "You cannot challenge a bot. Challenge a person, or leave `opponent` empty so that anyone "
    "can accept."
)
LEFT_GUILD = N_("{player} is no longer in this server.")
CANNOT_SEE_CHANNEL = N_(
    "{opponent} cannot see this channel. Challenge them in one you can both see."
)
NO_SEAT = N_("{game} has no such side. Choose one from the list that appears as you type.")
NO_PARTNERS = N_("{game} is not played with partners. Choose a game that is.")
SIDES = {
    "first": N_("I move first"),
    "second": N_("My opponent moves first"),
    "random": N_("Random"),
}
"""Choices of the `side` option in games for two players."""

Person = discord.Member | discord.User


def must_see_channel(person: Person) -> None:
    """Raise `UserError` unless `person` is a human who can see the current channel."""
    if person.bot:
        raise UserError(NO_BOTS)
    seen = isinstance(person, discord.Member) and (
        person.resolved_permissions is None or person.resolved_permissions.view_channel
    )
    if not seen:
        raise UserError(CANNOT_SEE_CHANNEL, opponent=person.mention)


async def must_be_members(app: App, guild: int | None, people: Iterable[int]) -> None:
    """Raise `UserError` unless all these players are still members of the guild."""
    for person in people:
        if guild is not None and not await is_member(app, guild, person):
            raise UserError(LEFT_GUILD, player=mention(person))


def side_choices(t: Translator, game: Variant) -> dict[str, str]:
    """Return the choices of the `side` option as labels by value.

    In games for more players the values are "1" to at most "6", in turn order.
    """
    if len(game.seats) == 2:
        return {value: t.translate(name) for value, name in SIDES.items()}
    return {
        str(seat + 1): f"{seat + 1} · {seat_name(t, game, seat)}" for seat in range(len(game.seats))
    }


def seat_of(t: Translator, game: Variant, typed: str) -> int | None:
    """Parse a `side` option; return the seat, or None for a random seat.

    Raises `UserError` if the text matches no side or more than one.
    """
    if typed in ("", "random"):
        return None
    names = side_choices(t, game)
    fits = [typed] if typed in names else []
    fits = fits or [value for value, name in names.items() if typed.casefold() in name.casefold()]
    if len(fits) != 1:
        raise UserError(NO_SEAT, game=game)
    return int(fits[0]) - 1 if fits[0].isdigit() else {"first": 0, "second": 1}.get(fits[0])


async def side_autocomplete(ctx: CommandContext, typed: str) -> dict[str, str]:
    """Autocomplete the `side` option for the game chosen so far."""
    return matching_choices(side_choices(ctx.t, variant_picker.variant_so_far(ctx)), typed)


async def clock_autocomplete(ctx: CommandContext, typed: str) -> dict[str, str]:
    """Autocomplete the `clock` option for the chosen game, by default the small board."""
    try:
        game = variant_picker.variant_so_far(ctx)
    except (UserError, WrongNumber, NotFound):
        game = variant_picker.resolve_variant()
    return variant_picker.matching_clocks(ctx.t, typed, game)


@command(
    "challenge",
    locale_str("Challenge a player to a game, or post an open challenge"),
    opponent=locale_str("Your opponent. Leave empty to play anyone"),
    game=Option(
        locale_str("Which game? Leave empty for Halma on the small board"),
        autocomplete=variant_picker.game_autocomplete,
    ),
    seats=locale_str("How many players, including you? Leave empty for two"),
    clock=Option(
        locale_str("Choose a clock, or type one, e.g. 3 days or 1d per move"),
        autocomplete=clock_autocomplete,
    ),
    rated=locale_str("Rated? Leave empty for the default: yes, unless it is someone's first game"),
    side=Option(
        locale_str("Your side, or who moves first. Leave empty for random"),
        autocomplete=side_autocomplete,
    ),
    goal=Option(
        locale_str("A different goal"),
        autocomplete=partial(variant_picker.rule_autocomplete, goals=True),
    ),
    advanced=locale_str("Use the advanced rules, if the game has them"),
    rule=Option(
        locale_str("An optional rule"),
        autocomplete=partial(variant_picker.rule_autocomplete, goals=False),
    ),
    hints=locale_str("With hints? Everyone sees when one is used. Only in unrated games"),
    note=locale_str("A note to the people you challenge"),
    partner=locale_str("Your partner, in a game with partners"),
    opponent2=locale_str("Another player; remaining seats are open to anyone"),
    opponent3=locale_str("Another player"),
    opponent4=locale_str("Another player"),
    opponent5=locale_str("Another player"),
)
async def challenge(
    ctx: CommandContext,
    opponent: Person | None = None,
    game: str = "",
    seats: Literal[2, 3, 4, 6] | None = None,
    clock: str = "standard",
    rated: bool | None = None,
    side: str = "",
    goal: str = "",
    advanced: bool = False,
    rule: str = "",
    hints: bool = False,
    note: str = "",
    partner: Person | None = None,
    opponent2: Person | None = None,
    opponent3: Person | None = None,
    opponent4: Person | None = None,
    opponent5: Person | None = None,
) -> Reply:
    """Handle the `/challenge` command; without options, open the New game form.

    `rated=None` means rated, unless it is the first game of one of the players.
    """
    given, usual = dict(locals()), signature(challenge).bind(ctx)
    usual.apply_defaults()
    t = ctx.t
    must_be_installed(ctx)
    must_post(ctx)
    if given == usual.arguments:
        return new_game_reply(t, variant_picker.FAMILIES, usual_choices())
    people = [
        each
        for each in (partner, opponent, opponent2, opponent3, opponent4, opponent5)
        if each is not None
    ]
    for person in people:
        must_see_channel(person)
    form = variant_picker.resolve_variant(
        game,
        seats=seats,
        people=1 + len(people),
        goal=goal,
        rule=rule,
        advanced=advanced,
        partners=partner is not None,
    )
    seat, team = seat_of(t, form, side), None
    if partner is not None:
        pairs = seating.team_seats(form)
        if not pairs:
            raise UserError(NO_PARTNERS, game=form)
        team = ctx.app.rng.choice(list(pairs)) if seat is None else form.seats[seat].team
    places = [
        ChallengeSeat(person.id, team=team if person is partner else None) for person in people
    ]
    places += [ChallengeSeat()] * (len(form.seats) - 1 - len(places))
    for person in people:
        await ctx.app.upsert_player(person)
    fewest = min(seating.variants_by_size(form.key))
    control, parent, now = time_control.parse(clock), parent_channel(ctx), ctx.now
    channel = must_have_channel(ctx)

    def create(tx: Tx) -> tuple[Challenge, RatingPreview | None]:
        made = challenges.create(
            tx,
            challenger=ctx.player,
            variant=form.key,
            places=places,
            seat=seat,
            team=team,
            least=fewest if fewest < len(form.seats) else None,
            note=note,
            rated=rated,
            hints=hints,
            control=control,
            guild=ctx.guild,
            channel=channel,
            parent=parent,
            interaction=ctx.interaction.id,
            now=now,
        )
        rating_prevented = rated is not False and not hints and made.rated is False
        if not rating_prevented:
            return made, None
        return made, eligibility.preview(tx, made, now=now)

    made, refused = await ctx.write(create)
    if made.free_places:
        text = t.translate("Your challenge is open to anyone in this channel.")
    else:
        asked = ", ".join(mention(person) for person in made.invited_players)
        text = t.translate("Your challenge is on its way to {opponent}.", opponent=asked)
    if refused is not None:
        newcomers = t.join(mention(person) for person in refused.newcomers)
        text += "\n" + unrated_text(t, refused.unrated, newcomers)
    return Reply(text)


@component_handler("accept", "join", "sit", about="challenge")
async def join(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Accept and Join buttons, and the select of a side.

    The select's value is "s" plus a seat number, or "t" plus a team number.
    """
    choice = control.values[0] if control.values else ""
    challenge = await ctx.read(challenges.load_challenge, control.subject)
    if challenge.status == "open":
        await must_be_members(ctx.app, challenge.guild, challenge.joined_players)
    joined = await ctx.write(
        challenges.join,
        control.subject,
        seat=parse_int(choice[1:]) if choice.startswith("s") else None,
        team=parse_int(choice[1:]) if choice.startswith("t") else None,
        rng=ctx.app.rng,
        **ctx.actor,
    )
    return _challenge_reply(ctx, joined)


@component_handler("start", about="challenge")
async def start(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Start button of a multiplayer challenge."""
    joined = await ctx.write(challenges.start, control.subject, rng=ctx.app.rng, **ctx.actor)
    return _challenge_reply(ctx, joined)


def _challenge_reply(ctx: CommandContext, joined: JoinResult) -> Reply:
    """Return the reply to a player who has joined a challenge or started its match."""
    if joined.match is not None:
        return Reply(match_started_reply(ctx, joined.match))
    return Reply(
        ctx.t.translate_plural(
            "You have joined. Waiting for {n} more player.",
            "You have joined. Waiting for {n} more players.",
            len(joined.challenge.seats) - len(joined.challenge.joined_players),
        )
    )


def match_started_reply(ctx: CommandContext, match: Match) -> str:
    """Return the reply to the player whose action has started a match."""
    text = ctx.t.translate("Game {number} has begun. Have fun!", number=match.id)
    return " ".join(filter(None, (text, to_board(ctx.t, match))))


LEAVE_ACTIONS = {
    "leave": (challenges.leave, N_("You have left the challenge.")),
    "decline": (challenges.decline, N_("You have declined the challenge.")),
    "cancel": (challenges.cancel, N_("Your challenge has been withdrawn.")),
}
"""For each action, the service function that ends participation, and the reply."""


@component_handler(*LEAVE_ACTIONS, about="challenge")
async def leave_challenge(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Leave, Decline and Withdraw buttons."""
    act, text = LEAVE_ACTIONS[control.action]
    await ctx.write(act, control.subject, **ctx.actor)
    return Reply(ctx.t.translate(text))
