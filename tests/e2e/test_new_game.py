"""The New game form: challenges without typed options."""

import asyncio
from typing import Any

import pytest

from bot.views import reply
from bot.views.new_game_form import NewGame
from tests.e2e import simulator
from tests.e2e.days import wait
from tests.e2e.forms import at_once, fields, forged, labels, shown, submit
from tests.e2e.table import Table, ids, parts, text


async def opened(table: Table) -> simulator.InteractionResult:
    """Open the form as Ada, with `/challenge` and no options."""
    return await table.ada.slash(table.channel, "challenge")


async def previewed(table: Table, **choices: Any) -> simulator.ResponseMessage:
    """Submit the form as Ada and return the preview."""
    answer = await submit(table.ada, await opened(table), **choices)
    assert answer.response is not None
    assert answer.response.ephemeral
    assert table.posts() == []
    return answer.response


async def posted(table: Table, **choices: Any) -> simulator.InteractionResult:
    """Submit the form as Ada, and post what the preview shows."""
    answer = await submit(table.ada, await opened(table), **choices)
    assert answer.response is not None
    return await table.ada.click(answer.response, label="Post")


@pytest.mark.check
async def test_the_form_is_reached_from_the_help_and_posts_an_open_challenge(table: Table) -> None:
    interaction = await table.ada.slash(table.channel, "help")
    assert interaction.response is not None
    form = await table.ada.click(interaction.response, custom_id=ids(interaction.response)["begin"])
    preview = (await submit(table.ada, form)).response
    assert preview is not None
    assert "Anyone in this channel can accept." in text(preview)
    assert table.posts() == []
    interaction = await table.ada.click(preview, label="Post")
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
    assert labels(form) == ["Game", "Opponents", "Clock", "Rating"]
    assert shown(form) == {
        "game": ["halma-8"],
        "people": [],
        "clock": ["standard"],
        "rated": ["rated"],
    }
    assert [each["label"] for each in fields(form)["game"]["options"]] == [
        "Halma 8×8",
        "Halma",
        "Chinese Checkers",
        "Halma for four",
        "More games …",
    ]
    assert table.posts() == []


@pytest.mark.check
@pytest.mark.parametrize("option", [{"game": "caesar"}, {"clock": "daily"}], ids=str)
async def test_one_option_is_enough_to_post_without_the_form(
    table: Table, option: dict[str, Any]
) -> None:
    interaction = await table.ada.slash(table.channel, "challenge", **option)
    assert interaction.modal is None
    assert len(table.posts()) == 1


@pytest.mark.check
async def test_the_form_posts_what_the_command_would(table: Table) -> None:
    await posted(table, people=[table.bruno], clock=["relaxed"])
    by_form = text(table.last)
    await table.ada.slash(table.channel, "challenge", opponent=table.bruno, clock="relaxed")
    assert text(table.last) == by_form
    assert f"<@{table.ada.id}> challenges <@{table.bruno.id}>" in by_form
    assert "Relaxed" in by_form


@pytest.mark.check
async def test_the_preview_shows_game_opponent_clock_and_rating(table: Table) -> None:
    preview = text(await previewed(table, game=["halma"], people=[table.bruno], rated=[]))
    assert "**Halma** · A game usually takes about" in preview
    assert f"To <@{table.bruno.id}>." in preview
    assert "Standard (about" in preview
    assert "Not rated." in preview


@pytest.mark.check
async def test_all_other_games_are_behind_more_games(table: Table) -> None:
    shown_list = await previewed(table, game=["more"], people=[table.bruno], clock=["daily"])
    assert "Which game?" in text(shown_list)
    preview = (await table.ada.select(shown_list, ["caesar"])).response
    assert preview is not None
    form = await table.ada.click(preview, label="Change")
    assert shown(form)["game"] == ["caesar"]
    assert "Caesar" in text(preview)
    await table.ada.click(preview, label="Post")
    assert f"<@{table.ada.id}> challenges <@{table.bruno.id}>" in text(table.last)
    assert "Caesar" in text(table.last)
    assert "Daily" in text(table.last)


