"""All other tests, in copies without an extension: `make extensions`."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bot import extension_points
from tests.copies import without


def main() -> None:
    """Run the tests without each extension in turn. Options are passed on to pytest."""
    failed = []
    for name in extension_points.names():
        print(f"Without {name}:", flush=True)  # noqa: T201
        with tempfile.TemporaryDirectory() as folder:
            copy = without(name, Path(folder) / "copy")
            command = [
                sys.executable,
                "-m",
                "pytest",
                "--ignore=tests/bench",
                "--ignore=tests/package",
                *sys.argv[1:],
            ]
            env = {**os.environ, "PYTHONPATH": str(copy)}
            if subprocess.run(command, cwd=copy, env=env, check=False).returncode:
                failed.append(name)
    sys.exit(f"Some tests fail without {' and without '.join(failed)}." if failed else 0)


if __name__ == "__main__":
    main()
