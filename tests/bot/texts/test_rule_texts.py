"""Rule cards agree with the engine, suffice for playing, and are short."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from discord import ui

from bot.dialogs.variant_picker import FAMILIES
from bot.i18n.translator import LANGUAGES, translator_for
from bot.texts.game_names import COLOURS, EMBLEMS, KINDS, shapes
from bot.texts.rule_card import (
    BRIEF,
    LONGEST,
    brief_rules,
    chosen_sentences,
    details,
    history,
    in_short,
    main_rules,
    men,
)
from bot.texts.rule_texts import CARDS, card
from bot.views.new_game_form import NewGame
from bot.views.new_game_preview import new_game_reply
from bot.views.rule_cards import PAGES, examples, page_view, rule_sentences
from engine import VARIANTS, Variant, move_lexer, variant
from engine.errors import CODES
from engine.optional_rules import OPTIONS as ALL_OPTIONS
from engine.optional_rules import option_combinations
from engine.position import man
from engine.rim_board import side_of
from engine.rules import Overstays
from render import describe
from render.theme import MATERIALS
from tests.bot.bodies import faults
from tools.translations import sentences

EN = translator_for()
OPTIONS = {option.name: option.sentence for option in ALL_OPTIONS}
GAMES = pytest.mark.parametrize("game", VARIANTS.values(), ids=lambda game: game.key)


def every_game() -> Iterator[Variant]:
    """Yield each variant alone and with each combination of its options."""
    for key, game in VARIANTS.items():
        yield game
        for some in option_combinations(game):
            yield variant("+".join((key, *(option.name for option in some))))


def first_page(key: str) -> str:
    """Return the first page of a card, in English."""
    return " ".join(rule_sentences(EN, variant(key), main_rules(variant(key))))


def looked_up(key: str) -> str:
    """Return the details on a card, in English."""
    return " ".join(rule_sentences(EN, variant(key), details(variant(key))))


def shown(game: Variant, page: str, language: str = "en") -> str:
    """Return the text of a page, after checking the page against Discord's limits."""
    view = page_view(translator_for(language), game, page).view
    assert view is not None
    body = view.to_components()  # type: ignore[no-untyped-call]
    assert faults({"components": body, "flags": 1 << 15}) == []
    return "\n".join(part["content"] for part in body[0]["components"] if part["type"] == 10)


@GAMES
def test_the_rules_of_a_game_are_a_few_short_sentences(game: Variant) -> None:
    sentences = rule_sentences(EN, game, main_rules(game))
    assert 4 <= len(sentences) <= LONGEST
    for sentence in (
        *sentences,
        *rule_sentences(EN, game, details(game)),
        *rule_sentences(EN, game, history(game)),
    ):
        assert len(re.findall(r"[.?!](?: [A-Z]|$)", sentence.replace("G. H.", ""))) >= 1
        for part in re.split(r"(?<=[.?!]) (?=[A-Z])", sentence):
            assert len(part.split()) <= 30, part
    assert sum(len(sentence.split()) for sentence in sentences) <= 210


@GAMES
def test_the_short_rules_are_part_of_the_card_and_end_with_how_to_win(game: Variant) -> None:
    assert BRIEF <= len(brief_rules(game)) <= BRIEF + 1 + isinstance(game.has_lost, Overstays)
    assert set(brief_rules(game)) <= set(main_rules(game))
    assert re.search(r"\bwins?\b", brief_rules(game)[-1])


def test_every_card_belongs_to_a_game_and_every_game_has_a_card() -> None:
    assert set(CARDS) <= set(VARIANTS)
    assert all(card(game.key) for game in VARIANTS.values())


@pytest.mark.check
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_every_card_can_be_posted(language: str) -> None:
    for game in every_game():
        for page in PAGES:
            text = shown(game, page, language)
            assert len(text) < 3500
            assert "{" not in text


def test_a_card_states_the_numbers_of_players_and_men_of_its_variant() -> None:
    for key, number in (("halma", 19), ("halma-4", 13), ("halma-8", 10), ("hexma", 13)):
        assert f"Each player's {number} men" in first_page(key)
    assert "For 2 players; also available for 4." in shown(variant("halma"), "rules")
    assert "For 4 players; also available for 2." in shown(variant("halma-4"), "rules")
    assert {key: men(VARIANTS[key]) for key in ("le-zug", "platonic", "pythagoreic")} == {
        "le-zug": 12,
        "platonic": 8,
        "pythagoreic": 7,
    }


INSTEAD = {
    "diagonal": "never diagonally",
    "no-limit": "After your first",
    "full": "have all their men in their goal",
    "ploog": "have all their men in their goal",
    "locked": "enter and leave any yard",
    "no-return": "enter and leave any yard",
    "repetition-loss": "It is also a draw",
}


