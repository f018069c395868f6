"""Animated replays: exact frames, one for each landing, in a small file."""

import random
from functools import cache
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from engine import VARIANTS, Move, Outcome
from engine.search import choose, levels
from render import animation, png, scene
from render.animation import LARGEST, Film, Part, parts, render_animation
from render.gif_file import encode


@cache
def played(key: str, most: int) -> tuple[Move, ...]:
    """Return up to `most` opening moves of a game played by the computer."""
    game, rng, made = VARIANTS[key], random.Random(key), list[Move]()
    position, over = game.start(), None
    while len(made) < most and over is None:
        made.append(choose(game, position, levels(game)[1], seed=rng.getrandbits(30)))
        position = game.apply(position, made[-1])
        over: Outcome | None = game.outcome(position)
    return tuple(made)


def film(key: str, most: int, part: Part | None = None) -> Film:
    game, moves = VARIANTS[key], played(key, most)
    return Film(key, tuple(map(game.format, moves)), part or Part(0, len(moves)))


def pictures(data: bytes) -> list[Image.Image]:
    opened = Image.open(BytesIO(data))
    frames = []
    for number in range(getattr(opened, "n_frames", 1)):
        opened.seek(number)
        frames.append(opened.convert("RGB"))
    return frames


@pytest.mark.check
@pytest.mark.parametrize(("key", "most"), [("halma-8", 12), ("platonic", 18), ("hexma", 6)])
def test_every_frame_is_exact_and_every_landing_of_a_hop_has_one(key: str, most: int) -> None:
    recording = film(key, most)
    scenes = [each for each, _ in animation._scenes(recording, animation.WIDTH)]
    assert len(scenes) == 1 + sum(max(1, len(move.path) - 1) for move in played(key, most))
    shown = pictures(render_animation(recording))
    assert len(shown) == len(scenes)
    for picture, each in zip(shown, scenes, strict=True):
        still = Image.open(BytesIO(png(each))).convert("RGB")
        upper = picture.crop((0, 0, still.width, still.height))
        assert ImageChops.difference(upper, still).getbbox() is None


def test_the_last_frame_is_the_final_position_and_a_part_starts_midway() -> None:
    moves = played("halma-8", 12)
    recording = film("halma-8", 12, Part(8, 12))
    scenes = [each for each, _ in animation._scenes(recording, animation.WIDTH)]
    game = VARIANTS["halma-8"]
    positions = [game.start()]
    for move in moves:
        positions.append(game.apply(positions[-1], move))
    assert scenes[0].cells == positions[8].cells
    assert scenes[-1].cells == positions[12].cells
    assert scenes[-1].path == moves[-1].path
    assert scenes[0].stage == scene(game, positions[8]).stage


@pytest.mark.check
def test_sixty_moves_on_the_largest_board_stay_below_the_size_limit() -> None:
    recording = film("halma", 60)
    progress: list[float] = []
    made = render_animation(recording, progress.append)
    opened = Image.open(BytesIO(made))
    assert opened.size[0] == animation.WIDTHS[0], "as wide as every other picture"
    assert len(made) < LARGEST
    assert progress == sorted(progress)
    assert progress[-1] == 1.0
    whole = [each for each, _ in animation._pictures(recording, animation.WIDTH, None)]
    assert len(made) < sum(len(encode([(each, 10)])) for each in whole[::10]) * 10 / 4


@pytest.mark.check
def test_a_replay_that_would_be_too_large_is_made_narrower(monkeypatch: pytest.MonkeyPatch) -> None:
    recording = film("halma-8", 6)
    monkeypatch.setattr(animation, "LARGEST", len(render_animation(recording)) - 1)
    assert Image.open(BytesIO(render_animation(recording))).size[0] == animation.WIDTHS[1]


@pytest.mark.check
@pytest.mark.parametrize("key", ["halma", "chinese-checkers-6", "le-grec"])
def test_a_long_game_is_split_into_consecutive_parts(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves = played(key, 90)
    monkeypatch.setattr(animation, "FRAMES", 40)
    cut = parts(moves)
    assert [cut[0].first, cut[-1].last] == [0, len(moves)]
    assert all(each.last == other.first for each, other in pairwise(cut))
    longest = max(len(move.path) for move in moves)
    for part in cut:
        assert part.first < part.last
        assert sum(max(1, len(m.path) - 1) for m in moves[part.first : part.last]) <= 40 + longest


@pytest.mark.check
def test_a_game_without_moves_is_a_single_picture() -> None:
    assert parts([]) == [Part(0, 0)]
    assert len(pictures(render_animation(Film("halma-8", (), Part(0, 0))))) == 1
    with pytest.raises(ValueError, match="no pictures"):
        encode([])
    with pytest.raises(ValueError, match="mode RGB"):
        encode([(Image.new("RGB", (2, 2)), 10)])
