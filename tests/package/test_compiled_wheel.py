"""The C module is built where a compiler is, and nothing else depends on it."""

import sys
import zipfile
from pathlib import Path

import pytest

from tests.package.conftest import ROOT, run
from tests.package.test_contents import METADATA, NAME, tracked

MODULE = "engine/_speedups.abi3.so"


@pytest.mark.parametrize(("compiler", "modules"), [("cc", {MODULE}), ("false", set())])
def test_the_wheel_has_the_c_module_if_it_can_be_compiled(
    compiler: str, modules: set[str], settings: dict[str, str], tmp_path: Path
) -> None:
    command = (sys.executable, "-m", "build", "--outdir", tmp_path, ROOT)  # not in this folder
    run(command, {**settings, "CC": compiler}, tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.startswith(f"{NAME}-cp311-abi3-"), "one wheel for Python 3.11 and later"
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    packages = tracked("engine", "render", "bot") - {"engine/_speedups.c"}
    assert names == packages | modules | {f"{NAME}.dist-info/{name}" for name in METADATA}


@pytest.mark.parametrize(("compiler", "usable"), [("cc", "True"), ("false", "False")])
def test_an_installation_from_a_checkout_works_with_and_without_a_compiler(
    compiler: str, usable: str, settings: dict[str, str], tmp_path: Path
) -> None:
    source, folder = tmp_path / "source", tmp_path / "environment"
    for name in tracked():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes((ROOT / name).read_bytes())
    run([sys.executable, "-m", "venv", folder], settings, tmp_path)
    install = [folder / "bin/pip", "install", "--quiet", "--no-deps", "--editable", source]
    printed = run(install, {**settings, "CC": compiler}, tmp_path)
    assert "_speedups" not in printed
    for setting, expected in (("", usable), ("0", "False")):
        program = "from engine.speedups import SPEEDUPS; print(SPEEDUPS is not None)"
        environment = {**settings, "HALMA_SPEEDUPS": setting}
        assert (
            run([folder / "bin/python", "-c", program], environment, tmp_path).strip() == expected
        )
