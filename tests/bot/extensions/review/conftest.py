"""Fixtures for tests of looking back at a game."""

import pytest

from bot.dialogs import worker_jobs
from render import animation
from tests.e2e.test_restored_copy import stack
from tests.e2e.test_surrogates import half

__all__ = ["half", "stack"]


@pytest.fixture
def quick_films(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the drawing of animations, whose content does not matter in some tests."""
    monkeypatch.setattr(animation, "render_animation", lambda film, progress=None: b"GIF89a")
    monkeypatch.setattr(worker_jobs, "_films", type(worker_jobs._films)())
