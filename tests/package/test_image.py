"""The build stage of deploy/Dockerfile, executed in a folder, not in a container.

It shows that the lock, the build and the pruning work with this machine's Python. Only `make image`
builds the real image.
"""

import json
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from bot.i18n.translator import LANGUAGES
from tests.package.conftest import ROOT, run

DOCKERFILE = (ROOT / "deploy/Dockerfile").read_text("utf-8")
Instruction = tuple[str, str]


def build_stage() -> list[Instruction]:
    """Return the instructions of the first stage, each with its name and arguments."""
    stage = DOCKERFILE.split("\nFROM ")[1]
    joined = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", stage, flags=re.MULTILINE))
    pairs = (line.partition(" ") for line in joined.splitlines()[1:])
    return [(name, rest) for name, _, rest in pairs if name]


@pytest.fixture(scope="module")
def image(settings: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Execute the build stage below a new folder; return its /opt/halma."""
    folder = tmp_path_factory.mktemp("image")
    source, target = folder / "src", folder / "opt/halma"
    source.mkdir()
    programs = folder / "programs"
    programs.mkdir()
    for name, command in (("python", ""), ("pip", "-m pip")):
        (programs / name).write_text(
            f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {command} "$@"\n'
        )
        (programs / name).chmod(0o755)
    # The compiler of this machine is used, if it has one.
    (programs / "apt-get").write_text("#!/bin/sh\n")
    (programs / "apt-get").chmod(0o755)
    settings = {**settings, "PATH": f"{programs}:{settings['PATH']}"}
    settings.pop("PIP_CONSTRAINT")
    for name, rest in build_stage():
        if name == "RUN":
            command = rest.replace("/opt/halma", str(target))
            run(["bash", "-euc", command], settings, source)
        elif name == "COPY":
            *files, destination = rest.split()
            for file in files:
                to = source / destination
                to = to / file if destination == "./" else to
                to.parent.mkdir(parents=True, exist_ok=True)
                copy = shutil.copytree if (ROOT / file).is_dir() else shutil.copy
                copy(ROOT / file, to)
        else:
            assert (name, rest) == ("WORKDIR", "/src")
    return target


def test_the_environment_of_the_image_runs_the_bot(
    image: Path, settings: dict[str, str], tmp_path: Path
) -> None:
    run([image / "bin/halma-bot", "db", "upgrade"], settings, tmp_path)
    run([image / "bin/python", "-c", "import bot.client, networkx.algorithms"], settings, tmp_path)
    output = run([image / "bin/halma-bot", "try"], settings, tmp_path, exits=2)
    assert "This installation leaves the sandbox out" in output
    assert not list(image.glob("bin/pip*"))
    assert not list(image.glob("lib/*/site-packages/setuptools"))


def test_the_image_formats_dates_and_lists_in_every_language(
    image: Path, settings: dict[str, str], tmp_path: Path
) -> None:
    program = (
        "from datetime import date\n"
        "from bot.i18n.date_input import get_month_names\n"
        "from bot.i18n.translator import LANGUAGES, translator_for\n"
        "from babel.numbers import format_decimal\n"
        "for language in LANGUAGES:\n"
        "    t = translator_for(language)\n"
        "    print(t.date(date(2026, 11, 24)), t.join(['A', 'B', 'C'], 'or'), end=' ')\n"
        "    print(format_decimal(51178, locale=t.format_locale), end=' ')\n"
        "    print(get_month_names('wide', locale=t.format_locale)[5])\n"
    )
    expected = run([sys.executable, "-c", program], settings | {"PYTHONPATH": str(ROOT)}, tmp_path)
    actual = run([image / "bin/python", "-c", program], settings, tmp_path)
    assert actual == expected
    assert len(actual.splitlines()) == len(LANGUAGES)
    formats = list(image.glob("lib/*/site-packages/babel/locale-data/*.dat"))
    assert len(LANGUAGES) < len(formats) < 300


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_every_package_of_the_image_has_a_wheel_with_a_locked_hash(
    machine: str, settings: dict[str, str], tmp_path: Path
) -> None:
    """Resolve the lock for the Python and the C library of the base image."""
    (version,) = set(
        re.findall(r"^FROM python:(3\.\d+)\.\d+-slim-bookworm@", DOCKERFILE, re.MULTILINE)
    )
    report = tmp_path / "report.json"
    platforms = [f"--platform=manylinux{libc}_{machine}" for libc in ("2014", "_2_28", "_2_36")]
    options = ("--dry-run", "--ignore-installed", "--no-deps", "--only-binary=:all:")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--require-hashes", *options]
    command += [f"--target={tmp_path}", f"--python-version={version}", *platforms]
    command += [f"--report={report}", f"--requirement={ROOT / 'deploy/requirements.txt'}"]
    run(command, {**settings, "PIP_CONSTRAINT": ""}, tmp_path)
    urls = [each["download_info"]["url"] for each in json.loads(report.read_text())["install"]]
    assert len(urls) > 20
    assert [url for url in urls if not url.endswith(".whl")] == []
    assert any(machine in url for url in urls)
