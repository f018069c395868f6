"""The parts of the build that depend on where it runs; `pyproject.toml` has everything else.

The optional C module `engine._speedups`: HALMA_SPEEDUPS=0 builds the package without it, as one
wheel for all systems. The option `optional` lets the installation succeed where the module cannot be
compiled.

The addresses of the project: GITHUB_REPOSITORY, which a workflow has, names the repository. Pictures
and links in the README, which are relative there, then work on the page of the package, too.
"""

import os
import re
from pathlib import Path

from setuptools import Extension, setup

PAGES = {
    "Source": "",
    "Documentation": "/tree/HEAD/docs",
    "Changelog": "/blob/HEAD/CHANGELOG.md",
    "Issues": "/issues",
}
"""The pages of the repository that a package index links to."""

readme = (Path(__file__).parent / "README.md").read_text("utf-8")
urls: dict[str, str] = {}
if repository := os.environ.get("GITHUB_REPOSITORY"):
    home = f"{os.environ.get('GITHUB_SERVER_URL', 'https://github.com')}/{repository}"
    urls = {name: home + page for name, page in PAGES.items()}
    readme = re.sub(r"\]\((?![a-z]+:|#)", f"]({home}/blob/HEAD/", readme)
    readme = re.sub(r'src="(?![a-z]+:)', f'src="{home}/raw/HEAD/', readme)

module = Extension(
    "engine._speedups",
    ["engine/_speedups.c"],
    define_macros=[("Py_LIMITED_API", "0x030B0000")],
    optional=True,
    py_limited_api=True,
)
is_pure = os.environ.get("HALMA_SPEEDUPS") == "0"
setup(
    long_description=readme,
    long_description_content_type="text/markdown",
    project_urls=urls,
    ext_modules=[] if is_pure else [module],
    options={} if is_pure else {"bdist_wheel": {"py_limited_api": "cp311"}},
)
