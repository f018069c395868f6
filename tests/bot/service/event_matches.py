"""Matches of an event, and an extension that records the calls of the core."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from bot import extension_points
from bot.extension_points import Extension
from bot.service.clock import time_control
from bot.service.match import lifecycle
from bot.service.matchmaking.start_match import start_match
from bot.service.players import players as people
from bot.store import Tx
from bot.store.models import Match
from bot.store.players import player_rows
from engine import variant as game_of
from tests.bot.service.club import ADA, BRUNO, CHANNEL, GUILD, Club
from tests.transactions import writing

CUP = "Spring Cup · A"
CONTROL = "72h+12h cap 120h"


async def event_match(
    club: Club, *players: int, variant: str = "halma-8", event: str | None = CUP, **more: Any
) -> Match:
    """Start a rated match of an event between these players, by default Ada and Bruno."""
    arguments: dict[str, Any] = {
        "guild": GUILD,
        "channel": CHANNEL,
        "rated": True,
        "control": time_control.parse(CONTROL),
        "now": club.now,
    }
    with writing(club.store) as tx:
        for player in players or (ADA, BRUNO):
            people.record_seen(tx, player, f"P{player}", now=club.now)
        return start_match(
            tx,
            game_of(variant),
            players=players or (ADA, BRUNO),
            event=event,
            **(arguments | more),
        )


@dataclass
class Heard:
    """The calls that an extension has received.

    `erased` contains the number of matches that an erased player still had in progress.
    """

    finished: list[tuple[Match, int, int | None]] = field(default_factory=list)
    left: list[tuple[Match, tuple[int, ...], str, int]] = field(default_factory=list)
    erased: list[tuple[int, int]] = field(default_factory=list)

    def on_match_finished(self, tx: Tx, match: Match, now: int, no_show: int | None) -> None:
        self.finished.append((match, now, no_show))

    def on_player_left(
        self, tx: Tx, match: Match, seats: tuple[int, ...], why: str, now: int
    ) -> None:
        self.left.append((match, seats, why, now))

    def on_erasure(self, tx: Tx, player: int, now: int) -> None:
        assert player_rows.get_player(tx, player) is not None
        self.erased.append((player, len(lifecycle.running_of(tx, player))))


@contextmanager
def installed(*fakes: Extension) -> Iterator[None]:
    """Install these extensions in addition to the real ones."""
    real = extension_points.installed()
    with patch.object(extension_points, "installed", lambda: (*real, *fakes)):
        yield


@contextmanager
def listening() -> Iterator[Heard]:
    """Install an extension that records its calls."""
    heard = Heard()
    with installed(
        Extension(
            on_match_finished=heard.on_match_finished,
            on_player_left=heard.on_player_left,
            on_erasure=heard.on_erasure,
        ),
        Extension(),
    ):
        yield heard
