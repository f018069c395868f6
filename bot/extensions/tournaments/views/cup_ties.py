"""Decided pairs of a cup in words: the score, who advances, and what decided."""

from bot.extension_api.texts import Translator
from bot.extensions.tournaments.rules.cup import CupGame, TieBreak, bracket, tie_break
from bot.extensions.tournaments.rules.results import Result
from bot.extensions.tournaments.service.event_view import EventView, SectionView
from bot.extensions.tournaments.views.event_labels import cup_round_name, points_text
from bot.extensions.tournaments.views.section_table import shown_name


def round_of(view: EventView, stage: int) -> SectionView | None:
    """Return a round of a cup, or None."""
    return next((each for each in view.sections if each.stage == stage), None)


def has_advanced(section: SectionView, player: int) -> bool:
    """Return whether a player has won their pair in this round."""
    return any(section.entrants.get(number) == player for number in section.qualified)


def opponent_of(section: SectionView, player: int) -> int | None:
    """Return the opponent of a player in this round; None after a bye."""
    for _, seats in section.pairings:
        players = [seat.player for seat in seats]
        if player in players:
            return next((each for each in players if each != player), None)
    return None


def tie_break_of(view: EventView, stage: int, winner: int, loser: int) -> tuple[TieBreak, int]:
    """Return what decided a pair, and by how many turns, if turns decided it."""
    section = round_of(view, stage)
    pairings = () if section is None else section.pairings
    games = [
        CupGame(
            Result(
                tuple(seat.player for seat in seats),
                tuple(seat.half_points or 0 for seat in seats),
                tuple(seat.forfeit for seat in seats),
            ),
            pairing.margin,
            pairing.turns,
        )
        for pairing, seats in pairings
        if pairing.state in ("scored", "forfeit")
        and {seat.player for seat in seats} == {winner, loser}
    ]
    return tie_break(winner, loser, games)


def tie_text(t: Translator, view: EventView, stage: int, winner: int) -> str | None:
    """Return the score of a pair and who advances, or None if that has changed."""
    section = round_of(view, stage)
    loser = None if section is None else opponent_of(section, winner)
    if section is None or loser is None or not has_advanced(section, winner):
        return None
    name = shown_name(view, winner)
    why = _reason(t, *tie_break_of(view, stage, winner, loser))
    is_final = _size(view) >> stage == 1
    text = t.translate("{player} wins the cup", player=name)
    if not is_final:
        text = t.translate("{player} advances", player=name)
    score = f"{_points(section, winner)} : {_points(section, loser)}"
    return f"{score} · {text}" + (f" ({why})" if why else "")


def lead_text(t: Translator, view: EventView, stage: int, winner: int, loser: int) -> str:
    """Return what decided a tied pair in brackets, e.g. "(+2 turns)", or ""."""
    why, turns = tie_break_of(view, stage, winner, loser)
    if why == "margin":
        return " (" + t.translate_plural("+{n} turn", "+{n} turns", turns) + ")"
    reason = _reason(t, why, turns)
    return f" ({reason})" if reason else ""


def fate_lines(t: Translator, view: EventView, stage: int, player: int) -> list[str]:
    """Return whether a player is out or whom they meet next, and why."""
    section = round_of(view, stage)
    if section is None:
        return []
    opponent = opponent_of(section, player)
    if has_advanced(section, player):
        why = tie_text(t, view, stage, player)
        return [*_next_lines(t, view, section, player), *([why] if why else [])]
    why = None if opponent is None else tie_text(t, view, stage, opponent)
    return [out_text(t, view, stage), *([why] if why else [])]


def out_text(t: Translator, view: EventView, stage: int) -> str:
    """Return that a player is out, with the places of those who lose in this round."""
    section = round_of(view, stage)
    pairs = set() if section is None else _pairs_of(section)
    stay = 0 if section is None else len(section.entrants) - len(pairs)
    if len(pairs) < 2:
        return t.translate("You are out: place {place}.", place=stay + 1)
    return t.translate(
        "You are out: place {first} to {last}.", first=stay + 1, last=stay + len(pairs)
    )


def _next_lines(t: Translator, view: EventView, section: SectionView, player: int) -> list[str]:
    """Return the next opponent of a player, if known."""
    seeds = {each.player: each.seed or 0 for each in view.entrants}
    size = _size(view)
    pairs = size >> section.stage
    rivals = [
        each
        for each in section.entrants.values()
        if each != player
        and has_advanced(section, each)
        and _slot(seeds[each], size, section.stage) // 2
        == _slot(seeds[player], size, section.stage) // 2
    ]
    name = cup_round_name(t, section.stage + 1, max(1, pairs // 2))
    if rivals:
        rival = shown_name(view, rivals[0])
        return [t.translate("You are through. Next: {player} ({round}).", player=rival, round=name)]
    return [t.translate("You are through. Next: {round}.", round=name)]


def _size(view: EventView) -> int:
    """Return the number of slots in the first round."""
    return len(bracket(sum(each.seed is not None for each in view.entrants)))


def _slot(seed: int, size: int, stage: int) -> int:
    """Return the number of the pair in which a seed has played in a round."""
    return bracket(size).index(seed) >> stage


def _pairs_of(section: SectionView) -> set[frozenset[int]]:
    return {frozenset(seat.player for seat in seats) for _, seats in section.pairings}


def _points(section: SectionView, player: int) -> str:
    """Return the points of a player in a round."""
    opponent = opponent_of(section, player)
    return points_text(
        sum(
            seat.half_points or 0
            for _, seats in section.pairings
            for seat in seats
            if seat.player == player and opponent in {each.player for each in seats}
        )
    )


def _reason(t: Translator, why: TieBreak, turns: int) -> str:
    """Return what decided a pair with equal points, or ""."""
    match why:
        case "margin":
            return t.translate_plural("{n} turn ahead", "{n} turns ahead", turns)
        case "turns":
            return t.translate_plural("won {n} turn faster", "won {n} turns faster", turns)
        case "decision":
            return t.translate("won on the board")
        case "seed":
            return t.translate("better seed")
    return ""