@pytest.mark.check
def test_an_option_replaces_the_sentence_that_it_changes() -> None:
    for game in every_game():
        options = game.key.split("+")[1:]
        text = f"{first_page(game.key)} {looked_up(game.key)}"
        for option in options:
            assert text.count(OPTIONS[option]) == 1, game.key
            assert INSTEAD.get(option, "\n") not in text, game.key
        assert chosen_sentences(game) == tuple(OPTIONS[option] for option in options)
        described = {option for option in OPTIONS if OPTIONS[option] in text}
        assert described >= set(options)


def test_an_option_that_changes_the_goal_leaves_no_other_way_to_win() -> None:
    for game in every_game():
        text = first_page(game.key)
        ways = re.findall(r"wins\b|You win when", text)
        assert len(ways) == 1, game.key


def test_a_card_states_rules_that_its_game_shares_with_an_option() -> None:
    assert OPTIONS["full"] in first_page("halma+full+locked")
    assert OPTIONS["locked"] in first_page("halma+full+locked")
    assert OPTIONS["full"] in first_page("super-halma")
    assert OPTIONS["locked"] in first_page("super-halma")
    assert OPTIONS["ploog"] in first_page("halma+ploog")
    assert OPTIONS["gering"] in first_page("halma+gering")
    assert "enter and leave any yard" in first_page("halma+gering")


def test_with_more_than_two_players_the_star_is_won_with_all_men_in_the_goal() -> None:
    for key in ("chinese-checkers", "super-chinese-checkers"):
        assert OPTIONS["full"] in first_page(key)
        for players in (3, 4, 6):
            assert "The first to have all their men in their goal wins." in first_page(
                f"{key}-{players}"
            )
            assert OPTIONS["full"] not in first_page(f"{key}-{players}")


def test_distances_on_the_card_are_measured_as_in_the_engine() -> None:
    assert "in a straight line" in looked_up("halma+ploog")
    assert "in a straight line" in looked_up("halma+ploog")
    assert "rows plus places" in looked_up("halma-8+ploog")
    assert "rows plus places" in looked_up("halma-10+ploog")
    assert "Nearer" not in looked_up("halma")


@pytest.mark.check
def test_options_use_no_term_that_their_card_does_not_define() -> None:
    for game in every_game():
        text = first_page(game.key).replace(OPTIONS["places"], "")
        if "yard" in text:
            assert "their yard" in text, game.key
        if "point" in text:
            assert "star" in text or "your own point" in text, game.key
        if "goal" in text:
            assert "is their goal" in text or "are their goal" in text, game.key


@GAMES
def test_every_card_says_who_begins_and_who_follows(game: Variant) -> None:
    head = shown(game, "rules").splitlines()[1]
    if len(game.seats) == 2:
        assert "⚪ White (dot) moves first." in head
    else:
        assert "Play goes clockwise: 🔴 Red (cross), 🟡 Yellow (bar), ⚫ Black" in head


def test_the_order_of_turns_is_clockwise() -> None:
    for game in VARIANTS.values():
        facings = [seat.facing for seat in game.seats]
        assert facings == sorted(facings), game.key


@pytest.mark.check
def test_draws_are_described_as_in_the_engine() -> None:
    for game in every_game():
        text = looked_up(game.key)
        assert ("for the third time" in text) == (game.repetition == "draw"), game.key
        assert (f"After {game.limit} moves" in text) == (game.count_at == 0), game.key
        counted = f"lasts {game.count_at} moves in total is decided by the men in the goals"
        assert (counted in first_page(game.key)) == (game.count_at > 0), game.key
        assert "if no one can move, the game is a draw" in text
        assert "A player who cannot move passes" in text
        assert "A move must change something" in text


def test_an_overdue_yard_loses_after_the_number_of_turns_on_the_card() -> None:
    for key, turns in (("halma-8", 30), ("halma-10", 50)):
        game = variant(key)
        assert f"After your first {turns} turns" in first_page(key)
        start = game.start()
        for made in (turns, turns + 1):
            now = replace(start, ply=2 * made - 1, turn=1)
            assert game.has_lost(game, now, 0) == (made > turns)
    assert "you lose" not in first_page("halma")


def test_every_card_says_that_nothing_is_captured() -> None:
    for game in VARIANTS.values():
        assert "captured" in f"{first_page(game.key)} {looked_up(game.key)}", game.key


def test_partners_are_named_and_may_advise_each_other() -> None:
    assert (
        "Red and Black are partners against Yellow and Green, and partners may advise"
        in first_page("halma-4-opposite")
    )
    assert "Red and Yellow are partners against Black and Green" in first_page("halma-4-adjacent")
    assert "partners" not in first_page("halma-4")
    three_pairs = first_page("chinese-checkers-6-partners")
    assert "The pairs are Red + Green, Yellow + Blue and Black + White. Partners may" in three_pairs
    assert "against" not in three_pairs


