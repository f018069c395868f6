"""Exported events agree with the rules from sign-up to result."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.extensions.tournaments.service.withdrawals import withdraw
from bot.store.models import Match
from tests.bot.extensions.tournaments.exported_events import differences, export_faults, exported
from tests.bot.extensions.tournaments.organiser import FIRST_PLAYER, Organiser
from tests.transactions import writing


@pytest.mark.check
@pytest.mark.parametrize("players", [3, 5, 9])
async def test_an_event_that_was_played_out_agrees_with_the_rules(
    organiser: Organiser, players: int
) -> None:
    rng = random.Random(players)
    event = organiser.begin(players)
    assert export_faults(organiser.club.store, event.id) == []

    def loser(match: Match) -> int | None:
        return rng.choice((0, 1, None))

    await organiser.play_out(event, loser)
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (4, {"format": "cup"}),
        (6, {"format": "cup"}),
        (9, {"format": "rounds"}),
        (4, {"format": "tables", "variant": "chinese-checkers-3"}),
        (8, {"format": "tables", "variant": "chinese-checkers-3"}),
    ],
    ids=str,
)
async def test_events_of_every_format_agree_with_the_rules(
    organiser: Organiser, players: int, options: dict[str, str]
) -> None:
    event = organiser.begin(players, **options)
    assert export_faults(organiser.club.store, event.id) == []
    await organiser.play_out(event)
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
async def test_an_event_with_a_withdrawal_agrees_with_the_rules(organiser: Organiser) -> None:
    event = organiser.begin(5)
    await organiser.open_matches(event)
    with writing(organiser.club.store) as tx:
        withdraw(tx, organiser.get(event), FIRST_PLAYER, "left", organiser.club.now)
    await organiser.play_out(event)
    assert export_faults(organiser.club.store, event.id) == []


async def test_an_event_without_games_can_be_exported(organiser: Organiser) -> None:
    event = organiser.open()
    organiser.enter(event, FIRST_PLAYER)
    assert exported(organiser.club.store, event.id)["stages"] == []
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
def test_an_event_with_a_long_waiting_list_agrees_with_the_rules(organiser: Organiser) -> None:
    event = organiser.open(max_entrants=64)
    organiser.enter(event, *range(FIRST_PLAYER, FIRST_PLAYER + 70))
    organiser.start(event)
    assert export_faults(organiser.club.store, event.id) == []


FORMATS: tuple[tuple[int, dict[str, str]], ...] = (
    (9, {"format": "all"}),
    (6, {"format": "cup"}),
    (9, {"format": "rounds"}),
    (8, {"format": "tables", "variant": "chinese-checkers-3"}),
)
NOTICED = {"half_points", "points", "games", "wins", "sonneborn_berger", "buchholz"}
"""Keys whose values follow from the others."""


def numbers(value: Any, key: str = "") -> Iterator[tuple[Any, Any]]:
    """Yield (container, index or key) of each number under a key in `NOTICED`."""
    for place, inner in value.items() if isinstance(value, dict) else enumerate(value):
        name = place if isinstance(place, str) else key
        if isinstance(inner, dict | list):
            yield from numbers(inner, name)
        elif name in NOTICED and inner is not None:
            yield value, place


@pytest.mark.check
@pytest.mark.parametrize(("players", "options"), FORMATS, ids=str)
async def test_a_wrong_number_in_an_exported_event_is_noticed(
    organiser: Organiser, players: int, options: dict[str, str]
) -> None:
    event = organiser.begin(players, **options)
    await organiser.play_out(event)
    file = exported(organiser.club.store, event.id)
    assert differences(file) == []
    for container, place in random.Random(1).sample([*numbers(file)], 16):
        container[place] += 1
        assert differences(file) != [], (container, place)
        container[place] -= 1
