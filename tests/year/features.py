"""Features that a run must cover at least once; otherwise the run fails."""

from collections.abc import Mapping

ALWAYS = {
    "a person plays the computer": "begun/one against the computer",
    "a person plays all hands": "begun/all hands",
    "the computer sits at a table": "begun/with the computer at a table",
    "somebody leaves a table for good": "did/resign from a table",
    "the computer moves for somebody who left": "computer/moves for those who left",
    "the computer moves": "computer/moves",
    "a game goes on from a position of another": "begun/from a position, on",
    "a game goes on from an imported record": "begun/from a position, imported",
    "a record is imported": "records/imported",
    "a spoilt record is refused": "records/refused",
    "a game is analysed": "analysis/made",
    "an analysis is looked at again": "analysis/kept",
    "the problem of the day is posted": "daily/posted",
    "the problem of the day is solved": "daily/solved",
    "the database is away": "absences/database away",
    "the database fails somebody": "database/asked in vain",
    "a board is late because the database was away": "database/boards shown after a return",
    "the bot restarts": "absences/restarts",
    "the machine sleeps": "absences/sleeps",
    "nobody can reach the bot": "absences/cut off",
    "a plan is played": "played by plan",
    "a game is rated": "rated games",
}
"""Features required in any world, and their keys in the tally."""
IN_A_YEAR = {
    "a process dies that computes a move": "computer/process died",
    "an answer of the database is lost": "database/answers lost",
    "what was asked is done though no answer came": "database/done though no answer came",
    "somebody asks the computer for a draw": "computer/declined a draw",
    "somebody plays the computer again": "begun/against the computer again",
    "the computer thinks for long": "computer/boards that say it thinks",
    "people play again": "begun/again",
    "a takeback is settled": "settled/takeback",
    "a pause is settled": "settled/pause",
    "a draw is agreed": "ending/agreed",
    "a day is given": "did/give a day",
    "an overdue turn is claimed": "did/claim when overdue",
    "a partner plays both hands": "did/choose hands",
    "a turn is lost on time": "ending/time",
    "somebody nudges": "did/nudge",
    "somebody goes on vacation": "did/vacation",
    "turns are given time back": "turns given back",
    "somebody is forgotten": "did/be forgotten",
}
"""Features that require many players and a long time."""


def missing(tally: Mapping[str, int], *, year: bool) -> list[str]:
    """Return a message for each required feature that never occurred."""
    wanted = ALWAYS | IN_A_YEAR if year else ALWAYS
    return [f"never: {what}" for what, count in wanted.items() if tally.get(count, 0) <= 0]
