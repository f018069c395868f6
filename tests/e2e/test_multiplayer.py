"""Multiplayer challenges and matches: seats, partners, departures and final ranks."""

import random
import re
from typing import Any

import pytest

from bot.service.matchmaking import challenges
from bot.store.models import ChallengeSeat
from engine import search, variant
from tests.e2e import simulator
from tests.e2e.forms import fields, submit
from tests.e2e.table import Table, alts, ids, options, text
from tests.transactions import writing

pytestmark = pytest.mark.check


async def opened(table: Table, **choices: Any) -> Any:
    """Open a multiplayer challenge as Ada and return its post."""
    interaction = await table.challenged(table.ada, **{"side": "random", **choices})
    assert interaction.response is not None
    assert interaction.response.ephemeral
    assert "Your challenge" in text(interaction.response), text(interaction.response)
    return table.last


async def more_rules(
    table: Table, game: str, people: list[simulator.MemberActor]
) -> simulator.InteractionResult:
    """Open the More rules form from the preview of a challenge by Ada."""
    form = await table.ada.slash(table.channel, "challenge")
    previewed = await submit(table.ada, form, game=[game], people=people)
    assert previewed.response is not None
    return await table.ada.click(previewed.response, label="More rules")


async def seated(table: Table, key: str, *people: simulator.MemberActor) -> int:
    """Start a match with these players in seat order and return its number."""
    host, *others = people
    with writing(table.store) as tx:
        made = challenges.create(
            tx,
            challenger=host.id,
            variant=key,
            places=[ChallengeSeat(person.id, seat) for seat, person in enumerate(others, 1)],
            seat=0,
            guild=table.channel.guild.id,
            channel=table.channel.id,
            interaction=next(table.numbers),
            now=table.client.clock(),
        )
        for person in others:
            joined = challenges.join(
                tx,
                made.id,
                player=person.id,
                interaction=next(table.numbers),
                now=table.client.clock(),
                rng=random.Random(1),
            )
    assert joined.match is not None
    table.client.scheduler.wake()
    await table.env.settle()
    return joined.match.id


def shown(table: Table, post: Any) -> Any:
    """Return the current version of a post."""
    return next(each for each in table.posts() if each.id == post.id)


async def test_an_open_multiplayer_challenge_fills_and_its_post_lists_the_players(
    table: Table,
) -> None:
    post = await opened(table, game="chinese-checkers-3", note="Come in! @here")
    assert f"<@{table.ada.id}> is looking for players" in text(post)
    assert "For 3 players. The host can also start with 2 players." in text(post)
    assert f"✅ <@{table.ada.id}>\n▫️ free seat ×2" in text(post)
    assert "@here" not in text(post)
    assert table.env.http_requests[-1].json["allowed_mentions"]["users"] == []
    interaction = await table.bruno.click(post, custom_id=ids(post)["join"])
    assert "You have joined. Waiting for 1 more player." in text(interaction.response)
    assert f"✅ <@{table.bruno.id}>\n▫️ free seat" in text(shown(table, post))
    interaction = await table.chen.select(shown(table, post), ["s0"])
    assert "Game 1 has begun" in text(interaction.response)
    match = await table.match(1)
    assert match.players[0] == table.chen.id
    assert set(match.players) == {table.ada.id, table.bruno.id, table.chen.id}
    assert "Game 1 has begun" in text(shown(table, post))
    assert ids(shown(table, post)) == {}
    board = table.board
    assert f"🔴\u00a0<@{table.chen.id}>, your turn!" in text(board)
    sent = [each.json for each in table.env.http_requests if each.method == "POST" and each.json]
    assert sent[-1]["allowed_mentions"]["users"] == [table.chen.id]


async def test_a_seat_is_chosen_changed_left_and_refused(table: Table) -> None:
    post = await opened(table, game="halma-4", side="2")
    assert f"✅ <@{table.ada.id}> · 🟡 Yellow (bar)" in text(post)
    labels = [each["label"] for each in options(post)]
    assert len(labels) == 3
    interaction = await table.bruno.select(post, ["s2"])
    assert "Waiting for 2 more players" in text(interaction.response)
    interaction = await table.bruno.select(shown(table, post), ["s3"])
    assert "Waiting for 2 more players" in text(interaction.response)
    assert len(options(shown(table, post))) == 2
    interaction = await table.chen.click(post, custom_id=ids(post)["leave"])
    assert "You have not joined that challenge" in text(interaction.response)
    interaction = await table.bruno.click(post, custom_id=ids(post)["leave"])
    assert "You have left the challenge" in text(interaction.response)
    assert f"<@{table.bruno.id}> has left <@{table.ada.id}>'s challenge" in text(table.last)
    assert table.env.http_requests[-1].json is not None
    interaction = await table.ada.click(post, custom_id=ids(post)["join"])
    assert "Use `/play` to play all sides yourself" in text(interaction.response)


