"""The move panel, operated by taps, and ambiguous typed moves."""

import pytest

from tests.e2e import simulator
from tests.e2e.panels import shows
from tests.e2e.settings import ME, change_settings
from tests.e2e.table import Shown, Table, alts, ids, parts, text

pytestmark = pytest.mark.check


def labels(message: Shown) -> list[str]:
    """Return the labels of a message's buttons."""
    return [part["label"] for part in parts(message) if part["type"] == 2]


async def opened(table: Table, player: simulator.MemberActor) -> simulator.ResponseMessage:
    """Open the private move panel of the newest board."""
    interaction = await player.click(table.board, custom_id=ids(table.board)["moves"])
    assert interaction.response is not None
    assert interaction.response.ephemeral
    return interaction.response


async def tapped(
    player: simulator.MemberActor, message: simulator.ResponseMessage, label: str
) -> simulator.ResponseMessage:
    """Press a button of the panel and return the edited message."""
    interaction = await player.click(message, label=label)
    assert interaction.response is not None
    assert interaction.response.id == message.id
    return interaction.response


async def test_a_move_is_selected_previewed_and_played_in_one_message(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    panel = await opened(table, table.ada)
    assert "**Which man?**" in text(panel)
    assert alts(panel)[0].startswith("A\u00a0IV,1 · B\u00a0III,1")
    assert labels(panel) == list("ABCDEFGHIJ")
    assert not [part for part in parts(panel) if part.get("options")]
    panel = await tapped(table.ada, panel, "F")
    assert "**II,3: where to?**" in text(panel)
    assert "A\u00a0III,3 · B\u00a0III,4 · C\u00a0II,4" in alts(panel)[0]
    panel = await tapped(table.ada, panel, "A")
    assert "Play `II,3-III,3`?" in text(panel)
    assert alts(panel)[0].startswith("Play II,3-III,3?\n")
    assert "Last move" not in alts(panel)[0]
    assert labels(panel) == ["Play", "Different square", "Cancel"]
    panel = await tapped(table.ada, panel, "Different square")
    panel = await tapped(table.ada, panel, "Different man")
    assert "**Which man?**" in text(panel)
    panel = await tapped(table.ada, panel, "F")
    panel = await tapped(table.ada, panel, "A")
    twice = table.seen(panel)
    done = await tapped(table.ada, panel, "Play")
    assert "Played `II,3-III,3`" in text(done)
    assert (await table.match(game)).ply == 1
    [again] = await table.at_once([(table.ada, twice, _play(twice))])
    assert again.response is not None
    assert "Played `II,3-III,3`" in text(again.response)
    assert (await table.match(game)).ply == 1


async def test_men_keep_their_letters_from_turn_to_turn(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    before = _squares(await opened(table, table.ada))
    await table.played_on(game, ["II,3-III,3", "VII,6-VI,6", "III,3-IV,3", "VI,6-V,6"])
    panel = await opened(table, table.ada)
    after = _squares(panel)
    assert before["F"] == "II,3"
    assert after["F"] == "IV,3"
    assert {letter: before[letter] for letter in after if letter != "F"} == {
        letter: square for letter, square in after.items() if letter != "F"
    }
    assert labels(panel) == sorted(after)
    await tapped(table.ada, await tapped(table.ada, panel, "F"), "A")
    assert "IV,3: where to?" not in text(panel)
    assert "Play `IV,3-" in text(panel)


def _squares(panel: simulator.ResponseMessage) -> dict[str, str]:
    """Return the square of each letter, from the alt text of a panel."""
    line = alts(panel)[0].splitlines()[0]
    return {part[0]: part[2:] for part in line.split(" · ")}


def _play(message: dict[str, object]) -> str:
    """Return the custom id of the Play button in a message as sent."""
    key = str(message).split("h:play:")[1].split("'")[0]
    return f"h:play:{key}"


async def test_a_panel_survives_a_restart_and_reports_that_the_match_has_moved_on(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    panel = await opened(table, table.ada)
    await table.restart()
    panel = await tapped(table.ada, panel, "A")
    seen = table.seen(panel)
    await table.played_on(game, ["II,3-III,3"])
    await shows(panel, "The game has moved on")
    assert panel.attachments[0].filename == f"halma-{game}-1.png"
    [again] = await table.at_once([(table.ada, seen, _step(seen))])
    assert again.response is not None
    assert again.response.id == panel.id
    assert "The game has moved on" in text(panel)
    panel = await opened(table, table.bruno)
    seen = table.seen(panel)
    await table.restart()
    await table.played_on(game, ["VII,6-VI,6", "III,3-IV,3"])
    assert "The game has moved on" not in text(panel), "the bot has forgotten the panel"
    panel = await tapped(table.bruno, panel, "A")
    assert "The game has moved on. This is the current board." in text(panel)
    assert "**Which man?**" in text(panel)


def _step(message: dict[str, object]) -> str:
    """Return the custom id of the first step button in a message as sent."""
    return f"h:step:{str(message).split('h:step:')[1].split(chr(39))[0]}"


async def test_closing_the_panel_plays_nothing(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    panel = await opened(table, table.ada)
    panel = await tapped(table.ada, await tapped(table.ada, panel, "A"), "A")
    panel = await tapped(table.ada, panel, "Cancel")
    assert text(panel).strip() == "Cancelled. No move was played."
    assert ids(panel) == {}
    assert (await table.match(game)).ply == 0


async def test_with_confirmation_off_a_move_takes_three_taps(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    interaction = await change_settings(table, table.ada, ME, confirm_taps="off")
    assert "Confirm tapped moves: **off**" in text(interaction.response)
    panel = await opened(table, table.ada)
    done = await tapped(table.ada, await tapped(table.ada, panel, "F"), "A")
    assert "Played `II,3-III,3`" in text(done)
    assert (await table.match(game)).ply == 1


async def test_a_piece_is_dropped_where_squares_share_a_letter(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno, game="top-secret")
    panel = await opened(table, table.ada)
    assert "**Where?**" in text(panel)
    assert labels(panel)[-1] == "X"
    panel = await tapped(table.ada, panel, "X")
    assert "**Which of these?**" in text(panel)
    [play] = [label for label in labels(panel) if label.startswith("Play B · ")]
    await tapped(table.ada, panel, play)
    assert (await table.match(game)).ply == 1
    assert "played `drop" in text(table.board)


async def test_an_ambiguous_text_offers_its_meanings_as_buttons(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.ada.send(table.channel, "II,3", reply_to=table.board)
    question = table.last
    assert text(question).strip() == "**Which of these?**", "the buttons name the squares"
    assert labels(question) == ["Play A · III,3", "Play B · III,4", "Play C · II,4"]
    assert question.attachments
    interaction = await table.bruno.click(question, label="Play A · III,3")
    assert "not your turn" in text(interaction.response)
    assert (await table.match(game)).ply == 0
    await table.ada.click(question, label="Play A · III,3")
    assert (await table.match(game)).ply == 1
    interaction = await table.bruno.slash(table.channel, "move", move="VII,6")
    assert labels(interaction.response)[0].startswith("Play A · ")


async def test_the_first_move_panel_and_the_first_drop_are_explained_once(table: Table) -> None:
    line = "💡 Tap the letter of a man, then the letter of a square."
    await table.begin(table.ada, table.bruno)
    for is_open in (True, False):
        interaction = await table.ada.click(table.board, custom_id=ids(table.board)["moves"])
        assert (line in text(interaction.response)) is is_open
    await table.restart()
    interaction = await table.ada.click(table.board, custom_id=ids(table.board)["moves"])
    assert line not in text(interaction.response)
    await table.begin(table.ada, table.bruno, game="top-secret")
    interaction = await table.ada.click(table.board, custom_id=ids(table.board)["moves"])
    assert "💡 In this game you first drop your pieces" in text(interaction.response)
