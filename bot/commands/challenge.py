"""`/challenge`, and the buttons of a challenge."""

from functools import partial
from inspect import signature
from typing import Literal

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs import variant_picker
from bot.dialogs.invitations import (
    Person,
    match_started_reply,
    must_be_members,
    post_challenge,
)
from bot.dialogs.permissions import must_be_installed, must_post
from bot.dialogs.variant_picker import side_autocomplete
from bot.i18n.translator import N_
from bot.registry import Option, command, component_handler
from bot.service.errors import NotFound, WrongNumber
from bot.service.matchmaking import challenges
from bot.service.results import JoinResult
from bot.views.components import ComponentId, parse_int
from bot.views.new_game_form import new_game_reply, usual_choices
from bot.views.reply import Reply, UserError


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
    if given == usual.arguments:
        must_be_installed(ctx)
        must_post(ctx)
        return new_game_reply(ctx.t, variant_picker.FAMILIES, usual_choices())
    people = [
        each
        for each in (partner, opponent, opponent2, opponent3, opponent4, opponent5)
        if each is not None
    ]
    return await post_challenge(
        ctx,
        people,
        partner,
        game=game,
        seats=seats,
        clock=clock,
        rated=rated,
        side=side,
        goal=goal,
        rule=rule,
        advanced=advanced,
        hints=hints,
        note=note,
    )


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
