"""The documentation site: its sources and its checks.

`make docs` builds the site.
"""

import inspect
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.operator_details import Operator
from bot.settings import Settings
from engine import VARIANTS, variant
from tests.test_project import leads_somewhere
from tools.__main__ import main
from tools.site import api_pages, build, check, game_pages, pages

ROOT = pages.ROOT


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the documents of the site."""
    folder = tmp_path_factory.mktemp("site")
    pages.copy_documents(folder, Operator("Ada", "ada@example.org"))
    return folder


def test_every_link_of_the_copies_leads_somewhere(copies: Path) -> None:
    broken = [
        f"{document.relative_to(copies)}: {link}"
        for document in copies.rglob("*.md")
        for link in pages.links(document.read_text("utf-8"))
        if not leads_somewhere(document, link)
    ]
    assert broken == []


def test_the_front_page_is_at_the_top_and_its_links_follow(copies: Path) -> None:
    front = (copies / "index.md").read_text("utf-8")
    assert "(docs/lengths.md)" in front
    assert "(README.md#commands)" in front
    assert '<img src="docs/pictures/' in front


@pytest.mark.check
def test_a_link_to_a_folder_leads_to_a_page_that_shows_its_pictures(copies: Path) -> None:
    assert "(docs/pictures/index.md)" in (copies / "README.md").read_text("utf-8")
    page = (copies / "docs/pictures/index.md").read_text("utf-8")
    assert "![Phone analysis](phone-analysis.png)" in page


def test_terms_and_privacy_name_the_operator(copies: Path) -> None:
    for name in ("terms", "privacy"):
        text = (copies / f"docs/{name}.md").read_text("utf-8")
        assert "run by Ada." in text
        assert "Contact: ada@example.org" in text


def test_links_in_code_and_links_to_other_hosts_stay_as_they_are() -> None:
    text = "[a](https://example.org/x#y)\n```\n[b](docs)\n```\n"
    assert pages.relinked("README.md", text) == text


@pytest.mark.check
def test_the_front_page_links_to_the_games_and_ends_with_the_navigation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "load_settings", lambda: Settings())
    monkeypatch.setattr(game_pages, "VARIANTS", {"hexma": variant("hexma")})
    build.write_sources(tmp_path)
    front = (tmp_path / "index.md").read_text("utf-8")
    assert "- **Play**: [all games](games/index.md), [how to start](README.md#try-it-now)" in front
    assert front.endswith("```\n")
    assert "api/engine\n" in front
    assert (tmp_path / "api/engine.md").exists()
    assert (tmp_path / "README.md").read_text("utf-8").startswith("# Readme\n")
    assert "`OPERATOR`" in (tmp_path / "docs/terms.md").read_text("utf-8")


def test_every_document_is_in_the_navigation_once(monkeypatch: pytest.MonkeyPatch) -> None:
    new = [*pages.documents(), "docs/brand-new.md"]
    monkeypatch.setattr(build, "documents", lambda: new)
    entry = re.compile(r"^([\w/]+(?:[.-]\w+)*)$", re.MULTILINE)
    listed = entry.findall(build.contents(["api/engine"]))
    expected = {pages.place(path).removesuffix(".md") for path in new} - {"index"}
    assert sorted(listed) == sorted({*expected, "api/engine", "games/index", "docs/pictures/index"})


@pytest.mark.check
async def test_a_page_of_a_game_has_its_rules_its_picture_and_its_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = {key: variant(key) for key in ("halma-8", "chinese-checkers-3")}
    monkeypatch.setattr(game_pages, "VARIANTS", chosen)
    assert await game_pages.write_game_pages(tmp_path) == list(chosen)
    text = (tmp_path / "games/chinese-checkers-3.md").read_text("utf-8")
    assert text.startswith("# Chinese Checkers for 3\n\nFor 3 players; also available for")
    assert "\n- Nothing is ever captured" in text
    assert "\n\n## Details\n\n" in text
    assert "\n\n## History\n\n" in text
    assert "Source: " in text
    assert "-# " not in text
    for picture in re.findall(r"\]\((\S+\.png)\)", text):
        assert (tmp_path / "games" / picture).read_bytes().startswith(b"\x89PNG")
    contents = (tmp_path / "games/index.md").read_text("utf-8")
    assert "## [Chinese Checkers for 3](chinese-checkers-3.md)" in contents
    assert "(chinese-checkers-3-board.png)" in contents
    assert (tmp_path / "games/chinese-checkers-3-board.png").exists()
    assert len({game_pages.stem(game) for game in VARIANTS.values()}) == len(VARIANTS)


@pytest.mark.check
def test_every_module_of_the_reference_documents_its_public_names() -> None:
    assert ":imported-members:" in api_pages.api_page("engine")
    assert ":inherited-members:" in api_pages.api_page("engine")  # those of `VariantData`
    assert ":imported-members:" not in api_pages.api_page("engine.record")
    assert len(api_pages.EXTENSION_MODULES) >= 10
    for name in api_pages.EXTENSION_MODULES:
        page, module = api_pages.api_page(name), import_module(name)
        assert ":imported-members:" in page  # most names are defined elsewhere
        assert ":inherited-members:" not in page  # those of discord.py
        assert [each for each in module.__all__ if not hasattr(module, each)] == []
    for name in api_pages.GAME_MODULES:
        page, module = api_pages.api_page(name), import_module(name)
        assert [each for each in getattr(module, "__all__", ()) if not hasattr(module, each)] == []
        assert ":member-order: bysource" in page
    assert ":exclude-members: Kind, Seat, Variant\n" in api_pages.api_page(
        "engine.variant_definition"
    )
    assert "(engine.md): `Board`.\n" in api_pages.api_page("engine.board")
    assert ":exclude-members:" not in api_pages.api_page("engine.move_generation.movers")
    for name in ("engine", "engine.search", "engine.puzzles", "render"):
        module = import_module(name)
        known = {constant.name for constant in api_pages.constants(module)}
        public = {each: getattr(module, each) for each in module.__all__}
        data = {
            each
            for each, value in public.items()
            if not inspect.isclass(value) and not inspect.isroutine(inspect.unwrap(value))
        }
        assert data - known == set(), name


@pytest.mark.check
def test_a_constant_has_its_type_and_its_docstring() -> None:
    page = api_pages.api_page("engine")
    assert ".. py:data:: engine.VARIANTS\n   :type: " in page
    (off,) = [
        constant
        for constant in api_pages.constants(import_module("engine"))
        if constant.name == "OFF"
    ]
    assert off.text


def test_broken_links_missing_anchors_and_remote_files_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<h1 id="top">A</h1><a href="b.html#there">1</a><a href="b.html#gone">2</a>'
        '<a href="c.html">3</a><a href="#top">4</a><a href="https://example.org">5</a>'
        '<script src="https://example.org/x.js"></script><img src="gone.png">'
        '<link rel="stylesheet" href="s.css">'
    )
    (tmp_path / "b.html").write_text('<p id="there"></p><img src="//example.org/p.png">')
    (tmp_path / "s.css").write_text("p { background: url('https://example.org/p.png') }")
    assert list(check.faults(tmp_path)) == [
        "a.html loads https://example.org/x.js from a remote host",
        "a.html has a broken link: b.html#gone",
        "a.html has a broken link: c.html",
        "a.html has a broken link: gone.png",
        "b.html loads //example.org/p.png from a remote host",
        "s.css loads a remote file",
    ]


def test_a_build_that_fails_ends_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(folder: Path) -> None:
        folder.mkdir()
        (folder / "index.md").write_text("[x](gone.md)")

    monkeypatch.setattr(build, "write_sources", write)
    result = CliRunner().invoke(main, ["site", str(tmp_path / "site")])
    assert result.exit_code == 1
    assert "Error: Sphinx " in result.output


def test_an_invalid_setting_ends_the_build_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HALMA_CONTACT", "s3cret")
    monkeypatch.setattr(build, "find_spec", lambda name: name)
    result = CliRunner().invoke(main, ["site", str(tmp_path / "site")])
    assert result.exit_code == 1
    assert "Error: HALMA_CONTACT must be an e-mail address" in result.output
    assert "s3cret" not in result.output


def test_the_site_needs_no_package_of_the_tests() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert {re.split("[>=<]", name)[0] for name in extras["docs"]} == {
        *("furo", "myst-parser", "Sphinx"),
    }
    assert not any("docs" in name for name in extras["dev"])
