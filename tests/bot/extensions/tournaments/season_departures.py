"""Departures of players, organisers, the bot and channels in a simulated season."""

from bot.extensions.tournaments.service import hub_places
from bot.service.guilds import match_channels, removed_guilds
from bot.service.players import players
from bot.service.privacy import erasure
from bot.store import Tx
from tests import raw
from tests.bot.extensions.tournaments.season_world import World

RETURN = 0.25
"""Share of the erased players who play again, as new players with the same id."""
ORGANISERS = 0.4
"""Share of the erasures that are requested by an organiser of an unfinished event."""
NOTICED = 0.5
"""Share of the deleted channels whose deletion the bot notices at once."""


def arrive(world: World, player: int) -> None:
    """Let a player use the bot for the first time."""
    world.people.append(player)
    world.ask("arrive", players.record_seen, player, f"Player {player % 1000}")


def vanish(world: World) -> None:
    """Let a player stop playing for some days or for good."""
    world.vanished.add(world.rng.choice(world.people))


def come_back(world: World) -> None:
    """Let a player who has vanished return."""
    if world.vanished:
        world.vanished.discard(world.rng.choice(sorted(world.vanished)))
        world.tally["did/come back"] += 1


def request_erasure(world: World) -> None:
    """Let a player request the erasure of their data, and stop playing.

    A newcomer arrives.
    """
    query = "SELECT organiser FROM events WHERE status NOT IN ('finished', 'cancelled')"
    organisers = {row["organiser"] for row in raw.look(world.store, query)} & {*world.people}
    if organisers and world.rng.random() < ORGANISERS:
        player = world.rng.choice(sorted(organisers))
        world.tally["erasures of organisers"] += 1
    else:
        player = world.rng.choice(world.people)
    world.ask("request an erasure", erasure.request_erasure, player)
    world.people.remove(player)
    world.vanished.discard(player)
    world.erasing[player] = world.now + erasure.GRACE_PERIOD
    arrive(world, max(*world.people, *world.erasing, *world.erased) + 1)


def let_erased_return(world: World) -> None:
    """Let some of the players who have been erased since the last step play again."""
    for player, at in list(world.erasing.items()):
        if at < world.now:
            del world.erasing[player]
            if world.rng.random() < RETURN:
                arrive(world, player)
                world.tally["did/return after an erasure"] += 1
            else:
                world.erased.add(player)


def remove_bot(world: World) -> None:
    """Remove the bot from a server."""
    server = world.rng.choice(world.servers)
    if server not in world.removed and len(world.removed) < len(world.servers) // 4:
        world.removed.add(server)
        world.ask("remove the bot", removed_guilds.on_removed, server)


def restore_bot(world: World) -> None:
    """Invite the bot back to a server."""
    if world.removed:
        server = world.rng.choice(sorted(world.removed))
        world.removed.discard(server)
        world.ask("invite the bot back", removed_guilds.on_restored, server)


def delete_channel(world: World) -> None:
    """Delete a channel or forum for good. The bot may learn of it only later."""
    if len(world.deleted) < len(world.servers) // 3:
        channel = world.rng.choice(sorted(world.channels))
        world.deleted.add(channel)
        world.tally["did/delete a channel"] += 1
        if world.rng.random() < NOTICED:
            world.ask("notice a deleted channel", _notice, world.channels[channel], channel)


def _notice(tx: Tx, guild: int, channel: int, now: int) -> None:
    """Process the deletion of a channel, as after the event of the gateway."""
    hub_places.on_channel_deleted(tx, guild, channel, now)
    match_channels.on_channel_deleted(tx, channel, now=now)
