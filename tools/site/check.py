"""Checks of the built site: links, anchors, and files from remote hosts."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

REMOTE = ("http", "https")
_LOADED = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "link": "href",
}
"""HTML elements that load a file, with the attribute that contains its address."""


class Page(NamedTuple):
    """The links, loaded files and anchors of an HTML page."""

    links: tuple[str, ...]
    loaded: tuple[str, ...]
    anchors: frozenset[str]


class _Reader(HTMLParser):
    """Parser that collects the parts of a `Page`."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the link, file or anchor of an element."""
        values = {name: value or "" for name, value in attrs}
        self.anchors.update(value for name, value in values.items() if name in {"id", "name"})
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif values.get(_LOADED.get(tag, "")):
            self.loaded.append(values[_LOADED[tag]])


def read_page(path: Path) -> Page:
    """Parse an HTML page."""
    reader = _Reader()
    reader.feed(path.read_text("utf-8"))
    return Page(tuple(reader.links), tuple(reader.loaded), frozenset(reader.anchors))


def faults(site: Path) -> Iterator[str]:
    """Yield a sentence for each broken link, missing file and remote file of a site."""
    pages = {path: read_page(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(site)
        for link in page.loaded:
            if urlsplit(link).scheme in REMOTE or link.startswith("//"):
                yield f"{name} loads {link} from a remote host"
        for link in (*page.links, *page.loaded):
            if not _leads_somewhere(path, link, pages):
                yield f"{name} has a broken link: {link}"
    for sheet in sorted(site.rglob("*.css")):
        text = sheet.read_text("utf-8")
        if "@import" in text or any(
            f"url({mark}{p}" in text for mark in ("", "'", '"') for p in (*REMOTE, "//")
        ):
            yield f"{sheet.relative_to(site)} loads a remote file"


def _leads_somewhere(page: Path, link: str, pages: dict[Path, Page]) -> bool:
    """Return whether a link is remote, or its target file and anchor exist."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page.resolve()
    if not target.is_file():
        return False
    target_page = pages.get(target)
    return (
        not parts.fragment or target_page is None or unquote(parts.fragment) in target_page.anchors
    )
