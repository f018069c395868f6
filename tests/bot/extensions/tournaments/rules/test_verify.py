"""Verification of correct, changed and hostile exports.

HALMA_TOURNAMENTS=2000 verifies 2,000 events of each format instead of 10.
"""

import json
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

import pytest

from bot.extensions.tournaments.rules.export_format import as_json, exported_row, read
from bot.extensions.tournaments.rules.results import Result
from bot.extensions.tournaments.rules.sections import section_pairings
from bot.extensions.tournaments.rules.standings import section_standings
from bot.extensions.tournaments.rules.verify import verify
from tests.bot.extensions.tournaments.rules.simulated_events import simulated
from tests.bot.extensions.tournaments.rules.test_export_format import example

EVENTS = int(os.environ.get("HALMA_TOURNAMENTS", "10"))
KINDS = ["all", "divisions", "tables", "cup", "rounds"]
NASTY: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    65,
    10**400,
    float("nan"),
    1.5,
    "",
    "x" * 3000,
    "\ud800",
    [],
    [[[]]],
    [None] * 200,
    {},
    {"seed": {}},
    [{"seed": 1}],
    [1, 1, 1],
    list(range(64)),
]
CHECKED = {
    *("seed", "half_points", "points", "games", "direct", "wins", "sonneborn_berger", "buchholz"),
    *("buchholz_cut", "firsts", "seconds", "place_difference", "opponents_points", "former_place"),
    *("numbers", "qualified", "shared"),
}
"""Keys whose values follow from the others, so that a change of one is noticed."""


def exported(kind: str, seed: int) -> dict[str, Any]:
    """Return a simulated event, written and loaded again."""
    loaded: dict[str, Any] = json.loads(json.dumps(as_json(simulated(kind, seed))))
    return loaded


def leaves(value: Any, key: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield (key, container, index or key in it) of each scalar value."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for place, inner in list(pairs):
        name = place if isinstance(place, str) else key
        if isinstance(inner, dict | list):
            yield from leaves(inner, name)
        else:
            yield name, value, place


def containers(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield (container, key or index) of every value in a tree."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for place, inner in list(pairs):
        yield value, place
        if isinstance(inner, dict | list):
            yield from containers(inner)


def test_the_example_is_correct() -> None:
    assert verify(example()) == []


@pytest.mark.check
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(EVENTS))
def test_a_simulated_event_is_correct(kind: str, seed: int) -> None:
    event = exported(kind, seed)
    assert read(event) == simulated(kind, seed)
    assert verify(event) == []


@pytest.mark.check
def test_events_in_the_second_of_a_pairing_may_precede_or_follow_it() -> None:
    event = exported("rounds", 0)
    first, second = event["stages"][:2]
    (late,) = (
        pairing
        for pairing in first["sections"][0]["pairings"]
        if len(pairing["seats"]) == 2 and pairing["scored_at"] > second["began_at"]
    )
    late["scored_at"] = second["began_at"]
    assert verify(event) == []
    leaver = next(each for each in event["entrants"] if each["left_at"] is None)
    leaver["left_at"], leaver["left_why"] = event["stages"][-1]["began_at"], "left"
    assert verify(event) == []
    leaver["left_at"] -= 1
    assert verify(event) != []


@pytest.mark.check
@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_value_is_noticed(kind: str) -> None:
    rng = random.Random(kind)
    changed = 0
    for seed in range(2):
        event = exported(kind, seed)
        checked = [
            each for each in leaves(event) if each[0] in CHECKED and each[1][each[2]] is not None
        ]
        for key, container, place in rng.sample(checked, 12):
            before = container[place]
            container[place] = not before if isinstance(before, bool) else before + 1
            assert verify(event) != [], (seed, key)
            container[place] = before
            changed += 1
        assert verify(event) == []
    assert changed == 24


@pytest.mark.check
@pytest.mark.parametrize("kind", KINDS)
def test_a_hostile_file_gives_sentences_and_no_exception(kind: str) -> None:
    rng = random.Random(kind)
    event = exported(kind, 1)
    for _ in range(60):
        places = list(containers(event))
        changes = []
        for container, place in rng.sample(places, rng.choice([1, 1, 3])):
            changes.append((container, place, container[place]))
            container[place] = rng.choice(NASTY)
        differences = verify(event)
        assert all(isinstance(each, str) and each.endswith(".") for each in differences)
        for container, place, before in reversed(changes):
            container[place] = before
    assert verify(event) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_missing_key_or_element_is_no_exception(kind: str) -> None:
    rng = random.Random(kind)
    text = json.dumps(exported(kind, 2))
    for _ in range(25):
        event = json.loads(text)
        container, place = rng.choice(list(containers(event)))
        del container[place]
        assert isinstance(verify(event), list)


@pytest.mark.parametrize("value", NASTY)
def test_any_other_value_is_refused_in_a_sentence(value: object) -> None:
    (sentence,) = verify(value)
    assert sentence == 'This is not a file of the format "halma-event".'


Change = Callable[[dict[str, Any]], object]


def section(event: dict[str, Any], stage: int = 0, number: int = 0) -> dict[str, Any]:
    """Return a section of an event."""
    values: dict[str, Any] = event["stages"][stage]["sections"][number]
    return values


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda event: section(event)["pairings"].reverse(),
            "Stage 1, section 1: pairing 1 should be of the seeds 1, 2, not 3, 2.",
        ),
        (
            lambda event: section(event)["pairings"].pop(),
            "Stage 1, section 1: 6 pairings should be played, not 5.",
        ),
        (
            lambda event: section(event)["numbers"].sort(),
            "Stage 1, section 1: by lot, the numbers should be of the seeds 3, 1, 2.",
        ),
        (
            lambda event: section(event)["pairings"][0].update(state="running"),
            "Stage 1, section 1, pairing 1 is not over, although the event is.",
        ),
        (
            lambda event: section(event)["pairings"][0].update(state="void"),
            "Stage 1, section 1, pairing 1: it has points, but no result.",
        ),
        (
            lambda event: section(event)["pairings"][0]["seats"][0].update(half_points=0),
            "Stage 1, section 1, pairing 1: by the places, the half-points should be 2, 0.",
        ),
        (
            lambda event: section(event)["pairings"][0]["seats"].pop(),
            "Stage 1, section 1, pairing 1: it has 1 seats instead of 2.",
        ),
        (
            lambda event: section(event).update(struck=[2]),
            "Stage 1, section 1: seed 2 is struck, but has not left.",
        ),
        (
            lambda event: event["entrants"][0].update(place=1),
            "Seed 2 should have the final place 3, not 1.",
        ),
        (
            lambda event: event["entrants"][0].update(rating=1700),
            "By rating and lots, the seeds should be in another order: 2, 1, 3.",
        ),
        (
            lambda event: event["entrants"][0].update(seed=1),
            "The seeds must be 1, 2, 3 and so on, each once.",
        ),
        (
            lambda event: event["event"].update(seats=3),
            'An event of the format "all" is not played by 3.',
        ),
        (
            lambda event: event["event"].update(teams=[[0, 0]]),
            "Each seat must belong to one team.",
        ),
        (lambda event: event.update(stages=[]), "A finished event must have a stage."),
        (
            lambda event: event["stages"].append(event["stages"][0]),
            "The event has too many stages.",
        ),
        (
            lambda event: section(event)["standings"].reverse(),
            "Stage 1, section 1: the standings are not in the order of the places.",
        ),
        (
            lambda event: section(event)["standings"].pop(),
            "Stage 1, section 1: the standings should be of the seeds",
        ),
        (
            lambda event: section(event).update(numbers=[1, 2, 2]),
            "Stage 1, section 1 names an entrant twice in the same list.",
        ),
        (
            lambda event: section(event).update(qualified=[9]),
            "Stage 1, section 1 names seed 9, which no entrant has.",
        ),
    ],
)
def test_each_difference_is_named_in_a_sentence(change: Change, sentence: str) -> None:
    event = example()
    change(event)
    assert any(sentence in each for each in verify(event)), verify(event)


