"""Command that checks an exported event: `verify_file FILE`."""

import json
import sys
from pathlib import Path

import click

from bot.extensions.tournaments.rules.verify import verify


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(file: Path) -> None:
    """Print "correct" if FILE agrees with the rules, or else each difference."""
    try:
        differences = verify(json.loads(file.read_bytes()))
    except ValueError as error:
        differences = [f"The file is not JSON: {error}."]
    click.echo("\n".join(differences) or "correct")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
