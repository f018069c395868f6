"""Memory allocator tuning of the process."""

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.check

COUNT_ARENAS = """
import ctypes, sys, threading
from bot.process import memory_tuning
if sys.argv[1] == "shared":
    memory_tuning.share_arena()
inside, stay = threading.Barrier(5), threading.Event()
libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fopen.restype = ctypes.c_void_p
def work():
    libc.malloc(1000)
    inside.wait()
    stay.wait()
for _ in range(4):
    threading.Thread(target=work).start()
inside.wait()
file = ctypes.c_void_p(libc.fopen(sys.argv[2].encode(), b"w"))
libc.malloc_info(0, file)
libc.fclose(file)
stay.set()
"""


def count_arenas(how: str, report: Path) -> int:
    """Return the number of malloc arenas of a process with five threads."""
    subprocess.run([sys.executable, "-c", COUNT_ARENAS, how, str(report)], check=True)
    return report.read_text().count("<heap nr=")


def test_all_threads_share_an_arena(tmp_path: Path) -> None:
    if hasattr(ctypes.CDLL(None), "malloc_info"):  # glibc
        assert count_arenas("shared", tmp_path / "shared.xml") == 1
        assert count_arenas("default", tmp_path / "default.xml") > 1
