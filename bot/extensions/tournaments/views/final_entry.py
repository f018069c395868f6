"""Whether a player of sections or tables is in the final, in words, and why not."""

from bot.extension_api.texts import N_, Translator
from bot.extensions.tournaments.rules.standings import Decided, deciding_tie_break
from bot.extensions.tournaments.service.event_state import UNFINISHED
from bot.extensions.tournaments.service.event_view import EventView, SectionView
from bot.extensions.tournaments.views.section_table import (
    section_name,
    shown_name,
    standing_line,
    standing_rows,
)

REASONS: dict[Decided, str] = {
    "direct": N_("points among the tied players"),
    "wins": N_("wins on the board"),
    "sonneborn_berger": N_("Sonneborn-Berger score"),
    "firsts": N_("more first places"),
    "seconds": N_("more second places"),
    "place_difference": N_("places at common tables"),
    "opponents_points": N_("points of the opponents"),
    "seed": N_("better seed"),
}


def missed_final_lines(t: Translator, view: EventView, stage: int, player: int) -> list[str]:
    """Return that a player is out, their place in the section, and what decided a tie.

    Returns [] if they are in the final.
    """
    section = next(
        (
            each
            for each in view.sections
            if each.stage == stage and player in each.entrants.values()
        ),
        None,
    )
    going_on = sum(len(each.qualified) for each in view.sections if each.stage == stage)
    if section is None or player in {section.entrants.get(number) for number in section.qualified}:
        return []
    return [_out_text(t, view, going_on), *_standing(t, view, section, player)]


def _out_text(t: Translator, view: EventView, going_on: int) -> str:
    last = sum(each.seed is not None for each in view.entrants)
    if last == going_on + 1:
        return t.translate("You are out: place {place}.", place=last)
    return t.translate("You are out: place {first} to {last}.", first=going_on + 1, last=last)


def _standing(t: Translator, view: EventView, section: SectionView, player: int) -> list[str]:
    """Return a player's row in the section, and why the last finalist is ahead."""
    rows = dict(standing_rows(view, section))
    own = rows[player]
    standing = standing_line(t, shown_name(view, player), own)
    where = section_name(t, view, section)
    lines = [f"{where}: {standing}" if where else standing]
    if any(
        pairing.state in UNFINISHED
        for pairing, seats in section.pairings
        if player in {seat.player for seat in seats}
    ):
        return [*lines, t.translate("Your other games continue and count for your place.")]
    last = max(
        (
            (row.place, row.number, each, row)
            for each, row in rows.items()
            if row is not None and row.number in section.qualified
        ),
        default=None,
    )
    if not section.ended or last is None or own is None:
        return lines
    why = deciding_tie_break(last[3], own)
    if why is not None:
        name = shown_name(view, last[2])
        lines.append(
            t.translate(
                "{player} is in the final with as many points ({reason}).",
                player=name,
                reason=t.translate(REASONS[why]),
            )
        )
    return lines