async def test_the_host_can_start_with_fewer_players_if_the_game_allows_it(table: Table) -> None:
    post = await opened(table, game="chinese-checkers-6")
    assert "For 6 players. The host can also start with 2, 3, 4 or 5 players." in text(post)
    interaction = await table.ada.click(post, custom_id=ids(post)["start"])
    assert "is for 2, 3, 4, 5 or 6 players, not 1" in text(interaction.response)
    await table.bruno.click(post, custom_id=ids(post)["join"])
    await table.chen.click(post, custom_id=ids(post)["join"])
    interaction = await table.bruno.click(post, custom_id=ids(post)["start"])
    assert "is for someone else" in text(interaction.response)
    interaction = await table.ada.click(post, custom_id=ids(post)["start"])
    assert "Game 1 has begun" in text(interaction.response)
    assert (await table.match(1)).variant == "chinese-checkers-3"
    assert "Game 1 has begun" in text(shown(table, post))


async def test_several_players_are_challenged_at_once_and_may_decline(table: Table) -> None:
    post = await opened(
        table,
        game="chinese-checkers",
        opponent=table.bruno,
        others=[table.chen],
        options=["places"],
    )
    assert f"challenges <@{table.bruno.id}> and <@{table.chen.id}>" in text(post)
    assert "For 3 players" in text(post)
    assert "for all places" in text(post)
    users = {table.bruno.id, table.chen.id}
    asked = [each.json for each in table.env.http_requests if each.method == "POST" and each.json]
    assert set(asked[-1]["allowed_mentions"]["users"]) == users
    interaction = await table.dara.click(post, custom_id=ids(post)["join"])
    assert "That challenge is full" in text(interaction.response)
    interaction = await table.chen.click(post, custom_id=ids(post)["decline"])
    assert "You have declined" in text(interaction.response)
    assert f"<@{table.chen.id}>" not in text(shown(table, post))
    assert table.last.id == post.id  # declining posts nothing
    await table.bruno.click(post, custom_id=ids(post)["join"])
    await table.dara.click(post, custom_id=ids(post)["join"])
    match = await table.match(1)
    assert match.variant == "chinese-checkers-3+places"
    assert set(match.players) == {table.ada.id, table.bruno.id, table.dara.id}


async def test_partners_are_named_and_seated_as_partners(table: Table) -> None:
    more = await more_rules(table, "halma-4", [table.bruno, table.dara])
    await submit(table.ada, more, version="halma-4-opposite", partner=[table.chen])
    post = table.last
    assert "· one of " in text(post)
    for person in (table.bruno, table.chen, table.dara):
        await person.click(post, custom_id=ids(post)["join"])
    match = await table.match(1)
    ada, chen = match.players.index(table.ada.id), match.players.index(table.chen.id)
    assert (ada + 2) % 4 == chen
    [content] = [line for line in text(table.board).splitlines() if " against " in line]
    assert content.count(" + ") == 2
    interaction = await table.ada.slash(table.channel, "games")
    assert f"(with <@{table.chen.id}>)" in text(interaction.response)
    interaction = await submit(
        table.ada,
        await more_rules(table, "halma-4", []),
        version="halma-4",
        partner=[table.chen],
    )
    assert "is not played with partners" in text(interaction.response)


async def test_an_invalid_multiplayer_challenge_is_explained(table: Table) -> None:
    robot = table.channel.guild.add_member(table.env.create_user("robot", bot=True))
    others = [table.dara, table.channel.guild.add_member(table.env.create_user("emil"))]
    for choices, sentence in (
        ({"opponent": robot}, "You cannot challenge a bot"),
        (
            {"game": "halma-4", "opponent": table.bruno, "others": [table.chen, *others]},
            "is for 2 or 4 players, not 5",
        ),
        ({"game": "caesar", "options": ["full"]}, "Caesar has no such optional rule"),
        (
            {"game": "halma", "options": ["full", "ploog"]},
            "Those optional rules cannot be combined",
        ),
        ({"game": "halma-4", "side": "9"}, "no such side"),
        (
            {"game": "hexma-3", "opponent": table.bruno, "others": [table.bruno]},
            "can only have one",
        ),
        ({"opponent": table.ada}, "Use `/play` to play all sides yourself"),
    ):
        interaction = await table.challenged(table.ada, **choices)
        assert sentence in text(interaction.response), (choices, text(interaction.response))
    assert table.posts() == []


