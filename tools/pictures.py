"""Pictures of whole games, a replay, and a sheet of all boards."""

from collections.abc import Callable, Iterable
from io import BytesIO
from pathlib import Path
from random import Random

from PIL import Image

from bot.i18n.translator import translator_for
from bot.texts.game_names import game_name
from bot.texts.outcomes import ending_text
from engine import VARIANTS, Variant, puzzles, search, variant
from engine.puzzles import catalogue
from render import png, scene
from render.animation import Film, Part, render_animation
from render.crop import render_part
from render.scenes import Marker
from render.theme import THEMES, ThemeName

SHEET_WIDTH = 200
"""The width in pixels of a board on the sheet."""

SHEET_TURNS = 24
"""The number of turns after the last drop for which the sheet shows boards."""

REPLAY_WIDTH = 400
"""The width in pixels of the replay."""


def write_pictures(
    folder: Path,
    keys: Iterable[str] = (),
    *,
    every: int = 1,
    seed: int = 5,
    report: Callable[[str], None] = lambda line: None,
) -> int:
    """Play the named games, or all games if none is named, and write their boards.

    The computer plays all seats with this seed. The first and the last board are always written,
    and one in `every` of the others. Returns the number of pictures. Raises `KeyError` for an
    unknown key.
    """
    written = 0
    for game in [variant(key) for key in keys] or list(VARIANTS.values()):
        number = _write(folder, game, every, seed)
        report(f"{game.key}: {number}")
        written += number
    return written


def write_days(folder: Path, number: int) -> None:
    """Write the puzzles of the first days, one file per day."""
    folder.mkdir(parents=True, exist_ok=True)
    for day in range(number):
        figure = catalogue.problem_of_day(day)
        rules = puzzles.get_problem(f"figure-{figure}").variant
        (seat,) = rules.seats
        marks = [Marker(cell, "target") for cell in sorted(seat.goal)]
        data = render_part(scene(rules, rules.start(), marks=marks), seat.home | seat.goal)
        (folder / f"day-{day + 1:05}-figure-{figure}.png").write_bytes(data)


def write_replay(path: Path, key: str, *, seed: int = 1) -> int:
    """Write the replay of a game as a GIF, with its title and its result.

    The computer plays all seats with this seed, the first one at a lower level. Returns the number
    of turns. Raises `KeyError` for an unknown key.
    """
    game, names, t = variant(key), ("Ada", "Bruno"), translator_for()
    rng, position, moves = Random(seed), game.start(), []
    while (outcome := game.outcome(position)) is None:
        level = search.levels(game)[:3][position.turn - 2]
        moves.append(search.choose(game, position, level, seed=rng.getrandbits(32)))
        position = game.apply(position, moves[-1])
    film = Film(
        game.key,
        tuple(game.format(move) for move in moves),
        Part(0, len(moves)),
        title=(" · ".join(names), game_name(t, game)),
        ending=(ending_text(t, outcome, names, game, moves[-1]),),
    )
    path.write_bytes(render_animation(film, widths=(REPLAY_WIDTH,)))
    return len(moves)


def write_sheet(path: Path, keys: Iterable[str] = (), *, seed: int = 5) -> int:
    """Write one WebP picture with all boards, or the named ones, in all themes.

    Games with the same board and the same men are shown once. Men move at random, preferring long
    hops. Returns the number of games shown.
    """
    games = different_boards(keys)
    boards = [board for game in games for board in _boards(game, seed)]
    across = 2 * len(THEMES) if len(games) > 1 else len(THEMES)
    high = max(board.height for board in boards)
    size = across * SHEET_WIDTH, -(-len(boards) // across) * high
    sheet = Image.new("RGB", size, (49, 51, 56))
    for number, board in enumerate(boards):
        sheet.paste(board, (number % across * SHEET_WIDTH, number // across * high))
    sheet.save(path, quality=65, method=6)
    return len(games)


def different_boards(keys: Iterable[str] = ()) -> list[Variant]:
    """Return the named games, or all, without those that look the same."""
    looks: dict[object, Variant] = {}
    for game in [variant(key) for key in keys] or VARIANTS.values():
        stage = scene(game, game.start()).stage
        looks.setdefault((stage.board.name, stage.homes, stage.goals, stage.glyphs), game)
    return list(looks.values())


def _boards(game: Variant, seed: int) -> list[Image.Image]:
    """Return a board of a random game in each theme."""
    return [played_board(game, theme, SHEET_WIDTH, seed) for theme in THEMES]


def played_board(game: Variant, theme: ThemeName, width: int, seed: int) -> Image.Image:
    """Return a board of a game of random moves, which are mostly long hops."""
    rng, position, last = Random(seed), game.start(), None
    turns = SHEET_TURNS + sum(position.stock)
    while position.ply < turns and game.outcome(position) is None:
        moves = sorted(game.moves(position), key=lambda move: -len(move.path))
        last = rng.choice(moves[: max(4, len(moves) // 3)])
        position = game.apply(position, last)
    board = Image.open(BytesIO(png(scene(game, position, last=last, theme=theme)))).convert("RGB")
    size = width, round(board.height * width / board.width)
    return board.resize(size, Image.Resampling.LANCZOS)


def _write(folder: Path, game: Variant, every: int, seed: int) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    rng, position, last = Random(seed), game.start(), None
    written = 0
    while True:
        over = game.outcome(position)
        if over or position.ply % every == 0:
            name = f"{game.key.replace('+', '-')}-{position.ply:03}.png"
            (folder / name).write_bytes(png(scene(game, position, last=last)))
            written += 1
        if over:
            return written
        last = search.choose(game, position, search.levels(game)[1], seed=rng.getrandbits(32))
        position = game.apply(position, last)
