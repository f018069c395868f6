"""Rows of stages, their sections, and the entrants in each section."""

from collections.abc import Iterable, Sequence

from sqlalchemy import bindparam, select, update

from bot.extension_api.transactions import Statement, Tx, insert_row, save_changes
from bot.extensions.tournaments.models import SectionEntrant, Stage
from bot.extensions.tournaments.tables import section_entrants, stages

_ADD_STAGE, _ADD_ENTRANT = insert_row(stages), insert_row(section_entrants)
_STAGES = Statement(
    select(stages)
    .where(stages.c.event == bindparam("event"))
    .order_by(stages.c.stage, stages.c.section)
)
_ENTRANTS = Statement(
    select(section_entrants)
    .where(section_entrants.c.event == bindparam("event"))
    .order_by(section_entrants.c.stage, section_entrants.c.section, section_entrants.c.number)
)
_REPLACE = Statement(
    update(section_entrants)
    .where(
        section_entrants.c.event == bindparam("event"),
        section_entrants.c.stage == bindparam("in_stage"),
        section_entrants.c.player == bindparam("old"),
    )
    .values(player=bindparam("new"), struck=0)
)


def add_section(tx: Tx, section: Stage, players: Sequence[tuple[int, int]]) -> None:
    """Insert a section with the numbers of its players."""
    tx.run(_ADD_STAGE, section)
    rows = [
        SectionEntrant(
            section.event, section.stage, player, section.section, number, None, False, False
        )
        for player, number in players
    ]
    tx.many(_ADD_ENTRANT, rows)


def sections_of(tx: Tx, event: int) -> list[Stage]:
    """Return all sections of an event, by stage."""
    return tx.all(Stage, _STAGES, event=event)


def section_entrants_of(tx: Tx, event: int) -> list[SectionEntrant]:
    """Return the entrants of all sections of an event, by stage, section and number."""
    return tx.all(SectionEntrant, _ENTRANTS, event=event)


def save_section(tx: Tx, before: Stage, after: Stage) -> None:
    """Write the difference between the stored state of a section and a new state."""
    save_changes(tx, stages, before, after)


def save_entrants(tx: Tx, changes: Iterable[tuple[SectionEntrant, SectionEntrant]]) -> None:
    """Write the differences between stored entrants of sections and new states."""
    for before, after in changes:
        save_changes(tx, section_entrants, before, after)


def replace_player(tx: Tx, event: int, stage: int, old: int, new: int) -> None:
    """Give an entrant's place in a section to a substitute."""
    tx.run(_REPLACE, event=event, in_stage=stage, old=old, new=new)
