"""The New game form: challenges without typed options."""

import asyncio
from typing import Any

import pytest

from bot.service.match import lifecycle
from bot.views import reply
from bot.views.new_game_form import NewGame
from tests.e2e import simulator
from tests.e2e.days import wait
from tests.e2e.forms import at_once, fields, forged, labels, shown, submit
from tests.e2e.table import Table, ids, parts, text
from tests.transactions import reading


async def opened(table: Table, **choices: Any) -> simulator.InteractionResult:
    """Open the form as Ada, with `/challenge` and no options."""
    return await table.ada.slash(table.channel, "challenge", **choices)


async def opened_for(table: Table, game: str) -> simulator.InteractionResult:
    """Open the form as Ada, and choose this game in it."""
    question = await submit(table.ada, await opened(table), game=[game])
    assert question.response is not None
    return await table.ada.click(question.response, label="Open the form")


@pytest.mark.check
async def test_the_form_is_reached_from_the_help_and_posts_an_open_challenge(table: Table) -> None:
    interaction = await table.ada.slash(table.channel, "help")
    assert interaction.response is not None
    form = await table.ada.click(interaction.response, custom_id=ids(interaction.response)["begin"])
    assert table.posts() == []
    interaction = await submit(table.ada, form)
    assert "Your challenge is open to anyone in this channel." in text(interaction.response)
    post = table.last
    assert f"<@{table.ada.id}> is looking for an opponent" in text(post)
    assert "Halma 8×8" in text(post)
    assert "Standard (about" in text(post)
    assert "Not rated: an account is less than two weeks old." in text(post)
    assert f"First game: double time for <@{table.ada.id}>." in text(post)
    thumbnail = next(part["accessory"] for part in parts(post) if "accessory" in part)
    assert "IV 1" in thumbnail["description"]
    assert "rules" in ids(post)
    await table.bruno.click(post, custom_id=ids(post)["accept"])
    assert "First game: double time" in text(table.board)
    assert not (await table.match(1)).rated


@pytest.mark.check
async def test_the_command_without_options_opens_the_form(table: Table) -> None:
    form = await opened(table)
    assert form.modal is not None
    assert form.modal["title"] == "New game"
    assert labels(form) == ["Game", "Opponent", "Clock", "Options"]
    assert shown(form) == {
        "game": ["halma-8"],
        "people": [],
        "clock": "standard",
        "options": ["rated"],
    }
    assert fields(form)["people"]["max_values"] == 1, "the list closes after one tap"
    assert table.posts() == []


@pytest.mark.check
@pytest.mark.parametrize(
    "option", [{"rated": False}, {"clock": "daily"}, {"note": "hi"}, {"advanced": True}], ids=str
)
async def test_one_option_is_enough_to_post_or_refuse_without_the_form(
    table: Table, option: dict[str, Any]
) -> None:
    interaction = await opened(table, **option)
    assert interaction.modal is None
    assert len(table.posts()) == (0 if "advanced" in option else 1)


@pytest.mark.check
async def test_the_form_posts_what_the_command_would(table: Table) -> None:
    await submit(
        table.ada,
        await opened(table),
        game=["caesar"],
        people=[table.bruno],
        clock="relaxed",
        options=[],
    )
    by_form = text(table.last)
    await table.ada.slash(
        table.channel, "challenge", game="caesar", opponent=table.bruno, clock="relaxed",
        rated=False,
    )  # fmt: skip
    assert text(table.last) == by_form
    assert "Not rated." not in by_form, "it is unrated because it is a first game"
    assert f"<@{table.ada.id}> challenges <@{table.bruno.id}>" in by_form
    assert "Caesar" in by_form
    assert "Relaxed" in by_form