@pytest.mark.check
async def test_rules_a_side_and_a_note_are_behind_more_rules(table: Table) -> None:
    await wait(table, 15 * 86400)
    await table.begin(table.ada, table.bruno)
    answer = await submit(table.ada, await opened(table), people=[table.bruno], rated=[])
    assert answer.response is not None
    more = await table.ada.click(answer.response, label="More rules")
    assert {"hints", "locked", "no-return"} <= {
        option["value"] for option in fields(more)["options"]["options"]
    }
    done = await submit(
        table.ada, more, options=["locked", "no-return"], side=["2"], note="Be *kind*"
    )
    assert "on its way" in text(done.response)
    post = text(table.last)
    assert "Halma 8×8, locked yard, no return" in post
    assert f"<@{table.ada.id}> moves second." in post
    assert "Be \\*kind\\*" in post
    assert "Not rated." in post


@pytest.mark.check
async def test_a_refused_more_rules_form_repeats_the_note(table: Table) -> None:
    for choices, sentence in (
        ({"options": ["full", "ploog"]}, "Those optional rules cannot be combined"),
        ({"version": "halma", "side": ["4"]}, "no such side"),
    ):
        preview = await previewed(table, game=["halma"])
        more = await table.ada.click(preview, label="More rules")
        refused = await submit(table.ada, more, note="Hello there", **choices)
        assert sentence in text(refused.response)
        assert "> Hello there" in text(refused.response)
    assert table.posts() == []


@pytest.mark.check
async def test_the_version_is_that_for_the_number_of_opponents_or_the_chosen_one(
    table: Table,
) -> None:
    people = [table.bruno, table.chen]
    preview = await previewed(table, game=["chinese-checkers"], people=people)
    assert "Chinese Checkers for 3" in text(preview)
    more = await table.ada.click(preview, label="More rules")
    interaction = await submit(table.ada, more, version="chinese-checkers-6")
    assert "3 other seats are open to anyone in this channel." in text(interaction.response)
    assert "Chinese Checkers for 6" in text(table.last)
    assert "free seat ×3" in text(table.last)


@pytest.mark.check
async def test_in_a_game_with_partners_it_is_asked_who_the_partner_is(table: Table) -> None:
    people = [table.bruno, table.chen]
    wish = NewGame("halma-4-opposite", people=tuple(person.id for person in people))
    preview = await previewed(table, game=["halma-4"], people=people)
    [question] = await table.at_once([(table.ada, preview, wish.control("new-post").id("h"))])
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
    assert "· one of " in brunos
    assert mine.rpartition("·")[2] != brunos.rpartition("·")[2]


@pytest.mark.check
@pytest.mark.parametrize("opponents", [2, 3])
async def test_anyone_may_be_the_partner(table: Table, opponents: int) -> None:
    people = [table.bruno, table.chen, table.dara][:opponents]
    preview = await previewed(table, game=["halma-4"], people=people)
    more = await table.ada.click(preview, label="More rules")
    await submit(table.ada, more, version="halma-4-opposite")
    lines = [line for line in text(table.last).splitlines() if line.startswith("✉️")]
    assert len(lines) == opponents
    # One of three must be the partner, so their colours are drawn by lot.
    assert ["one of" in line for line in lines] == [opponents == 2] * opponents


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
    await table.chen.context_menu(table.channel, "Block", table.ada)
    form = await opened(table)
    refused = await submit(table.ada, form, people=[person], clock=["daily"], rated=[])
    assert refused.response is not None
    if what != "bot":
        refused = await table.ada.click(refused.response, label="Post")
    assert refused.response is not None
    assert refused.response.ephemeral
    assert REFUSALS[what] in text(refused.response)
    typed = await table.ada.slash(table.channel, "challenge", opponent=person, clock="daily")
    assert text(typed.response) in text(refused.response), "the sentence of the command"
    assert table.posts() == []
    again = await table.ada.click(refused.response, label="Open the form")
    assert shown(again) == {
        "game": ["halma-8"],
        "people": [person.id],
        "clock": ["daily"],
        "rated": [],
    }
    preview = await submit(table.ada, again, people=[table.bruno])
    assert preview.response is not None
    await table.ada.click(preview.response, label="Post")
    assert f"challenges <@{table.bruno.id}>" in text(table.last)