async def test_autocomplete_offers_versions_and_the_form_rules_and_sides(table: Table) -> None:
    offered = await table.ada.autocomplete(table.channel, "challenge", "game", "hexma")
    assert {each["value"] for each in offered} == {"hexma", "hexma-3", "hexma-hex"}
    choices = fields(await more_rules(table, "chinese-checkers", []))
    values = {
        name: [each["value"] for each in choices[name]["options"]]
        for name in ("version", "options", "side")
    }
    assert values["version"][:2] == ["chinese-checkers", "chinese-checkers-3"]
    assert {"no-rest", "places", "hints"} <= set(values["options"])
    assert values["side"] == ["random", "1", "2", "3", "4", "5", "6"]
    choices = fields(await more_rules(table, "halma", []))
    assert {"full", "ploog"} <= {each["value"] for each in choices["options"]["options"]}
    names = [each["label"] for each in choices["side"]["options"]]
    assert names[:2] == ["Random", "1 · 🔴 Red (cross)"]


async def test_a_multiplayer_challenge_is_withdrawn_or_expires(table: Table) -> None:
    post = await opened(table, game="hexma-3")
    listed = await table.ada.slash(table.channel, "games")
    assert "Hexma for 3 · 1 of 3 players" in text(listed.response)
    await table.ada.click(post, custom_id=ids(post)["cancel"])
    assert "withdrew the challenge" in text(shown(table, post))
    other = await opened(table, game="hexma-3")
    for _ in range(5):
        await table.env.advance_time(3 * 86400)
    assert "No one answered in time" in text(shown(table, other))


async def test_after_a_resignation_the_computer_takes_over_the_seat(table: Table) -> None:
    people = (table.ada, table.bruno, table.chen, table.dara)
    number = await seated(table, "halma-4", *people)
    before = table.board
    interaction = await table.bruno.slash(table.channel, "game resign")
    assert interaction.response is not None
    assert "The others will play on without you" in text(interaction.response)
    await table.bruno.click(interaction.response, custom_id=ids(interaction.response)["resigned"])
    assert "has left the game; the computer takes over" in text(table.last)
    assert (await table.match(number)).departed_seats == (1,)
    assert table.board.id == before.id
    assert f"🤖 Taken over by the computer: 🟡\u00a0<@{table.bruno.id}>" in text(table.board)
    assert ids(table.board) == ids(before)
    await table.ada.slash(table.channel, "move", move="II,4-III,4")
    board = text(table.board)
    assert "The computer played" in board
    assert "🤖 Taken over by the computer:" in board
    assert f"<@{table.chen.id}>, your turn!" in board
    sent = [each.json for each in table.env.http_requests if each.method == "POST" and each.json]
    boards = [each for each in sent if "allowed_mentions" in each and each.get("nonce")]
    assert boards[-1]["allowed_mentions"]["users"] == [table.chen.id]
    interaction = await table.bruno.slash(
        table.channel, "move", move="II,4-III,4", game=str(number)
    )
    assert "You have left that game" in text(interaction.response)
    for person in (table.chen, table.dara):
        asked = await person.slash(table.channel, "game resign")
        assert asked.response is not None
        await person.click(asked.response, custom_id=ids(asked.response)["resigned"])
    match = await table.match(number)
    assert match.outcome is not None
    assert match.outcome.ranking == ((0,), (3,), (2,), (1,))
    content = text(table.board)
    assert f"<@{table.ada.id}> has won: everyone else has left." in content
    assert f"1. 🔴\u00a0<@{table.ada.id}> · 2. " in content
    assert f" · 4. 🟡\u00a0<@{table.bruno.id}>" in content


async def test_a_player_whose_partner_left_plays_both_seats(table: Table) -> None:
    people = (table.ada, table.bruno, table.chen, table.dara)
    number = await seated(table, "halma-4-opposite", *people)
    asked = await table.ada.slash(table.channel, "game resign")
    assert asked.response is not None
    assert "Your partner can choose who takes over" in text(asked.response)
    await table.ada.click(asked.response, custom_id=ids(asked.response)["resigned"])
    question = table.last
    assert f"<@{table.ada.id}> has left the game." in text(question)
    assert f"<@{table.chen.id}>, who should take over their men?" in text(question)
    assert table.env.http_requests[-1].json["allowed_mentions"]["users"] == [table.chen.id]
    interaction = await table.chen.slash(table.channel, "move", move="II,4-III,4")
    assert "must first use `/game takeover` to choose" in text(interaction.response)
    hands = f"h:partner:{number}:0:hands"
    interaction = await table.dara.click(question, custom_id=hands)
    assert "There is nothing to choose" in text(interaction.response)
    interaction = await table.chen.click(question, custom_id=f"h:partner:{number}:0:concede")
    assert "Your partner has left too, so the other side would win." in text(interaction.response)
    await table.at_once([(table.chen, table.seen(question), hands)] * 2)
    board = text(table.board)
    assert f"<@{table.chen.id}>, please move for" in board
    assert f"🤝 <@{table.chen.id}> plays for" in board
    assert "takes over for" in text(table.last)
    await table.chen.slash(table.channel, "move", move="II,4-III,4")
    board = text(table.board)
    assert f"<@{table.chen.id}> played `II,4-III,4` for" in board
    assert f"<@{table.bruno.id}>, your turn!" in board
    interaction = await table.chen.slash(table.channel, "game takeover", who="computer")
    assert "That has already been decided" in text(interaction.response)


