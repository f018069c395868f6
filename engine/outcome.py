"""Game endings: by goal, by loss, because the other players left, or as a draw."""

from functools import lru_cache

from engine.legal_moves import can_move, list_moves
from engine.position import Move, Outcome, Position, repetition_count
from engine.variant_data import VariantData


def outcome(variant: VariantData, position: Position) -> Outcome | None:
    """Return the outcome of the game; None while it is in progress."""
    if ended := outcome_if_decided(variant, position):
        return ended
    return (
        None
        if _someone_can_move(variant, position)
        else Outcome(ranking(variant, position), "stuck")
    )


def playable_moves(variant: VariantData, position: Position) -> list[Move]:
    """Return one legal move for each distinct result; a pass if there is no other.

    Returns [] only if the game is over.
    """
    if outcome_if_decided(variant, position):
        return []
    moves = list_moves(variant, position)
    return moves or ([] if outcome(variant, position) else [Move(())])


def outcome_if_decided(variant: VariantData, position: Position) -> Outcome | None:
    """Return the outcome, without checking whether anyone can still move.

    None if the game is in progress, or if the only reason for its end is that no seat can move.
    """
    if position.ply and variant.has_lost(variant, position, mover := variant.mover(position)):
        return Outcome(_ranking_after_loss(variant, position, mover), "overstayed")
    if may_still_draw(variant, position):
        return None
    if (position.done or position.gone) and (ended := _by_players(variant, position)):
        return ended
    if repetition_count(position) >= 3:
        if variant.repetition == "loss":
            return Outcome(
                _ranking_after_loss(variant, position, variant.mover(position)), "repetition"
            )
        return Outcome(ranking(variant, position), "repetition")
    if 0 < variant.count_at <= position.ply:
        return Outcome(_ranking_by_count(variant, position), "count")
    if position.ply >= variant.limit:
        return Outcome(ranking(variant, position), "limit")
    return None


def may_still_draw(variant: VariantData, position: Position) -> bool:
    """Whether the seat to move has a last turn in which it can still reach its goal.

    If no move reaches the goal, the game ends without that turn. A move that reaches the goal but
    loses because a man is still at home does not count.
    """
    if not _has_last_turn(variant, position):
        return False
    seat = position.turn
    replies = (variant.apply_unmarked(position, move) for move in list_moves(variant, position))
    return any(
        seat in after.done and not variant.has_lost(variant, after, seat) for after in replies
    )


def _has_last_turn(variant: VariantData, position: Position) -> bool:
    """Whether the seat to move has one last turn under the equal-turns rule."""
    return (
        variant.equal_turns
        and position.done == (0,)
        and position.turn not in position.done
        and not position.gone
    )


def _by_players(variant: VariantData, position: Position) -> Outcome | None:
    """Return the outcome caused by seats that have finished or left, or None."""
    sides = teams_of(variant)
    present = [team for team in sides if not set(team) <= set(position.gone)]
    done = set(position.done)
    placed = [team for team in present if set(team) <= done and _has_present_player(team, position)]
    if placed and (len(present) - len(placed) < 2 or not variant.places):
        unanswered = _has_last_turn(variant, position)
        reason = "unanswered" if unanswered else variant.won_by
        return Outcome(ranking(variant, position), reason)
    if len(present) < min(2, len(sides)):  # a puzzle has one seat
        return Outcome(ranking(variant, position), "left")
    return None


def _someone_can_move(variant: VariantData, position: Position) -> bool:
    """Whether any seat that has not finished can do anything but pass.

    The seat to move is checked first because it can nearly always move.
    """
    seats = len(variant.seats)
    inorder = (seat % seats for seat in range(position.turn, position.turn + seats))
    return any(can_move(variant, position, seat) for seat in inorder if seat not in position.done)


@lru_cache(maxsize=256)  # each figure puzzle is a separate variant
def teams_of(variant: VariantData) -> tuple[tuple[int, ...], ...]:
    """Return the groups of seats that win together."""
    together: dict[tuple[int, int], list[int]] = {}
    for number, seat in enumerate(variant.seats):
        together.setdefault((seat.team, -1 if seat.team >= 0 else number), []).append(number)
    return tuple(tuple(team) for team in together.values())


def _has_present_player(team: tuple[int, ...], position: Position) -> bool:
    """Whether any player of the team is still in the game.

    If none is, the team ranks behind all teams with a player, although its men play on.
    """
    return any(seat not in position.gone for seat in team)


def ranking(variant: VariantData, position: Position) -> tuple[tuple[int, ...], ...]:
    """Return the ranking, best group first.

    Teams that have finished come first, in the order of finishing. The teams still playing follow
    as one group, and then the teams that have left, with the first to leave last. With equal
    turns, two seats that have finished share the first rank.
    """
    sides = teams_of(variant)
    if variant.equal_turns and len(position.done) == len(sides):
        return (tuple(sorted(position.done)),)
    stayed = [team for team in sides if _has_present_player(team, position)]
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


def _ranking_after_loss(
    variant: VariantData, position: Position, loser: int
) -> tuple[tuple[int, ...], ...]:
    """Return the ranking with the loser's team behind all teams still in the game.

    Teams that have left rank below the loser's team.
    """
    sides = teams_of(variant)
    team = next(team for team in sides if loser in team)
    ranked = ranking(variant, position)
    if not _has_present_player(team, position):
        return ranked
    others = [group for each in ranked if (group := tuple(s for s in each if s not in team))]
    left = sum(not _has_present_player(side, position) for side in sides)
    return (*others[: len(others) - left], team, *others[len(others) - left :])


def _ranking_by_count(variant: VariantData, position: Position) -> tuple[tuple[int, ...], ...]:
    """Return the ranking, with the teams still playing ranked by men in the goal."""
    held = {
        seat: sum(
            cell in variant.seats[other].goal
            for other in team
            for cell in variant.men_of(position, other)
        )
        for team in teams_of(variant)
        for seat in team
    }
    return tuple(
        tuple(seat for seat in group if held[seat] == count)
        for group in ranking(variant, position)
        for count in sorted({held[seat] for seat in group}, reverse=True)
    )
