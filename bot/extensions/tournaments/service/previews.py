"""Preview of an event: sections, games and duration for a number of entrants."""

from typing import NamedTuple

from bot.extension_api.matches import named_variant, parse_clock
from bot.extensions.tournaments.models import DAY
from bot.extensions.tournaments.rules import sections, table_blocks
from bot.extensions.tournaments.service.drafts import EventDraft, least_entrants


class EventPreview(NamedTuple):
    """The properties that an event would have with a number of entrants."""

    entrants: int
    sections: int
    games_each_entrant: int
    """The fewest games that an entrant plays."""
    most_games: int
    """The most games that an entrant plays, those of a final included."""
    at_once: int
    weeks: int
    """Estimated duration of all stages in weeks."""
    matches_first_minute: int
    """Approximate number of matches that begin in the first minute."""


def preview(draft: EventDraft, entrants: int | None = None) -> EventPreview:
    """Return a preview for this number of entrants, by default the maximum.

    Raises `NotFound` (variant) and `InvalidTime`.
    """
    game = named_variant(draft.variant)
    seats = len(game.seats)
    most = max(entrants or draft.max_entrants, least_entrants(draft, game))
    parts, at_once, final = 1, draft.at_once, 0
    if draft.format == "all":
        sizes = sections.section_sizes(most)
        parts, final = len(sizes), _games_in(draft, sections.final_size(len(sizes)))
        each = [_games_in(draft, size) for size in sizes]
    elif draft.format == "tables":
        each = [seats]
        final = len(table_blocks.final_tables(seats)) if table_blocks.has_final(most, seats) else 0
        at_once = min(at_once, table_blocks.at_once_default(seats))
    elif draft.format == "cup":
        each, at_once = [2], 2
        final = 2 * ((most - 1).bit_length() - 1)
    else:
        each, at_once = [1], 1
        final = (draft.rounds or (most - 1).bit_length() + 1) - 1
    prompt, slow = parse_clock(draft.control).expected_duration(game.turns, seats)
    batches = -(-max(each) // at_once) - (-final // at_once)
    begun = most * min(max(each), at_once) // seats
    weeks = -(-batches * (prompt + slow) // 2 // (7 * DAY))
    least = min(each) + (final if draft.format == "rounds" else 0)
    return EventPreview(most, parts, least, max(each) + final, at_once, max(1, weeks), begun)


def _games_in(draft: EventDraft, entrants: int) -> int:
    """Return the number of games of an entrant in a section; 0 if it has no entrants."""
    each = draft.games_each or sections.games_each_default(entrants)
    return max(0, entrants - 1) * each
