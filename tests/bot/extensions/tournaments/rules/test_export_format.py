"""JSON format of exported events: the example, and hostile files."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.extensions.tournaments.rules.export_format import ExportedRow, as_json, read
from bot.extensions.tournaments.rules.json_reader import InvalidJson
from bot.extensions.tournaments.rules.standings import Row

EXAMPLE = Path(__file__).with_name("example_event.json")


def example() -> dict[str, Any]:
    """Return the example, loaded from JSON."""
    loaded: dict[str, Any] = json.loads(EXAMPLE.read_text("utf-8"))
    return loaded


def test_the_example_survives_a_round_trip() -> None:
    event = read(example())
    assert json.loads(json.dumps(as_json(event))) == example()
    assert [entrant.name for entrant in event.entrants] == ["Ada", "Bruno", "Chiara"]


def test_a_line_of_the_standings_has_all_fields_of_a_row() -> None:
    assert set(Row.__slots__) - {"number"} == set(ExportedRow.__slots__) - {"seed"}


def test_unknown_keys_are_ignored() -> None:
    changed = example() | {"comment": "from a later version"}
    changed["event"]["colour"] = "red"
    assert read(changed) == read(example())


@pytest.mark.parametrize("value", [None, 1, "halma-event", [], {}, {"format": "other"}])
def test_another_file_is_refused(value: object) -> None:
    with pytest.raises(InvalidJson, match='not a file of the format "halma-event"'):
        read(value)


@pytest.mark.parametrize("version", [None, 0, 2, "1", True, [1]])
def test_another_version_is_refused(version: object) -> None:
    with pytest.raises(InvalidJson, match="reads version 1"):
        read(example() | {"version": version})


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (["event"], None, "event must be an object."),
        (["event", "seats"], 7, "event.seats must be an integer from 2 to 6."),
        (["event", "seats"], True, "event.seats must be an integer from 2 to 6."),
        (["event", "seats"], 2.0, "event.seats must be an integer from 2 to 6."),
        (["event", "id"], 10**30, "event.id must be an integer from 0 to 9223372036854775807."),
        (["event", "rated"], 1, "event.rated must be true or false."),
        (["event", "name"], "x" * 9999, "event.name must be a text of at most 2000 characters."),
        (["event", "format"], [], 'event.format must be one of "all", "tables", "cup", "rounds".'),
        (["entrants"], [{}] * 10_001, "entrants must be a list of at most 10000."),
        (["entrants"], "Ada", "entrants must be a list."),
        (["stages", 0, "sections", 0, "pairings", 2, "seats", 1], [], "must be an object."),
        (["stages", 0, "sections", 0, "numbers", 1], "2", "numbers[1] must be an integer from 1"),
    ],
)
def test_a_wrong_value_is_named_in_a_sentence(
    path: list[str | int], value: object, sentence: str
) -> None:
    changed = example()
    inside: Any = changed
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    with pytest.raises(InvalidJson) as error:
        read(changed)
    assert sentence in str(error.value)
