"""Copies of the project's documents, with links adapted to the site.

The copies keep their paths in the repository, so that most links work unchanged. Only the front
page moves, from docs/ to the top.
"""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from bot.operator_details import Operator
from tools.legal_pages import filled_in

ROOT = Path(__file__).resolve().parents[2]
FRONT_PAGE = "docs/index.md"
OTHERS = (
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "CODE_OF_CONDUCT.md",
    "SECURITY.md",
    "tests/README.md",
)
"""Documents that are not in docs/."""
GALLERY = "index.md"
"""A page that lists the pictures of a folder, for links to the folder itself."""
FENCE = re.compile(r"(^ *```.*?^ *```)", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r'(?<=\]\()[^)\s]+(?=\))|(?<=<img src=")[^"]+(?=")')
_REMOTE = re.compile("[a-z]+:")
_OF_HOST = re.compile(r"^\[[^\]]+\]: \.\./\.\./.*\n?", re.MULTILINE)
"""A definition of a link to a page on the repository's host.

An example is a comparison of versions.
"""


def documents(root: Path = ROOT) -> list[str]:
    """Return the paths of all documents of the site in the repository."""
    pages = sorted(path.relative_to(root).as_posix() for path in (root / "docs").glob("*.md"))
    return [*OTHERS, *pages]


def place(path: str) -> str:
    """Return the path of a document in the site."""
    return "index.md" if path == FRONT_PAGE else path


def links(text: str) -> Iterator[str]:
    """Yield the local links and pictures of a document, outside code blocks."""
    for number, part in enumerate(FENCE.split(text)):
        if number % 2 == 0:
            yield from (link for link in _LINK.findall(part) if not _REMOTE.match(link))


def _resolve(page: str, link: str) -> tuple[str, str]:
    """Return the path of a link's target in the repository, and its anchor with "#"."""
    path, mark, anchor = link.partition("#")
    return os.path.normpath(PurePosixPath(page).parent / path) if path else page, mark + anchor


def relinked(page: str, text: str, root: Path = ROOT) -> str:
    """Return a document with its links adapted to its path in the site."""

    def fix(match: re.Match[str]) -> str:
        link = match.group()
        if _REMOTE.match(link):
            return link
        target, anchor = _resolve(page, link)
        if anchor and target == page:
            return anchor
        if (root / target).is_dir():
            target = f"{target}/{GALLERY}"
        folder = PurePosixPath(place(page)).parent
        return os.path.relpath(place(target), folder) + anchor

    parts = FENCE.split(_OF_HOST.sub("", text))
    return "".join(
        part if number % 2 else _LINK.sub(fix, part) for number, part in enumerate(parts)
    )


def copy_documents(folder: Path, operator: Operator, root: Path = ROOT) -> None:
    """Copy all documents and the files to which they link into this folder."""
    names = documents(root)
    for name in names:
        text = (root / name).read_text("utf-8")
        target = folder / place(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        if name == "README.md":  # the front page provides the title
            text = re.sub("^# .*", "# Readme", text)
        target.write_text(filled_in(relinked(name, text, root), operator), "utf-8")
        for link in links(text):
            path, _ = _resolve(name, link)
            if path not in names:
                _copy(root / path, folder / path)


def _copy(source: Path, target: Path) -> None:
    """Copy a linked file, or a folder of pictures with a page that shows them."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if not source.is_dir():
        shutil.copyfile(source, target)
        return
    shutil.copytree(source, target, dirs_exist_ok=True)
    lines = ["# Pictures", ""]
    for picture in sorted(path.name for path in source.iterdir()):
        title = PurePosixPath(picture).stem.replace("-", " ").capitalize()
        lines += [f"## {title}", "", f"![{title}]({picture})", ""]
    (target / GALLERY).write_text("\n".join(lines), "utf-8")