def test_the_return_of_a_circle_that_is_sent_back_is_described() -> None:
    text = looked_up("platonic-advanced")
    assert "first free square of its first rank, counted from the left or top" in text
    assert "counts as never having left" in text
    assert "sent back" not in looked_up("platonic")
    game = variant("platonic-advanced-4")
    first = [side_of(game.board, seat.facing).returns[0] for seat in game.seats]
    assert [game.board.names[cell] for cell in first] == ["I,2", "IX,1", "X,2", "IX,10"]


@GAMES
def test_coordinates_are_explained_with_examples_that_the_game_can_parse(game: Variant) -> None:
    text = shown(game, "details")
    assert "a row in Roman numerals, counted from the first player's side" in text
    texts = examples(game)
    for example in texts:
        assert f"`{example}`" in text
        assert move_lexer.parse_typed(example, game.board.rows).squares
    assert any(text.startswith(("drop", "circle", "diamond")) for text in texts) == any(game.stock)
    assert any(text.endswith("off") for text in texts) == (game.key == "top-secret")


def test_a_hop_in_halma_keeps_the_colour_of_its_square_as_the_card_says() -> None:
    assert "never changes the colour" in looked_up("halma")
    game = variant("super-halma")
    assert "never changes the colour" in looked_up("super-halma")
    cells = bytearray(len(game.board.spots))
    for number, cell in enumerate(range(0, len(cells), 7)):
        cells[cell] = man(number % 2)
    position = replace(game.start(), cells=bytes(cells))
    for move in game.moves(position):
        (row, place), (to, last_place) = (game.board.spots[move.path[i]] for i in (0, -1))
        if len(move.path) > 2 or max(abs(row - to), abs(place - last_place)) > 1:
            assert (row + place - to - last_place) % 2 == 0


def test_the_pieces_are_described_as_in_the_engine() -> None:
    assert shapes(EN, variant("platonic")) == [
        "**2 × triangle**: steps diagonally forwards or straight back; jumps diagonally forwards",
        "**2 × square**: steps straight forwards, sideways or back; jumps straight forwards or "
        "sideways",
        "**2 × circle**: steps in all eight directions; jumps forwards, diagonally forwards or "
        "sideways",
        "**2 × diamond**: steps and jumps diagonally, forwards or back",
    ]
    assert shapes(EN, variant("pythagoreic"))[3].startswith("**1 × diamond**")
    assert shapes(EN, variant("halma")) == []


def offered(key: str) -> str:
    """Return the text of the panel from which the form for a new game can be opened."""
    panel = new_game_reply(EN, NewGame(key)).view
    assert panel is not None
    shown = panel.walk_children()
    return "\n".join(part.content for part in shown if isinstance(part, ui.TextDisplay))


def test_the_start_panel_describes_the_goal_and_special_rules_in_the_words_of_the_card() -> None:
    for game in every_game():
        assert set(in_short(game)) <= set(main_rules(game)), game.key
    for key in FAMILIES:
        game = variant(key)
        assert " ".join(rule_sentences(EN, game, in_short(game))) in offered(key)
    assert OPTIONS["locked"] in offered("super-halma")
    assert OPTIONS["full"] in offered("super-halma")
    assert "up to 7 squares away" in offered("super-halma")


def test_a_game_without_a_card_is_described_by_its_summary(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(CARDS, "caesar")  # type: ignore[arg-type]
    game = variant("caesar")
    assert main_rules(game) == (game.summary, "The first to have all their men in their goal wins.")
    assert in_short(game) == main_rules(game)
    assert history(game) == ()


def test_men_and_their_emblems_have_names() -> None:
    assert {kind.name for game in VARIANTS.values() for kind in game.kinds} == set(KINDS)
    assert set(MATERIALS) == set(COLOURS)
    assert {seating.emblem for seating in MATERIALS.values()} == set(EMBLEMS)


@pytest.mark.check
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_word_in_a_board_description_is_localized(language: str) -> None:
    asked: set[str] = set()

    def say(sentence: str) -> str:
        asked.add(sentence)
        return translator_for(language).template(sentence)

    for game in VARIANTS.values():
        start = game.start()
        for position in (
            start,
            replace(start, done=tuple(range(len(game.seats)))),
            replace(start, done=(1,), gone=(0,)),
            replace(start, ply=game.limit),
        ):
            describe(game, position, game.moves(start)[0], say=say)
    assert {(sentence,) for sentence in asked} <= sentences()
    assert asked >= {"{seat} to move.", "none", "Last move: {move}.", "The game is over: a draw."}


def test_letters_of_pieces_are_explained_if_they_are_not_initials() -> None:
    game = variant("platonic")
    german = describe(game, game.start(), say=translator_for("de").template)
    assert "Buchstaben: T Dreieck, S Quadrat, C Kreis, D Raute." in german
    assert "Weiß hat noch zu setzen: Dreieck × 2, " in german
    assert "Letters" not in describe(game, game.start())


def test_the_edge_where_no_turn_may_end_has_one_name() -> None:
    assert [each for each in sentences() if "margin" in each[0].lower()] == []
    assert [text for text in CODES.values() if "margin" in text] == []
