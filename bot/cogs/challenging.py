"""`/challenge`, and the buttons of a challenge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.cogs import choosing
from bot.cogs.permissions import CANNOT_POST, missing, named
from bot.service import challenges, clocks, eligible, matches, seating, tables
from bot.service.errors import NotPlaying
from bot.service.values import Invited, Match, Side
from bot.store import Tx
from bot.views.controls import Control
from bot.views.reply import Refused, Reply
from bot.views.seats import link
from bot.words import mark, words
from bot.words.unrated import not_rated

if TYPE_CHECKING:
    from bot.client import HalmaClient

UNKNOWN = mark("I know no such game for two. Choose one from the list that appears while you type.")
SERVER_ONLY = mark("That works only in a server's channel.")
BOT = mark("Bots do not play here. Challenge a person, or leave the opponent open to anyone.")
AWAY = mark("{opponent} cannot see this channel. Challenge them in one that you both can see.")


def must_be_here(person: discord.Member | discord.User) -> None:
    """Refused unless this is a person who can see the channel of the command."""
    if person.bot:
        raise Refused(BOT)
    seen = isinstance(person, discord.Member) and (
        person.resolved_permissions is None or person.resolved_permissions.view_channel
    )
    if not seen:
        raise Refused(AWAY, opponent=person.mention)


async def challenge(
    client: HalmaClient,
    interaction: discord.Interaction,
    opponent: discord.Member | discord.User | None,
    game: str,
    rule: str,
    side: Side,
    note: str,
    clock: str,
    rated: bool,
) -> Reply:
    """What `/challenge` does."""
    said = words(interaction.locale)
    if interaction.guild_id is None:
        raise Refused(SERVER_ONLY)
    if lacking := missing(interaction):
        raise Refused(CANNOT_POST, permissions=named(said, lacking))
    if opponent is not None:
        must_be_here(opponent)
        await client.meet(opponent)
    rules = choosing.with_rules(choosing.meant(game, choosing.for_two, UNKNOWN), rule)
    async with client.store.write() as tx:
        made = await challenges.create(
            tx,
            challenger=interaction.user.id,
            opponent=None if opponent is None else opponent.id,
            variant=rules.key,
            side=side,
            note=note,
            rated=rated,
            control=clocks.parse(clock),
            guild=interaction.guild_id,
            channel=interaction.channel_id or 0,
            interaction=interaction.id,
            now=client.clock(),
        )
        refused = None if made.rated else await eligible.why_not(tx, made, now=client.clock())
    if made.opponent is None:
        told = said.say("Your challenge is open to anyone in this channel.")
    else:
        told = said.say("{opponent} has your challenge.", opponent=f"<@{made.opponent}>")
    return Reply(told if not rated or refused is None else f"{told}\n{not_rated(said, refused)}")


async def accept(client: HalmaClient, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Accept."""
    said = words(interaction.locale)
    async with client.store.write() as tx:
        match = await challenges.accept(
            tx,
            control.subject,
            player=interaction.user.id,
            interaction=interaction.id,
            now=client.clock(),
            rng=client.rng,
        )
    text = said.say("Game {number} begins. Have fun!", number=match.id)
    if address := link(match):
        text += " " + said.say("[Go to the board]({link})", link=address)
    return Reply(text)


async def decline(client: HalmaClient, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Decline."""
    async with client.store.write() as tx:
        await challenges.decline(
            tx,
            control.subject,
            player=interaction.user.id,
            interaction=interaction.id,
            now=client.clock(),
        )
    return Reply(words(interaction.locale).say("You have declined."))


async def cancel(client: HalmaClient, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Cancel."""
    async with client.store.write() as tx:
        await challenges.cancel(
            tx,
            control.subject,
            player=interaction.user.id,
            interaction=interaction.id,
            now=client.clock(),
        )
    return Reply(words(interaction.locale).say("Your challenge is taken back."))


async def rematch(client: HalmaClient, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Play again: a challenge to the same people; of two with the sides changed."""
    said, player = words(interaction.locale), interaction.user.id
    async with client.store.write() as tx:
        match = await matches.get(tx, control.subject)
        seat = match.seat_of(player)
        if seat is None:
            raise NotPlaying(match)
        if len(match.players) > 2:
            await _table_again(tx, match, seat, interaction.id, client.clock())
            return Reply(said.say("Your table is waiting for those whom you have invited."))
        other = next(someone for someone in match.players if someone != player)
        await challenges.create(
            tx,
            challenger=player,
            opponent=other,
            variant=match.variant,
            side="second" if seat == 0 else "first",
            note="",
            rated=match.rated,
            control=clocks.parse(match.control),
            guild=match.guild,
            channel=match.place,
            interaction=interaction.id,
            now=client.clock(),
        )
    return Reply(said.say("{opponent} has your challenge.", opponent=f"<@{other}>"))


async def _table_again(tx: Tx, match: Match, seat: int, interaction: int, now: int) -> None:
    """A table for the people of a match; who were partners shall be partners."""
    teams = [None if side.team < 0 else side.team for side in seating.rules(match.variant).seats]
    everybody = [
        Invited(player, team=team) for player, team in zip(match.players, teams, strict=True)
    ]
    await tables.open_table(
        tx,
        host=match.players[seat],
        variant=match.variant,
        places=[place for number, place in enumerate(everybody) if number != seat],
        team=teams[seat],
        control=clocks.parse(match.control),
        guild=match.guild,
        channel=match.place,
        interaction=interaction,
        now=now,
    )


def install(client: HalmaClient) -> None:
    """Put `/challenge` on the tree, and the buttons."""
    client.controls.update(accept=accept, decline=decline, cancel=cancel, rematch=rematch)

    @client.tree.command(name="challenge", description=locale_str("Offer somebody a game"))
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.describe(
        opponent=locale_str("Whom you challenge; leave it out to play against anyone"),
        game=locale_str("Which game; the small board if you say nothing"),
        rule=locale_str("A rule that may be chosen with it"),
        side=locale_str("Who moves first; by lot if you say nothing"),
        note=locale_str("A word to your opponent"),
        rated=locale_str("Whether it counts in the ratings; yes if you say nothing"),
        clock=locale_str("How much time there is: choose, or write 72h+12h cap 120h or 3d/move"),
    )
    @app_commands.choices(
        side=[
            app_commands.Choice(name=locale_str("I move first"), value="first"),
            app_commands.Choice(name=locale_str("My opponent moves first"), value="second"),
            app_commands.Choice(name=locale_str("By lot"), value="random"),
        ]
    )
    async def challenge_command(
        interaction: discord.Interaction,
        opponent: discord.User | None = None,
        game: str = choosing.FAVOURITES[0],
        rule: str = "",
        side: Literal["first", "second", "random"] = "random",
        note: str = "",
        clock: str = "standard",
        rated: bool = True,
    ) -> None:
        await client.serve(
            interaction,
            challenge(client, interaction, opponent, game, rule, side, note, clock, rated),
        )

    @challenge_command.autocomplete("game")
    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return choosing.games(typed, choosing.for_two)

    @challenge_command.autocomplete("rule")
    async def offer_rules(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return choosing.offer_rules(interaction, typed, choosing.for_two)

    @challenge_command.autocomplete("clock")
    async def offer_clocks(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return choosing.clocks_for(words(interaction.locale), typed)
