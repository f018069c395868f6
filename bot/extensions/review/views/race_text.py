"""The race of an analysed game in one sentence."""

from bot.extension_api.texts import N_, Translator
from bot.extensions.review.views.analysed_game import AnalysedGame, seat_label

OBVIOUS_TURNS = 2
"""Number of turns to the goal that need no exact count."""
LED = N_("After move {turn}, {seat} led the race, {n} turns to {other}.")
LED_THROUGHOUT = N_(
    "After move {turn}, {seat} led the race, {n} turns to {other}, and kept the lead."
)
LED_AT_FIRST = N_(
    "After move {turn}, {seat} led the race, {n} turns to {other}, but lost the lead."
)
LEVEL = N_("After move {turn}, the race was level: {n} turns each, and {seat} moved next.")


def race_line(t: Translator, analysed: AnalysedGame) -> str:
    """Describe who led the race.

    If two sides had passed each other, the sentence has the exact turns left from then on, and
    says whether the lead was kept. Otherwise, it describes the end of the game.
    """
    analysis = analysed.analysis
    if len(analysis.to_go[0]) > 2:
        seats = [
            f"{seat_label(t, analysed, seat)} {round(turns)}"
            for seat, turns in enumerate(analysis.to_go[-1])
        ]
        return t.translate("Turns left at the end: {seats}.", seats=", ".join(seats))
    turn = max(analysis.exact_from)
    if min(analysis.exact_from) < 0 or min(analysis.to_go[turn]) <= OBVIOUS_TURNS:
        return lead_at_end(t, analysed)
    left = [round(turns) for turns in analysis.to_go[turn]]
    mover = analysed.positions[turn].turn
    leader = mover if left[0] == left[1] else left.index(min(left))
    return t.translate(
        LEVEL if left[0] == left[1] else _course(analysed, leader, turn),
        turn=turn,
        seat=seat_label(t, analysed, leader),
        n=left[leader],
        other=left[1 - leader],
    )


def _course(analysed: AnalysedGame, leader: int, first: int) -> str:
    """Return the sentence for what became of a lead in the race after turn `first`."""
    after = range(first, len(analysed.positions))
    if all(_is_ahead(analysed, leader, turn) for turn in after):
        return LED_THROUGHOUT if leader in analysed.winners else LED
    return LED_AT_FIRST if 1 - leader in analysed.winners else LED


def _is_ahead(analysed: AnalysedGame, seat: int, turn: int) -> bool:
    """Whether a seat would be first in its goal, if both took the turns left."""
    own, other = (analysed.analysis.to_go[turn][each] for each in (seat, 1 - seat))
    return own < other or (own == other and analysed.positions[turn].turn == seat)


def lead_at_end(t: Translator, analysed: AnalysedGame) -> str:
    """Describe the lead at the end of a game between two sides."""
    lead = round(analysed.leads[-1])
    if not lead:
        return t.translate("At the end, the two sides were level.")
    return t.translate_plural(
        "At the end, {seat} led by about {n} turn.",
        "At the end, {seat} led by about {n} turns.",
        abs(lead),
        seat=seat_label(t, analysed, 0 if lead > 0 else 1),
    )
