"""Players with several matches: the bot infers the match or asks which is meant."""

import pytest

from bot.service.clock.calendar import DAY, HOUR
from bot.service.players import player_settings
from tests.e2e.days import wait
from tests.e2e.panels import computer_game
from tests.e2e.plans import write_plan
from tests.e2e.table import Table, ids, options, parts, text
from tests.transactions import writing

pytestmark = pytest.mark.check


async def test_a_command_that_could_mean_several_matches_asks_which(table: Table) -> None:
    first = await table.begin(table.ada, table.bruno)
    second = await table.begin(table.ada, table.chen)
    interaction = await table.ada.slash(table.channel, "move", move="II,3 III,3")
    assert interaction.response is not None
    assert "Which game" in text(interaction.response)
    assert [each["value"] for each in options(interaction.response)] == [str(first), str(second)]
    assert "against Bruno" in options(interaction.response)[0]["label"]
    done = await table.ada.select(interaction.response, [str(second)])
    assert "Played `II,3-III,3`" in text(done.response)
    assert [(await table.match(game)).ply for game in (first, second)] == [0, 1]
    interaction = await table.ada.slash(table.channel, "move", move="II,3 III,3")
    assert "Played" in text(interaction.response), "only one game waits for her now"


async def test_a_match_can_be_named_in_a_command(table: Table) -> None:
    first = await table.begin(table.ada, table.bruno)
    second = await table.begin(table.ada, table.chen)
    offered = await table.ada.autocomplete(table.channel, "move", "game", "chen")
    assert [each["value"] for each in offered] == [str(second)]
    interaction = await table.ada.slash(table.channel, "move", move="II,3-III,3", game=str(second))
    assert (await table.match(second)).ply == 1
    assert interaction.response is not None
    [way] = [part for part in parts(interaction.response) if part.get("url")]
    assert way["label"] == f"Next game: {first}"
    assert way["url"].endswith(str((await table.match(first)).post))
    interaction = await table.ada.slash(table.channel, "move", move=f"#{first} II,3-III,3")
    assert interaction.response is not None
    assert not [part for part in parts(interaction.response) if part.get("url")]
    assert (await table.match(first)).ply == 1
    interaction = await table.ada.slash(table.channel, "move", move="II,3-III,3", game="first")
    assert "I cannot find that" in text(interaction.response)
    interaction = await table.ada.slash(table.channel, "move", move="#99 II,3-III,3")
    assert "I cannot find that" in text(interaction.response)


async def test_autocomplete_offers_moves_of_every_match_awaiting_one(table: Table) -> None:
    first = await table.begin(table.ada, table.bruno)
    offered = await table.ada.autocomplete(table.channel, "move", "move", "ii3")
    assert {each["value"] for each in offered} == {"II,3-III,3", "II,3-III,4", "II,3-II,4"}
    second = await table.begin(table.ada, table.chen, game="halma-10")
    offered = await table.ada.autocomplete(table.channel, "move", "move", "ii3")
    games = {each["value"].split()[0] for each in offered}
    assert games == {f"#{first}", f"#{second}"} or games == {f"#{first}"}
    offered = await table.ada.autocomplete(table.channel, "move", "move", "", game=str(second))
    assert 0 < len(offered) <= 25
    offered = await table.ada.autocomplete(table.channel, "move", "move", f"#{first} ii3")
    assert {each["value"].split()[0] for each in offered} == {f"#{first}"}
    for someone, game in ((table.dara, ""), (table.ada, "99"), (table.ada, "x")):
        assert await someone.autocomplete(table.channel, "move", "move", "", game=game) == []
    assert await table.bruno.autocomplete(table.channel, "move", "move", "vii") == []


async def test_a_typed_move_that_could_mean_several_matches_asks_its_author(
    table: Table,
) -> None:
    first = await table.begin(table.ada, table.bruno)
    second = await table.begin(table.ada, table.chen)
    me = table.env.backend.bot_user.id
    await table.ada.send(table.channel, f"<@{me}> II,3-III,3")
    question = table.last
    assert "Which game" in text(question)
    interaction = await table.bruno.select(question, [f"{first}:0"])
    assert f"This question is for <@{table.ada.id}>" in text(interaction.response)
    await table.ada.select(question, [f"{second}:0"])
    assert [(await table.match(game)).ply for game in (first, second)] == [0, 1]
    changed = next(post for post in table.posts() if post.id == question.id)
    assert "Played `II,3-III,3`" in text(changed)
    assert ids(changed) == {}


