"""The printed report of a simulated year."""

from collections import Counter
from collections.abc import Sequence


def report(tally: Counter[str], faults: Sequence[str], *, seconds: float, about: str) -> str:
    """Return the whole report. Faults come last, so that they are noticed."""
    over = _under(tally, "ending/")
    lines = [
        f"A year: {about}.",
        "",
        f"{tally['begun']} games begun, {sum(over.values())} over, "
        f"{tally['running at the end']} running at the end; {tally['turns']} turns in those that "
        f"are over, {tally['did/move']} moves by people, {tally['played by plan']} by their plans; "
        f"{seconds:.0f} seconds.",
        f"Bot: {tally['outages']} outages, {tally['turns given back']} turns given time back.",
        *_table("How the bot was away", _under(tally, "absences/")),
        f"Database: the slowest board came {tally['slowest board after a return']} s after a return.",
        f"Computer: its slowest answer came {tally['slowest answer']} s after the move.",
        *_table("The computer", _under(tally, "computer/")),
        *_table("Analyses of games", _under(tally, "analysis/")),
        *_table("Records", _under(tally, "records/")),
        *_table("The daily puzzle", _under(tally, "daily/")),
        *_table("The database", _under(tally, "database/")),
        *_table("How games ended", over),
        *_table("Begun", _under(tally, "begun/")),
        *_table("By clock", _under(tally, "clock/")),
        *_by_game(tally),
        *_table("What people did", _under(tally, "did/")),
        *_table("What was refused", _under(tally, "refused/")),
        *_table("Messages", _under(tally, "sent/")),
        *_table("Turns reminded of", _under(tally, "reminded/")),
        *_table("Notices", _under(tally, "notice/")),
        *_table(f"Ratings, established ones ({tally['rated games']} rated games)", {}),
        *(f"  {name:<28}{number:>7}" for name, number in sorted(_under(tally, "rating/").items())),
        "",
        f"{len(faults)} faults." if faults else "No faults: every invariant held.",
        *faults,
    ]
    return "\n".join(lines) + "\n"


def _under(tally: Counter[str], beginning: str) -> dict[str, int]:
    found = {
        what.removeprefix(beginning): number
        for what, number in tally.items()
        if what.startswith(beginning)
    }
    return dict(sorted(found.items(), key=lambda one: (-one[1], one[0])))


def _table(title: str, rows: dict[str, int]) -> list[str]:
    return ["", title, *(f"  {what:<44}{number:>9}" for what, number in rows.items())]


def _by_game(tally: Counter[str]) -> list[str]:
    """Return the number of games per variant and outcome."""
    games: dict[str, list[str]] = {}
    for what, number in _under(tally, "game/").items():
        game, _, reason = what.rpartition("/")
        games.setdefault(game, []).append(f"{reason} {number}")
    return ["", "By game", *(f"  {game:<40}{', '.join(games[game])}" for game in sorted(games))]