@pytest.mark.usefixtures("early_draws")
async def test_a_draw_of_three_needs_everyones_consent(table: Table) -> None:
    number = await seated(table, "hexma-3", table.ada, table.bruno, table.chen)
    interaction = await table.ada.slash(table.channel, "game draw")
    assert "I have asked the others" in text(interaction.response)
    offer = table.last
    assert f"<@{table.bruno.id}> and" in text(offer)
    asked = await table.bruno.click(offer, custom_id=ids(offer)["agree"])
    assert asked.response is not None
    interaction = await table.bruno.click(asked.response, custom_id=ids(asked.response)["agreed"])
    assert "The others have yet to answer" in text(interaction.response)
    assert "also agrees to the draw" in text(table.last)
    asked = await table.chen.click(offer, custom_id=ids(offer)["agree"])
    assert asked.response is not None
    interaction = await table.chen.click(asked.response, custom_id=ids(asked.response)["agreed"])
    assert "Agreed: the game is a draw" in text(interaction.response)
    assert (await table.match(number)).status == "finished"


@pytest.mark.parametrize("key", ["chinese-checkers-3+places"])
async def test_final_ranks_are_shown_and_a_finished_player_is_skipped(
    table: Table, key: str
) -> None:
    people = (table.ada, table.bruno, table.chen)
    number = await seated(table, key, *people)
    game, rng = variant(key), random.Random(4)
    runner = search.levels(game)[1]
    position, moves = game.start(), []
    while not position.done:
        chosen = search.choose(game, position, runner, seed=rng.getrandbits(32))
        moves.append(game.format(chosen))
        position = game.apply(position, game.parse(position, moves[-1]))
    await table.played_on(number, moves)
    first = people[position.done[0]]
    assert "-# 🏁 Finished: 1. " in text(table.board)
    assert f"<@{first.id}>" in text(table.board).partition("Finished")[2]
    assert "Finished" in alts(table.board)[0]
    moves = []
    while not game.outcome(position):
        assert position.turn not in position.done
        chosen = search.choose(game, position, runner, seed=rng.getrandbits(32))
        moves.append(game.format(chosen))
        position = game.apply(position, game.parse(position, moves[-1]))
    await table.played_on(number, moves)
    match = await table.match(number)
    assert match.outcome is not None
    assert match.outcome.ranking[0] == (position.done[0],)
    content = text(table.board)
    assert "1. " in content
    assert "3. " in content
    again = await table.ada.click(table.board, custom_id=ids(table.board)["rematch"])
    assert "I have asked the others. They have until" in text(again.response)
    assert f"challenges <@{table.bruno.id}> and <@{table.chen.id}>" in text(table.last)


async def test_a_player_of_four_sees_all_moves_since_their_own(table: Table) -> None:
    people = (table.ada, table.bruno, table.chen, table.dara)
    game = await seated(table, "halma-4", *people)
    rng, made = random.Random(1), list[str]()
    for person in people:
        made.append(await table.good_move(game, rng))
        await person.slash(table.channel, "move", move=made[-1], game=str(game))
    await table.ada.slash(table.channel, "move", move=await table.good_move(game, rng))
    post = text(table.board)
    for person, move in zip(people[2:], made[2:4], strict=True):
        assert f"<@{person.id}> played `{move}`" in post
    assert f"<@{table.bruno.id}> played" not in post
    assert post.count(" played `") == 3
    [alt] = alts(table.board)
    assert re.search(rf"Last moves: \w+ {made[2]}, \w+ {made[3]}, \w+ ", alt)
    collapsed = text(table.posts()[-2])
    assert made[3] in collapsed
    assert made[2] not in collapsed
    words = await table.bruno.slash(table.channel, "game board", game=str(game), look="text")
    assert f"{made[2]}, " in text(words.response)
    shown_board = await table.bruno.slash(table.channel, "game board", game=str(game))
    assert f"played `{made[2]}`" in text(shown_board.response)
    panel = await table.bruno.click(table.board, custom_id=ids(table.board)["moves"])
    assert f"played `{made[2]}`" in text(panel.response)
