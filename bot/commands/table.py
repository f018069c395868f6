"""`/challenge`, and the buttons of a table: games for as many as like, up to six."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.commands import which_rules
from bot.commands.challenge import SERVER_ONLY, begun, must_be_here, must_be_members
from bot.commands.permissions import CANNOT_POST, missing, named, parent
from bot.service.clock.time_control import parse
from bot.service.errors import WrongNumber
from bot.service.meeting import challenges, seating, tables
from bot.service.rating import eligibility
from bot.service.values import Invited, Joined
from bot.views import limits
from bot.views.controls import Control, whole
from bot.views.reply import Refused, Reply
from bot.views.seats import seat_name
from bot.words import Words, mark, speaker
from bot.words.unrated import not_rated
from engine import VARIANTS, Variant

USUAL = "chinese-checkers"
"""The game of a table of which nothing else is said."""
NO_SEAT = mark("{game} has no such side. Choose one from the list that appears as you type.")
NO_PARTNERS = mark("In {game} there are no partners. Choose a game that has them.")

Person = discord.Member | discord.User


@dataclass(frozen=True)
class Wanted:
    """What somebody who opens a table has said."""

    game: str = USUAL
    rule: str = ""
    size: int | None = None
    """For how many."""
    seat: str = ""
    partner: Person | None = None
    others: Sequence[Person] = field(default=())
    note: str = ""
    clock: str = "standard"
    rated: bool = True

    @property
    def people(self) -> list[Person]:
        """Who is invited by name, the partner first."""
        return [*([self.partner] if self.partner else []), *self.others]


def form(wanted: Wanted) -> tuple[Variant, int | None]:
    """The game for all the places, and with how many its host may start it, where with fewer.

    So many places as are said; else as the named game has, or more if more are invited; if only a game
    is named that can be played by more or fewer, as many as it can. WrongNumber.
    """
    game = which_rules.meant(wanted.game)
    forms = seating.seatings(game.key)
    people = 1 + len(wanted.people)
    if wanted.size is not None:
        size = max(wanted.size, people)
    elif people == 1 and game.key == next(iter(forms.values())).key:
        size = max(forms)
    else:
        size = max(len(game.seats), people)
    if size not in forms:
        raise WrongNumber(present=size, sizes=tuple(forms))
    chosen = which_rules.with_rules(forms[size], wanted.rule)
    fewest = min(seating.seatings(chosen.key))
    return chosen, fewest if fewest < size else None


def seat_of(said: Words, game: Variant, typed: str) -> int | None:
    """The seat that is meant by its number, as the list gives it; None for the lot."""
    if not typed:
        return None
    if typed.isascii() and typed.isdigit() and int(typed) <= len(game.seats) and int(typed):
        return int(typed) - 1
    fits = [
        n for n in range(len(game.seats)) if typed.casefold() in _side(said, game, n).casefold()
    ]
    if len(fits) != 1:
        raise Refused(NO_SEAT, game=game)
    return fits[0]


def _side(said: Words, game: Variant, seat: int) -> str:
    """A seat in the order of turns: "1 · ⚪ White (dot)"."""
    return f"{seat + 1} · {seat_name(said, game, seat)}"


def seats(said: Words, wanted: Wanted, typed: str) -> list[app_commands.Choice[str]]:
    """The seats of the game that is meant."""
    try:
        game, _ = form(wanted)
    except (Refused, WrongNumber):
        return []
    names = [_side(said, game, seat) for seat in range(len(game.seats))]
    return [
        app_commands.Choice(name=limits.choice(name), value=str(number))
        for number, name in enumerate(names, 1)
        if typed.casefold() in name.casefold()
    ]


async def table(app: App, interaction: discord.Interaction, wanted: Wanted) -> Reply:
    """What `/challenge` does."""
    said = speaker(interaction.locale)
    if interaction.guild_id is None:
        raise Refused(SERVER_ONLY)
    if lacking := missing(interaction):
        raise Refused(CANNOT_POST, permissions=named(said, lacking))
    for person in wanted.people:
        must_be_here(person)
    game, least = form(wanted)
    seat, team = seat_of(said, game, wanted.seat), None
    if wanted.partner is not None:
        pairs = seating.teams(game)
        if not pairs:
            raise Refused(NO_PARTNERS, game=game)
        team = app.rng.choice(list(pairs)) if seat is None else game.seats[seat].team
    places = [
        Invited(person.id, team=team if person is wanted.partner else None)
        for person in wanted.people
    ]
    places += [Invited()] * (len(game.seats) - 1 - len(places))
    for person in wanted.people:
        await app.meet(person)
    async with app.store.write() as tx:
        made = await tables.open_table(
            tx,
            host=interaction.user.id,
            variant=game.key,
            places=places,
            seat=seat,
            team=team,
            least=least,
            note=wanted.note,
            control=parse(wanted.clock),
            guild=interaction.guild_id,
            channel=interaction.channel_id or 0,
            parent=parent(interaction),
            interaction=interaction.id,
            rated=wanted.rated,
            now=app.clock(),
        )
        refused = None if made.rated else await eligibility.why_not(tx, made, now=app.clock())
    if made.free:
        told = said.say("Your table is open to anyone in this channel.")
    else:
        told = said.say("Your table is waiting for the people you have invited.")
    return Reply(
        told if not wanted.rated or refused is None else f"{told}\n{not_rated(said, refused)}"
    )


async def join(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Join, and the select of a side: its value is "s" and a seat, or "t" and a team."""
    wish = control.values[0] if control.values else ""
    async with app.store.read() as tx:
        table = await challenges.get(tx, control.subject)
    if table.status == "open":
        await must_be_members(app, table.guild, table.joined)
    async with app.store.write() as tx:
        joined = await tables.join(
            tx,
            control.subject,
            player=interaction.user.id,
            seat=whole(wish[1:]) if wish.startswith("s") else None,
            team=whole(wish[1:]) if wish.startswith("t") else None,
            interaction=interaction.id,
            now=app.clock(),
            rng=app.rng,
        )
    return _begun(interaction, joined)


