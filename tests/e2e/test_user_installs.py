"""User installs: group messages, and guilds that have not installed the bot."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.service.match import lifecycle
from bot.store.models import Match
from tests.e2e import simulator
from tests.e2e.table import Table, ids, text
from tests.transactions import reading

Change = Callable[[dict[str, Any], int], dict[str, Any]]
ELSEWHERE = "I cannot post here, so the game will be played in our direct messages."


def group_message(payload: dict[str, Any], person: int) -> dict[str, Any]:
    """Rewrite an interaction as if it came from a group message."""
    people = [{"id": "7", "username": "eve", "discriminator": "0", "avatar": None}]
    more = {"type": 3, "owner_id": str(person), "icon": None, "name": None, "recipients": people}
    return {
        **payload,
        "context": 2,
        "channel_id": "77",
        "channel": {**payload["channel"], **more, "id": "77"},
        "authorizing_integration_owners": {"1": str(person)},
    }


def strange_server(payload: dict[str, Any], person: int) -> dict[str, Any]:
    """Rewrite an interaction as if it came from a guild without the bot."""
    return {**payload, "authorizing_integration_owners": {"1": str(person)}}


class Visitor:
    """Ada, who has installed the bot for her own account only.

    `place` is a channel of the guild, or None in a group message.
    """

    def __init__(self, table: Table, place: simulator.ChannelHandle | None) -> None:
        self.table, self.place = table, place

    async def slash(self, command: str, **options: Any) -> simulator.ResponseMessage:
        """Send a command and return the reply."""
        ada = self.table.ada
        interaction = (
            await ada.user.slash(command, **options)
            if self.place is None
            else await ada.slash(self.place, command, **options)
        )
        assert interaction.response is not None
        return interaction.response

    async def click(self, message: Any, **which: Any) -> simulator.ResponseMessage:
        """Press a button and return the reply, or the edited message."""
        ada = self.table.ada if self.place else self.table.ada.user
        answer: simulator.ResponseMessage = (await ada.click(message, **which)).response or message
        return answer


@pytest.fixture(params=[group_message, strange_server])
def visitor(
    table: Table, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Visitor:
    """Provide a visitor in a group message or in a guild without the bot."""
    change: Change = request.param
    emit = table.env.backend.emit

    def emit_changed(event: str, payload: dict[str, Any], *more: Any, **named: Any) -> Any:
        if event == "INTERACTION_CREATE":
            payload = change(payload, table.ada.id)
        return emit(event, payload, *more, **named)

    monkeypatch.setattr(table.env.backend, "emit", emit_changed)
    return Visitor(table, table.channel if change is strange_server else None)


async def newest(table: Table) -> Match:
    """Return the visitor's newest match."""
    with reading(table.store) as tx:
        return (lifecycle.running_of(tx, table.ada.id))[-1]


@pytest.mark.check
async def test_a_visitor_plays_the_computer_and_learns_where_the_boards_are_posted(
    table: Table, visitor: Visitor
) -> None:
    interaction = await visitor.slash("help")
    panel = await visitor.click(interaction, custom_id=ids(interaction)["computer"])
    assert ELSEWHERE in text(panel), "before the game begins"
    begun = await visitor.click(panel, label="Stroller (level 1)")
    assert text(begun).strip() == f"Game 1 has begun. Have fun! {ELSEWHERE}"
    match = await newest(table)
    place = table.ada.user.dm_channel
    assert (match.guild, match.channel) == (None, place.id)
    assert place.last_message is not None
    assert place.last_message.attachments, "the board"
    assert table.posts() == []
    shown = await visitor.slash("game board")
    assert shown.ephemeral
    step = await visitor.click(shown, custom_id=ids(shown)["moves"])
    for label in ("A", "A", "Play"):
        step = await visitor.click(step, label=label)
    assert (await newest(table)).ply > match.ply + 1, "it was answered"


@pytest.mark.check
async def test_challenges_cannot_be_made_by_a_visitor(table: Table, visitor: Visitor) -> None:
    assert "in a server I am in" in text(await visitor.slash("challenge"))
    interaction = await visitor.slash("help")
    assert "begin" not in ids(interaction)
    assert "`/challenge` to play people in a server" in text(interaction)
    assert table.posts() == []


@pytest.mark.check
async def test_a_visitor_can_read_rules_and_settings(visitor: Visitor) -> None:
    for command in ("rules", "games", "me settings"):
        assert "went wrong" not in text(await visitor.slash(command)), command
