"""Test data: a player's rows in every table of the tournaments extension."""

from dataclasses import replace

from bot.extensions.tournaments.models import LadderGame, Series, Stage
from bot.extensions.tournaments.service import drafts, ladder_members, ladders, sign_up
from bot.extensions.tournaments.service.drafts import EventDraft
from bot.extensions.tournaments.store import (
    event_rows,
    ladder_game_rows,
    ladder_member_rows,
    pairing_rows,
    series_rows,
    stage_rows,
)
from bot.extensions.tournaments.store.pairing_rows import SeatScore
from bot.store import Tx
from bot.store.players import player_rows

CHANNEL, OTHER, CONTROL = 600, 70_707_070, "72h+12h cap 120h"


def leave(tx: Tx, player: int, *, match: int, guild: int, now: int) -> None:
    """Organise a tournament and seasons, and play on a ladder."""
    player_rows.ensure_players(tx, [OTHER], now)
    _climb(tx, player, match=match, guild=guild, now=now)
    series = _start_seasons(tx, player, guild=guild, now=now)
    _compete(tx, player, series, match=match, guild=guild, now=now)


def _climb(tx: Tx, player: int, *, match: int, guild: int, now: int) -> None:
    """Create a ladder, join it, and win a game on it."""
    ladder = ladders.create_ladder(
        tx,
        name="Stairs",
        variant="halma-8",
        control=CONTROL,
        rated=True,
        guild=guild,
        channel=CHANNEL,
        by=player,
        is_manager=True,
        interaction=8,
        now=now,
    )
    for number, member in enumerate((OTHER, player), start=9):
        joined = ladder_members.join(tx, ladder.id, player=member, interaction=number, now=now)
    ladder_game_rows.add_game(tx, LadderGame(match, ladder.id, player, OTHER, now, None, None))
    ladder_game_rows.finish_game(tx, match, player, now)
    ladder_member_rows.record_result(
        tx, ladder.id, (player, OTHER), climb=(player, 1, 2), late=None, warn_at=now, now=now
    )
    ladder_members.record_move(tx, joined, 2, 1, now, match)


def _start_seasons(tx: Tx, player: int, *, guild: int, now: int) -> int:
    """Create a series, and return its id."""
    series = Series(
        id=0,
        guild=guild,
        channel=CHANNEL,
        name="League",
        variant="halma-8",
        control=CONTROL,
        rated=True,
        period="month",
        divisions=True,
        seasons=0,
        next_at=now,
        last_event=None,
        created_by=player,
    )
    return series_rows.add_series(tx, series).id


def _compete(tx: Tx, player: int, series: int, *, match: int, guild: int, now: int) -> None:
    """Organise an event, play in it, and score its game."""
    made = drafts.new_event(
        EventDraft("Cup", "halma-8", rated=False),
        guild=guild,
        channel=CHANNEL,
        organiser=player,
        now=now,
    )
    event = event_rows.add_event(tx, replace(made, series=series, season=1, status="open"))
    for member in (player, OTHER):
        sign_up.enter(tx, event.id, player=member, now=now)
    section = Stage(event.id, 1, 1, now, None, None)
    stage_rows.add_section(tx, section, [(player, 1), (OTHER, 2)])
    ((_, pairing),) = pairing_rows.add_pairings(tx, event.id, 1, {1: [(player, OTHER)]}).items()
    pairing_rows.begin(tx, pairing, now)
    pairing_rows.set_match(tx, pairing, match, None)
    scores = [SeatScore(2, 1), SeatScore(0, 2)]
    pairing_rows.score(tx, pairing, "scored", scores, reason="by hand", by=player, now=now)
    over = event_rows.get_event(tx, event.id)
    assert over is not None
    event_rows.save(tx, over, replace(over, status="finished", ended_at=now, phase_at=None))