async def test_a_direct_message_asks_only_for_matches_where_the_move_is_legal(
    table: Table,
) -> None:
    await table.begin(table.ada, table.bruno, game="halma-10")
    second = await table.begin(table.ada, table.chen)
    third = await table.begin(table.ada, table.dara)
    await table.ada.user.send_dm("I,1-I,2")
    question = table.ada.user.dm_channel.last_message
    assert question is not None
    assert "Which game" in text(question)
    assert len(options(question)) == 3, "legal nowhere: all are offered"
    await table.ada.user.send_dm("IV,1-IV,2")
    question = table.ada.user.dm_channel.last_message
    assert question is not None
    values = {each["value"] for each in options(question)}
    assert {f"{second}:0", f"{third}:0"} <= values
    await table.ada.user.select(question, [f"{third}:0"])
    assert (await table.match(third)).ply == 1
    await table.ada.user.send_dm("#" + str(second) + " IV,1-IV,2")
    assert (await table.match(second)).ply == 1


async def test_confirmation_follows_the_choice_of_a_match(table: Table) -> None:
    first = await table.begin(table.ada, table.bruno)
    await table.begin(table.ada, table.chen)
    with writing(table.store) as tx:
        player_settings.change_settings(
            tx, table.ada.id, {"confirm_typed": "on"}, now=table.client.clock()
        )
    await table.ada.user.send_dm("II,3-III,3")
    question = table.ada.user.dm_channel.last_message
    assert question is not None
    await table.ada.user.select(question, [f"{first}:0"])
    assert (await table.match(first)).ply == 0
    question = table.ada.user.dm_channel.last_message
    assert question is not None
    assert "Play `II,3-III,3`?" in text(question)
    await table.ada.user.click(question, label="Play")
    assert (await table.match(first)).ply == 1


async def test_a_stale_choice_of_a_match_plays_nothing(table: Table) -> None:
    first = await table.begin(table.ada, table.bruno)
    await table.begin(table.ada, table.chen)
    await table.ada.user.send_dm("II,3-III,3")
    question = table.ada.user.dm_channel.last_message
    assert question is not None
    await table.moved(first, "IV,1-IV,2", "VII,6-VI,6")
    interaction = await table.ada.user.select(question, [f"{first}:0"])
    assert "The game has moved on" in text(interaction.response)
    assert (await table.match(first)).ply == 2


async def test_a_reply_to_an_old_board_still_means_its_match(table: Table) -> None:
    first = await table.begin(table.ada, table.bruno)
    old = table.board
    await table.begin(table.ada, table.chen)
    await table.moved(first, "II,3-III,3", "VII,6-VI,6")
    await table.ada.send(table.channel, "III,3 - IV,4", reply_to=old)
    assert "The game has moved on" in text(table.last)
    assert table.last.attachments[0].filename == f"halma-{first}-2.png"
    assert (await table.match(first)).ply == 2


async def test_a_match_in_the_channel_of_the_command_takes_precedence(table: Table) -> None:
    other = table.channel.guild.create_text_channel("other")
    first = await table.begin(table.ada, table.bruno)
    second = await table.begin(table.ada, table.chen, channel=other)
    await table.ada.slash(other, "move", move="II,3-III,3")
    assert [(await table.match(game)).ply for game in (first, second)] == [0, 1]
    interaction = await table.ada.slash(other, "move", move="I,1-III,3")
    assert "waiting for" in text(interaction.response)
    third = table.channel.guild.create_text_channel("third")
    await table.ada.slash(third, "move", move="II,3-III,3")
    assert (await table.match(first)).ply == 1


