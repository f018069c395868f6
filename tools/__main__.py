"""Command line of the developer tools: `python -m tools` lists its commands."""

from importlib.resources import files
from os import cpu_count
from pathlib import Path
from random import Random

import click

from engine import VARIANTS, Variant, search, variant
from engine.perft import perft
from engine.record import export_record
from render.theme import THEMES
from tools import first_move, hints
from tools.arena import load, run
from tools.audit import CONSTRAINTS, OSV, NotAsked, pinned, weaknesses
from tools.figures import check
from tools.lengths import length_page, measure
from tools.pictures import write_days, write_pictures, write_sheet
from tools.prose import check as check_prose
from tools.solving import write_solution
from tools.strength import strength_page
from tools.translations import all_gaps

_FILE = click.Path(path_type=Path, dir_okay=False)
_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Developer tools."""


@main.command()
def translations() -> None:
    """List missing and obsolete translations; fail if there are any."""
    gaps = all_gaps()
    for gap in gaps:
        click.echo(f"{gap.language}.po {gap.kind}: {' | '.join(gap.sentence)}")
    click.echo(f"{len(gaps)} missing or obsolete translations")
    if gaps:
        raise SystemExit(1)


@main.command("self-play")
@click.argument("key")
@click.option("--seed", default=1, show_default=True)
def self_play(key: str, seed: int) -> None:
    """Play a game of the computer against itself, and print the record."""
    click.echo(export_record(search.self_play(_variant(key), Random(seed))), nl=False)


@main.command("case-file")
@click.argument("key")
@click.option("--depth", default=2, show_default=True, type=click.IntRange(min=2, max=5))
@click.option("--seed", default=1, show_default=True)
def case_file(key: str, depth: int, seed: int) -> None:
    """Print the start and the end of a new case file: move counts and a game."""
    game = _variant(key)
    click.echo(f"opening {len(game.moves(game.start()))}")
    click.echo(f"perft {depth} {perft(game, game.start(), depth)}")
    click.echo(f"game\n{export_record(search.self_play(game, Random(seed)))}.")


@main.command()
@click.argument("keys", nargs=-1)
@click.option("--games", default=20, show_default=True, type=click.IntRange(min=1))
@click.option("--markdown", is_flag=True, help="Print docs/lengths.md without measuring.")
def lengths(keys: tuple[str, ...], games: int, markdown: bool) -> None:
    """Measure game lengths by self-play."""
    if markdown:
        click.echo(length_page(), nl=False)
        return
    for key in keys or VARIANTS:
        found = measure(_variant(key), range(games))
        click.echo(f'    "{key}": Length({found.turns}, {found.most}, {found.own}),')


@main.command()
def figures() -> None:
    """Verify all 51,178 figures, and count them by outermost row."""
    if not check(click.echo):
        raise click.ClickException("not all figures are right")


def _variant(key: str) -> Variant:
    try:
        return variant(key)
    except KeyError as error:
        raise click.UsageError(str(error.args[0])) from error


@main.command("hints")
@click.option("--states", default=1000, show_default=True, type=click.IntRange(min=1))
@click.option("--figures", "many", default=100, show_default=True, type=click.IntRange(min=1))
@click.option("--seed", default=1, show_default=True)
def check_hints(states: int, many: int, seed: int) -> None:
    """Verify hints in random states from which a figure can be formed."""
    if not hints.check(states, many, seed, click.echo):
        raise click.ClickException("a hint leads astray")


@main.command()
@click.argument("folder", type=_FOLDER)
@click.option("--number", default=30, show_default=True, type=click.IntRange(min=1))
def days(folder: Path, number: int) -> None:
    """Write pictures of the first days' figures into a folder."""
    write_days(folder, number)
    click.echo(f"{number} pictures are in {folder}.")


@main.command()
@click.argument("folder", type=_FOLDER)
@click.argument("keys", nargs=-1)
@click.option("--every", default=1, show_default=True, type=click.IntRange(min=1), help="Turns.")
@click.option("--seed", default=5, show_default=True)
def pictures(folder: Path, keys: tuple[str, ...], every: int, seed: int) -> None:
    """Play all games, or the named ones, and write their boards into a folder."""
    try:
        written = write_pictures(folder, keys, every=every, seed=seed, report=click.echo)
    except KeyError as error:
        raise click.UsageError(str(error.args[0])) from error
    click.echo(f"{written} pictures are in {folder}.")


