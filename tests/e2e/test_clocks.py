"""Clocks as shown to players: on challenges, on boards, and when time runs out."""

import re

import pytest

from bot.service.clock import time_control
from bot.service.clock.calendar import DAY, HOUR
from bot.store.match import downtimes
from tests import raw
from tests.e2e.days import wait
from tests.e2e.settings import ME, change_settings
from tests.e2e.table import Table, ids, text
from tests.transactions import writing


@pytest.mark.check
async def test_a_challenge_states_its_clock_and_the_expected_length(table: Table) -> None:
    post = await table.challenge(table.ada, table.bruno)
    assert "3 days to start with, 12 hours more for each move, at most 5 days." in text(post)
    assert re.search(r"Standard \(about \d+–\d+ days\)", text(post))
    post = await table.challenge(table.ada, table.bruno, clock="untimed")
    assert "No clock" in text(post)


@pytest.mark.check
async def test_clocks_are_offered_by_name_and_parsed_from_text(table: Table) -> None:
    offered = await table.ada.autocomplete(table.channel, "challenge", "clock", "dai")
    assert [each["value"] for each in offered] == ["daily"]
    assert re.match(r"Daily \(about \d+–\d+ days\): 24 hours", offered[0]["name"])
    offered = await table.ada.autocomplete(table.channel, "challenge", "clock", "4d + 6h cap 6d")
    assert [each["value"] for each in offered] == ["96h+6h cap 144h"]
    offered = await table.ada.autocomplete(table.channel, "challenge", "clock", "")
    assert len(offered) == 9
    post = await table.challenge(table.ada, table.bruno, clock="4d + 6h cap 6d")
    assert "4 days to start with, 6 hours more for each move, at most 6 days." in text(post)


@pytest.mark.check
@pytest.mark.parametrize(
    ("clock", "message"),
    [
        ("soon", "could not read `soon` as a clock"),
        ("30d+1h cap 30d", "at most 14 days, not 30 days"),
        ("2d+0h", "the initial time must be at least 7 days, not 2 days"),
    ],
)
async def test_an_invalid_clock_is_explained(table: Table, clock: str, message: str) -> None:
    interaction = await table.ada.slash(
        table.channel, "challenge", opponent=table.bruno, game="halma-8", clock=clock
    )
    assert message in text(interaction.response)


@pytest.mark.check
async def test_a_board_shows_the_deadline_unless_the_match_is_untimed(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno, clock="daily")
    deadline = (await table.match(game)).deadline
    assert f"Deadline: <t:{deadline}:f>, <t:{deadline}:R>" in text(table.board)
    await table.moved(game, "II,3-III,3")
    assert "Deadline: " in text(table.board)
    assert "Deadline: " not in text(table.posts()[1])
    await table.begin(table.ada, table.bruno, clock="untimed")
    assert "Deadline: " not in text(table.board)


