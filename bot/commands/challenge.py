"""`/challenge`, and the buttons of a challenge."""

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
from bot.i18n.translator import N_
from bot.registry import Option, command, component_handler
from bot.service.errors import NotFound, WrongNumber
from bot.service.matchmaking import challenges
from bot.service.results import JoinResult
from bot.views.components import ComponentId, parse_int
from bot.views.new_game_form import NewGame, usual_choices
from bot.views.new_game_preview import new_game_reply
from bot.views.reply import Reply, UserError
from engine.suggested_rules import as_usual


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
    clock=Option(
        locale_str("Choose a clock, or type one, e.g. 3 days or 1d per move"),
        autocomplete=clock_autocomplete,
    ),
)
async def challenge(
    ctx: CommandContext, opponent: Person | None = None, game: str = "", clock: str = ""
) -> Reply:
    """Handle the `/challenge` command; without options, open the New game form.

    The game is rated, unless it is the first game of one of the players.
    """
    if opponent is None and not game and not clock:
        must_be_installed(ctx)
        must_post(ctx)
        return new_game_reply(ctx.t, usual_choices())
    people = [] if opponent is None else [opponent]
    form = variant_picker.resolve_variant(game, people=1 + len(people))
    return await post_challenge(ctx, as_usual(form.key), people, clock=clock or NewGame.clock)


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
