"""`/games` and `/game board`: deadlines, and the options of players who are late."""

import random

import pytest

from bot.commands import games
from bot.service.clock.calendar import DAY, HOUR
from bot.views import discord_limits
from tests.e2e.days import wait
from tests.e2e.table import Table, ids, options, parts, text
from tests.e2e.test_event_games import begin
from tests.e2e.test_multiplayer import seated

pytestmark = pytest.mark.check

LATE = "Your turn, but your time is up: a move still counts until your opponent claims a win"
STILL_COUNTS = "Your time is up there, but a move still counts until an opponent claims."


async def test_a_late_player_reads_that_a_move_still_counts_and_can_make_it(table: Table) -> None:
    other = await table.begin(table.ada, table.chen, clock="7d/move")
    late = await table.begin(table.ada, table.bruno, clock="1d/move")
    too = await table.begin(table.ada, table.dara, clock="1d/move")
    for number in (late, too):
        await table.moved(number, "II,3-III,3", "VII,6-VI,6")
    await wait(table, DAY + HOUR)
    listed = (await table.ada.slash(table.channel, "games")).response
    assert listed is not None
    lines = [line for line in text(listed).splitlines() if line.strip()]
    assert lines[0].startswith(f"⌛ **Late** · Halma 8×8 against <@{table.bruno.id}>")
    assert lines[1].startswith(f"⌛ **Late** · Halma 8×8 against <@{table.dara.id}>")
    assert "/game claim" not in text(listed)
    assert lines[2].startswith("🟢 **Your turn**")
    assert f"game {other}," in lines[2]
    assert [line for line in lines if STILL_COUNTS in line] == [f"-# ⌛ {STILL_COUNTS}"]
    beside = [part["accessory"] for part in parts(listed) if part["type"] == 9]
    assert [button["label"] for button in beside] == ["Move"] * 3
    assert beside[0]["custom_id"].split(":")[2] == str(late)
    panel = (await table.ada.click(listed, custom_id=beside[0]["custom_id"])).response
    assert panel is not None
    assert options(panel) or ids(panel)
    shown = await table.ada.slash(table.channel, "game board", game=str(late))
    assert f"⌛ **{LATE}**" in text(shown.response)
    shown = await table.ada.slash(table.channel, "game board", game=str(late), look="text")
    assert LATE in text(shown.response)
    shown = await table.bruno.slash(table.channel, "game board", game=str(late))
    assert "an opponent can use `/game claim`" in text(shown.response)
    await table.ada.slash(table.channel, "move", move="III,3-IV,3", game=str(late))
    assert (await table.match(late)).turn_count == 3


async def test_at_a_table_of_four_only_opponents_are_referred_to_the_claim(table: Table) -> None:
    game = await seated(table, "halma-4-opposite", table.ada, table.bruno, table.chen, table.dara)
    rng = random.Random(3)
    for _ in range(4):
        await table.played_on(game, [await table.good_move(game, rng)])
    await wait(table, 7 * DAY)
    match = await table.match(game)
    assert match.overdue is not None
    people = {each.id: each for each in (table.ada, table.bruno, table.chen, table.dara)}
    mover, opponent, partner, _ = (people[match.players[(match.turn + n) % 4]] for n in range(4))  # type: ignore[operator]
    listed = text((await mover.slash(table.channel, "games")).response)
    assert STILL_COUNTS in listed
    listed = text((await opponent.slash(table.channel, "games")).response)
    assert "time has run out (`/game claim`)" in listed
    listed = text((await partner.slash(table.channel, "games")).response)
    assert "/game claim" not in listed
    assert f"⏳ <@{mover.id}> to move" in listed


async def test_matches_are_listed_by_deadline_with_the_readers_own_turns_first(
    table: Table,
) -> None:
    slow = await table.begin(table.ada, table.bruno, clock="7d/move")
    none = await table.begin(table.ada, table.dara, clock="untimed")
    quick = await table.begin(table.ada, table.chen, clock="1d/move")
    waits = [
        await table.begin(table.bruno, table.ada, clock="3d/move"),
        await table.begin(table.chen, table.ada, clock="daily"),
    ]
    listed = (await table.ada.slash(table.channel, "games")).response
    assert listed is not None
    lines = [line for line in text(listed).splitlines() if line.strip()]
    numbers = [int(line.split("· game ")[1].split(",")[0]) for line in lines]
    assert numbers == [quick, slow, none, waits[1], waits[0]]
    for number, line in zip(numbers, lines, strict=True):
        due = f"due <t:{(await table.match(number)).deadline}:R>"
        assert (due in line) == (number != none), line
    assert "due" not in lines[2]
    [go] = [part for part in parts(listed) if part.get("url")]
    assert go["label"] == f"Next game: {quick}"


async def test_matches_of_an_event_are_grouped_below_its_name(table: Table) -> None:
    theirs = await table.begin(table.bruno, table.ada)
    own = await table.begin(table.ada, table.bruno)
    waits = (await begin(table, event="Spring *Cup* · A", swapped=True)).id
    turn = (await begin(table, event="Spring *Cup* · A")).id
    listed = (await table.ada.slash(table.channel, "games")).response
    lines = [line for line in text(listed).splitlines() if line.strip()]
    heading = r"🏆 **Spring \*Cup\* · A**"
    assert [line for line in lines if line == heading] == [heading]
    first = lines.index(heading)
    assert [f"game {own}," in line for line in lines[:first]] == [True]
    assert f"game {turn}," in lines[first + 1]
    assert f"game {waits}," in lines[first + 2]
    assert f"game {theirs}," in lines[first + 3]
    assert not any("(Spring" in line for line in lines)


async def test_a_list_of_many_matches_stays_within_the_limits_of_a_message(table: Table) -> None:
    for number in range(20):
        await table.begin((table.bruno, table.chen, table.dara)[number % 3], table.ada)
        await table.moved(number + 1, "II,3-III,3")
    listed = (await table.ada.slash(table.channel, "games")).response
    assert listed is not None
    assert len([part for part in parts(listed) if part["type"] == 9]) == 6
    lines = text(listed).split("· game ")[1:]
    assert len(lines) == 20
    assert all(line.rstrip("🟢 \n").count("](https://") == 1 for line in lines)


async def test_many_matches_of_one_event_stay_within_the_limits_of_a_message(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "MAX_LISTED", 25)  # their lines are shorter than the longest ones
    for number in range(25):
        await begin(table, swapped=number >= 6)
    listed = (await table.ada.slash(table.channel, "games")).response
    assert text(listed).count("Your turn") == 6
    assert len(text(listed)) <= discord_limits.TEXT