@pytest.mark.check
async def test_a_submitted_form_replaces_the_refusal_before_it(table: Table) -> None:
    refused = await posted(table, people=[table.ada])
    assert refused.response is not None
    again = await table.ada.click(refused.response, label="Open the form")
    preview = await submit(table.ada, again, people=[table.bruno])
    assert preview.response is not None
    done = await table.ada.click(preview.response, label="Post")
    assert done.response is not None
    assert done.response.id == refused.response.id
    assert "on its way" in text(done.response)


@pytest.mark.check
async def test_the_user_command_opens_the_form_with_the_opponent(table: Table) -> None:
    form = await table.ada.context_menu(table.channel, "Challenge", table.bruno)
    assert shown(form)["people"] == [table.bruno.id]
    preview = await submit(table.ada, form, (table.bruno,))
    assert preview.response is not None
    interaction = await table.ada.click(preview.response, label="Post")
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
    chosen = {"game": ["halma"], "clock": ["relaxed"]}
    results = await at_once(
        table, [(person, form, chosen) for person, form in zip(people, forms, strict=True)]
    )
    previews = [result.response for result in results]
    buttons = [
        (person, preview, ids(preview)["new-post"])
        for person, preview in zip(people, previews, strict=True)
        if preview is not None
    ]
    posted = await table.at_once(buttons)
    assert all("is open to anyone" in text(result.response) for result in posted)
    posts = [text(post) for post in table.posts()]
    for person in people:
        offered = f"<@{person.id}> is looking for an opponent"
        assert sum(offered in post and "**Halma**" in post for post in posts) == 1


HOSTILE = (
    {"game": ["chess"]},
    {"game": []},
    {"clock": ["tomorrow"]},
    {"clock": []},
    {"clock": ["1d + 1d cap " + "9" * 80]},
    {"game": ["x" * 4000]},
)


@pytest.mark.check
@pytest.mark.parametrize("change", HOSTILE, ids=str)
async def test_unknown_and_missing_values_are_answered_and_change_nothing(
    table: Table, change: dict[str, Any]
) -> None:
    values = {"game": ["halma-8"], "clock": ["standard"], **change}
    components = [
        {"type": 3, "custom_id": "game", "values": values["game"]},
        {"type": 3, "custom_id": "clock", "values": values["clock"]},
        {"type": 22, "custom_id": "rated", "values": ["rated"]},
    ]
    answered = await forged(table, table.ada, "m:new-game:0:0:halma-8", components)
    assert text(answered.response).strip()
    assert "went wrong" not in text(answered.response)
    assert table.posts() == []


@pytest.mark.check
async def test_unknown_options_and_versions_are_refused_or_ignored(table: Table) -> None:
    components = [
        {"type": 3, "custom_id": "side", "values": ["random"]},
        {"type": 21, "custom_id": "version", "value": "halma-4"},
        {"type": 22, "custom_id": "options", "values": ["places", "x" * 100]},
    ]
    answered = await forged(table, table.ada, "m:new-rules:0:0:halma-8", components)
    assert "Halma 8×8 has no such optional rule" in text(answered.response)
    components[0]["values"] = ["9" * 30]
    answered = await forged(table, table.ada, "m:new-rules:0:0:halma-8", components)
    assert "That button no longer works" in text(answered.response)
    assert table.posts() == []
    components[0]["values"] = []
    components[-1]["values"] = ["x" * 100]
    await forged(table, table.ada, "m:new-rules:0:0:halma-8", components)
    assert "Halma 8×8" in text(table.last)


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
