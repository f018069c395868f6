"""Reminders in Discord: settings, preview, messages, mute and nudge."""

import pytest

from bot.service.clock.calendar import DAY, HOUR
from tests.e2e.days import wait
from tests.e2e.settings import ME, change_settings
from tests.e2e.table import Table, ids, options, text

pytestmark = pytest.mark.check


async def test_settings_show_when_the_next_reminder_comes(table: Table) -> None:
    interaction = await change_settings(table, table.ada, ME, zone="berlin", quiet="22-8")
    content = text(interaction.response)
    assert "`Europe/Berlin`" in content
    assert "`22:00-08:00`" in content
    assert "I would remind you at these times: <t:" in content
    interaction = await change_settings(table, table.ada, ME, zone="Atlantis")
    assert "I don't know the time zone `Atlantis`" in text(interaction.response)
    interaction = await change_settings(table, table.ada, ME, quiet="never")
    assert "could not read `never` as quiet hours" in text(interaction.response)
    interaction = await change_settings(table, table.ada, ME, zone="new york")
    assert "`America/New_York`" in text(interaction.response)


async def test_a_reminder_is_posted_in_the_channel_and_can_be_muted(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    interaction = await table.ada.slash(table.channel, "me settings")
    assert f"Next reminder for game {game}: <t:" in text(interaction.response)
    await wait(table, 3 * DAY + HOUR)
    note = table.last
    assert f"<@{table.ada.id}>, it is your turn" in text(note)
    assert "half your time is gone" in text(note)
    assert table.env.http_requests[-1].json["allowed_mentions"]["users"] == [table.ada.id]
    panel = (await table.ada.click(note, custom_id=ids(note)["moves"])).response
    assert options(panel) or ids(panel)
    interaction = await table.bruno.click(note, custom_id=ids(note)["mute"])
    assert "not your turn" in text(interaction.response)
    interaction = await table.ada.click(note, custom_id=ids(note)["mute"])
    assert "No more reminders for this turn." in text(interaction.response)
    await wait(table, 2 * DAY)
    assert table.last.id == note.id


async def test_a_board_does_not_mention_a_player_who_prefers_direct_messages(table: Table) -> None:
    await change_settings(table, table.ada, ME, remind="dm")
    await table.begin(table.ada, table.bruno)
    board = next(sent for sent in reversed(table.env.http_requests) if sent.method == "POST")
    assert table.ada.id not in (board.json or {}).get("allowed_mentions", {}).get("users", [])
    await table.env.advance_time(400)
    sent = [request for request in table.env.http_requests if request.method == "POST"][-1]
    assert f"<@{table.ada.id}>, it is your turn" in str(sent.json)


async def test_a_board_mentions_nobody_during_quiet_hours(table: Table) -> None:
    hour = table.env.now().hour
    await change_settings(table, table.ada, ME, zone="UTC", quiet=f"{hour}-{(hour + 5) % 24}")
    await table.begin(table.ada, table.bruno)
    board = next(sent for sent in reversed(table.env.http_requests) if sent.method == "POST")
    assert (board.json or {})["allowed_mentions"]["users"] == []
    await table.env.advance_time(5 * HOUR)
    assert f"<@{table.ada.id}>, it is your turn" in text(table.last)
    assert table.env.http_requests[-1].json["allowed_mentions"]["users"] == [table.ada.id]


async def test_an_opponent_can_nudge(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    interaction = await table.bruno.slash(table.channel, "game nudge")
    assert "Their turn has only just begun" in text(interaction.response)
    await wait(table, DAY + HOUR)
    interaction = await table.bruno.slash(table.channel, "game nudge")
    assert "They will be reminded" in text(interaction.response)
    assert "your opponent is waiting for your move" in text(table.last)


async def test_a_refused_direct_message_becomes_a_mention_and_is_reported_once(
    table: Table,
) -> None:
    await change_settings(table, table.ada, ME, remind="dm")
    await table.begin(table.ada, table.bruno)
    table.env.inject_error("POST", "/channels/*/messages", status=403, code=50007)
    await table.env.advance_time(400)
    assert f"<@{table.ada.id}>, it is your turn" in text(table.last)
    interaction = await table.ada.slash(table.channel, "games")
    assert any(
        "I could not send you a direct message" in text(each) for each in interaction.followups
    )
    interaction = await table.ada.slash(table.channel, "games")
    assert list(interaction.followups) == []


async def test_a_daily_digest_lists_matches_awaiting_a_move(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    second = await table.begin(table.ada, table.chen, clock="daily")
    interaction = await change_settings(table, table.ada, ME, digest="teatime")
    assert "could not read `teatime` as a time" in text(interaction.response)
    interaction = await change_settings(table, table.ada, ME, digest="noon")
    assert "Next daily digest, if any games are waiting for you: <t:" in text(interaction.response)
    await wait(table, DAY)
    sent = [str(request.json) for request in table.env.http_requests if request.method == "POST"]
    [content] = [each for each in sent if "2 games are waiting for you" in each]
    assert content.index(f"game {second}") < content.index(f"game {second - 1}")
    assert "[Go to the board](https://discord.com/channels/" in content
    interaction = await change_settings(table, table.ada, ME, digest="off")
    assert "Next daily digest" not in text(interaction.response)


async def test_a_digest_says_that_a_late_move_still_counts(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno, clock="1d/move")
    await table.moved(game, "II,3-III,3", "VII,6-VI,6")
    await change_settings(table, table.ada, ME, digest="noon")
    await wait(table, 3 * DAY)
    since = (await table.match(game)).overdue
    sent = [str(request.json) for request in table.env.http_requests if request.method == "POST"]
    assert any(f"time ran out <t:{since}:R>, but a move still counts" in each for each in sent)
