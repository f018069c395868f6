"""Scenes are value objects: scenes that look the same compare equal."""

from dataclasses import FrozenInstanceError, replace

import pytest

import render
from engine import VARIANTS, Move, variant
from render import Marker, scene

HALMA = VARIANTS["halma"]


def test_equal_scenes_have_equal_hashes() -> None:
    first, other = scene(HALMA, HALMA.start()), scene(HALMA, HALMA.start())
    assert first == other
    assert hash(first) == hash(other)


def test_variants_that_look_the_same_share_their_pictures() -> None:
    plain, gering = VARIANTS["halma"], variant("halma+gering")
    assert scene(plain, plain.start()) == scene(gering, gering.start())


def test_invisible_differences_do_not_change_a_scene() -> None:
    later = replace(HALMA.start(), ply=30)
    assert scene(HALMA, HALMA.start()) == scene(HALMA, later)


def test_every_visible_difference_changes_a_scene() -> None:
    start = HALMA.start()
    different = [
        scene(HALMA, start),
        scene(HALMA, start, side=1),
        scene(HALMA, start, theme="dark"),
        scene(HALMA, start, width=512),
        scene(HALMA, start, last=Move((0, 1))),
        scene(HALMA, start, marks=[(0, "origin")]),
        scene(HALMA, start, marks=[(0, "choice", "A")]),
        scene(HALMA, replace(start, turn=1)),
    ]
    assert len(set(different)) == len(different)


def test_marks_may_be_given_as_plain_tuples() -> None:
    start = HALMA.start()
    assert scene(HALMA, start, marks=[(3, "target")]).marks == (Marker(3, "target"),)


def test_a_scene_is_immutable() -> None:
    with pytest.raises(FrozenInstanceError):
        scene(HALMA, HALMA.start()).turn = 1  # type: ignore[misc]


def test_the_public_names_exist() -> None:
    assert all(hasattr(render, name) for name in render.__all__)
