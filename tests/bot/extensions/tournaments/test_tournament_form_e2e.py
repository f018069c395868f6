"""`/club tournament` from end to end: forms, preview, changes and refusals."""

from typing import Any

import discord
import pytest

from bot.extensions.tournaments.service import drafts
from bot.extensions.tournaments.store import ladder_rows, series_rows
from tests.bot.extensions.tournaments import tapping
from tests.bot.extensions.tournaments.tapping import created, events
from tests.e2e import simulator
from tests.e2e.forms import fields, forged, labels, shown, submit
from tests.e2e.panels import labels as buttons
from tests.e2e.table import Table, ids, text
from tests.transactions import reading


@pytest.fixture
def host(table: Table) -> simulator.MemberActor:
    """Return a member with the Manage Server permission."""
    return tapping.manager(table)


@pytest.mark.check
async def test_the_form_has_sensible_defaults(table: Table, host: simulator.MemberActor) -> None:
    opened = await tapping.from_panel(host, table.channel, "event-new")
    assert labels(opened) == ["Name", "Game", "Kind", "Clock", "Options"]
    assert shown(opened) == {
        "name": "",
        "game": ["halma-8"],
        "kind": "all",
        "clock": ["72h+12h cap 120h"],
        "options": ["rated"],
    }
    sizes = {each["value"]: each["description"] for each in fields(opened)["game"]["options"]}
    assert sizes["halma-8"] == "For 2 players."
    assert sizes["chinese-checkers"] == "For 2, 3, 4 or 6 players."
    kinds = {each["value"]: each["description"] for each in fields(opened)["kind"]["options"]}
    assert kinds["tables-3"] == "Choose a game for 3. Everyone plays once in each seat"
    clocks = fields(opened)["clock"]["options"]
    assert [option["label"] for option in clocks] == ["Daily", "Standard", "Relaxed"]
    assert clocks[1]["description"].startswith("3 days to start with")


@pytest.mark.check
async def test_a_filled_in_form_leads_to_a_preview_and_a_press_to_the_post(
    table: Table, host: simulator.MemberActor
) -> None:
    preview = (await created(table, host)).response
    assert preview is not None
    assert preview.ephemeral
    words = text(preview)
    assert "Spring Cup: not open yet" in words
    assert "- 8 players: 7 games each, 3 at once, about" in words
    assert "games will begin there in the first minute" in words
    assert table.posts() == []
    opened = await host.click(preview, custom_id=ids(preview)["event-open"])
    assert "is open in" in text(opened.response)
    assert [event.status for event in events(table)] == ["open"]
    assert len(table.posts()) == 1


@pytest.mark.check
async def test_events_have_the_suggested_rules_of_their_game(
    table: Table, host: simulator.MemberActor
) -> None:
    preview = (await created(table, host, game=["ugolki"])).response
    assert "Ugolki, equal turns" in text(preview)
    await tapping.created_seasons(table, host, name="League", game=["carrera"])
    answer = await tapping.created_ladder(table, host, game=["ugolki"])
    assert "The ladder **Ugolki** is open" in text(answer.response)
    with reading(table.store) as tx:
        [ladder] = ladder_rows.ladders_of_guild(tx, table.channel.guild.id)
        [series] = series_rows.series_of_guild(tx, table.channel.guild.id)
    [event] = events(table)
    assert event.variant == ladder.variant == "ugolki+equal-turns"
    assert series.variant == "carrera+equal-turns"


