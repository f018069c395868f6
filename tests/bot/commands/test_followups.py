"""Follow-up notices: sent again after the next answer if their delivery failed."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.app import CommandContext
from bot.commands.game import plan
from bot.commands.me import settings
from bot.service.conditional_moves import executor
from bot.service.notifications import reminders
from bot.service.players import player_settings
from bot.store import Store, address
from bot.store.match import conditional_moves
from bot.store.models import Plan
from bot.store.players import player_setting_rows
from tests.bot.service.club import ADA, BRUNO, Club
from tests.transactions import reading, writing


@pytest.fixture
async def club(database: Path) -> AsyncIterator[Club]:
    store = await Store.open(address(database))
    yield Club(store)
    await store.close()


class Followups:
    """A fake followup of an interaction that can simulate a lost connection."""

    def __init__(self) -> None:
        self.lost = False
        self.sent: list[str] = []

    async def send(self, content: str, *, files: list[Any], ephemeral: bool) -> None:
        if self.lost:
            raise ConnectionError("reset")
        assert ephemeral
        assert files == []
        assert len(content) <= 2000
        self.sent.append(content)


def asked(club: Club, followups: Followups) -> CommandContext:
    """Return the context of a command that Ada has sent and the bot has answered."""
    app: Any = SimpleNamespace(
        store=club.store,
        clock=lambda: club.now,
        pending_followups=lambda tx, player: [],
        guard=SimpleNamespace(channel_of=lambda interaction: 1),
    )
    interaction: Any = SimpleNamespace(
        id=1,
        user=SimpleNamespace(id=ADA),
        locale="en-US",
        guild_id=None,
        channel_id=None,
        followup=followups,
    )
    return CommandContext(app, interaction)


async def end_plans(club: Club, number: int) -> None:
    """Store `number` ended conditional moves for Ada, each in its own match."""
    for _ in range(number):
        match = await club.match()
        with writing(club.store) as tx:
            ended = Plan(match.id, 0, ADA, 0, '[[[null,"II,3-III,3"]]]', 1, ended="touched")
            conditional_moves.put_plan(tx, ended)


async def test_an_ended_conditional_move_is_reported_until_the_notice_is_delivered(
    club: Club,
) -> None:
    await end_plans(club, 1)
    followups = Followups()
    call = asked(club, followups)
    followups.lost = True
    with pytest.raises(ConnectionError):
        await plan.send_ended_plans(call)
    followups.lost = False
    await plan.send_ended_plans(call)
    await plan.send_ended_plans(call)
    assert len(followups.sent) == 1
    assert "has ended" in followups.sent[0]


@pytest.mark.check
async def test_many_ended_conditional_moves_are_each_reported_once(club: Club) -> None:
    await end_plans(club, plan.FOLLOWUP_LIMIT + 1)
    followups = Followups()
    call = asked(club, followups)
    for _ in range(3):
        await plan.send_ended_plans(call)
    assert [len(response.splitlines()) for response in followups.sent] == [plan.FOLLOWUP_LIMIT, 1]


async def test_a_conditional_move_saved_after_the_older_one_was_reported_as_ended_is_kept(
    club: Club,
) -> None:
    await end_plans(club, 1)
    with writing(club.store) as tx:
        (ended,) = conditional_moves.ended_plans(tx, ADA)
        newer = Plan(ended.match, 0, ADA, 2, '[[[null,"II,3-III,3"]]]', 1, ended="touched")
        conditional_moves.put_plan(tx, newer)
        executor.mark_read(tx, [ended])
        assert conditional_moves.ended_plans(tx, ADA) == [newer]


async def test_undeliverable_direct_messages_are_reported_until_the_notice_is_delivered(
    club: Club,
) -> None:
    await club.match(ADA, BRUNO)
    with writing(club.store) as tx:
        changed = player_settings.change_settings(tx, ADA, {"remind": "channel"}, now=club.now)
        player_setting_rows.put_settings(tx, replace(changed, dm_blocked=True))
    followups = Followups()
    call = asked(club, followups)
    followups.lost = True
    with pytest.raises(ConnectionError):
        await settings.send_dm_blocked(call)
    with reading(club.store) as tx:
        assert reminders.has_blocked_dms(tx, ADA)
    followups.lost = False
    await settings.send_dm_blocked(call)
    with reading(club.store) as tx:
        assert not reminders.has_blocked_dms(tx, ADA)
    assert len(followups.sent) == 1
