"""Every attack in the threat model names an existing test."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_every_attack_on_the_page_has_a_test() -> None:
    page = (ROOT / "docs/security.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 20
    for row in rows:
        matched = re.search(r"`(tests/[\w/]+\.py)::(test_\w+)` \|$", row)
        assert matched is not None, row
        source = (ROOT / matched[1]).read_text("utf-8")
        assert re.search(rf"^(?:async )?def {matched[2]}\(", source, re.MULTILINE), matched[0]
