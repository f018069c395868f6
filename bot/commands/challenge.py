"""`/challenge`, the Challenge user command, and the buttons of a challenge."""

from collections.abc import Iterable
from functools import partial
from typing import Literal

import discord
from discord.app_commands import locale_str

from bot.app import App, Call
from bot.commands import variant_picker
from bot.commands.permissions import must_be_installed, must_post, parent
from bot.i18n.translator import Words, mark
from bot.registry import Option, command, fitting, handles
from bot.service.clock import time_control
from bot.service.errors import NotFound, WrongNumber
from bot.service.matchmaking import challenges, seating
from bot.service.rating import eligibility
from bot.service.results import Joined
from bot.store.models import ChallengeSeat, Match
from bot.texts.unrated_reasons import not_rated
from bot.views.components import Control, whole
from bot.views.guild_membership import is_member
from bot.views.player_labels import mention, seat_name, to_board
from bot.views.reply import Refused, Reply
from engine import Variant

BOT = mark(
    "You cannot challenge a bot. Challenge a person, or leave `opponent` empty so that anyone "
    "can accept."
)
GONE = mark("{player} is no longer in this server.")
AWAY = mark("{opponent} cannot see this channel. Challenge them in one that you both can see.")
NO_SEAT = mark("{game} has no such side. Choose one from the list that appears as you type.")
NO_PARTNERS = mark("{game} has no partners. Choose a game that does.")
SIDES = {
    "first": mark("I move first"),
    "second": mark("My opponent moves first"),
    "random": mark("Random"),
}
"""Choices of the `side` option in games for two."""

Person = discord.Member | discord.User


def must_be_here(person: Person) -> None:
    """Raise `Refused` unless the user is a person who can see the current channel."""
    if person.bot:
        raise Refused(BOT)
    seen = isinstance(person, discord.Member) and (
        person.resolved_permissions is None or person.resolved_permissions.view_channel
    )
    if not seen:
        raise Refused(AWAY, opponent=person.mention)


async def must_be_members(app: App, guild: int | None, people: Iterable[int]) -> None:
    """Raise `Refused` unless all these players are still members of the guild."""
    for person in people:
        if guild is not None and not await is_member(app, guild, person):
            raise Refused(GONE, player=mention(person))


def side_names(said: Words, game: Variant) -> dict[str, str]:
    """Return the choices of the `side` option: label by value.

    In games for more than two the values are "1" to "6", in turn order.
    """
    if len(game.seats) == 2:
        return {value: said.say(name) for value, name in SIDES.items()}
    return {
        str(seat + 1): f"{seat + 1} · {seat_name(said, game, seat)}"
        for seat in range(len(game.seats))
    }


def seat_of(said: Words, game: Variant, typed: str) -> int | None:
    """Return the seat meant by a `side` option; None for a random one.

    Raises `Refused` if the text fits no side, or several.
    """
    if typed in ("", "random"):
        return None
    names = side_names(said, game)
    fits = [typed] if typed in names else []
    fits = fits or [value for value, name in names.items() if typed.casefold() in name.casefold()]
    if len(fits) != 1:
        raise Refused(NO_SEAT, game=game)
    return int(fits[0]) - 1 if fits[0].isdigit() else {"first": 0, "second": 1}.get(fits[0])


async def sides_like(call: Call, typed: str) -> dict[str, str]:
    """Autocomplete the `side` option for the game chosen so far."""
    return fitting(side_names(call.said, variant_picker.typed_form(call)), typed)


async def clocks_like(call: Call, typed: str) -> dict[str, str]:
    """Autocomplete the `clock` option for the chosen game, by default the small board."""
    try:
        game = variant_picker.typed_form(call)
    except (Refused, WrongNumber, NotFound):
        game = variant_picker.form()
    return variant_picker.clocks_for(call.said, typed, game)


