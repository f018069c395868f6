"""`/challenge`, *Challenge* in the menu of a person, and the buttons of a challenge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.commands import which_rules
from bot.commands.permissions import (
    CANNOT_POST,
    missing,
    must_be_installed,
    named,
    parent,
)
from bot.service.clock import time_control
from bot.service.errors import NotFound, WrongNumber
from bot.service.meeting import challenges, seating
from bot.service.rating import eligibility
from bot.service.values import Joined
from bot.store.values import ChallengeSeat, Match
from bot.views import limits
from bot.views.controls import Control, whole
from bot.views.members import is_member
from bot.views.reply import Refused, Reply
from bot.views.seats import link, mention, seat_name
from bot.words import Words, mark, speaker
from bot.words.unrated import not_rated
from engine import Variant

BOT = mark("Bots do not play here. Challenge a person, or leave the opponent open to anyone.")
GONE = mark("{player} is not in this server any more.")
AWAY = mark("{opponent} cannot see this channel. Challenge them in one that you both can see.")
NO_SEAT = mark("{game} has no such side. Choose one from the list that appears as you type.")
NO_PARTNERS = mark("In {game} there are no partners. Choose a game that has them.")
SIDES = {
    "first": mark("I move first"),
    "second": mark("My opponent moves first"),
    "random": mark("Random"),
}
"""The sides of a game for two."""

Person = discord.Member | discord.User


@dataclass(frozen=True)
class Wanted:
    """What somebody who makes a challenge has said."""

    game: str = ""
    seats: int | None = None
    """For how many."""
    goal: str = ""
    rule: str = ""
    advanced: bool = False
    side: str = ""
    partner: Person | None = None
    others: Sequence[Person] = ()
    note: str = ""
    clock: str = "standard"
    rated: bool | None = None
    """None: unless it is the first game of one of them."""

    @property
    def people(self) -> list[Person]:
        """Who is invited by name, the partner first."""
        return [*([self.partner] if self.partner else []), *self.others]

    def form(self) -> Variant:
        """The game for all the places. Refused, WrongNumber."""
        return which_rules.form(
            self.game,
            seats=self.seats,
            people=1 + len(self.people),
            goal=self.goal,
            rule=self.rule,
            advanced=self.advanced,
            partners=self.partner is not None,
        )


def must_be_here(person: Person) -> None:
    """Refused unless this is a person who can see the channel of the command."""
    if person.bot:
        raise Refused(BOT)
    seen = isinstance(person, discord.Member) and (
        person.resolved_permissions is None or person.resolved_permissions.view_channel
    )
    if not seen:
        raise Refused(AWAY, opponent=person.mention)


async def must_be_members(app: App, guild: int | None, people: Iterable[int]) -> None:
    """Refused unless all these people are in the server still."""
    for person in people:
        if guild is not None and not await is_member(app, guild, person):
            raise Refused(GONE, player=mention(person))


def side_names(said: Words, game: Variant) -> dict[str, str]:
    """What may be chosen as a side, by its value: "1" to "6" in the order of turns."""
    if len(game.seats) == 2:
        return {value: said.say(name) for value, name in SIDES.items()}
    return {
        str(seat + 1): f"{seat + 1} · {seat_name(said, game, seat)}"
        for seat in range(len(game.seats))
    }


def side_choices(said: Words, game: Variant, typed: str) -> list[app_commands.Choice[str]]:
    """The sides that fit what is typed."""
    return [
        app_commands.Choice(name=limits.choice(name), value=value)
        for value, name in side_names(said, game).items()
        if typed.casefold() in name.casefold()
    ]


def seat_of(said: Words, game: Variant, typed: str) -> int | None:
    """The seat that is meant by a side; None for the lot."""
    if typed in ("", "random"):
        return None
    names = side_names(said, game)
    fits = [typed] if typed in names else []
    fits = fits or [value for value, name in names.items() if typed.casefold() in name.casefold()]
    if len(fits) != 1:
        raise Refused(NO_SEAT, game=game)
    return int(fits[0]) - 1 if fits[0].isdigit() else {"first": 0, "second": 1}.get(fits[0])


async def challenge(app: App, interaction: discord.Interaction, wanted: Wanted) -> Reply:
    """Make a challenge and say where it is."""
    said = speaker(interaction.locale)
    must_be_installed(interaction)
    if lacking := missing(interaction):
        raise Refused(CANNOT_POST, permissions=named(said, lacking))
    for person in wanted.people:
        must_be_here(person)
    game = wanted.form()
    seat, team = seat_of(said, game, wanted.side), None
    if wanted.partner is not None:
        pairs = seating.teams(game)
        if not pairs:
            raise Refused(NO_PARTNERS, game=game)
        team = app.rng.choice(list(pairs)) if seat is None else game.seats[seat].team
    places = [
        ChallengeSeat(person.id, team=team if person is wanted.partner else None)
        for person in wanted.people
    ]
    places += [ChallengeSeat()] * (len(game.seats) - 1 - len(places))
    for person in wanted.people:
        await app.meet(person)
    fewest = min(seating.seatings(game.key))
    async with app.store.write() as tx:
        made = await challenges.create(
            tx,
            challenger=interaction.user.id,
            variant=game.key,
            places=places,
            seat=seat,
            team=team,
            least=fewest if fewest < len(game.seats) else None,
            note=wanted.note,
            rated=wanted.rated,
            control=time_control.parse(wanted.clock),
            guild=interaction.guild_id,
            channel=interaction.channel_id or 0,
            parent=parent(interaction),
            interaction=interaction.id,
            now=app.clock(),
        )
        wished = wanted.rated is not False and made.rated is False
        refused = None if not wished else await eligibility.why_not(tx, made, now=app.clock())
    if made.free:
        told = said.say("Your challenge is open to anyone in this channel.")
    else:
        asked = ", ".join(mention(person) for person in made.invited)
        told = said.say("Your challenge is on its way to {opponent}.", opponent=asked)
    if refused is not None:
        told += "\n" + not_rated(said, refused)
    return Reply(told)


async def join(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """Accept, Join, and the select of a side: its value is "s" and a seat, or "t" and a team."""
    wish = control.values[0] if control.values else ""
    async with app.store.read() as tx:
        found = await challenges.get(tx, control.subject)
    if found.status == "open":
        await must_be_members(app, found.guild, found.joined)
    async with app.store.write() as tx:
        joined = await challenges.join(
            tx,
            control.subject,
            player=interaction.user.id,
            seat=whole(wish[1:]) if wish.startswith("s") else None,
            team=whole(wish[1:]) if wish.startswith("t") else None,
            interaction=interaction.id,
            now=app.clock(),
            rng=app.rng,
        )
    return await _stands(app, interaction, joined)


async def start(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Start."""
    async with app.store.write() as tx:
        joined = await challenges.start(
            tx,
            control.subject,
            player=interaction.user.id,
            interaction=interaction.id,
            now=app.clock(),
            rng=app.rng,
        )
    return await _stands(app, interaction, joined)


