"""Words in typed moves of every language: pieces, to, from, passing."""

import pytest

from engine import Position, Variant, variant
from engine.board import ROMAN
from engine.errors import Reason
from engine.move_words import KINDS, WORDS, folded, meaning, plain_letters
from tests.engine.boards import placed, played
from tests.engine.test_move_lexer import FIRST_COLUMN

HALMA = variant("halma")
START = HALMA.start()
PLATONIC = variant("platonic")
RENPAARDEN = variant("renpaarden")
HORSE = RENPAARDEN.format(RENPAARDEN.moves(RENPAARDEN.start())[0])
TOP_SECRET = variant("top-secret")
RIM = placed(TOP_SECRET, {0: "XVI,5", 1: "I,1"})

languages = pytest.mark.parametrize("language", WORDS)


def words(language: str, *meanings: str) -> list[str]:
    """Return the words of a language with these meanings."""
    return [word for meaning in meanings for word in WORDS[language].get(meaning, "").split()]


def read(game: Variant, position: Position, text: str) -> str:
    """Return the printed form of the move that this input is parsed as."""
    return game.format(game.parse(position, text))


def refused(game: Variant, position: Position, text: str) -> Reason:
    reason = game.reason(position, text)
    assert reason is not None, text
    return reason


def dropped() -> Position:
    """Return the position in Platonic Halma after all drops.

    The first player's triangles are on I,2 and I,3, and so on.
    """
    position = PLATONIC.start()
    for number, shape in enumerate(("triangle", "square", "circle", "diamond")):
        for place in (2 * number + 2, 2 * number + 3):
            position = played(PLATONIC, position, f"{shape} I,{place}", f"{shape} X,{place}")
    return position


DROPPED = dropped()
FIRST_OF = {
    "triangle": "I,2-II,3",
    "square": "I,4-II,4",
    "circle": "I,6-II,6",
    "diamond": "I,8-II,9",
}


@languages
def test_a_word_for_to_stands_between_two_squares(language: str) -> None:
    for to in words(language, "to", "then", "go"):
        for text in (f"II,3 {to} IV,5", f"ii3 {to.upper()} iv5", f"2,3 {to} 4,5", f"c2 {to} e4"):
            assert read(HALMA, START, text) == "II,3-IV,5", text


@languages
def test_words_for_from_and_to_stand_before_their_squares(language: str) -> None:
    for source in words(language, "from"):
        for to in words(language, "to"):
            assert read(HALMA, START, f"{source} II,3 {to} IV,5") == "II,3-IV,5"
            assert read(HALMA, START, f"{source.capitalize()} c2 {to} e4.") == "II,3-IV,5"


@languages
def test_a_move_may_be_a_sentence_with_articles_a_man_and_fields(language: str) -> None:
    the, source, to = (words(language, role)[0] for role in ("the", "from", "to"))
    for man in words(language, "man"):
        for go in words(language, "go"):
            text = f"{the} {man} {source} II,3 {go} {to} IV,5"
            assert read(HALMA, START, text) == "II,3-IV,5", text
    for field in words(language, "field"):
        text = f"{source} {the} {field} II,3 {to} {the} {field} IV,5"
        assert read(HALMA, START, text) == "II,3-IV,5", text


@languages
@pytest.mark.parametrize("kind", FIRST_OF)
def test_a_piece_is_named_in_a_drop_and_in_a_move(language: str, kind: str) -> None:
    to, drop, the = (words(language, role)[0] for role in ("to", "drop", "the"))
    for name in words(language, kind):
        for text in (f"{name} I,4", f"{name.upper()} {to} I,4", f"{drop} {the} {name} {to} d1"):
            assert read(PLATONIC, PLATONIC.start(), text) == f"{kind} I,4", text
        start, end = FIRST_OF[kind].split("-")
        for text in (f"{name} {start} {to} {end}", f"{the} {name} {start} - {end}"):
            assert read(PLATONIC, DROPPED, text) == FIRST_OF[kind], text
        other = next(move for move in FIRST_OF.values() if move != FIRST_OF[kind])
        assert refused(PLATONIC, DROPPED, f"{name} {other}").code == "other-piece"
        assert refused(HALMA, START, f"{name} II,3 {to} IV,5").code == "no-such-piece"


@languages
def test_a_horse_is_named_only_in_a_game_of_horses(language: str) -> None:
    for name in words(language, "horse"):
        assert read(RENPAARDEN, RENPAARDEN.start(), f"{name} {HORSE}") == HORSE
        assert refused(HALMA, START, f"{name} II,3-IV,5").code == "no-such-piece"


