"""Build of the optional C module `engine._speedups`; `pyproject.toml` has everything else.

HALMA_SPEEDUPS=0 builds the package without the module, as one wheel for all systems. The option
`optional` lets the installation succeed where the module cannot be compiled.
"""

import os

from setuptools import Extension, setup

if os.environ.get("HALMA_SPEEDUPS") == "0":
    setup()
else:
    setup(
        ext_modules=[
            Extension(
                "engine._speedups",
                ["engine/_speedups.c"],
                define_macros=[("Py_LIMITED_API", "0x030B0000")],
                optional=True,
                py_limited_api=True,
            )
        ],
        options={"bdist_wheel": {"py_limited_api": "cp311"}},
    )
