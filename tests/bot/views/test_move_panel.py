"""The move panel: every legal move can be reached, and each message can be sent."""

from collections import defaultdict
from typing import Any

import pytest

from bot.i18n.translator import translator_for
from bot.views.board_image import Scenery
from bot.views.components import StaleComponent, gallery
from bot.views.move_panel import LONG_MOVE, MovePanel, PanelTarget
from bot.views.move_steps import LETTERS, Step, move_of_token, move_token, moving_piece
from bot.views.phone_lines import lines_on_phone
from engine import VARIANTS, Move, Variant, variant
from engine.position import Position, man
from render.layout import reading_order
from tests.bot.views.tap_counter import positions, taps, typed

POSITIONS = 2
"""Number of positions tested for each game. `make taps` uses twenty."""
TURNS = 20

ENGLISH = translator_for("en")
AIM = PanelTarget(1, 0)


@pytest.mark.each_kind
@pytest.mark.parametrize("key", VARIANTS)
def test_every_legal_move_takes_at_most_three_taps_and_two_without_confirmation(key: str) -> None:
    game = variant(key)
    for position, last in positions(game, POSITIONS, TURNS):
        moves = game.moves(position)
        asked, quick = taps(game, position, last)
        assert set(asked) == set(quick) == set(moves)
        assert max(asked.values()) <= 3
        of_maker = defaultdict(list)
        for move in moves:
            of_maker[moving_piece(move)].append(move.path[-1:])
        for move, count in quick.items():
            ends = of_maker[moving_piece(move)]
            shared = len(set(ends)) > len(LETTERS) or ends.count(move.path[-1:]) > 1
            assert count <= (3 if shared else 2)


@pytest.mark.check
@pytest.mark.parametrize("key", ["halma-8", "platonic", "top-secret", "renpaarden"])
def test_a_half_typed_move_takes_at_most_two_taps(key: str) -> None:
    game, most = variant(key), 0
    for position, last in positions(game, 3, 40):
        half = typed(game, position, last)
        assert set(half) == {move for move in game.moves(position) if move.path}
        most = max(most, *half.values())
    assert most == (2 if key == "renpaarden" else 1)


def shown(game: Variant, position: Position, key: str = "", side: int = 0) -> Step:
    return Step.of(game, game.moves(position), key, side)


def squares(game: Variant, step: Step) -> list[str]:
    return [" ".join(game.board.names[cell] for cell in choice.cells) for choice in step.choices]


def stood(key: str, *men: str, other: str = "") -> tuple[Variant, Position]:
    """Return a variant, and a position with only these men.

    `men` are the squares of the first player's men, and `other` is the square of the second
    player's man.
    """
    game = variant(key)
    cells = bytearray(len(game.board.spots))
    for name in men:
        cells[game.board.names.index(name)] = man(0)
    if other:
        cells[game.board.names.index(other)] = man(1)
    return game, Position(bytes(cells), 0)


def test_men_are_listed_in_reading_order_of_the_board() -> None:
    game = variant("halma-8")
    first, second = (squares(game, shown(game, game.start(), side=side)) for side in (0, 1))
    assert first[:4] == ["IV,1", "III,1", "III,2", "II,1"]
    assert second == first[::-1]


@pytest.mark.check
def test_landings_are_lettered_in_reading_order_of_the_board() -> None:
    for key in ("halma-8", "super-halma", "chinese-checkers"):
        game = variant(key)
        for position, _ in positions(game, 3, 40):
            for side, seat in enumerate(game.seats):
                eye = reading_order(game.board, seat.facing)
                for choice in shown(game, position, side=side).choices:
                    step = shown(game, position, choice.key, side)
                    if step.stage == "squares":
                        read = [eye[each.cells[0]] for each in step.choices]
                        assert read == sorted(read), (key, side)


def test_several_moves_of_different_men_are_lettered_at_the_men() -> None:
    game, position = stood("halma-8", "IV,1", "II,1", "I,3")
    index = game.board.names.index
    moves = [
        Move((index("IV,1"), index("IV,5"))),
        Move((index("II,1"), index("IV,5"))),
        Move((index("I,3"), index("III,5"))),
    ]
    step = Step.final(game, moves)
    assert squares(game, step) == ["IV,1", "II,1", "I,3"]
    assert [choice.letter for choice in step.choices] == list("ABC")
    assert [choice.moves for choice in step.choices] == [(move,) for move in moves]
    assert position.cells[index("IV,1")]


def test_several_moves_of_one_man_are_lettered_where_they_end() -> None:
    game = variant("halma-8")
    start, *ends = (game.board.names.index(name) for name in ("II,3", "III,3", "IV,5"))
    step = Step.final(game, [Move((start, end)) for end in ends], start)
    assert [choice.cells for choice in step.choices] == [(end,) for end in ends]


def test_a_step_with_only_one_choice_is_skipped() -> None:
    game, position = stood("halma-8", "I,1", other="I,2")
    assert shown(game, position).stage == "squares"
    assert shown(game, position).back is None
    caesar = variant("caesar")
    step = next(
        each
        for choice in shown(caesar, caesar.start()).choices
        if (each := shown(caesar, caesar.start(), choice.key)).stage == "look"
    )
    assert len(step.moves) == 1
    assert step.back == ""