@languages
def test_a_word_for_drop_demands_a_drop(language: str) -> None:
    game = variant("le-zug")
    square = game.board.names[next(iter(game.zone(0)))] if any(game.stock) else ""
    for drop in words(language, "drop"):
        assert refused(HALMA, START, f"{drop} II,3").code == "no-drop"
        if square:
            assert read(game, game.start(), f"{drop} {square}") == f"drop {square}"


@languages
def test_a_pass_is_one_word_by_itself(language: str) -> None:
    for word in words(language, "pass"):
        assert refused(HALMA, START, word).code == "no-pass"
        assert refused(HALMA, START, f"{word.capitalize()}!").code == "no-pass"
        assert refused(HALMA, START, f"{word} II,3").code == "unreadable"
        assert refused(HALMA, START, f"II,3 {word} IV,5").code == "unreadable"


@pytest.mark.parametrize(
    "text", ["ich passe", "je passe", "eu passo", "yo paso", "io passo", "ik pas", "jag passar"]
)
def test_a_pass_may_have_a_pronoun(text: str) -> None:
    assert refused(HALMA, START, text).code == "no-pass"


@languages
def test_a_man_leaves_the_board(language: str) -> None:
    the, source = words(language, "the")[0], words(language, "from")[0]
    (board,) = words(language, "board")
    for off in words(language, "off"):
        for text in (f"XVI,5 {off}", f"{off} XVI,5", f"{off} {source} {the} {board}: 16,5"):
            assert read(TOP_SECRET, RIM, text) == "XVI,5-off", text
        assert read(TOP_SECRET, RIM, f"XVI,5 {off} {the} {board}") == "XVI,5-off"
    assert read(TOP_SECRET, RIM, f"XVI,5 {source} {the} {board}") == "XVI,5-off"
    for text in (f"{board} XVI,5", f"{the} {board} XVI,5", f"XVI,5 {board}"):
        assert refused(TOP_SECRET, RIM, text).code == "unreadable"


@languages
def test_a_word_for_off_before_the_last_of_several_squares_is_unreadable(language: str) -> None:
    position = placed(TOP_SECRET, {0: "XV,5", 1: "I,1"})
    source, to = words(language, "from")[0], words(language, "to")[0]
    for off in words(language, "off"):
        for text in (f"{off} {source} XV,5 {to} XVI,5", f"XV,5 {off} {to} XVI,5"):
            assert refused(TOP_SECRET, position, text).code == "unreadable", text


@languages
def test_a_word_for_from_without_a_square_after_it_is_unreadable(language: str) -> None:
    for source in words(language, "from"):
        assert refused(HALMA, START, f"II,3 {source}").code == "unreadable"
        assert refused(HALMA, START, f"II,3-IV,5 {source}").code == "unreadable"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "II,3 × IV,5",
            "II,3×IV,5",
            "II,3\u200b-\u200bIV,5",
            "\ufeffII,3-IV,5",
            "I\u200bI,3-IV,5",
        ),
        *(
            "II,3 na\u0308ch IV,5",
            "II,3 ➡\ufe0f IV,5",
            "II,3\u2060 \u200eIV,5",
            "II,3 a\u0300 IV,5",
        ),
        *("II,3 jusqu’à IV,5", "II,3 jusqu'a IV,5", "dall'II,3 all’IV,5", "VON II,3 ÜBER IV,5"),
    ],
)
def test_a_times_sign_characters_of_no_width_and_accents_are_read(text: str) -> None:
    assert read(HALMA, START, text) == "II,3-IV,5"


@pytest.mark.parametrize(
    "text",
    [
        *("II,3 hello IV,5", "II,3 oder IV,5", "II,3-IV,5 please", "not II,3-IV,5", "no II,3-IV,5"),
        *("si II,3-IV,5", "wenn II,3-IV,5", "pas II,3-IV,5", "niet II,3-IV,5", "inte II,3-IV,5"),
        *(
            "II,3 o IV,5",
            "II,3 y IV,5",
            "II,3 e IV,5",
            "II,3 i IV,5",
            "d'II,3 o IV,5",
            "knight II,3",
        ),
    ],
)
def test_a_word_that_is_not_understood_makes_the_text_unreadable(text: str) -> None:
    if text.startswith("d'"):  # the letter of the diamond
        assert refused(PLATONIC, DROPPED, text).code == "unreadable"
    assert refused(HALMA, START, text).code == "unreadable"