@pytest.mark.check
async def test_options_of_the_form_are_rules_and_whether_the_game_is_rated(table: Table) -> None:
    await wait(table, 15 * 86400)
    await table.begin(table.ada, table.bruno)
    form = await opened(table)
    assert {"rated", "locked", "no-return"} <= {
        option["value"] for option in fields(form)["options"]["options"]
    }
    await submit(table.ada, form, options=["locked", "no-return"], people=[table.bruno])
    assert "Halma 8×8, locked yard, no return" in text(table.last)
    assert "Not rated." in text(table.last)
    await submit(table.ada, await opened(table), people=[table.bruno])
    assert "Rated" in text(table.last)


@pytest.mark.check
async def test_a_form_of_a_game_for_more_players_asks_for_the_version(table: Table) -> None:
    form = await opened_for(table, "chinese-checkers")
    assert labels(form) == ["Game", "Opponents", "Version", "Clock", "Options"]
    assert fields(form)["people"]["max_values"] == 5
    interaction = await submit(
        table.ada, form, version="chinese-checkers-6", people=[table.bruno, table.chen]
    )
    assert "is open to anyone" in text(interaction.response)
    assert "Chinese Checkers for 6" in text(table.last)
    assert "free seat ×3" in text(table.last)


@pytest.mark.check
async def test_a_version_that_the_form_did_not_show_is_asked_for_afterwards(table: Table) -> None:
    question = await submit(
        table.ada, await opened(table), game=["hexma"], people=[table.bruno], clock="daily"
    )
    assert question.response is not None
    assert question.response.ephemeral
    assert "Which version?" in text(question.response)
    assert table.posts() == []
    assert question.response is not None
    interaction = await table.ada.click(question.response, label="Hexma for 3")
    assert "is open to anyone" in text(interaction.response)
    assert "Hexma for 3" in text(table.last)
    assert "Daily" in text(table.last)
    assert f"<@{table.bruno.id}> (invited)" in text(table.last)


@pytest.mark.check
async def test_in_a_game_with_partners_the_form_asks_who_the_partner_is(table: Table) -> None:
    form = await opened_for(table, "halma")
    question = await submit(
        table.ada, form, version="halma-4-opposite", people=[table.bruno, table.chen]
    )
    assert "Who is your partner?" in text(question.response)
    assert question.response is not None
    seen = {part["label"] for part in parts(question.response) if part["type"] == 2}
    assert seen == {"Bruno", "Chen", "Anyone", "Open the form"}
    await table.ada.click(question.response, label="Chen")
    post = text(table.last)
    mine, chens, brunos = (
        next(line for line in post.splitlines() if f"{sign} <@{person.id}>" in line)
        for sign, person in (("✅", table.ada), ("✉️", table.chen), ("✉️", table.bruno))
    )
    assert mine.rpartition("·")[2] == chens.rpartition("·")[2]
    assert mine.rpartition("·")[2] not in brunos


@pytest.mark.check
async def test_anyone_may_be_the_partner(table: Table) -> None:
    form = await opened_for(table, "halma")
    question = await submit(table.ada, form, version="halma-4-opposite", people=[table.bruno])
    assert question.response is not None
    await table.ada.click(question.response, label="Anyone")
    assert "free seat ×2" in text(table.last)
    [line] = [line for line in text(table.last).splitlines() if f"<@{table.bruno.id}>" in line][-1:]
    assert "one of" not in line


REFUSALS = {
    "self": "A challenge needs another player",
    "bot": "You cannot challenge a bot",
    "blocked": "cannot",
}


