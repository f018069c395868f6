"""Decisions of managers: scores, removals, cancellations, settings and roles."""

import json
from dataclasses import replace

import pytest

from bot.extensions.tournaments.service import openings
from bot.extensions.tournaments.store import entrant_rows, event_rows
from tests.bot.extensions.tournaments import tapping
from tests.bot.extensions.tournaments.tapping import press
from tests.e2e import simulator
from tests.e2e.forms import shown, submit
from tests.e2e.settings import SERVER, change_settings, opened
from tests.e2e.table import Table, ids, text
from tests.transactions import writing

pytestmark = pytest.mark.check


@pytest.fixture(autouse=True)
def slow_openings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let batches of matches begin a minute apart, so that the bot can settle."""
    monkeypatch.setattr(openings, "PAUSE", tapping.PAUSE)


@pytest.fixture
def host(table: Table) -> simulator.MemberActor:
    """Return a member with the Manage Server permission."""
    return tapping.manager(table)


async def three(table: Table, host: simulator.MemberActor) -> None:
    """Begin a tournament with Ada, Bruno and Chen."""
    await tapping.started(table, host, [table.ada, table.bruno, table.chen])


async def scored(table: Table, person: simulator.MemberActor, **options: str) -> str:
    """Use `/club score` and return the answer."""
    usual = {"tournament": "1", "result": "first", "reason": "They agreed."}
    answer = await person.slash(table.channel, "club score", **usual | options)
    return text(answer.response)


async def test_a_manager_scores_a_game_with_a_reason_that_everyone_sees(
    table: Table, host: simulator.MemberActor
) -> None:
    await three(table, host)
    offered = await host.autocomplete(table.channel, "club score", "game", "", tournament="1")
    names = [choice["name"] for choice in offered]
    assert len(names) == 6
    assert any("Ada" in name and "Bruno" in name for name in names)
    results = await host.autocomplete(
        table.channel, "club score", "result", "", tournament="1", game=offered[0]["value"]
    )
    assert [choice["value"] for choice in results] == [
        *("first", "second", "draw", "forfeit-first", "forfeit-second", "void")
    ]
    answer = await scored(table, host, game=offered[0]["value"], result=results[1]["name"])
    assert "has been decided" in answer
    view = tapping.shown_event(table)
    (pairing,) = [
        pairing
        for section in view.sections
        for pairing, _ in section.pairings
        if pairing.state == "scored"
    ]
    assert (pairing.reason, pairing.scored_by) == ("They agreed.", host.id)
    assert "Note: They agreed" in text(await tapping.chosen(table, table.dara))


async def test_the_answer_says_that_a_stage_that_has_begun_is_not_paired_again(
    table: Table, host: simulator.MemberActor
) -> None:
    await three(table, host)
    stays = "The next round or final has already begun, and its pairs stay as they are."
    assert stays not in await scored(table, host, game="1")
    (event,) = tapping.events(table)
    with writing(table.store) as tx:
        event_rows.save(tx, event, replace(event, stage=2))
    assert stays in await scored(table, host, game="1", result="second")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"game": "999"}, "I don't know that tournament game."),
        ({"game": "1", "result": "chess"}, "I could not read chess as a result."),
        ({"game": "1", "tournament": "Winter Cup"}, "I don't know that tournament."),
    ],
    ids=["game", "result", "tournament"],
)
async def test_a_mistyped_decision_is_refused_with_a_sentence(
    table: Table, host: simulator.MemberActor, options: dict[str, str], sentence: str
) -> None:
    await three(table, host)
    assert sentence in await scored(table, host, **options)


async def test_only_managers_score_games(table: Table, host: simulator.MemberActor) -> None:
    await three(table, host)
    tree = await table.client.tree.fetch_commands()
    [command] = [each for each in tree if each.name == "club"]
    table.channel.guild.set_command_permissions(command, {table.ada: True})
    answer = await scored(table, table.ada, game="1")
    assert "Only the managers of this server can do that." in answer


async def test_a_player_is_removed_with_a_reason(table: Table, host: simulator.MemberActor) -> None:
    hub = await tapping.opened(table, host)
    await press(table.ada, hub, "event-join")
    card = await tapping.chosen(table, host)
    asked = await host.click(card, custom_id=ids(card)["event-remove"])
    done = await submit(host, asked, player=[table.ada], reason="An account of Bruno's")
    assert "is no longer in **Spring Cup**." in text(done.response)
    assert tapping.shown_event(table).entrants == ()
    card = await tapping.chosen(table, host)
    again = await host.click(card, custom_id=ids(card)["event-remove"])
    empty = await submit(host, again, player=[], reason="Nobody")
    assert "Choose the player to remove." in text(empty.response)


async def test_a_tournament_is_cancelled_with_a_reason(
    table: Table, host: simulator.MemberActor
) -> None:
    hub = await tapping.opened(table, host)
    await press(table.ada, hub, "event-join")
    card = await tapping.chosen(table, host)
    asked = await host.click(card, custom_id=ids(card)["event-cancel"])
    done = await submit(host, asked, reason="The club is on holiday.")
    assert "**Spring Cup** has been cancelled." in text(done.response)
    assert "The club is on holiday" in text(table.last)
    dm = table.ada.user.dm_channel.last_message
    assert "**Spring Cup** has been cancelled." in text(dm)
    (gone,) = await table.at_once([(table.bruno, hub, "h:event-join:1:0")])
    assert "has been cancelled" in text(gone.response)


async def test_a_player_who_ran_out_of_time_answers_with_a_button(
    table: Table, host: simulator.MemberActor
) -> None:
    await three(table, host)
    with writing(table.store) as tx:
        entrant_rows.record_timeout(tx, 1, [table.bruno.id], table.client.clock())
    await table.env.advance_time(60)
    asked = [each.player for each in tapping.shown_event(table).entrants if each.withdraw_at]
    assert asked == [table.bruno.id]
    question = next(
        post
        for post in reversed(table.bruno.user.dm_channel.history())
        if "Are you still playing?" in text(post)
    )
    answer = await table.bruno.user.click(question, custom_id=ids(question)["event-here"])
    assert "You are still in." in text(answer.response)
    assert not any(each.withdraw_at for each in tapping.shown_event(table).entrants)


async def test_a_tournament_is_exported_as_a_file(
    table: Table, host: simulator.MemberActor
) -> None:
    await three(table, host)
    card = await tapping.chosen(table, table.dara)
    (file,) = (await press(table.dara, card, "event-export")).attachments
    assert file.filename == "halma-tournament-1.json"
    exported = json.loads(await file.read())
    assert (exported["format"], exported["event"]["name"]) == ("halma-event", "Spring Cup")


async def test_managers_decide_who_may_create_tournaments(
    table: Table, host: simulator.MemberActor
) -> None:
    form = await opened(table, host, SERVER, "Tournaments")
    assert shown(form) == {"organisers": "-", "champion": []}
    done = await submit(host, form, organisers="managers")
    assert "Who may create tournaments: **managers only**" in text(done.response)
    panel = await tapping.club_panel(table.ada, table.channel)
    assert "Only someone who may manage this server can create tournaments here." in text(panel)
    assert "event-new" not in ids(panel)


async def test_the_winner_gets_the_role_and_the_former_champion_loses_it(
    table: Table, host: simulator.MemberActor
) -> None:
    role = table.channel.guild.create_role("champion")
    done = await change_settings(table, host, SERVER, champion=[role])
    assert f"Champion's role: **<@&{role.id}>**" in text(done.response)
    await three(table, host)
    await tapping.play_to_the_end(table)
    path = f"/guilds/{table.channel.guild.id}/members/{table.ada.id}/roles/{role.id}"
    assert ("PUT", path) in [(sent.method, sent.path) for sent in table.env.http_requests]


async def test_a_role_that_the_bot_cannot_give_is_refused_or_reported(
    table: Table, host: simulator.MemberActor
) -> None:
    guild = table.channel.guild
    high = guild.create_role("high", position=50)
    refused = await change_settings(table, host, SERVER, champion=[high], organisers="managers")
    assert "it is above my own highest role" in text(refused.response)
    assert "Nothing has been changed yet." in text(refused.response)
    assert "Who may create tournaments: **managers, and" in text(refused.response)
    role = guild.create_role("champion")
    await change_settings(table, host, SERVER, champion=[role])
    await three(table, host)
    path = f"/guilds/{guild.id}/members/{table.ada.id}/roles/{role.id}"
    table.env.inject_error("PUT", path, status=403, code=50013)
    await tapping.play_to_the_end(table)
    notice = host.user.dm_channel.last_message
    assert "I could not give the champion's role to the winner of **Spring Cup**." in text(notice)


async def test_a_deleted_role_is_reported_as_deleted(
    table: Table, host: simulator.MemberActor
) -> None:
    guild = table.channel.guild
    role = guild.create_role("champion")
    await change_settings(table, host, SERVER, champion=[role])
    await three(table, host)
    table.env.backend.emit(
        "GUILD_ROLE_DELETE", {"guild_id": str(guild.id), "role_id": str(role.id)}
    )
    path = f"/guilds/{guild.id}/members/{table.ada.id}/roles/{role.id}"
    table.env.inject_error("PUT", path, status=404, code=10011)
    await tapping.play_to_the_end(table)
    notice = text(host.user.dm_channel.last_message)
    assert "the role has been deleted" in notice
    assert "Manage Roles" not in notice