@pytest.mark.parametrize("word", ["ad", "al", "an", "àd", "del", "den", "van", "sul", "dan", "zum"])
def test_a_word_that_touches_a_number_is_unreadable_if_its_last_letter_may_be_a_place(
    word: str,
) -> None:
    # "c3 ad3 ad4" may mean "c3 a d3 a d4", and must not be read as III,3 to III,4.
    position = placed(HALMA, {0: "III,3", 1: "XVI,16"})
    assert read(HALMA, position, f"c3 {word} 3 4") == "III,3-III,4"
    assert refused(HALMA, position, f"c3 {word}3 {word}4").code == "unreadable"


def test_another_word_may_touch_a_number() -> None:
    assert read(HALMA, START, "von2,3 nach4,5") == "II,3-IV,5"
    assert read(HALMA, START, "2,3 à4,5") == "II,3-IV,5"
    assert refused(HALMA, START, "2,3 a4,5").code == "unreadable"


@languages
def test_a_single_letter_before_a_square_as_in_chess_does_not_change_it(language: str) -> None:
    for to in ("a", "à", *words(language, "to")):
        assert read(HALMA, FIRST_COLUMN, f"a7 {to} a6") == "VII,1-VI,1"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("ІІ,3-ІV,5", "II,3-IV,5"),
        ("іі3 4,5", "II,3-IV,5"),
        ("с2-е4", "II,3-IV,5"),
        ("С2 х Е4", "II,3-IV,5"),
        ("с ІІ,3 на 4,5", "II,3-IV,5"),
        ("с 2,3 в 4,5", "II,3-IV,5"),
        ("моя шашка с с2 идёт к е4", "II,3-IV,5"),
        ("з ІІ,3 у ІV,5", "II,3-IV,5"),
        ("с2 к е4", "II,3-IV,5"),
    ],
)
def test_cyrillic_letters_that_look_like_numerals_and_places_are_read(
    text: str, meant: str
) -> None:
    assert read(HALMA, START, text) == meant
    assert read(HALMA, START, text.upper()) == meant


@pytest.mark.parametrize("text", ["ІІ,3 і ІV,5", "ш2-е4", "ю2 е4", "сс2-е4", "ІІ,3 или ІV,5"])
def test_other_cyrillic_text_is_unreadable(text: str) -> None:
    assert refused(HALMA, START, text).code == "unreadable"


def test_a_row_of_cyrillic_letters_is_read_beyond_nine() -> None:
    position = placed(HALMA, {0: "XI,3", 1: "XVI,16"})
    assert read(HALMA, position, "ХІ,3-ХІІ,3") == "XI,3-XII,3"
    assert read(HALMA, position, "хі,3 х хіі,3") == "XI,3-XII,3"


def test_a_word_has_one_meaning_in_all_languages() -> None:
    meanings: dict[str, set[str]] = {}
    for language in WORDS.values():
        for role, spellings in language.items():
            for word in spellings.split():
                meanings.setdefault(folded(word), set()).add(role)
                assert meaning(word.upper()) == role
    assert {word: roles for word, roles in meanings.items() if len(roles) > 1} == {}
    assert set().union(*meanings.values()) >= set(KINDS)


def test_no_word_may_be_a_row_a_place_or_two_words() -> None:
    every = {folded(word) for each in WORDS for role in WORDS[each] for word in words(each, role)}
    assert {word for word in every if len(word) == 1} == {"a", "à", *"взиксуя"}
    assert plain_letters("в з и к с у я") == "в з и к с у я"  # the Cyrillic ones stay Cyrillic
    assert not {word for word in every if set(word) <= set("ivx")}
    glued = {first + row.casefold() for first in every for row in ROMAN} & every
    assert glued == {"vai", "quadrati", "rombi"}  # each is also a word and row I
    changing = (
        "no non not nicht nein não niet nee inte nej si se wenn falls als om if or oder ou of "
        "не нет ні ли или если або чи якщо і а"
    )
    assert [word for word in changing.split() if meaning(word)] == []
    assert meaning("pas") == "pass"  # French for "not", but unreadable next to a square


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("stone II,5 to III,6", "II,5-III,6"),
        ("the stones on II,5 to III,6", "II,5-III,6"),
        ("shove II,5 to III,6", "II,5-III,6"),
        ("moving the piece on II, 5; to the square III, 6", "II,5-III,6"),
        ("II,5 to III,6 by a step", "II,5-III,6"),
        ("II,3 to IV,5 by a hop", "II,3-IV,5"),
    ],
)
def test_the_words_of_the_sources_are_read(text: str, meant: str) -> None:
    assert read(HALMA, START, text) == meant
