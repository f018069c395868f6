"""How games end: by goal, by loss, by everybody else leaving, or as a draw."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.position import Outcome, Position, repeated

if TYPE_CHECKING:
    from engine.variant_definition import Variant


def outcome(variant: Variant, position: Position) -> Outcome | None:
    """How the game has ended in this position, or None while it goes on."""
    if ended := decided(variant, position):
        return ended
    return None if _can_go_on(variant, position) else Outcome(ranking(variant, position), "stuck")


def decided(variant: Variant, position: Position) -> Outcome | None:
    """How the game has ended, whether or not somebody could still move; None if it has not, or if
    nothing is in its way but that nobody can move."""
    if position.ply and variant.lost(variant, position, mover := variant.mover(position)):
        return Outcome(_losing(variant, position, mover), "overstayed")
    if (position.done or position.gone) and (ended := _by_players(variant, position)):
        return ended
    if repeated(position) >= 3:
        if variant.repetition == "loss":
            return Outcome(_losing(variant, position, variant.mover(position)), "repetition")
        return Outcome(ranking(variant, position), "repetition")
    if position.ply >= variant.limit:
        return Outcome(ranking(variant, position), "limit")
    return None


def _by_players(variant: Variant, position: Position) -> Outcome | None:
    """How the game has ended by those who have finished or left."""
    sides = teams(variant)
    present = [team for team in sides if not set(team) <= set(position.gone)]
    done = set(position.done)
    placed = [team for team in present if set(team) <= done and _in_person(team, position)]
    if placed and (len(present) - len(placed) < 2 or not variant.places):
        return Outcome(ranking(variant, position), variant.won_by)
    if len(present) < min(2, len(sides)):  # a solitaire is played by one
        return Outcome(ranking(variant, position), "left")
    return None


def _can_go_on(variant: Variant, position: Position) -> bool:
    """Could anybody who has not finished do anything but pass? Nearly always the seat to move can."""
    seats = len(variant.seats)
    inorder = (seat % seats for seat in range(position.turn, position.turn + seats))
    return any(variant.may_move(position, seat) for seat in inorder if seat not in position.done)


@lru_cache(maxsize=256)  # each figure of the solitaire is a variant of its own
def teams(variant: Variant) -> tuple[tuple[int, ...], ...]:
    """The seats that win together."""
    together: dict[tuple[int, int], list[int]] = {}
    for number, seat in enumerate(variant.seats):
        together.setdefault((seat.team, -1 if seat.team >= 0 else number), []).append(number)
    return tuple(tuple(team) for team in together.values())


def _in_person(team: tuple[int, ...], position: Position) -> bool:
    """Has somebody of the team stayed? Men played on for those who left take no place of their own."""
    return any(seat not in position.gone for seat in team)


def ranking(variant: Variant, position: Position) -> tuple[tuple[int, ...], ...]:
    """Those who finished in their order, then all who still play together, then those who left, the
    first to leave last."""
    sides = teams(variant)
    stayed = [team for team in sides if _in_person(team, position)]
    finished = sorted(
        (team for team in stayed if set(team) <= set(position.done)),
        key=lambda team: max(position.done.index(seat) for seat in team),
    )
    playing = tuple(seat for team in stayed if team not in finished for seat in team)
    left = sorted(
        (team for team in sides if team not in stayed),
        key=lambda team: -max(position.gone.index(seat) for seat in team),
    )
    return (*finished, *((playing,) if playing else ()), *left)


def _losing(variant: Variant, position: Position, loser: int) -> tuple[tuple[int, ...], ...]:
    """The ranking with the team of the loser behind all others who stayed, before those who left."""
    sides = teams(variant)
    team = next(team for team in sides if loser in team)
    ranked = ranking(variant, position)
    if not _in_person(team, position):
        return ranked
    others = [group for each in ranked if (group := tuple(s for s in each if s not in team))]
    left = sum(not _in_person(side, position) for side in sides)
    return (*others[: len(others) - left], team, *others[len(others) - left :])