@pytest.mark.check
async def test_a_player_out_of_time_loses_once_an_opponent_claims(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno, clock="1d/move")
    await table.moved(game, "II,3-III,3", "VII,6-VI,6")
    await wait(table, DAY + HOUR)
    asked = table.last
    assert f"<@{table.ada.id}>'s time has run out" in text(asked)
    assert table.env.http_requests[-1].json["allowed_mentions"]["users"] == [table.bruno.id]
    interaction = await table.ada.click(asked, custom_id=ids(asked)["claim"])
    assert "Only an opponent of" in text(interaction.response)
    interaction = await table.chen.click(asked, custom_id=ids(asked)["give"])
    assert "You are not playing in that game" in text(interaction.response)
    interaction = await table.bruno.click(asked, custom_id=ids(asked)["wait"])
    assert "OK, the game continues" in text(interaction.response)
    interaction = await table.bruno.slash(table.channel, "games")
    assert f"<@{table.ada.id}>'s time has run out (`/game claim`)" in text(interaction.response)
    interaction = await table.bruno.click(asked, custom_id=ids(asked)["give"])
    until = (await table.match(game)).deadline
    assert f"has until <t:{until}:f>" in text(interaction.response)
    interaction = await table.bruno.click(asked, custom_id=ids(asked)["claim"])
    assert "There is nothing to claim" in text(interaction.response)
    await wait(table, DAY + HOUR)
    asked = table.last
    question = (await table.bruno.click(asked, custom_id=ids(asked)["claim"])).response
    assert f"game {game}**" in text(question)
    assert f"<@{table.ada.id}>'s time ran out <t:" in text(question)
    assert "Claim the win?" in text(question)
    assert (await table.match(game)).status == "running"
    press = (table.bruno, question, ids(question)["claimed"])
    await table.at_once([press, press])
    match = await table.match(game)
    assert match.status == "finished"
    shown = next(post for post in table.posts() if post.id == asked.id)
    assert f"<@{table.ada.id}>'s time has run out" in text(shown)
    assert ids(shown) == {}
    assert "ran out of time" in text(table.board)
    assert f"<@{table.bruno.id}> has won" in text(table.board)
    interaction = await table.bruno.slash(table.channel, "game claim", game=str(game))
    assert "That game is over" in text(interaction.response)
    interaction = await table.ada.slash(table.channel, "move", move="II,2-III,2", game=str(game))
    assert "That game is over" in text(interaction.response)


@pytest.mark.check
async def test_a_late_move_stands_if_nobody_has_claimed(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno, clock="1d/move")
    await table.moved(game, "II,3-III,3", "VII,6-VI,6")
    await wait(table, 2 * DAY)
    asked = table.last
    await table.moved(game, "III,3-IV,3")
    interaction = await table.bruno.click(asked, custom_id=ids(asked)["claim"])
    assert "The game has moved on" in text(interaction.response)


@pytest.mark.check
async def test_vacation_saves_a_rated_turn_and_is_announced(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno, clock="1d/move")
    await table.moved(game, "II,3-III,3", "VII,6-VI,6")
    raw.spoil(table.store.path, "UPDATE matches SET rated = 1")
    before = (await table.match(game)).deadline
    assert before is not None
    await wait(table, DAY + HOUR)
    assert (await table.match(game)).deadline == before + 12 * HOUR
    assert "so their vacation is being used" in text(table.last)
    assert f"<t:{before + 12 * HOUR}:R>" in text(table.last)
    interaction = await change_settings(table, table.ada, ME, vacation="off")
    assert "instead of losing a rated game on time: **off**" in text(interaction.response)
    await wait(table, DAY)
    assert (await table.match(game)).status == "finished"


@pytest.mark.check
async def test_a_match_is_aborted_if_a_player_never_makes_a_first_move(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno, clock="1d/move")
    await table.moved(game, "II,3-III,3")
    await wait(table, 2 * DAY + HOUR)
    assert (await table.match(game)).status == "aborted"
    assert "did not make their first move in time" in text(table.last)
    assert f"<@{table.bruno.id}>" in text(table.last)


@pytest.mark.check
async def test_downtime_of_the_bot_is_credited_and_announced(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.begin(table.ada, table.bruno)
    before = (await table.match(game)).deadline
    assert before is not None
    await wait(table, 2 * HOUR)

    monkeypatch.setattr(time_control, "IGNORED_DOWNTIME", 300)
    with writing(table.store) as tx:  # the bot stopped without recording this message
        downtimes.set_heartbeat(tx, table.client.clock() - DAY)
    await table.restart()
    await table.env.settle()
    after = (await table.match(game)).deadline
    assert after is not None
    assert after == before + 2 * HOUR
    assert "gets that time back" in text(table.last)
    assert f"time runs out <t:{after}:R>" in text(table.last)


@pytest.mark.check
async def test_a_multiplayer_challenge_has_a_clock_too(table: Table) -> None:
    await table.ada.slash(table.channel, "challenge", game="halma-4", clock="relaxed")
    assert "7 days to start with, 24 hours more for each move" in text(table.last)
    offered = await table.ada.autocomplete(table.channel, "challenge", "clock", "rel")
    assert [each["value"] for each in offered] == ["relaxed"]