def test_the_seeds_are_not_compared_after_a_substitution() -> None:
    event = example()
    event["entrants"][0]["rating"] = 1700
    event["entrants"].append(event["entrants"][0] | {"seed": None, "place": None})
    assert any("By rating" in each for each in verify(event))
    event["entrants"][-1].update(left_at=1790000100, left_why="left")
    assert verify(event) == []


def test_a_manager_may_decide_against_the_places() -> None:
    event = example()
    pairing = section(event)["pairings"][0]
    pairing["reason"] = "The match was decided by a fault of the bot."
    pairing["seats"][0]["half_points"] = pairing["seats"][1]["half_points"] = 1
    assert not any("pairing 1" in each for each in verify(event))


def test_a_running_event_needs_no_places_and_no_results() -> None:
    event = example()
    event["event"].update(status="running", ended_at=None)
    for entrant in event["entrants"]:
        entrant["place"] = None
    last = section(event)["pairings"][-1]
    last.update(state="running", scored_at=None)
    for seat in last["seats"]:
        seat.update(half_points=None, place=None)
    results = [
        Result(pair, tuple(seat["half_points"] for seat in each["seats"]), (False, False))
        for pair, each in zip(section_pairings(3, 2), section(event)["pairings"][:-1], strict=False)
    ]
    numbers = section(event)["numbers"]
    section(event)["standings"] = [
        asdict(exported_row(row, numbers[row.number - 1]))
        for row in section_standings((1, 2, 3), results)
    ]
    assert verify(event) == []


def test_an_event_that_has_not_begun_is_correct() -> None:
    event = example()
    event["event"].update(status="open", started_at=None, ended_at=None)
    event["stages"] = []
    for entrant in event["entrants"]:
        entrant.update(seed=None, place=None)
    assert verify(event) == []
