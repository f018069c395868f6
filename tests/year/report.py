"""The printed report of a simulated year."""

from collections import Counter
from collections.abc import Sequence


def report(tally: Counter[str], faults: Sequence[str], *, seconds: float, about: str) -> str:
    """Return the whole report. Faults come last, where they are noticed."""
    over = _under(tally, "ending/")
    lines = [
        f"A year: {about}.",
        "",
        f"{tally['begun']} matches started, {sum(over.values())} over, "
        f"{tally['running at the end']} running at the end; {tally['turns']} turns in those that "
        f"are over, {tally['did/move']} moves by players, {tally['played by plan']} conditional moves; "
        f"{seconds:.0f} seconds.",
        f"Bot: {tally['downtimes']} downtimes, credited to {tally['turns credited']} turns.",
        *_table("Downtimes by cause", _under(tally, "downtimes/")),
        f"Database: the slowest board was posted {tally['slowest board after a database outage']} s "
        "after an outage.",
        f"Computer: the slowest reply took {tally['slowest answer']} s.",
        *_table("The computer", _under(tally, "computer/")),
        *_table("Analyses of games", _under(tally, "analysis/")),
        *_table("Game records", _under(tally, "records/")),
        *_table("The daily puzzle", _under(tally, "daily/")),
        *_table("Events", _under(tally, "events: ended/")),
        *_table("Games of events", _under(tally, "events: pairings/")),
        *_table("Entrants of events", _under(tally, "events: entrants/")),
        *_table("The database", _under(tally, "database/")),
        *_table("Endings", over),
        *_table("Starts", _under(tally, "begun/")),
        *_table("Time controls", _under(tally, "clock/")),
        *_by_game(tally),
        *_table("Actions of players", _under(tally, "did/")),
        *_table("Refusals", _under(tally, "refused/")),
        *_table("Messages", _under(tally, "sent/")),
        *_table("Reminders by kind", _under(tally, "reminded/")),
        *_table("Notices", _under(tally, "notice/")),
        *_table(f"Established ratings ({tally['rated games']} rated games)", {}),
        *(f"  {name:<28}{number:>7}" for name, number in sorted(_under(tally, "rating/").items())),
        "",
        f"{len(faults)} faults." if faults else "No faults: all invariants held.",
        *faults,
    ]
    return "\n".join(lines) + "\n"


def _under(tally: Counter[str], beginning: str) -> dict[str, int]:
    features = {
        what.removeprefix(beginning): number
        for what, number in tally.items()
        if what.startswith(beginning)
    }
    return dict(sorted(features.items(), key=lambda item: (-item[1], item[0])))


def _table(title: str, rows: dict[str, int]) -> list[str]:
    return ["", title, *(f"  {what:<44}{number:>9}" for what, number in rows.items())]


def _by_game(tally: Counter[str]) -> list[str]:
    """Return the number of games per variant and outcome."""
    games: dict[str, list[str]] = {}
    for what, number in _under(tally, "game/").items():
        game, _, reason = what.rpartition("/")
        games.setdefault(game, []).append(f"{reason} {number}")
    return [
        "",
        "Endings by variant",
        *(f"  {game:<40}{', '.join(games[game])}" for game in sorted(games)),
    ]
