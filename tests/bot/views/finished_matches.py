"""`Match` instances for view tests, built without a database."""

from dataclasses import replace
from typing import Any

from bot.store.models import Match
from engine import variant


def running(key: str = "halma-8", **more: Any) -> Match:
    """Return a running match before the first move, with the fields `more` replaced."""
    game = variant(key)
    match = Match(
        id=1,
        variant=key,
        revision=game.revision,
        players=tuple(range(1, len(game.seats) + 1)),
        status="running",
        ply=0,
        turn=0,
        position=game.dump(game.start()),
        outcome=None,
        guild=500,
        channel=600,
        thread=None,
        post=None,
        created=0,
        moved_at=0,
    )
    return replace(match, **more)