@command(
    "challenge",
    locale_str("Challenge someone, or anyone, to a game"),
    menu=locale_str("Challenge"),
    opponent=locale_str("Your opponent. Leave empty to play anyone"),
    game=Option(
        locale_str("Which game? Leave empty for the small board"), offer=variant_picker.games_like
    ),
    seats=locale_str("How many players, including you? Leave empty for two"),
    clock=Option(
        locale_str("Clock: choose one, or type e.g. 3 days or 1d per move"),
        offer=clocks_like,
    ),
    rated=locale_str("Rated? Leave empty for yes, unless it is someone's first game"),
    side=Option(
        locale_str("Your side, or who moves first. Leave empty for random"), offer=sides_like
    ),
    goal=Option(
        locale_str("A different goal"),
        offer=partial(variant_picker.rules_like, goals=True),
    ),
    advanced=locale_str("Use the advanced rules, if the game has them"),
    rule=Option(
        locale_str("A different optional rule"),
        offer=partial(variant_picker.rules_like, goals=False),
    ),
    note=locale_str("A note to the people you challenge"),
    partner=locale_str("Your partner, in a game with partners"),
    opponent2=locale_str("Another player; remaining seats are open to anyone"),
    opponent3=locale_str("Another player"),
    opponent4=locale_str("Another player"),
    opponent5=locale_str("Another player"),
)
async def challenge(
    call: Call,
    opponent: Person | None = None,
    game: str = "",
    seats: Literal[2, 3, 4, 6] | None = None,
    clock: str = "standard",
    rated: bool | None = None,
    side: str = "",
    goal: str = "",
    advanced: bool = False,
    rule: str = "",
    note: str = "",
    partner: Person | None = None,
    opponent2: Person | None = None,
    opponent3: Person | None = None,
    opponent4: Person | None = None,
    opponent5: Person | None = None,
) -> Reply:
    """Handle the `/challenge` command and post the challenge.

    `rated=None` means rated, unless it is the first game of one of the players.
    """
    said = call.said
    must_be_installed(call)
    must_post(call)
    people = [
        each
        for each in (partner, opponent, opponent2, opponent3, opponent4, opponent5)
        if each is not None
    ]
    for person in people:
        must_be_here(person)
    form = variant_picker.form(
        game,
        seats=seats,
        people=1 + len(people),
        goal=goal,
        rule=rule,
        advanced=advanced,
        partners=partner is not None,
    )
    seat, team = seat_of(said, form, side), None
    if partner is not None:
        pairs = seating.teams(form)
        if not pairs:
            raise Refused(NO_PARTNERS, game=form)
        team = call.app.rng.choice(list(pairs)) if seat is None else form.seats[seat].team
    places = [
        ChallengeSeat(person.id, team=team if person is partner else None) for person in people
    ]
    places += [ChallengeSeat()] * (len(form.seats) - 1 - len(places))
    for person in people:
        await call.app.meet(person)
    fewest = min(seating.seatings(form.key))
    async with call.write() as tx:
        made = await challenges.create(
            tx,
            challenger=call.player,
            variant=form.key,
            places=places,
            seat=seat,
            team=team,
            least=fewest if fewest < len(form.seats) else None,
            note=note,
            rated=rated,
            control=time_control.parse(clock),
            guild=call.guild,
            channel=call.channel or 0,
            parent=parent(call),
            interaction=call.interaction.id,
            now=call.now,
        )
        wished = rated is not False and made.rated is False
        refused = None if not wished else await eligibility.why_not(tx, made, now=call.now)
    if made.free:
        told = said.say("Your challenge is open to anyone in this channel.")
    else:
        asked = ", ".join(mention(person) for person in made.invited)
        told = said.say("Your challenge is on its way to {opponent}.", opponent=asked)
    if refused is not None:
        told += "\n" + not_rated(said, refused)
    return Reply(told)


@handles("accept", "join", "sit", about="challenge")
async def join(call: Call, control: Control) -> Reply:
    """Handle the Accept and Join buttons, and the select of a side.

    The select's value is "s" and a seat, or "t" and a team.
    """
    wish = control.values[0] if control.values else ""
    async with call.read() as tx:
        found = await challenges.get(tx, control.subject)
    if found.status == "open":
        await must_be_members(call.app, found.guild, found.joined)
    async with call.write() as tx:
        joined = await challenges.join(
            tx,
            control.subject,
            seat=whole(wish[1:]) if wish.startswith("s") else None,
            team=whole(wish[1:]) if wish.startswith("t") else None,
            rng=call.app.rng,
            **call.by,
        )
    return _stands(call, joined)


@handles("start", about="challenge")
async def start(call: Call, control: Control) -> Reply:
    """Handle the Start button of a multiplayer challenge."""
    async with call.write() as tx:
        joined = await challenges.start(tx, control.subject, rng=call.app.rng, **call.by)
    return _stands(call, joined)


def _stands(call: Call, joined: Joined) -> Reply:
    """Return the reply to a player who has joined or started a challenge."""
    if joined.match is not None:
        return Reply(begun(call, joined.match))
    return Reply(
        call.said.say_n(
            "You have joined. Waiting for {n} more player.",
            "You have joined. Waiting for {n} more players.",
            len(joined.challenge.seats) - len(joined.challenge.joined),
        )
    )


def begun(call: Call, match: Match) -> str:
    """Return the reply to the player whose action has started a match."""
    text = call.said.say("Game {number} begins. Have fun!", number=match.id)
    return " ".join(filter(None, (text, to_board(call.said, match))))


GIVEN_UP = {
    "leave": (challenges.leave, mark("You have left the challenge.")),
    "decline": (challenges.decline, mark("You have declined.")),
    "cancel": (challenges.cancel, mark("Your challenge has been withdrawn.")),
}
"""Buttons that end a player's part in a challenge: (action, reply)."""


@handles(*GIVEN_UP, about="challenge")
async def give_up(call: Call, control: Control) -> Reply:
    """Handle the Leave, Decline and Withdraw buttons."""
    act, told = GIVEN_UP[control.action]
    async with call.write() as tx:
        await act(tx, control.subject, **call.by)
    return Reply(call.said.say(told))