@pytest.mark.check
async def test_a_draft_can_be_changed_and_discarded(
    table: Table, host: simulator.MemberActor
) -> None:
    preview = (await created(table, host)).response
    assert preview is not None
    changing = await host.click(preview, custom_id=ids(preview)["event-change"])
    assert shown(changing)["name"] == "Spring Cup"
    changed = await submit(
        host, changing, name="Table Cup", kind="tables-3", game=["chinese-checkers"], options=[]
    )
    assert "Table Cup: not open yet" in text(changed.response)
    (event,) = events(table)
    assert (event.name, event.format, event.variant, event.rated) == (
        "Table Cup",
        "tables",
        "chinese-checkers-3",
        False,
    )
    assert changed.response is not None
    more = await host.click(changed.response, custom_id=ids(changed.response)["event-conditions"])
    done = await submit(host, more, players="3-9", reliability=["80"], days=["3"])
    assert "reliability of at least 80%" in text(done.response)
    assert done.response is not None
    assert [event.max_entrants for event in events(table)] == [9]
    dropped = await host.click(done.response, custom_id=ids(done.response)["event-drop"])
    assert "has been discarded" in text(dropped.response)
    assert events(table) == []


@pytest.mark.check
async def test_the_forms_of_a_cup_say_how_many_games_there_are_and_do_not_ask(
    table: Table, host: simulator.MemberActor
) -> None:
    preview = (await created(table, host, kind="cup")).response
    assert preview is not None
    assert "- 8 players: 2 to 6 games each, 2 at once, about" in text(preview)
    more = await host.click(preview, custom_id=ids(preview)["event-conditions"])
    assert labels(more) == [
        "Number of players",
        "Sign-up lasts",
        "Reliability",
        "Only for members with a role",
    ]
    done = await submit(host, more, players="8")
    assert "- 8 players: 2 to 6 games each" in text(done.response)
    assert [(event.min_entrants, event.max_entrants) for event in events(table)] == [(8, 8)]


@pytest.mark.check
@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"name": "x" * 90}, "The name of a tournament must have 1 to 40 characters."),
        ({"name": ""}, "The name of a tournament must have 1 to 40 characters."),
    ],
    ids=["long name", "no name"],
)
async def test_a_refused_form_says_why_and_can_be_opened_again(
    table: Table, host: simulator.MemberActor, values: dict[str, Any], sentence: str
) -> None:
    refused = await created(table, host, **values)
    assert sentence in text(refused.response)
    assert refused.response is not None
    again = await host.click(refused.response, label="Open the form")
    assert shown(again)["game"] == ["halma-8"]
    assert events(table) == []


@pytest.mark.check
async def test_a_game_that_does_not_fit_the_tables_is_refused_with_those_that_do(
    table: Table, host: simulator.MemberActor
) -> None:
    refused = await created(table, host, kind="tables-3")
    assert "Halma 8×8 is not for 3 players. Choose a game that is: Chinese Checkers, " in text(
        refused.response
    )
    assert refused.response is not None
    again = await host.click(refused.response, label="Open the form")
    filled = shown(again)
    assert (filled["name"], filled["kind"]) == ("Spring Cup", "tables-3")
    assert filled["game"] == ["chinese-checkers"]
    preview = (await submit(host, again)).response
    assert preview is not None
    assert "Chinese Checkers for 3" in text(preview)
    changing = await host.click(preview, custom_id=ids(preview)["event-change"])
    refused = await submit(host, changing, kind="tables-6", game=["hexma"])
    assert "Hexma is not for 6 players." in text(refused.response)
    assert refused.response is not None
    again = await host.click(refused.response, label="Open the form")
    assert shown(again)["game"] == ["chinese-checkers"]
    assert [event.variant for event in events(table)] == ["chinese-checkers-3"]


@pytest.mark.check
async def test_the_preview_says_where_the_boards_are_posted_without_threads(
    table: Table, host: simulator.MemberActor
) -> None:
    assert "Each game will have its own thread there." in text(
        (await created(table, host)).response
    )
    deny = discord.PermissionOverwrite(create_public_threads=False)
    other_channel = table.channel.guild.create_text_channel(
        "quiet", overwrites={table.channel.guild.default_role: deny}
    )
    opened = await tapping.from_panel(host, other_channel, "event-new")
    preview = await submit(host, opened, name="Quiet Cup")
    assert "I can't open threads there, so the boards will be posted there as well." in text(
        preview.response
    )


