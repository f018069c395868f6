"""Exported events agree with the rules from sign-up to result."""

import json
import random

import pytest

from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.rules.verify import verify
from bot.extensions.tournaments.service.export import export_event
from bot.extensions.tournaments.service.withdrawals import withdraw
from bot.store.models import Match
from tests.bot.extensions.tournaments.organiser import FIRST_PLAYER, Organiser
from tests.transactions import reading, writing


def differences(organiser: Organiser, event: Event) -> list[str]:
    """Return the differences between an exported event and the rules."""
    with reading(organiser.club.store) as tx:
        return verify(json.loads(json.dumps(export_event(tx, event.id))))


@pytest.mark.check
@pytest.mark.parametrize("players", [3, 5, 9])
async def test_an_event_that_was_played_out_agrees_with_the_rules(
    organiser: Organiser, players: int
) -> None:
    rng = random.Random(players)
    event = organiser.begin(players)
    assert differences(organiser, event) == []

    def loser(match: Match) -> int | None:
        return rng.choice((0, 1, None))

    await organiser.play_out(event, loser)
    assert differences(organiser, event) == []


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
    assert differences(organiser, event) == []
    await organiser.play_out(event)
    assert differences(organiser, event) == []


@pytest.mark.check
async def test_an_event_with_a_withdrawal_agrees_with_the_rules(organiser: Organiser) -> None:
    event = organiser.begin(5)
    await organiser.open_matches(event)
    with writing(organiser.club.store) as tx:
        withdraw(tx, organiser.get(event), FIRST_PLAYER, "left", organiser.club.now)
    await organiser.play_out(event)
    assert differences(organiser, event) == []


async def test_an_event_without_games_can_be_exported(organiser: Organiser) -> None:
    event = organiser.open()
    organiser.enter(event, FIRST_PLAYER)
    with reading(organiser.club.store) as tx:
        exported = export_event(tx, event.id)
    assert exported["stages"] == ()
    assert differences(organiser, event) == []


@pytest.mark.check
def test_an_event_with_a_long_waiting_list_agrees_with_the_rules(organiser: Organiser) -> None:
    event = organiser.open(max_entrants=64)
    organiser.enter(event, *range(FIRST_PLAYER, FIRST_PLAYER + 70))
    organiser.start(event)
    assert differences(organiser, event) == []