@main.command()
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("keys", nargs=-1)
@click.option("--seed", default=5, show_default=True)
def sheet(path: Path, keys: tuple[str, ...], seed: int) -> None:
    """Write one WebP picture with all boards, or the named ones, in all themes."""
    try:
        number = write_sheet(path, keys, seed=seed)
    except KeyError as error:
        raise click.UsageError(str(error.args[0])) from error
    click.echo(f"{number} boards in {len(THEMES)} themes are in {path}.")


@main.command()
@click.argument("keys", nargs=-1)
@click.option("--games", default=20, show_default=True, type=click.IntRange(min=1))
@click.option("--nodes", default=500, show_default=True, help="Search limit per move.")
@click.option("--cores", default=cpu_count, type=click.IntRange(min=1), help="Default: all.")
@click.option("--file", default=Path("out/arena.jsonl"), show_default=True, type=_FILE)
@click.option("--page", type=_FILE, help="Write the page to this file.")
def arena(
    keys: tuple[str, ...], games: int, nodes: int, cores: int, file: Path, page: Path | None
) -> None:
    """Play each level against the one below, in all games or the named ones."""
    for key in keys:
        _variant(key)
    for played in run(file, keys or tuple(VARIANTS), games, nodes, cores):
        click.echo(f"{played.key} {played.stronger} v {played.stronger - 1}: {played.score:g}")
    if page:
        page.write_text(strength_page(load(file)), encoding="utf-8")


@main.command("first-move")
@click.argument("keys", nargs=-1)
@click.option("--games", default=first_move.GAMES, show_default=True, type=click.IntRange(min=1))
@click.option("--level", type=click.IntRange(1, 4), help="Default: the level of the page.")
@click.option("--file", default=first_move.FILE, type=_FILE, help="The file of results.")
@click.option("--page", type=_FILE, help="Write the page to this file.")
def measure_first_move(
    keys: tuple[str, ...], games: int, level: int | None, file: Path, page: Path | None
) -> None:
    """Measure the first-move advantage, in all games for two or the named ones."""
    for key in keys:
        if len(_variant(key).seats) != 2:
            raise click.UsageError(f"{key} is not a game for two players")
    for each in first_move.run(file, keys or first_move.keys_for_two(), games, level):
        plain, equal = (100 * each.score(equal_turns=rule) for rule in (False, True))
        click.echo(f"{each.key} {each.level}: {plain:.1f} %, {equal:.1f} % with equal turns")
    if page:
        found = first_move.load(file).values()
        page.write_text(first_move.equal_turns_page(found), encoding="utf-8")


@main.command()
@click.argument("key")
def solve(key: str) -> None:
    """Solve a small game, and write its tablebase."""
    game = _variant(key)
    if not game.solved:
        raise click.UsageError(f"{key} is not a game that can be solved")
    click.echo(write_solution(game, Path(str(files("engine.search")))))


@main.command()
@click.option("--address", default=OSV, hidden=True)
def audit(address: str) -> None:
    """Look up the pinned versions in OSV; exit with 1 if one is vulnerable."""
    packages = pinned(CONSTRAINTS.read_text("utf-8"))
    try:
        found = weaknesses(packages, address)
    except NotAsked as why:
        click.echo(f"NOT AUDITED: OSV could not be reached ({why}).")
        return
    for each in found:
        click.echo(f"{each.package} {each.version}: {each.number}")
    if found:
        raise SystemExit(1)
    click.echo(f"None of {len(packages)} versions has a vulnerability known to OSV.")


@main.command()
def prose() -> None:
    """Check docstrings, comments, messages, names and documents for refused words."""
    complaints = check_prose()
    for each in complaints:
        click.echo(str(each))
    if complaints:
        raise click.ClickException(f"{len(complaints)} complaints; docs/style.md has the rules")


if __name__ == "__main__":
    main()
