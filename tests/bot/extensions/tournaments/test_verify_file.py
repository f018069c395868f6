"""The exported file: its documentation, and the command that checks it."""

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.extensions.tournaments.rules import export_format, seeding
from bot.extensions.tournaments.verify_file import main
from tests.bot.extensions.tournaments.rules.test_export_format import EXAMPLE, example
from tests.extensions import ROOT

PAGE = ROOT / "docs/tournaments.md"
PARTS = [
    export_format.EventExport,
    export_format.ExportedEvent,
    export_format.ExportedEntrant,
    export_format.ExportedStage,
    export_format.ExportedSection,
    export_format.ExportedPairing,
    export_format.ExportedSeat,
    export_format.ExportedRow,
]


def described() -> str:
    """Return the section of the page about the file."""
    return PAGE.read_text("utf-8").partition("## The exported file")[2]


def test_the_page_describes_exactly_the_keys_of_the_file() -> None:
    table = "".join(line for line in described().splitlines(keepends=True) if line[:1] == "|")
    named = set(re.findall(r"`(\w+)`", table))
    assert named == {field.name for part in PARTS for field in fields(part)}


def test_the_page_has_the_numbers_of_the_draws() -> None:
    text = described()
    lots = f"(event × {seeding.STAGES} + stage) × {seeding.SECTIONS_OF_A_STAGE} + section"
    assert f"`random.Random({lots})`" in text
    assert f'"{export_format.FORMAT}"' in text
    assert f"version {export_format.VERSION}" in text


def test_a_file_that_agrees_with_the_rules_is_correct() -> None:
    result = CliRunner().invoke(main, [str(EXAMPLE)])
    assert (result.exit_code, result.output) == (0, "correct\n")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("{", "The file is not JSON"), ("[]", 'This is not a file of the format "halma-event"')],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "event.json"
    file.write_text(text, "utf-8")
    result = CliRunner().invoke(main, [str(file)])
    assert result.exit_code == 1
    assert sentence in result.output


def test_each_difference_from_the_rules_is_printed(tmp_path: Path) -> None:
    changed = example()
    changed["stages"][0]["sections"][0]["standings"][0]["points"] += 2
    file = tmp_path / "event.json"
    file.write_text(json.dumps(changed), "utf-8")
    result = CliRunner().invoke(main, [str(file)])
    assert result.exit_code == 1
    assert "points" in result.output