@pytest.mark.check
@pytest.mark.parametrize("what", REFUSALS)
async def test_a_refusal_offers_the_form_again_as_it_was_filled_in(table: Table, what: str) -> None:
    guild = table.channel.guild
    robot = guild.add_member(table.env.create_user("robot", bot=True))
    person = {"self": table.ada, "bot": robot, "blocked": table.chen}[what]
    await table.chen.slash(table.channel, "me block", person=table.ada)
    refused = await submit(
        table.ada, await opened(table), people=[person], clock="daily", options=["no-return"]
    )
    assert refused.response is not None
    assert refused.response.ephemeral
    assert REFUSALS[what] in text(refused.response)
    typed = await table.ada.slash(
        table.channel, "challenge", opponent=person, clock="daily", rated=False, rule="no-return"
    )
    assert text(typed.response) in text(refused.response), "the sentence of the command"
    assert table.posts() == []
    again = await table.ada.click(refused.response, label="Open the form")
    assert shown(again) == {
        "game": ["halma-8"],
        "people": [person.id],
        "clock": "daily",
        "options": ["no-return"],
    }
    await submit(table.ada, again, people=[table.bruno])
    assert f"challenges <@{table.bruno.id}>" in text(table.last)
    assert "no return" in text(table.last)


@pytest.mark.check
async def test_a_submitted_form_replaces_the_refusal_before_it(table: Table) -> None:
    refused = await submit(table.ada, await opened(table), people=[table.ada])
    assert refused.response is not None
    again = await table.ada.click(refused.response, label="Open the form")
    done = await submit(table.ada, again, people=[table.bruno])
    assert done.response is not None
    assert done.response.id == refused.response.id
    assert "on its way" in text(done.response)


@pytest.mark.check
async def test_rules_that_the_new_game_lacks_are_refused_and_the_form_fits_it(
    table: Table,
) -> None:
    refused = await submit(
        table.ada, await opened(table), game=["caesar"], options=["rated", "locked"]
    )
    assert "Caesar has no such optional rule" in text(refused.response)
    assert refused.response is not None
    again = await table.ada.click(refused.response, label="Open the form")
    assert shown(again)["game"] == ["caesar"]
    assert "locked" not in {each["value"] for each in fields(again)["options"]["options"]}


@pytest.mark.check
async def test_the_user_command_opens_the_form_with_the_opponent(table: Table) -> None:
    form = await table.ada.context_menu(table.channel, "Challenge", table.bruno)
    assert shown(form)["people"] == [table.bruno.id]
    interaction = await submit(table.ada, form, (table.bruno,))
    assert f"Your challenge is on its way to <@{table.bruno.id}>." in text(interaction.response)
    assert f"<@{table.ada.id}> challenges <@{table.bruno.id}>" in text(table.last)
    seen = [part["label"] for part in parts(table.last) if part["type"] == 2]
    assert seen == ["Accept", "Decline", "Rules", "Withdraw"]


@pytest.mark.check
async def test_the_user_command_refuses_bots_and_strangers_to_the_channel_at_once(
    table: Table,
) -> None:
    robot = table.channel.guild.add_member(table.env.create_user("robot", bot=True))
    interaction = await table.ada.context_menu(table.channel, "Challenge", robot)
    assert "You cannot challenge a bot" in text(interaction.response)


@pytest.mark.check
async def test_two_people_can_submit_the_form_at_once(table: Table) -> None:
    people = (table.ada, table.bruno, table.chen)
    forms = [await person.slash(table.channel, "challenge") for person in people]
    chosen = {"game": ["caesar"], "clock": "relaxed"}
    results = await at_once(
        table, [(person, form, chosen) for person, form in zip(people, forms, strict=True)]
    )
    assert all("is open to anyone" in text(result.response) for result in results)
    posts = [text(post) for post in table.posts()]
    for person in people:
        offered = f"<@{person.id}> is looking for an opponent"
        assert sum(offered in post and "Caesar" in post for post in posts) == 1


HOSTILE = (
    {"game": ["chess"]},
    {"game": []},
    {"clock": "tomorrow"},
    {"clock": None},
    {"clock": "1d + 1d cap " + "9" * 80},
    {"game": ["x" * 4000]},
)


