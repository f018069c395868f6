"""Files of a release: notes from the changelog, and a compose file."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_DIGEST = re.compile(r"[a-z0-9][a-z0-9.:-]*(/[a-z0-9][a-z0-9._-]*)+@sha256:[0-9a-f]{64}")
_IMAGE = re.compile(r"^( +)image: \$\{HALMA_IMAGE:-[a-z-]+\}$", re.MULTILINE)
_BUILD = re.compile(r"^( +)build:\n(?:\1 +.*\n)+", re.MULTILINE)
_COMMENTS = re.compile(r"^ *#.*\n", re.MULTILINE)


class ReleaseError(Exception):
    """A release whose tag, version, changelog or image are inconsistent."""


def release_notes(tag: str, *, root: Path = ROOT) -> str:
    """Return the changelog's section of the version that this tag names.

    Raises `ReleaseError` unless the tag is the project's version with a "v", the changelog has a
    dated section for it, and nothing is unreleased. Links lead to the documents of that tag.
    """
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    version = project["version"]
    if tag != f"v{version}":
        raise ReleaseError(
            f'The tag is "{tag}", but the version in pyproject.toml is {version}: tag it v{version}.'
        )
    changelog = (root / "CHANGELOG.md").read_text("utf-8")
    links = re.compile(r"^\[[^\]]+\]: .*\n?", re.MULTILINE)
    sections = re.split(r"^## \[", links.sub("", changelog), flags=re.MULTILINE)[1:]
    texts = {head: body.strip() for head, _, body in (each.partition("\n") for each in sections)}
    if texts.get("Unreleased]"):
        raise ReleaseError(f"CHANGELOG.md has unreleased changes: move them below {version}.")
    for head, text in texts.items():
        if re.fullmatch(rf"{re.escape(version)}\] - \d{{4}}-\d{{2}}-\d{{2}}", head) and text:
            return re.sub(r"\]\((?=docs/)", f"](../../blob/{tag}/", f"{text}\n")
    raise ReleaseError(f'CHANGELOG.md has no text below a heading "## [{version}] - YYYY-MM-DD".')


def compose_file(image: str, *, root: Path = ROOT) -> str:
    """Return deploy/compose.yaml without the build, and with this image to pull.

    Raises `ReleaseError` unless the image is named by its digest.
    """
    if not _DIGEST.fullmatch(image):
        raise ReleaseError(f'"{image}" is not an image with a digest: name@sha256:...')
    text = (root / "deploy/compose.yaml").read_text("utf-8")
    text, images = _IMAGE.subn(rf"\1image: {image}", text)
    text, builds = _BUILD.subn("", text)
    if (images, builds) != (1, 1):
        raise ReleaseError("deploy/compose.yaml needs one image with HALMA_IMAGE, and one build.")
    return (
        "# Put this file into a folder of its own, with env.example as the file `env` next to it.\n"
        "# Then run: docker compose up --detach\n" + _COMMENTS.sub("", text)
    )
