"""Show moves: every legal move is reached by choosing; several meanings are asked about."""

import simcord

from bot.commands.show_moves import key_of
from bot.views.move_picker import letter
from engine import Move, variant
from tests.e2e.table import Table, alts, ids, options, parts, text


async def shown(table: Table, player: simcord.MemberActor) -> simcord.ResponseMessage:
    """The private message behind Show moves."""
    told = await player.click(table.board, custom_id=ids(table.board)["moves"])
    assert told.response is not None
    assert told.response.ephemeral
    return told.response


async def test_a_move_is_chosen_looked_at_and_played(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    message = await shown(table, table.ada)
    assert "Which man?" in text(message)
    assert {each["label"] for each in options(message)} >= {"I,1", "II,3"}
    one = next(each for each in options(message) if each["label"] == "II,3")
    assert one["description"] == "3 moves: III,4 · III,3 · II,4"
    told = await table.ada.select(message, [one["value"]])
    assert told.response is not None
    assert [each["label"] for each in options(told.response)] == [
        "A · III,4",
        "B · III,3",
        "C · II,4",
    ]
    told = await table.ada.select(told.response, ["II,3-III,3"])
    assert told.response is not None
    assert "Play `II,3-III,3`?" in text(told.response)
    assert alts(told.response)
    back = await table.ada.click(told.response, label="Another square")
    assert back.response is not None
    assert "Where to?" in text(back.response)
    back = await table.ada.click(back.response, label="Another man")
    assert back.response is not None
    assert "Which man?" in text(back.response)
    jumper = next(each for each in options(back.response) if each["label"] == "I,1")
    told = await table.ada.select(back.response, [jumper["value"]])
    assert told.response is not None
    assert options(told.response)[0]["description"] == "1 jump"
    told = await table.ada.select(told.response, ["I,1-III,3"])
    assert told.response is not None
    done = await table.ada.click(told.response, label="Play I,1-III,3")
    assert done.response is not None
    assert "Played `I,1-III,3`" in text(done.response)
    assert ids(done.response) == {}
    assert (await table.match(game)).ply == 1


async def test_a_choice_that_is_no_longer_true_shows_the_fresh_board(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    message = await shown(table, table.ada)
    await table.moved(game, "II,3-III,3")
    told = await table.ada.select(message, [options(message)[0]["value"]])
    assert "The game has moved on" in text(told.response)


async def test_drops_are_chosen_by_piece_and_square_over_several_pages(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno, game="top-secret")
    message = await shown(table, table.ada)
    [man] = options(message)
    told = await table.ada.select(message, [man["value"]])
    assert told.response is not None
    assert len(options(told.response)) == 25
    more = await table.ada.click(told.response, label="More ▶")
    assert more.response is not None
    assert len(options(more.response)) == 36 - 25
    back = await table.ada.click(more.response, label="◀ Back")
    assert back.response is not None
    assert len(options(back.response)) == 25
    told = await table.ada.select(more.response, [options(back.response)[3]["value"]])
    assert told.response is not None
    play = next(part for part in parts(told.response) if part.get("label", "").startswith("Play"))
    await table.ada.click(told.response, custom_id=play["custom_id"])
    assert (await table.match(game)).ply == 1
    assert "played `drop" in text(table.board)


async def test_a_text_with_several_meanings_offers_them_as_buttons(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.ada.send(table.channel, "II,3", reply_to=table.board)
    question = table.last
    assert "could mean several moves" in text(question)
    labels = {part["label"] for part in parts(question) if part.get("label")}
    assert labels == {"A · II,3-III,3", "B · II,3-III,4", "C · II,3-II,4"}
    assert question.attachments
    told = await table.bruno.click(question, label="A · II,3-III,3")
    assert "not your turn" in text(told.response)
    assert (await table.match(game)).ply == 0
    await table.ada.click(question, label="A · II,3-III,3")
    assert (await table.match(game)).ply == 1
    told = await table.bruno.slash(table.channel, "move", move="VII,6")
    assert "Which one: `" in text(told.response)


def test_destinations_are_lettered_beyond_the_alphabet() -> None:
    assert [letter(number) for number in (0, 25, 26, 27, 52)] == ["A", "Z", "AA", "AB", "BA"]


def test_a_move_is_filed_under_what_makes_it() -> None:
    assert [key_of(Move(())), key_of(Move((5,), 2)), key_of(Move((7, 9)))] == ["p", "k2", "c7"]
    assert variant("halma-8")
