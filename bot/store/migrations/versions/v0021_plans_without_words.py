"""Store the lines of conditional moves as JSON instead of text with words."""

import json
import re

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

WORDS = re.compile(r"\b(if|any|next|then|and)\b")


def upgrade() -> None:
    db = op.get_bind()
    plans = db.execute(sa.text("SELECT match, seat, text FROM plans")).all()
    for match, seat, text in plans:
        lines = [_steps(line) for line in text.split("\n")]
        stored = json.dumps(lines, ensure_ascii=False, separators=(",", ":"))
        db.execute(
            sa.text("UPDATE plans SET text = :text WHERE match = :match AND seat = :seat"),
            {"text": stored, "match": match, "seat": seat},
        )


def _steps(line: str) -> list[tuple[list[str] | None, str]]:
    """Parse "if A and B then C any D" into [(["A", "B"], "C"), (None, "D")]."""
    _, *parts = WORDS.split(line)
    steps: list[tuple[list[str] | None, str]] = []
    replies: list[str] = []
    for word, move in zip(parts[::2], map(str.strip, parts[1::2]), strict=True):
        if word in ("if", "and"):
            replies.append(move)
        else:
            steps.append((replies if word == "then" else None, move))
            replies = []
    return steps
