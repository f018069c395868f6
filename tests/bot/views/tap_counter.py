"""Walks through the move panel by tapping every button, and checks each message.

Run as a program (`make taps`), it uses twenty positions of every game and prints how many taps the
moves took.
"""

import random
from collections.abc import Iterator

import click

from bot.i18n.translator import translator_for
from bot.views import discord_limits, move_picker
from bot.views.board_image import Scenery
from bot.views.components import gallery, parse_custom_id
from bot.views.move_panel import MovePanel, PanelTarget
from bot.views.move_steps import LETTERS, Step, move_token
from engine import VARIANTS, AmbiguousMove, Move, Position, Variant, search
from engine.random_play import random_turn
from render import describe

WORDS = translator_for("de")


def computer_move(game: Variant, position: Position, lots: random.Random) -> Move:
    """Return the move that the computer would play."""
    runner = search.levels(game)[1]
    return search.choose(game, position, runner, seed=lots.getrandbits(32), nodes=10)


def positions(game: Variant, number: int, turns: int) -> Iterator[tuple[Position, Move | None]]:
    """Yield positions over the first `turns` of a match, each with the previous move.

    Yields `number` positions. About every third move is random, so that men stand on unusual
    squares. The other moves are the computer's.
    """
    lots = random.Random(f"panel {game.key}")
    line: list[tuple[Position, Move | None]] = [(game.start(), None)]
    while len(line) < turns:
        position = line[-1][0]
        wild = game.drops(position) or lots.random() < 1 / 3
        move = random_turn(game, position, lots) if wild else computer_move(game, position, lots)
        after = game.apply(position, move)
        if game.outcome(after) is not None:
            break
        line.append((after, move))
    yield from (line[(len(line) - 1) * n // max(1, number - 1)] for n in range(number))


def taps(
    game: Variant, position: Position, last: Move | None = None
) -> tuple[dict[Move, int], dict[Move, int]]:
    """Return the number of taps for each move, with and without confirmation.

    The taps are those in an open panel. With confirmation, the last tap is on the Play button.
    Opening the panel takes one more tap, but only once in a game against the computer.
    """
    moves = game.moves(position)
    named = {move_token(game, move): move for move in moves}
    scenery = Scenery(game, position, "halma-1-1.png", last)
    alt_text = describe(game, position, last=last, say=WORDS.template)

    def look_at(key: str, so_far: int, aim: PanelTarget, taps: dict[Move, int]) -> None:
        shown = Step.of(game, moves, key, scenery.side)
        if not aim.confirms and shown.stage == "look":  # the same as with confirmation
            taps.update(dict.fromkeys(shown.moves, so_far + 1))
            return
        for custom_id in sent(scenery, shown, aim, alt_text):
            control = parse_custom_id(custom_id)
            assert control is not None
            if control.action == "play":
                taps[named[control.extra]] = so_far + 1
            elif control.action == "step" and control.extra != shown.back:
                look_at(control.extra, so_far + 1, aim, taps)

    asked, quick = dict[Move, int](), dict[Move, int]()
    look_at("", 0, PanelTarget(10**18, 999_999, undo="undo"), asked)
    look_at("", 0, PanelTarget(10**18, 999_999, confirms=False, undo="undo"), quick)
    return asked, quick


def typed(game: Variant, position: Position, last: Move | None = None) -> dict[Move, int]:
    """Return the number of taps for each move when only its first square is typed.

    For a drop, its target square is typed. A move that is then unique needs no tap. Passes are
    omitted.
    """
    moves = game.moves(position)
    named = {move_token(game, move): move for move in moves}
    scenery = Scenery(game, position, "halma-1-1.png", last)
    alt_text = describe(game, position, last=last, say=WORDS.template)
    taps: dict[Move, int] = {}
    for cell in sorted({move.path[0] for move in moves if move.path}):
        try:
            taps[game.parse(position, game.board.names[cell])] = 0
            continue
        except AmbiguousMove as several:
            shown = move_picker.choice_step(game, several.moves)
        for custom_id in sent(scenery, shown, move_picker.picker_target(10**18, 999_999), alt_text):
            control = parse_custom_id(custom_id)
            assert control is not None
            if control.action == "choose":
                taps[named[control.extra]] = 1
            else:
                assert control.action == "moves"
                inside = Step.of(game, moves, control.extra, scenery.side)
                assert inside.stage == "look"
                taps |= dict.fromkeys(inside.moves, 2)
    return taps


def sent(scenery: Scenery, shown: Step, aim: PanelTarget, alt_text: str) -> list[str]:
    """Return the button ids of a message, after checking it against Discord's limits.

    Also checks that each letter in the picture is on a button and, except in the confirmation step,
    that the text names its square. `alt_text` describes the board.
    """
    panel = MovePanel(WORDS, scenery, shown, aim)
    letters = panel.letters()
    alt = f"{letters}\n{alt_text}"
    assert len(alt) <= discord_limits.ALT_TEXT
    board = gallery(scenery.name, alt)
    made = panel.message(board).to_components()  # type: ignore[no-untyped-call]
    parts = list(discord_limits.walk(made))
    buttons = {part["custom_id"]: part["label"] for part in parts if part["type"] == 2}
    assert len(parts) <= discord_limits.COMPONENTS
    assert len(buttons) == sum(part["type"] == 2 for part in parts) <= 25
    assert max(map(len, buttons)) <= discord_limits.CUSTOM_ID
    words = dict(part.split("\u00a0", 1) for part in letters.split(" · ") if part)
    for mark in shown.marks:
        if mark.label:
            assert mark.label in LETTERS
            assert any(mark.label in label.split() for label in buttons.values())
            assert shown.stage == "look" or scenery.game.board.names[mark.cell] in words[mark.label]
    return [*buttons]


def main(number: int = 20) -> None:
    """Print the number of taps per move in a panel, with and without confirmation."""
    for key, game in VARIANTS.items():
        counts: list[tuple[int, int]] = []
        half: list[int] = []
        for position, last in positions(game, number, max(40, min(game.turns, 120))):
            asked, quick = taps(game, position, last)
            assert set(asked) == set(quick) == set(game.moves(position))
            counts += ((asked[move], quick[move]) for move in asked)
            half += typed(game, position, last).values()
        line = "; ".join(
            f"{name} {max(taken)} at most, {sum(taken) / len(taken):.2f} on average"
            for name, taken in zip(("asked", "not asked"), zip(*counts, strict=True), strict=True)
        )
        line += f"; half typed {max(half)} at most, {sum(half) / len(half):.2f} on average"
        click.echo(f"{key}: {len(counts)} moves; {line}")


if __name__ == "__main__":
    main()