async def _stands(app: App, interaction: discord.Interaction, joined: Joined) -> Reply:
    """How a challenge stands for somebody who has joined or started it."""
    if joined.match is not None:
        return Reply(begun(interaction, joined.match))
    return Reply(
        speaker(interaction.locale).say_n(
            "You sit at the table. {n} player is still missing.",
            "You sit at the table. {n} players are still missing.",
            len(joined.challenge.seats) - len(joined.challenge.joined),
        )
    )


def begun(interaction: discord.Interaction, match: Match) -> str:
    """What somebody is told whose word began a game."""
    said = speaker(interaction.locale)
    text = said.say("Game {number} begins. Have fun!", number=match.id)
    if address := link(match):
        text += " " + said.say("[Go to the board]({link})", link=address)
    return text


GIVEN_UP = {
    "leave": (challenges.leave, mark("You have left the table.")),
    "decline": (challenges.decline, mark("You have declined.")),
    "cancel": (challenges.cancel, mark("Your challenge is withdrawn.")),
}
"""The buttons by which somebody wants no part in it any more, and what they are told."""


async def give_up(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The buttons Leave, Decline and Withdraw."""
    act, told = GIVEN_UP[control.action]
    async with app.store.write() as tx:
        await act(
            tx,
            control.subject,
            player=interaction.user.id,
            interaction=interaction.id,
            now=app.clock(),
        )
    return Reply(speaker(interaction.locale).say(told))


def _typed(interaction: discord.Interaction) -> Wanted:
    """What is said so far, while somebody types."""
    given = interaction.namespace
    names = ("opponent", "opponent2", "opponent3", "opponent4", "opponent5", "partner")
    people = 1 + sum(getattr(given, name, None) is not None for name in names)
    seats = given.seats if isinstance(given.seats, int) else 0
    return Wanted(
        game=str(given.game or ""),
        seats=max(seats, people) if max(seats, people) > 1 else None,
        goal=str(given.goal or ""),
        rule=str(given.rule or ""),
        advanced=given.advanced is True,
    )


def install(app: App) -> None:
    """Put the command on the tree and into the menu of a person, and the buttons."""
    for action in ("accept", "join", "sit"):
        app.controls[action] = Handler(join, about="challenge")
    app.controls["start"] = Handler(start, about="challenge")
    for action in GIVEN_UP:
        app.controls[action] = Handler(give_up, about="challenge")

    @app.tree.context_menu(name=locale_str("Challenge"))
    async def challenge_person(interaction: discord.Interaction, person: discord.User) -> None:
        await app.serve(interaction, challenge(app, interaction, Wanted(others=[person])))

    @app.tree.command(
        name="challenge", description=locale_str("Challenge someone, or anyone, to a game")
    )
    @app_commands.describe(
        opponent=locale_str("Your opponent; leave empty to play against anyone"),
        game=locale_str("Which game; the small board if left empty"),
        seats=locale_str("How many players, including you; two if left empty"),
        clock=locale_str("How much time there is: choose, or write 3 days, or 1d per move"),
        rated=locale_str("Whether it counts in the ratings; if empty, all but first games do"),
        side=locale_str("Where you sit, or who moves first; random if left empty"),
        goal=locale_str("Another goal than the usual"),
        advanced=locale_str("By the advanced rules, where the game has them"),
        rule=locale_str("Another optional rule"),
        note=locale_str("A few words to those you challenge"),
        partner=locale_str("Your partner, in a game that has them"),
        opponent2=locale_str("Someone else; other places are open to anyone"),
        opponent3=locale_str("Someone else"),
        opponent4=locale_str("Someone else"),
        opponent5=locale_str("Someone else"),
    )
    async def command(
        interaction: discord.Interaction,
        opponent: discord.User | None = None,
        game: str = "",
        seats: Literal[2, 3, 4, 6] | None = None,
        clock: str = "standard",
        rated: bool | None = None,
        side: str = "",
        goal: str = "",
        advanced: bool = False,
        rule: str = "",
        note: str = "",
        partner: discord.User | None = None,
        opponent2: discord.User | None = None,
        opponent3: discord.User | None = None,
        opponent4: discord.User | None = None,
        opponent5: discord.User | None = None,
    ) -> None:
        others = [each for each in (opponent, opponent2, opponent3, opponent4, opponent5) if each]
        wanted = Wanted(
            game, seats, goal, rule, advanced, side, partner, others, note, clock, rated
        )
        await app.serve(interaction, challenge(app, interaction, wanted))

    @command.autocomplete("game")
    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return which_rules.games(speaker(interaction.locale), typed)

    @command.autocomplete("goal")
    async def offer_goals(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return which_rules.offer_rules(interaction, typed, goals=True)

    @command.autocomplete("rule")
    async def offer_rules(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return which_rules.offer_rules(interaction, typed, goals=False)

    @command.autocomplete("side")
    async def offer_sides(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        try:
            game = _typed(interaction).form()
        except (Refused, WrongNumber, NotFound):
            return []
        return side_choices(speaker(interaction.locale), game, typed)

    @command.autocomplete("clock")
    async def offer_clocks(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        try:
            game = _typed(interaction).form()
        except (Refused, WrongNumber, NotFound):
            game = which_rules.form()
        return which_rules.clocks_for(speaker(interaction.locale), typed, game)
