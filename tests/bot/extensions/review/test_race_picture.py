"""The graph of the lead: its words, and the alt text that says the same."""

import pytest

from bot.extensions.review.views import race_picture
from bot.extensions.review.views.analysed_game import AnalysedGame
from bot.extensions.review.views.analysis_page import comments
from bot.extensions.review.views.race_picture import race_image
from bot.extensions.review.views.review_source import Review
from bot.i18n.translator import LANGUAGES, translator_for
from engine import variant
from engine.analysis import Analysis
from engine.explanations import UNEXPLAINED
from engine.record import Record
from render.race_graph import RaceText
from render.typesetting import printable

MOVES = ("II,3-III,3", "VII,6-VI,6", "III,3-IV,3", "VI,6-V,6")
ROUGH = ((9.0, 9.0), (8.0, 9.0), (8.0, 8.0), (7.0, 8.0), (7.0, 4.4))


def game(to_go: tuple[tuple[float, float], ...], white: str = "Ada") -> AnalysedGame:
    """Return a game whose third move lost most."""
    rules = variant("halma-8")
    headers = {"South": white, "North": "Bruno"}
    record = Record(rules, tuple(map(rules.parse_canonical, MOVES)), headers=headers)
    story = Review(1, record, "Game 1", None, 0, "wood", False, "given-")
    swings = ((0.5, 0.5), (0.5, 0.5), (0.9, 0.1), (0.5, 0.5))
    return AnalysedGame(
        story,
        Analysis(to_go, (0.0,) * 4, ("",) * 4, 0, 0, (), swings, (UNEXPLAINED,) * 4, (-1, -1)),
    )


def test_the_lead_is_the_mean_of_two_turns_and_exact_at_both_ends() -> None:
    """With every turn one turn nearer, nobody gains a lead."""
    assert game(ROUGH).leads == [0.0, 0.5, 0.5, 0.5, pytest.approx(-2.6)]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[RaceText]:
    """Replace the drawing of the graph, and return the words that it gets."""
    words = list[RaceText]()

    def render_lead(*given: object) -> bytes:
        words.extend(each for each in given if isinstance(each, RaceText))
        return b""

    monkeypatch.setattr(race_picture, "render_lead", render_lead)
    return words


async def test_the_graph_and_its_alt_text_name_the_players_and_the_lead(
    drawn: list[RaceText],
) -> None:
    file = await race_image(translator_for("en"), game(ROUGH))
    assert drawn == [RaceText(("Ada", "Bruno leads by 3 turns"), "Move 0")]
    assert file.description == (
        "Graph of the lead: Ada (⚪ White) above, Bruno (⚫ Black) below. "
        "After move 2, the two sides were level. After move 3, the two sides were level. "
        "At the end, ⚫ Black led by about 3 turns. Marked: Move 3."
    )


async def test_level_sides_have_no_leader(drawn: list[RaceText]) -> None:
    await race_image(translator_for("en"), game((*ROUGH[:4], (7.0, 7.0))))
    assert drawn == [RaceText(("Ada", "Bruno"), "Move 0")]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_words_can_be_drawn_in_every_language(
    drawn: list[RaceText], language: str
) -> None:
    file = await race_image(translator_for(language), game(ROUGH, "💥 \u202eŻółw" * 9))
    [words] = drawn
    assert all(words.sides)
    assert all(printable(text) == text for text in (*words.sides, words.start))
    assert any("3" in text for text in words.sides)
    assert len(str(file.description)) < 500


async def test_with_several_players_every_line_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    given = list[tuple[object, ...]]()

    def render_race(*each: object) -> bytes:
        given.append(each)
        return b""

    monkeypatch.setattr(race_picture, "render_race", render_race)
    rules = variant("chinese-checkers-3")
    move = rules.moves(rules.start())[0]
    record = Record(rules, (move,), headers={"South": "Ada", "North-East": "Chen"})
    story = Review(1, record, "Game 1", None, 0, "wood", False, "given-")
    to_go = ((20.0,) * 3, (19.4, 20.0, 20.0))
    found = Analysis(to_go, (1.5,), ("",), 0, 0, (), ((0.5, 0.5),), exact_from=(-1,) * 3)
    file = await race_image(translator_for("en"), AnalysedGame(story, found))
    [(_, _, words, dots, _)] = given
    assert words == RaceText(("Ada", "Yellow", "Chen"), "Move 0", "Nearer to the goal (turns left)")
    assert dots == {1: 0}
    assert "Turns left for 🟡 Yellow: 20 at the start" in str(file.description)
    assert str(file.description).endswith("Marked: Move 1.")


def test_a_record_says_once_how_the_race_went() -> None:
    assert list(comments(translator_for("en"), game(ROUGH))) == [3, 4]
