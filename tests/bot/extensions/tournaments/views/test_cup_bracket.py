"""Brackets of cups: who plays whom, who advances, and which part is shown."""

import pytest

from bot.extensions.tournaments.service.event_view import EventView
from bot.extensions.tournaments.views.cup_bracket import (
    bracket_picture,
    bracket_texts,
    bracket_words,
    cup_rounds,
)
from bot.i18n.translator import translator_for
from render.bracket import render_bracket
from tests.bot.extensions.tournaments.views.event_views import entrant, pairing, section, view

ENGLISH = translator_for("en")


def six(*, over: bool = False) -> EventView:
    """Return a cup for six, in which seeds 1 and 2 have byes and 3 and 4 have won."""
    first = section(
        (4, 5, 3, 6),
        [
            pairing(1, (4, 5), (2, 0)),
            pairing(2, (5, 4), (1, 1)),
            pairing(3, (3, 6), (2, 0)),
            pairing(4, (6, 3), (0, 2)),
        ],
        is_cup=True,
    )
    second = section(
        (1, 4, 2, 3),
        [pairing(5, (1, 4), None), pairing(6, (4, 1), (2, 0)), pairing(7, (2, 3), None)],
        stage=2,
        is_cup=True,
    )
    places = {4: 1, 2: 2} if over else {}
    final = section((4, 2), [pairing(9, (4, 2), (2, 0))], stage=3, is_cup=True)
    return view(
        [first, second, final] if over else [first, second],
        [entrant(each, place=places.get(each)) for each in range(1, 7)],
        format="cup",
        name="Autumn Cup",
    )


def test_rounds_follow_the_seeds_and_the_winners() -> None:
    rounds = [each.pairs for each in cup_rounds(six())]
    assert rounds[0] == ((1, None), (4, 5), (2, None), (3, 6))
    assert rounds[1] == ((1, 4), (2, 3))
    assert rounds[2] == ((None, None),)
    assert cup_rounds(six(over=True))[2].pairs == ((4, 2),)


@pytest.mark.check
def test_the_picture_begins_with_the_current_round_and_has_the_final() -> None:
    bracket = bracket_picture(ENGLISH, six(), reader=4)
    assert [heading for heading, _ in bracket.rounds] == ["Quarter-finals", "Semi-finals", "Final"]
    (dara, elif_) = bracket.rounds[0][1][1]
    assert (dara.name, dara.score, dara.has_won, dara.is_marked) == ("Dara", "1½", True, True)
    assert (elif_.name, elif_.score, elif_.has_won) == ("Elif", "½", False)
    assert render_bracket(bracket)
    final = bracket_picture(ENGLISH, six(over=True), None).rounds[-1][1][0]
    assert [(each.name, each.has_won) for each in final] == [("Dara", True), ("Bruno", False)]


def test_the_text_names_every_pair_that_has_begun_and_who_advances() -> None:
    semi_finals, quarter_finals = bracket_texts(ENGLISH, six(), 30)
    assert semi_finals[0] == "**Semi-finals**"
    assert semi_finals[1] == "- Ada 0 : Dara 1"
    assert "- Dara 1½ : Elif ½ · Dara advances" in quarter_finals
    assert "- Ada advances without a game" in quarter_finals
    assert "Quarter-finals: " in bracket_words(bracket_picture(ENGLISH, six(), None))


def test_each_round_is_a_text_of_its_own_and_earlier_rounds_are_cut_first() -> None:
    texts = bracket_texts(ENGLISH, six(), 5)
    assert [len(lines) for lines in texts] == [3, 2]
    assert all(line.startswith("- ") for lines in texts for line in lines[1:])


@pytest.mark.check
@pytest.mark.parametrize("players", [4, 5, 8, 16, 17, 33, 64])
def test_a_bracket_of_every_size_is_drawn_with_the_part_of_the_reader(players: int) -> None:
    first = section(range(1, players + 1), [], is_cup=True)
    shown = view([first], format="cup", names={each: f"P{each}" for each in range(1, players + 1)})
    for reader in (None, 1, players):
        bracket = bracket_picture(ENGLISH, shown, reader)
        names = {each.name for _, pairs in bracket.rounds for pair in pairs for each in pair}
        assert reader is None or f"P{reader}" in names
        assert render_bracket(bracket)
    if players > 16:
        parts = {17: 2, 33: 4, 64: 4}[players]
        assert bracket_picture(ENGLISH, shown, None).title == f"Spring Cup · part 1 of {parts}"
