"""Test helper: organises and plays tournaments by pressing buttons."""

from typing import Any

import discord

from bot.extensions.tournaments.models import Event, Pairing, PairingSeat
from bot.extensions.tournaments.service import event_view
from bot.extensions.tournaments.service.event_view import EventView
from bot.store.models import Match
from engine import variant
from tests.e2e import simulator
from tests.e2e.forms import submit
from tests.e2e.table import Shown, Table, ids
from tests.transactions import reading

PAUSE = 60
"""Seconds between two batches of matches; the simulated world cannot rest for less."""


def manager(table: Table) -> simulator.MemberActor:
    """Return a member with the Manage Server permission."""
    role = table.channel.guild.create_role(
        "host", permissions=discord.Permissions(manage_guild=True)
    )
    return table.channel.guild.add_member(table.env.create_user("host"), roles=[role])


def events(table: Table) -> list[Event]:
    """Return the events of the server, newest first."""
    with reading(table.store) as tx:
        return event_view.events_of_guild(tx, table.channel.guild.id, limit=9)


def shown_event(table: Table, event: int = 1) -> EventView:
    """Return an event for display."""
    with reading(table.store) as tx:
        return event_view.event_view(tx, event)


async def created(
    table: Table, person: simulator.MemberActor, **values: Any
) -> simulator.InteractionResult:
    """Fill in and submit the form for a new tournament."""
    opened = await from_panel(person, table.channel, "event-new")
    return await submit(person, opened, **{"name": "Spring Cup"} | values)


async def from_panel(
    person: simulator.MemberActor, channel: simulator.ChannelHandle, action: str
) -> simulator.InteractionResult:
    """Press the button with this action in the panel of tournaments."""
    panel = await club_panel(person, channel)
    return await person.click(panel, custom_id=ids(panel)[action])


async def club_panel(
    person: simulator.MemberActor, channel: simulator.ChannelHandle
) -> simulator.ResponseMessage:
    """Open the panel of tournaments as members do, from `/games`."""
    games = (await person.slash(channel, "games")).response
    assert games is not None
    return await press(person, games, "club")


async def created_ladder(
    table: Table, host: simulator.MemberActor, **values: Any
) -> simulator.InteractionResult:
    """Fill in and submit the form for a new ladder."""
    return await _filled_in(table, host, "ladder", values)


async def created_seasons(
    table: Table, host: simulator.MemberActor, **values: Any
) -> simulator.InteractionResult:
    """Fill in and submit the form for new seasons."""
    return await _filled_in(table, host, "season", values)


async def _filled_in(
    table: Table, host: simulator.MemberActor, what: str, values: dict[str, Any]
) -> simulator.InteractionResult:
    listed = (await from_panel(host, table.channel, f"{what}s")).response
    assert listed is not None
    form = await host.click(listed, custom_id=ids(listed)[f"{what}-new"])
    return await submit(host, form, **values)


async def opened(table: Table, host: simulator.MemberActor, **values: Any) -> discord.Message:
    """Create an unrated tournament, open its sign-up, and return its post."""
    preview = (await created(table, host, **{"options": []} | values)).response
    assert preview is not None
    await host.click(preview, custom_id=ids(preview)["event-open"])
    return table.last


async def press(
    person: simulator.MemberActor, message: Shown, action: str
) -> simulator.ResponseMessage:
    """Press the button with this action, and return the answer."""
    interaction = await person.click(message, custom_id=ids(message)[action])
    assert interaction.response is not None
    return interaction.response


async def started(
    table: Table, host: simulator.MemberActor, people: list[simulator.MemberActor], **values: Any
) -> discord.Message:
    """Let these people join a new tournament, begin it, and return its post."""
    hub = await opened(table, host, **values)
    for person in people:
        await press(person, hub, "event-join")
    await press(host, await chosen(table, host), "event-start")
    await wait_for_matches(table)
    return hub


async def chosen(table: Table, person: simulator.MemberActor) -> simulator.ResponseMessage:
    """Choose the only event in the panel of tournaments, and return its card."""
    panel = await club_panel(person, table.channel)
    picked = await person.select(panel, ["1"], custom_id=ids(panel)["event-pick"])
    assert picked.response is not None
    return picked.response


async def wait_for_matches(table: Table) -> None:
    """Let the bot begin all matches that may begin now."""
    for _ in range(3):
        await table.env.advance_time(PAUSE)


def by_id(table: Table) -> dict[int, simulator.MemberActor]:
    """Return the four members by their ids."""
    return {each.id: each for each in (table.ada, table.bruno, table.chen, table.dara)}


def running(table: Table, event: int = 1) -> list[tuple[Pairing, tuple[PairingSeat, ...]]]:
    """Return the running pairings of an event that have a match."""
    return [
        (pairing, seats)
        for section in shown_event(table, event).sections
        for pairing, seats in section.pairings
        if pairing.state == "running" and pairing.match is not None
    ]


def thread_of(table: Table, match: Match) -> simulator.ChannelHandle:
    """Return the thread of a match, or its post in a forum."""
    assert match.thread is not None
    return simulator.ChannelHandle(
        table.env, table.channel.guild, table.env.backend.get_channel(match.thread)
    )


async def resign(table: Table, match: int, person: simulator.MemberActor) -> None:
    """Resign a match by pressing buttons in its thread."""
    thread = thread_of(table, await table.match(match))
    board = next(post for post in reversed(thread.history()) if post.attachments)
    menu = await press(person, board, "menu")
    await press(person, await press(person, menu, "resign"), "resigned")


async def move_once(table: Table, match: int) -> None:
    """Let each player of a match make a move."""
    rules = variant((await table.match(match)).variant)
    position, made = rules.start(), list[str]()
    for _ in rules.seats:
        move = rules.moves(position)[0]
        made.append(rules.format(move))
        position = rules.apply(position, move)
    await table.played_on(match, made)


async def play_to_the_end(table: Table, event: int = 1) -> int:
    """Let the weaker player of each match resign until the event is over.

    Everyone makes a move in their first match. Ada is stronger than Bruno, Bruno than Chen, and
    Chen than Dara. Returns the number of matches.
    """
    people, played, moved = by_id(table), 0, set[int]()
    strength = list(people)
    while shown_event(table, event).event.status == "running":
        matches = running(table, event)
        assert matches, "the event has stopped"
        for pairing, seats in matches:
            assert pairing.match is not None
            if not moved.issuperset(seat.player for seat in seats):
                await move_once(table, pairing.match)
                moved |= {seat.player for seat in seats}
            weakest = max((seat.player for seat in seats), key=strength.index)
            await resign(table, pairing.match, people[weakest])
            played += 1
        await wait_for_matches(table)
    return played
