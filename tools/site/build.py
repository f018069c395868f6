"""Build of the site: write the sources, run Sphinx, check the result."""

import asyncio
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from bot.settings import load_settings
from tools.site.api_pages import write_api_pages
from tools.site.check import faults
from tools.site.game_pages import FOLDER, write_game_pages
from tools.site.pages import ROOT, copy_documents, documents, place

CONTENTS = {
    "Play": "docs/lengths docs/strength docs/equal-turns docs/figures docs/terms docs/privacy",
    "Run": "docs/running docs/upgrading docs/images docs/publishing docs/scaling docs/postgresql "
    "docs/security",
    "Library": "docs/library",
    "Contribute": "CONTRIBUTING ARCHITECTURE docs/adding-a-game docs/adding-an-extension docs/where "
    "docs/why docs/tuning docs/style docs/releasing tests/README CODE_OF_CONDUCT SECURITY",
    "More": "README CHANGELOG docs/pictures/index",
}
"""Pages of the navigation, by heading.

Documents that are not listed are added to the last heading.
"""
_PLAY = "- **Play**:"
"""Start of the line on the front page that gets a link to the games.

The games have no documents of their own.
"""


class BuildFailed(Exception):
    """Errors in the site, which have already been printed."""


def contents(modules: list[str]) -> str:
    """Return the navigation as directives for the end of the front page."""
    sections = {heading: pages.split() for heading, pages in CONTENTS.items()}
    named = {page for pages in sections.values() for page in pages} | {"index"}
    every = [place(path).removesuffix(".md") for path in documents()]
    sections["Play"].insert(0, f"{FOLDER}/index")
    sections["Library"] += modules
    sections["More"] += [page for page in every if page not in named]
    return "".join(_toctree(heading, pages) for heading, pages in sections.items())


def _toctree(caption: str, pages: list[str]) -> str:
    entries = "\n".join(pages)
    return f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n:maxdepth: 1\n\n{entries}\n```\n"


def write_sources(folder: Path) -> None:
    """Write the Markdown sources of the site into a folder, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    copy_documents(folder, load_settings().run_by)
    games = asyncio.run(write_game_pages(folder))
    modules = write_api_pages(folder)
    front = folder / "index.md"
    text = front.read_text("utf-8").replace(_PLAY, f"{_PLAY} [all games]({FOLDER}/index.md),")
    front.write_text(text + contents(modules), "utf-8")
    with (folder / FOLDER / "index.md").open("a", encoding="utf-8") as page:
        page.write(_toctree("Games", games))


def build_site(folder: Path, builder: str = "html") -> None:
    """Write the sources next to the folder, and build the site in it.

    With the builder "linkcheck", the links to other hosts are checked instead. Raises `BuildFailed`
    if there are errors.
    """
    if find_spec("sphinx") is None:
        raise BuildFailed("Sphinx is not installed; use `make docs`")
    sources = folder.with_name(folder.name + "-sources")
    write_sources(sources)
    shutil.rmtree(folder, ignore_errors=True)
    cache = folder.with_name(folder.name + "-cache")
    shutil.rmtree(cache, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--builder", builder]
    command += ["--conf-dir", str(ROOT / "docs"), "--doctree-dir", str(cache)]
    done = subprocess.run([*command, str(sources), str(folder)], check=False)
    if done.returncode and builder == "linkcheck":
        raise BuildFailed("Some links are broken, or this machine cannot reach other hosts")
    if done.returncode:
        raise BuildFailed("Sphinx found errors in the pages")
    if builder == "html":
        for fault in (broken := list(faults(folder))):
            sys.stderr.write(fault + "\n")
        if broken:
            raise BuildFailed(f"{len(broken)} links of the site are broken")