async def test_a_move_too_long_for_a_custom_id_needs_the_match_named(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    await table.begin(table.ada, table.chen)
    long = "II,3 - " + " ".join(["III,3 -"] * 14) + " II,4"
    interaction = await table.ada.slash(table.channel, "move", move=long)
    assert "Use the option `game`" in text(interaction.response)
    me = table.env.backend.bot_user.id
    await table.ada.send(table.channel, f"<@{me}> {long}")
    assert "Reply to the board" in table.last.content


async def test_an_action_is_offered_only_for_matches_in_which_it_is_possible(
    table: Table,
) -> None:
    late = await table.begin(table.bruno, table.ada, clock="1d/move")
    own = await table.begin(table.ada, table.chen, clock="7d/move")
    for number in (late, own):
        await table.moved(number, "II,3-III,3", "VII,6-VI,6")
    await table.moved(own, "III,3-IV,3")
    await wait(table, DAY + HOUR)
    offered = await table.ada.autocomplete(table.channel, "game claim", "game", "")
    assert [each["value"] for each in offered] == [str(late)]
    nudged = await table.chen.slash(table.channel, "game nudge")
    assert "It is your own turn" in text(nudged.response)
    question = (await table.ada.slash(table.channel, "game claim")).response
    assert f"game {late}**" in text(question)
    claimed = await table.ada.click(question, custom_id=ids(question)["claimed"])
    assert "Claimed: the game is over." in text(claimed.response)
    assert [(await table.match(game)).status for game in (late, own)] == ["finished", "running"]


async def test_if_an_action_is_possible_in_no_match_the_reason_is_given(table: Table) -> None:
    for opponent in (table.bruno, table.chen):
        await table.begin(opponent, table.ada, clock="untimed")
    for action, sentence in {
        "claim": "No opponent's time has run out in any of your games",
        "nudge": "There is no one to remind right now.",
        "takeback": "You have no move to take back right now",
        "draw": "You cannot offer a draw right now",
        "pause": "There is no clock to pause right now",
        "hint": "There are no hints right now",
    }.items():
        interaction = await table.ada.slash(table.channel, f"game {action}")
        assert sentence in text(interaction.response), action
        assert await table.ada.autocomplete(table.channel, f"game {action}", "game", "") == []
    interaction = await table.ada.slash(table.channel, "game takeover", who="hands")
    assert "none of your partners has left" in text(interaction.response)


async def test_hints_and_pauses_are_given_in_the_only_match_that_allows_them(
    table: Table,
) -> None:
    untimed = await table.begin(table.chen, table.ada, clock="untimed")
    await table.ada.slash(table.channel, "play", level="1")
    hinted = await table.ada.slash(table.channel, "game hint")
    assert "Good moves, best first" in text(hinted.response)
    timed = await table.begin(table.ada, table.bruno, clock="7d/move")
    await table.ada.slash(table.channel, "game pause")
    assert (await table.match(timed)).offer is not None
    assert (await table.match(untimed)).offer is None


async def test_a_plan_is_offered_only_while_others_are_to_move(table: Table) -> None:
    own = [await table.begin(table.ada, other) for other in (table.bruno, table.chen)]
    interaction = await table.ada.slash(table.channel, "game plan")
    assert "it is your turn in all your games" in text(interaction.response)
    await table.moved(own[1], "II,3-III,3")
    interaction = await write_plan(table, table.ada, "VII,6-VI,6, III,3-IV,3")
    assert "If they play `VII,6-VI,6`, I play `III,3-IV,3`" in text(interaction.response)
    assert [bool((await table.match(game)).planned) for game in own] == [False, True]


async def test_if_an_action_is_possible_only_elsewhere_it_is_done_there(table: Table) -> None:
    other = table.channel.guild.create_text_channel("other")
    for opponent in (table.bruno, table.chen):
        await table.begin(opponent, table.ada)
    elsewhere = await table.begin(table.ada, table.dara, channel=other)
    await table.moved(elsewhere, "II,3-III,3")
    await wait(table, 61)
    await table.ada.slash(table.channel, "game takeback")
    match = await table.match(elsewhere)
    assert match.offer is not None
    assert match.offer.kind == "takeback"


async def test_a_list_of_games_names_the_computer_by_its_level(table: Table) -> None:
    number = await computer_game(table, level="2")
    await table.begin(table.ada, table.bruno)
    offered = await table.ada.autocomplete(table.channel, "game browse", "game", "runner")
    assert [each["value"] for each in offered] == [str(number)]
    assert offered[0]["name"].endswith(" against Computer (Runner)")