@pytest.mark.check
@pytest.mark.parametrize("change", HOSTILE, ids=str)
async def test_unknown_and_missing_values_are_answered_and_change_nothing(
    table: Table, change: dict[str, Any]
) -> None:
    values = {"game": ["halma-8"], "clock": "standard", "options": ["rated"], **change}
    components = [
        {"type": 3, "custom_id": "game", "values": values["game"]},
        {"type": 21, "custom_id": "clock", "value": values["clock"]},
        {"type": 22, "custom_id": "options", "values": values["options"]},
    ]
    answered = await forged(table, table.ada, "m:new-game:0:0:halma-8", components)
    assert text(answered.response).strip()
    assert "went wrong" not in text(answered.response)
    assert table.posts() == []


@pytest.mark.check
async def test_unknown_options_and_versions_are_refused_or_ignored(table: Table) -> None:
    components = [
        {"type": 3, "custom_id": "game", "values": ["halma-8"]},
        {"type": 21, "custom_id": "clock", "value": "standard"},
        {"type": 21, "custom_id": "version", "value": "halma-4"},
        {"type": 22, "custom_id": "options", "values": ["rated", "places", "x" * 100]},
    ]
    answered = await forged(table, table.ada, "m:new-game:0:0:halma-8", components)
    assert "Halma 8×8 has no such optional rule" in text(answered.response)
    components[-1]["values"] = ["rated", "x" * 100]
    await forged(table, table.ada, "m:new-game:0:0:halma-8", components)
    assert "Halma 8×8" in text(table.last)


@pytest.mark.check
async def test_someone_outside_the_server_cannot_be_challenged_by_a_forged_button(
    table: Table,
) -> None:
    form = await opened(table)
    question = await submit(table.ada, form, game=["hexma"], people=[table.bruno])
    assert question.response is not None
    stranger = table.env.create_user("stranger")
    custom_id = NewGame("hexma", people=(stranger.id,)).control("new-post").id("h")
    results = await table.at_once([(table.ada, question.response, custom_id)])
    assert "is no longer in this server" in text(results[0].response)
    assert table.posts() == []


@pytest.mark.check
async def test_old_buttons_of_the_panel_get_a_clear_sentence(table: Table) -> None:
    interaction = await table.ada.slash(table.channel, "help")
    assert interaction.response is not None
    for action in ("begin-game", "begin-clock", "begin-open", "begin-with"):
        custom_id = f"h:{action}:0:0:halma-8:standard"
        results = await table.at_once([(table.ada, interaction.response, custom_id)])
        assert "That button no longer works." in text(results[0].response)


@pytest.mark.check
async def test_without_time_for_the_form_a_panel_with_a_button_is_shown(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = table.client.upsert_player

    async def slowly(*given: Any) -> None:
        await asyncio.sleep(0.1)
        await known(*given)

    with monkeypatch.context() as slow:
        slow.setattr(reply, "DEFER_AFTER", 0.01)
        slow.setattr(table.client, "upsert_player", slowly)
        interaction = await opened(table)
    assert interaction.modal is None
    panel = interaction.response
    assert panel is not None
    assert "Halma 8×8" in text(panel)
    assert {"new-form", "computer", "rules"} <= set(ids(panel))
    form = await table.ada.click(panel, label="Open the form")
    assert shown(form)["game"] == ["halma-8"]


@pytest.mark.check
async def test_an_open_challenge_is_rated_unless_a_newcomer_accepts_it(
    table: Table,
) -> None:
    await wait(table, 15 * 86400)
    await table.begin(table.ada, table.bruno)
    for taker, rated in ((table.chen, False), (table.bruno, True)):
        post = await table.challenge(table.ada)
        assert "Rated, unless it is someone's first game." in text(post)
        await taker.click(post, custom_id=ids(post)["accept"])
        with reading(table.store) as tx:
            match = (lifecycle.running_of(tx, taker.id))[-1]
        assert match.rated == rated
    post = await table.challenge(table.ada, table.dara, rated=True)
    assert "Rated." in text(post)
