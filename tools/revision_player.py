"""Answers requests for the computer's moves, which are lines of JSON.

`tools.revisions` runs this file with the `engine` package of another revision, so it uses only
what earlier revisions have as well.
"""

import json
import sys
import time
from typing import Any

time.monotonic = time.process_time  # Time limits are of CPU time. Engines read it when imported.

from engine import search, variant  # noqa: E402
from engine.position import Move  # noqa: E402
from engine.search.level import ALL  # noqa: E402


def main(key: str, level: str, nodes: str, seconds: str = "") -> None:
    """Answer each line with the chosen move and the CPU time that it took, in seconds."""
    game = variant(key)
    limits: dict[str, Any] = {
        "nodes": int(nodes),
        "seconds": float(seconds) if seconds else None,
    }
    position = game.start()
    made: list[Any] = []
    for line in sys.stdin:
        turns, seed = json.loads(line)
        if turns[: len(made)] != made:
            position, made = game.start(), []
        for path, kind in turns[len(made) :]:
            position = game.apply(position, Move(tuple(path), kind))
        made = turns
        began = time.process_time()
        move = search.choose(game, position, ALL[int(level) - 1], seed=seed, **limits)
        sys.stdout.write(json.dumps([move, time.process_time() - began]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