@pytest.mark.check
@pytest.mark.parametrize("typed", ["many", "3-4-5", "", "99999", "9-4"])
async def test_an_invalid_range_of_players_is_refused(
    table: Table, host: simulator.MemberActor, typed: str
) -> None:
    preview = (await created(table, host)).response
    assert preview is not None
    more = await host.click(preview, custom_id=ids(preview)["event-conditions"])
    refused = await submit(host, more, players=typed)
    assert "number of players" in text(refused.response) or "This kind of tournament is for" in (
        text(refused.response)
    )
    assert [(event.min_entrants, event.max_entrants) for event in events(table)] == [(3, 64)]


@pytest.mark.check
async def test_the_preview_warns_if_most_accounts_are_too_new_for_rated_games(
    table: Table, host: simulator.MemberActor
) -> None:
    warning = "Most players here have accounts that are less than two weeks old"
    rated = (await created(table, host, options=["rated"])).response
    assert warning in text(rated)
    unrated = (await created(table, host, options=[])).response
    assert warning not in text(unrated)
    await table.env.advance_time(15 * 86_400)
    assert warning not in text((await created(table, host, options=["rated"])).response)


@pytest.mark.check
async def test_members_need_games_and_cannot_touch_the_drafts_of_others(
    table: Table, host: simulator.MemberActor
) -> None:
    panel = await tapping.club_panel(table.ada, table.channel)
    assert "once you have finished 10 games" in text(panel)
    assert "event-new" not in ids(panel)
    offered = await tapping.club_panel(host, table.channel)
    forgery = table.ada, table.seen(offered), ids(offered)["event-new"]
    (refused,) = await table.at_once([forgery])
    assert "once you have finished 10 games" in text(refused.response)
    preview = (await created(table, host)).response
    assert preview is not None
    for action in ("event-open", "event-change", "event-conditions", "event-drop"):
        forgery = table.ada, table.seen(preview), ids(preview)[action]
        (pressed,) = await table.at_once([forgery])
        assert "Only the organiser of the tournament or a manager" in text(pressed.response)
    assert [event.status for event in events(table)] == ["draft"]


@pytest.mark.check
@pytest.mark.parametrize(
    "custom_id",
    ["m:event-form:0:0", "m:event-form:99:0", "m:event-more:99:0", "h:event-new:0:0:a:b:c:d:e"],
)
async def test_forged_forms_are_answered_with_a_sentence(
    table: Table, host: simulator.MemberActor, custom_id: str
) -> None:
    await created(table, host)
    fields = [{"type": 4, "custom_id": "game", "value": "chess"}]
    answer = await forged(table, host, custom_id, fields)
    assert answer.response is not None
    assert "no longer works" in text(answer.response) or "cannot find" in text(answer.response)


@pytest.mark.check
async def test_the_preview_has_a_button_for_every_action(
    table: Table, host: simulator.MemberActor
) -> None:
    preview = (await created(table, host)).response
    assert preview is not None
    assert sorted(buttons(preview)) == sorted(
        ["Open sign-up", "Change", "Players and conditions", "Rules", "Discard"]
    )


@pytest.mark.check
async def test_the_kind_of_a_draft_can_be_changed_to_one_for_more_players(
    table: Table, host: simulator.MemberActor
) -> None:
    preview = (await created(table, host)).response
    assert preview is not None
    for kind, least in (("cup", 4), ("rounds", 9), ("all", 3)):
        changing = await host.click(preview, custom_id=ids(preview)["event-change"])
        await submit(host, changing, kind=kind)
        assert [(event.format, event.min_entrants) for event in events(table)] == [(kind, least)]


@pytest.mark.check
async def test_a_rated_tournament_of_a_member_is_small_unless_they_say_otherwise(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "ORGANISER_GAMES", 0)
    preview = (await created(table, table.ada)).response
    await created(table, table.ada, options=[])
    assert [event.max_entrants for event in events(table)] == [64, 8]
    form = await table.ada.click(preview, custom_id=ids(preview)["event-conditions"])
    refused = await submit(table.ada, form, players="3-16")
    assert "for more than 8 players. Make it unrated, or smaller." in text(refused.response)