def _begun(interaction: discord.Interaction, joined: Joined) -> Reply:
    match, challenge = joined.match, joined.challenge
    if match is not None:
        return Reply(begun(interaction, match))
    missing_yet = len(challenge.seats) - len(challenge.joined)
    return Reply(
        speaker(interaction.locale).say_n(
            "You sit at the table. {n} player is still missing.",
            "You sit at the table. {n} players are still missing.",
            missing_yet,
        )
    )


async def leave(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Leave."""
    async with app.store.write() as tx:
        await tables.leave(
            tx,
            control.subject,
            player=interaction.user.id,
            interaction=interaction.id,
            now=app.clock(),
        )
    return Reply(speaker(interaction.locale).say("You have left the table."))


async def start(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Start."""
    async with app.store.write() as tx:
        joined = await tables.start(
            tx,
            control.subject,
            player=interaction.user.id,
            interaction=interaction.id,
            now=app.clock(),
            rng=app.rng,
        )
    return _begun(interaction, joined)


def _named(interaction: discord.Interaction) -> Wanted:
    """What is said so far, while somebody types: the game, and for how many."""
    given = interaction.namespace
    people = sum(getattr(given, f"player{number}", None) is not None for number in range(1, 6))
    size = given.size if isinstance(given.size, int) else None
    if size is None and people:
        size = max(1 + people, len(which_rules.meant(str(given.game or USUAL)).seats))
    return Wanted(str(given.game or USUAL), "", size)


def install(app: App) -> None:
    """Put `/challenge` on the tree, and the buttons."""
    for action, act in {"join": join, "sit": join, "leave": leave, "start": start}.items():
        app.controls[action] = Handler(act, about="challenge")

    @app.tree.command(name="table", description=locale_str("Open a table for two to six"))
    @app_commands.guild_only()
    @app_commands.describe(
        game=locale_str("Which game; Chinese Checkers if left empty"),
        rule=locale_str("An optional rule"),
        size=locale_str("How many players, including you"),
        side=locale_str("Where you sit; leave empty for a random place"),
        partner=locale_str("Your partner, in a game that has them"),
        player1=locale_str("Someone to invite; other places are open to anyone"),
        player2=locale_str("Someone else"),
        player3=locale_str("Someone else"),
        player4=locale_str("Someone else"),
        player5=locale_str("Someone else"),
        note=locale_str("A few words to those who may join"),
        clock=locale_str("How much time there is: choose, or write 72h+12h cap 120h or 3d/move"),
        rated=locale_str("Whether it counts in the ratings; yes if left empty"),
    )
    async def table_command(
        interaction: discord.Interaction,
        game: str = USUAL,
        rule: str = "",
        size: app_commands.Range[int, 2, 6] | None = None,
        side: str = "",
        partner: discord.User | None = None,
        player1: discord.User | None = None,
        player2: discord.User | None = None,
        player3: discord.User | None = None,
        player4: discord.User | None = None,
        player5: discord.User | None = None,
        note: str = "",
        clock: str = "standard",
        rated: bool = True,
    ) -> None:
        people = [each for each in (player1, player2, player3, player4, player5) if each]
        wanted = Wanted(game, rule, size, side, partner, people, note, clock, rated)
        await app.serve(interaction, table(app, interaction, wanted))

    @table_command.autocomplete("game")
    async def offer_games(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        many = {game.game for game in VARIANTS.values() if not which_rules.for_two(game)}
        return which_rules.games(speaker(interaction.locale), typed, lambda game: game.game in many)

    @table_command.autocomplete("rule")
    async def offer_rules(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        try:
            game, _ = form(_named(interaction))
        except (Refused, WrongNumber):
            return []
        return which_rules.rules(speaker(interaction.locale), game, typed)

    @table_command.autocomplete("side")
    async def offer_sides(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return seats(speaker(interaction.locale), _named(interaction), typed)

    @table_command.autocomplete("clock")
    async def offer_clocks(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return which_rules.clocks_for(speaker(interaction.locale), typed)
