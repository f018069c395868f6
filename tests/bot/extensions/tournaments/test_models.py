"""The models of the tournaments match their tables."""

from dataclasses import fields

import pytest

from bot.extensions.tournaments import models, tables

PAIRS = [
    (models.Event, tables.events),
    (models.Entrant, tables.entrants),
    (models.Stage, tables.stages),
    (models.SectionEntrant, tables.section_entrants),
    (models.Pairing, tables.pairings),
    (models.PairingSeat, tables.pairing_seats),
    (models.Series, tables.series),
    (models.ClubLadder, tables.club_ladders),
    (models.LadderMember, tables.ladder_members),
    (models.LadderGame, tables.ladder_games),
    (models.LadderMove, tables.ladder_moves),
]


@pytest.mark.parametrize(
    ("model", "table"), PAIRS, ids=lambda each: each.name if hasattr(each, "name") else ""
)
def test_a_model_has_a_field_for_every_column(model, table) -> None:
    assert sorted(field.name for field in fields(model)) == sorted(table.columns.keys())