def test_the_nearest_squares_share_a_letter_if_there_are_more_squares_than_letters() -> None:
    game = variant("top-secret")
    step = shown(game, game.start())
    assert step.stage == "squares"
    assert [choice.letter for choice in step.choices] == list(LETTERS)
    sizes = [len(choice.cells) for choice in step.choices]
    assert sizes == [1] * 21 + [5] * 3
    last = shown(game, game.start(), step.choices[-1].key)
    assert (
        MovePanel(ENGLISH, Scenery(game, game.start(), ""), last, AIM).question()
        == "Which of these?"
    )
    assert squares(game, last) == squares(game, step)[-1].split()
    assert [choice.letter for choice in last.choices] == list("ABCDE")


def test_moving_off_the_board_has_its_own_button() -> None:
    game, position = stood("top-secret", "I,3", "VIII,8")
    edge = next(c for c in shown(game, position).choices if game.board.names[c.cells[0]] == "I,3")
    step = shown(game, position, edge.key)
    assert step.choices[0].cells == ()
    assert [c.letter for c in step.choices[1:]] == list(LETTERS[: len(step.choices) - 1])
    scenery = Scenery(game, position, "x.png")
    made = MovePanel(ENGLISH, scenery, step, AIM).message(None)
    assert "Off the board" in str(made.to_components())  # type: ignore[no-untyped-call]


def test_the_back_button_names_what_was_chosen() -> None:
    for key, label in (("platonic", "Different piece"), ("halma-8", "Different man")):
        game = variant(key)
        step = shown(game, game.start(), shown(game, game.start()).choices[0].key)
        scenery = Scenery(game, game.start(), "x.png")
        made = MovePanel(ENGLISH, scenery, step, AIM).message(None)
        assert f"'{label}'" in str(made.to_components())  # type: ignore[no-untyped-call]


def test_routes_to_one_square_with_different_results_are_lettered_where_they_diverge() -> None:
    game = variant("platonic-advanced")
    ways = [Move((10, 32, 54)), Move((10, 30, 54))]
    step = Step.final(game, ways, 10)
    assert [choice.cells for choice in step.choices] == [(32,), (30,)]
    scenery = Scenery(game, game.start(), "x.png")
    letters = MovePanel(ENGLISH, scenery, step, AIM).letters()
    assert letters == " · ".join(
        f"{sign}\u00a0{game.format(way)}" for sign, way in zip("AB", ways, strict=True)
    )


def test_a_long_route_is_identified_by_a_checksum() -> None:
    game = variant("platonic-advanced")
    long = Move(tuple(range(10, 60, 2)))
    assert len(move_token(game, long)) == 9
    assert move_of_token(game, [Move((1, 2)), long], move_token(game, long)) == long
    assert move_token(game, Move((1, 2))) == game.format(Move((1, 2)))


@pytest.mark.parametrize("key", ["c999", "c-1", "c16-999", "x", "k0", "p", "-", "🙂", "c16-16-16"])
def test_a_forged_key_is_treated_as_an_old_button(key: str) -> None:
    game = variant("halma-8")
    with pytest.raises(StaleComponent):
        shown(game, game.start(), key)


def test_a_forged_move_is_treated_as_an_old_button() -> None:
    game = variant("halma-8")
    for named in ("", "II,3-IX,9", "~00000000", "@0.1"):
        with pytest.raises(StaleComponent):
            move_of_token(game, game.moves(game.start()), named)


@pytest.mark.check
@pytest.mark.parametrize("key", ["halma", "halma-8", "halma-10", "chinese-checkers", "le-grec"])
def test_the_buttons_of_a_panel_come_last_and_no_line_is_empty(key: str) -> None:
    game = variant(key)
    for position, _ in positions(game, 4, 40):
        seen, first = Scenery(game, position, "board.png"), shown(game, position)
        at = [choice.key for choice in first.choices] if first.stage == "men" else []
        for chosen, undo in [("", ""), ("", "undo"), *((key, "") for key in at)]:
            step, board = shown(game, position, chosen), gallery("board.png", "")
            panel = MovePanel(ENGLISH, seen, step, PanelTarget(1, 0, undo=undo))
            view = panel.message(board, before="Played.", after="💡 Tap a letter.")
            inside: list[dict[str, Any]] = view.to_components()[0]["components"]  # type: ignore[typeddict-item]
            kinds = [part["type"] for part in inside]
            assert kinds == [10, 12, 10, *[1] * (len(kinds) - 3)]
            lines = "\n".join(part["content"] for part in inside if part["type"] == 10).split("\n")
            assert all(line.strip("-# \u200b") for line in lines)
            assert len(lines) == 3
            assert lines[-1] == f"**{panel.question(is_brief=True)}**"


def test_the_question_shortens_a_long_move_to_its_ends() -> None:
    game = variant("platonic-advanced")
    step = Step.final(game, [Move(tuple(range(10, 24, 2)))])
    long = game.format(step.moves[0])
    assert len(long) > LONG_MOVE
    first, *_, last = long.split("-")
    panel = MovePanel(ENGLISH, Scenery(game, game.start(), ""), step, AIM)
    brief = panel.question(is_brief=True)
    assert brief.startswith(f"Play `{first}-…-{last}`?")
    assert long in panel.question()
    assert lines_on_phone(f"**{brief}**") == 1
