"""Seating: player counts of a game, and seats assigned by request or at random."""

import random
from collections.abc import Sequence

from bot.service.errors import NotFound
from bot.store.models import ChallengeSeat
from engine import VARIANTS, Variant, variant


def get_variant(key: str) -> Variant:
    """Return the variant with this key. Raises `NotFound` (variant)."""
    try:
        return variant(key)
    except KeyError:
        raise NotFound(what="variant", key=key) from None


def variants_by_size(key: str) -> dict[int, Variant]:
    """Return the variants of a game by number of players, in ascending order.

    They differ only in the number of seats. For example, "chinese-checkers-3" has the sizes 2 to 6,
    and "halma" has 2 and 4, but "halma-8" has only one size. A game with partners has only its own
    size, so that nobody who has asked for a partner loses them. Options ("key+option") are
    kept. Raises `NotFound` (variant).
    """
    whole = get_variant(key)
    _, plus, options = whole.key.partition("+")
    forms = {len(whole.seats): whole}
    for other in VARIANTS.values():
        alike = other.game == whole.game and _sizeless_key(other) == _sizeless_key(whole)
        if alike and not team_seats(other):
            try:
                forms.setdefault(len(other.seats), variant(other.key + plus + options))
            except KeyError:
                continue  # this variant does not have the option
    return dict(sorted(forms.items()))


def _sizeless_key(game: Variant) -> str:
    """Return the key without options and without the number of seats."""
    parts = game.key.partition("+")[0].split("-")
    return "-".join(part for part in parts if part != str(len(game.seats)))


def team_seats(variant: Variant) -> dict[int, tuple[int, ...]]:
    """Return the seats of each team of partners. Empty for a game without partners."""
    by_team: dict[int, tuple[int, ...]] = {}
    for number, seat in enumerate(variant.seats):
        if seat.team >= 0:
            by_team[seat.team] = (*by_team.get(seat.team, ()), number)
    return by_team


def can_seat(variant: Variant, requests: Sequence[tuple[int | None, int | None]]) -> bool:
    """Whether all requests (seat, team) can be granted together.

    Raises `NotFound` (seat) if a seat or team does not exist.
    """
    side = team_seats(variant)
    for seat, team in requests:
        if seat is not None and not 0 <= seat < len(variant.seats):
            raise NotFound(what="seat", key=seat)
        if team is not None and team not in side:
            raise NotFound(what="seat", key=team)
    taken = [seat for seat, _ in requests if seat is not None]
    if len(set(taken)) < len(taken):
        return False
    wanted = [team for seat, team in requests if seat is None]
    return all(
        wanted.count(team) <= sum(seat not in taken for seat in seats)
        for team, seats in side.items()
    )


def assign_seats(
    variant: Variant, opened: Variant, places: Sequence[ChallengeSeat], rng: random.Random
) -> tuple[int, ...]:
    """Return the players in seat order: by requested seat, by team, then at random.

    `variant` has exactly as many seats as there are players. The requests refer to the variant
    `opened`, whose seats are matched by name if it is a different one. Requests for a seat that
    does not exist are ignored.
    """
    named = {seat.name: number for number, seat in enumerate(variant.seats)}
    side = team_seats(variant) if variant is opened else {}
    free = list(range(len(variant.seats)))
    rng.shuffle(free)
    by_seat: dict[int, int] = {}
    waiting: list[ChallengeSeat] = []
    for slot in places:
        seat = None if slot.seat is None else named.get(opened.seats[slot.seat].name)
        if seat is None:
            waiting.append(slot)
        else:
            _take_seat(by_seat, free, seat, slot)
    for slot in sorted(waiting, key=lambda slot: slot.team not in side):
        among = free if slot.team is None else side.get(slot.team, free)
        _take_seat(by_seat, free, next(seat for seat in free if seat in among), slot)
    return tuple(by_seat[seat] for seat in range(len(variant.seats)))


def _take_seat(by_seat: dict[int, int], free: list[int], seat: int, slot: ChallengeSeat) -> None:
    assert slot.player is not None
    by_seat[seat] = slot.player
    free.remove(seat)
