"""Release notes come from the changelog, and the compose file names the image."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from tools.__main__ import main
from tools.release import ROOT, ReleaseError, compose_file, release_notes

IMAGE = "registry.example:5000/club/halma-by-post@sha256:" + "0123456789abcdef" * 4
CHANGELOG = """# Changelog

## [Unreleased]

## [1.2.0] - 2026-12-24

[Upgrading](docs/upgrading.md) is easy.

### Added

- Snow.

## [1.1.0] - 2026-12-01

- Rain.

[Unreleased]: ../../compare/v1.2.0...HEAD
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project of version 1.2.0 with a changelog."""
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    return tmp_path


def test_the_notes_of_a_release_are_its_section_of_the_changelog(project: Path) -> None:
    assert release_notes("v1.2.0", root=project) == (
        "[Upgrading](../../blob/v1.2.0/docs/upgrading.md) is easy.\n\n### Added\n\n- Snow.\n"
    )


@pytest.mark.parametrize(
    ("tag", "replaced", "by", "why"),
    [
        ("v1.1.0", "", "", "the version in pyproject.toml is 1.2.0: tag it v1.2.0"),
        ("1.2.0", "", "", "tag it v1.2.0"),
        ("v1.2.0", "[Unreleased]\n", "[Unreleased]\n\n- Hail.\n", "has unreleased changes"),
        ("v1.2.0", " - 2026-12-24", "", 'no text below a heading "## [1.2.0] - YYYY-MM-DD"'),
        ("v1.2.0", "## [1.2.0]", "## [1.20]", "no text below a heading"),
    ],
)
def test_a_release_that_does_not_fit_its_changelog_is_refused(
    project: Path, tag: str, replaced: str, by: str, why: str
) -> None:
    changelog = project / "CHANGELOG.md"
    changelog.write_text(CHANGELOG.replace(replaced, by, 1))
    with pytest.raises(ReleaseError, match=why.replace("[", r"\[")):
        release_notes(tag, root=project)


def test_the_compose_file_of_a_release_differs_only_in_the_image() -> None:
    def settings(text: str) -> list[str]:
        return [line for line in text.splitlines() if not line.strip().startswith("#")]

    before = settings((ROOT / "deploy/compose.yaml").read_text("utf-8"))
    after = settings(compose_file(IMAGE))
    assert [line.strip() for line in after if line not in before] == [f"image: {IMAGE}"]
    assert [line.strip() for line in before if line not in after] == [
        *("image: ${HALMA_IMAGE:-halma-by-post}", "build:"),
        *("context: ..", "dockerfile: deploy/Dockerfile"),
    ]


def test_an_image_without_a_digest_is_refused() -> None:
    for image in ("", "halma", IMAGE.partition("@")[0], IMAGE[:-1], f"{IMAGE}0", f"{IMAGE}\n"):
        with pytest.raises(ReleaseError, match="not an image with a digest"):
            compose_file(image)


def test_a_compose_file_without_an_image_to_replace_is_refused(tmp_path: Path) -> None:
    (tmp_path / "deploy").mkdir()
    (tmp_path / "deploy/compose.yaml").write_text("services: {}\n")
    with pytest.raises(ReleaseError, match="needs one image with HALMA_IMAGE, and one build"):
        compose_file(IMAGE, root=tmp_path)


def test_the_commands_write_files_or_say_why_not(tmp_path: Path) -> None:
    path = tmp_path / "new/compose.yaml"
    done = CliRunner().invoke(main, ["compose", IMAGE, str(path)])
    assert (done.exit_code, done.output) == (0, f"{path} is written.\n")
    assert path.read_text() == compose_file(IMAGE)
    for words in (["compose", "halma", str(path)], ["notes", "v0", str(tmp_path / "notes.md")]):
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 1
        assert done.output.startswith("Error: ")
    assert not (tmp_path / "notes.md").exists()
