"""Command line of the developer tools: `python -m tools` lists its commands."""

from importlib.resources import files
from os import cpu_count
from pathlib import Path
from random import Random

import click

from bot.settings import SettingsError
from engine import VARIANTS, Variant, search, variant
from engine.perft import perft
from engine.puzzles import catalogue
from engine.record import export_record
from engine.search.race_bounds import bounds_file
from render.theme import THEMES
from tools import arena as arena_games
from tools import daily_week, first_move, hints, tune
from tools.audit import audit
from tools.figures import check
from tools.floors import PAGE, drawn, floors, picture
from tools.legal_pages import write_pages
from tools.lengths import length_page, measure
from tools.pictures import write_days, write_pictures, write_replay, write_sheet
from tools.races import write_race_bounds
from tools.release import ReleaseError, compose_file, release_notes
from tools.repository import repository
from tools.sights import write_sights
from tools.simple_player import write_table
from tools.site.build import BuildFailed, build_site
from tools.solving import write_solution
from tools.sprt import Hypotheses
from tools.strength import strength_page
from tools.tournament_pictures import write_tournament_pictures
from tools.translations import all_gaps

_FILE = click.Path(path_type=Path, dir_okay=False)
_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Developer tools."""


main.add_command(audit)
main.add_command(repository)


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
        length = measure(_variant(key), range(games))
        click.echo(f'    "{key}": Length({length.turns}, {length.most}, {length.own}),')


@main.command()
def figures() -> None:
    """Verify all 51,178 figures, and count them by outermost row."""
    if not check(click.echo):
        raise click.ClickException("not all figures are right")


@main.command("easy-after")
@click.argument("file", type=_FILE)
def easy_after(file: Path) -> None:
    """Measure after how many turns a simple player can form each figure; some minutes."""
    with click.progressbar(length=catalogue.count(), label="Measuring") as bar:
        write_table(file, lambda number: bar.update(1))


@main.command("head-starts")
@click.argument("file", type=_FILE)
def head_starts(file: Path) -> None:
    """Choose how many turns are already played in each daily puzzle; some minutes."""
    with click.progressbar(length=catalogue.count(), label="Measuring") as bar:
        daily_week.write_head_starts(file, lambda number: bar.update(1))


@main.command("week")
@click.option("--weeks", default=100, show_default=True, type=click.IntRange(min=1))
def week(weeks: int) -> None:
    """Print the table of the week in docs/figures.md."""
    for row in daily_week.week_table(weeks):
        click.echo(row)


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
@click.argument("path", type=_FILE)
@click.argument("key", default="halma-8")
@click.option("--seed", default=1, show_default=True)
def replay(path: Path, key: str, seed: int) -> None:
    """Write the replay of a game for two, as in the README."""
    turns = write_replay(path, _variant(key).key, seed=seed)
    click.echo(f"The replay of {turns} moves is in {path}.")


@main.command("tournament-pictures")
@click.argument("folder", type=_FOLDER)
def tournament_pictures(folder: Path) -> None:
    """Write the pictures of docs/tournaments.md into a folder."""
    write_tournament_pictures(folder)
    click.echo(f"2 pictures are in {folder}.")


@main.command()
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("keys", nargs=-1)
@click.option("--seed", default=5, show_default=True)
def sheet(path: Path, keys: tuple[str, ...], seed: int) -> None:
    """Write one WebP picture with all boards, or the named ones, in all themes."""
    for key in keys:
        _variant(key)
    number = write_sheet(path, keys, seed=seed)
    click.echo(f"{number} boards in {len(THEMES)} themes are in {path}.")


@main.command()
@click.argument("folder", type=_FOLDER)
@click.argument("keys", nargs=-1)
def sights(folder: Path, keys: tuple[str, ...]) -> None:
    """Write all boards, or the named ones, as seen by people who are colour-blind."""
    for key in keys:
        _variant(key)
    click.echo(f"{write_sights(folder, keys)} sheets are in {folder}.")


@main.command()
@click.argument("keys", nargs=-1)
@click.option("--games", default=20, show_default=True, type=click.IntRange(min=1))
@click.option("--nodes", default=500, show_default=True, help="Search limit per move.")
@click.option("--cores", default=cpu_count, type=click.IntRange(min=1), help="Default: all.")
@click.option("--file", default=arena_games.FILE, type=_FILE, help="The file of results.")
@click.option("--page", type=_FILE, help="Write the page to this file.")
@click.option("--level", type=click.IntRange(2, 4), help="Only this level against the one below.")
def arena(
    keys: tuple[str, ...],
    games: int,
    nodes: int,
    cores: int,
    file: Path,
    page: Path | None,
    level: int | None,
) -> None:
    """Play each level against the one below, in all games or the named ones.

    With more than two players, the games are played on for all places, which are printed as well.
    """
    for key in keys:
        _variant(key)
    chosen = keys or tuple(VARIANTS)
    for played in arena_games.run(file, chosen, games, nodes, cores, level):
        places = "places {:g} and {:g}".format(*played.places) if played.places else ""
        met = f"{played.key} {played.stronger} v {played.stronger - 1}: {played.score:g}"
        click.echo(f"{met} {places}".rstrip())
    if page:
        page.write_text(strength_page(arena_games.load(file)), encoding="utf-8")


@main.command("tune")
@click.argument("key")
@click.argument("first")
@click.option("--against", default="", help="The other player, like FIRST.")
@click.option("--level", default=4, show_default=True, type=click.IntRange(2, 4))
@click.option("--nodes", default=400, show_default=True, help="Positions searched per move.")
@click.option("--seconds", type=click.FloatRange(min=0.001), help="CPU time per move.")
@click.option("--elo0", default=0.0, show_default=True, help="Advantage not worth a change.")
@click.option("--elo1", default=30.0, show_default=True, help="Advantage worth a change.")
@click.option("--alpha", default=0.05, show_default=True, type=click.FloatRange(0.001, 0.5))
@click.option("--beta", default=0.05, show_default=True, type=click.FloatRange(0.001, 0.5))
@click.option("--pairs", default=500, show_default=True, type=click.IntRange(min=1))
@click.option("--cores", default=cpu_count, type=click.IntRange(min=1), help="Default: all.")
@click.option("--file", default=Path("out/tune.jsonl"), show_default=True, type=_FILE)
def measure_parameters(
    key: str,
    first: str,
    against: str,
    level: int,
    nodes: int,
    seconds: float | None,
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    pairs: int,
    cores: int,
    file: Path,
) -> None:
    """Play changed parameters against the current ones until one side is better.

    FIRST is a list of changes such as "exponent=2.5 wide=16", "" for none, or "@" and another
    revision, such as "@HEAD~20".
    """
    _variant(key)
    if elo1 <= elo0:
        raise click.UsageError("--elo1 must be greater than --elo0")
    try:
        contenders = tune.checked(key, first), tune.checked(key, against)
    except tune.BadChange as error:
        raise click.UsageError(str(error)) from error
    match = tune.Match(key, *contenders, level, nodes, seconds)
    hypotheses = Hypotheses(elo0, elo1, alpha, beta)
    for counts in tune.run(file, match, hypotheses, pairs, cores):
        click.echo(tune.report(match, counts, hypotheses))


@main.command("first-move")
@click.argument("keys", nargs=-1)
@click.option("--games", default=first_move.GAMES, show_default=True, type=click.IntRange(min=1))
@click.option("--level", type=click.IntRange(1, 4), help="Default: the level of the page.")
@click.option("--file", default=first_move.FILE, type=_FILE, help="The file of results.")
@click.option("--page", type=_FILE, help="Write the page to this file.")
def measure_first_move(
    keys: tuple[str, ...], games: int, level: int | None, file: Path, page: Path | None
) -> None:
    """Measure the first-move advantage in all two-player games or the named ones."""
    for key in keys:
        if len(_variant(key).seats) != 2:
            raise click.UsageError(f"{key} is not a game for two players")
    for each in first_move.run(file, keys or first_move.keys_for_two(), games, level):
        plain, equal = (100 * each.score(equal_turns=rule) for rule in (False, True))
        click.echo(f"{each.key} {each.level}: {plain:.1f} %, {equal:.1f} % with equal turns")
    if page:
        measurements = first_move.load(file).values()
        page.write_text(first_move.equal_turns_page(measurements), encoding="utf-8")


@main.command()
@click.argument("key")
def solve(key: str) -> None:
    """Solve a small game, and write its tablebase."""
    game = _variant(key)
    if not game.solved:
        raise click.UsageError(f"{key} is not a game that can be solved")
    click.echo(write_solution(game, Path(str(files("engine.search")))))


@main.command()
@click.argument("key")
def races(key: str) -> None:
    """Compute the lower bounds for the races of a game, and write its file."""
    game = _variant(key)
    if not bounds_file(game):
        raise click.UsageError(f"the races of {key} are not solved")
    click.echo(write_race_bounds(game, Path(str(files("engine.search")))))


@main.command("floors")
@click.option("--page", is_flag=True, help="Draw them in ARCHITECTURE.md instead.")
def print_floors(page: bool) -> None:
    """Print the floors of the architecture, computed from the imports."""
    text = picture(floors())
    if page:
        _write(PAGE, drawn(PAGE.read_text("utf-8"), text))
    else:
        click.echo(text, nl=False)


@main.command()
def legal() -> None:
    """Write docs/terms.md and the summary in docs/privacy.md."""
    write_pages()


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    click.echo(f"{path} is written.")


@main.command()
@click.argument("tag")
@click.argument("path", type=_FILE)
def notes(tag: str, path: Path) -> None:
    """Write the release notes of a tag such as v1.0.0."""
    try:
        _write(path, release_notes(tag))
    except ReleaseError as error:
        raise click.ClickException(str(error)) from error


@main.command()
@click.argument("image")
@click.argument("path", type=_FILE)
def compose(image: str, path: Path) -> None:
    """Write a compose file that pulls an image, such as name@sha256:..."""
    try:
        _write(path, compose_file(image))
    except ReleaseError as error:
        raise click.ClickException(str(error)) from error


@main.command()
@click.argument("folder", type=_FOLDER, default=Path("out/site"))
@click.option("--links", is_flag=True, help="Check the links to other hosts instead.")
def site(folder: Path, links: bool) -> None:
    """Build the documentation site in a folder, and check its links."""
    try:
        build_site(folder, "linkcheck" if links else "html")
    except BuildFailed as error:
        raise click.ClickException(f"{error}.") from error
    except SettingsError as error:
        raise click.ClickException(str(error)) from error
    if not links:
        click.echo(f"The site is in {folder}: open {folder / 'index.html'} in a browser.")


if __name__ == "__main__":
    main()
