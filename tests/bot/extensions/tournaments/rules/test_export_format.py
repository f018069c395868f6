"""JSON format of exported events, and its page."""

import re
from dataclasses import fields

from bot.extensions.tournaments.rules import export_format, seeding
from bot.extensions.tournaments.rules.standings import Row
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


def test_a_line_of_the_standings_has_all_fields_of_a_row() -> None:
    row = {field.name for field in fields(export_format.ExportedRow)}
    assert row - {"seed"} == set(Row.__slots__) - {"number"}


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
