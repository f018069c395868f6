"""A match as a record, the value by which games are kept, looked back on and carried elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from bot.service import replay
from bot.service.match import state as match_state
from bot.store import Tx
from bot.store import moves as rows
from engine import Outcome
from engine.record import Record, export


async def of(tx: Tx, match_id: int, names: Mapping[int, str]) -> Record:
    """The record of a match; `names` by user id.

    A person without a name is given by the id. Those who left in one sweep have places of their own in
    it. Raises NotFound, RulesChanged, Damaged.
    """
    match = await match_state.get(tx, match_id)
    rules = replay.rules(match)
    line = replay.line(await rows.of(tx, match_id), match.departures)
    # The rules know no sweeps; what is agreed they cannot know.
    result = rules.outcome(await replay.position(tx, match, rules, whole=True)) or match.outcome
    if match.status == "aborted":
        result = Outcome((tuple(range(len(match.players))),), "aborted")
    people = {
        seat.name: names.get(player) or str(player)
        for seat, player in zip(rules.seats, match.players, strict=True)
    }
    begun = datetime.fromtimestamp(match.created, UTC).date().isoformat()
    turns = replay.turns(match, rules, line)
    return Record(rules, turns, result, {**people, "Date": begun})


async def text(tx: Tx, match_id: int, names: Mapping[int, str]) -> str:
    """The match as the text that `engine.record.read` reads. Raises as `of` does."""
    return export(await of(tx, match_id, names))
