"""The pictures of docs/tournaments.md are those that the program draws."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from tools.__main__ import main

pytestmark = pytest.mark.check

PICTURES = Path(__file__).parents[2] / "docs/pictures"


def test_the_pictures_in_the_documentation_are_up_to_date(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["tournament-pictures", str(tmp_path)])
    assert done.exit_code == 0
    for drawn in tmp_path.iterdir():
        assert drawn.read_bytes() == (PICTURES / drawn.name).read_bytes(), drawn.name
    assert len(list(tmp_path.iterdir())) == 2
