"""Commands in documents: those of shell blocks, and those in the text."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = (
    *("README.md", "CONTRIBUTING.md", "docs/running.md", "docs/postgresql.md"),
    *("docs/releasing.md", "docs/upgrading.md", "docs/publishing.md", "docs/scaling.md"),
    "docs/images.md",
)
"""Documents whose commands are executed by a test, or named as untested."""
_BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
_PROGRAMS = (
    *("cd", "cp", "docker", "gh", "git", "halma-bot", "halma-by-post", "journalctl", "litestream"),
    *("make", "mv", "pg_dump", "pip", "pipx", "python", "sudo", "systemctl", "uvx"),
)
_INLINE = re.compile(rf"`((?:[A-Z_]+=\S+ )*(?:{'|'.join(_PROGRAMS)}) [^`]+)`")


def text_of(document: str) -> str:
    """Return the text of a document."""
    return (ROOT / document).read_text("utf-8")


def blocks(document: str, language: str = "sh") -> list[str]:
    """Return the code blocks in a language, without their indentation."""
    return [
        re.sub(rf"^{indent}", "", text, flags=re.MULTILINE)
        for indent, name, text in _BLOCK.findall(text_of(document))
        if name == language
    ]


def block_with(document: str, command: str, language: str = "sh") -> str:
    """Return the only block that contains this text."""
    (block_with_command,) = [block for block in blocks(document, language) if command in block]
    return block_with_command


def commands(document: str) -> Iterator[str]:
    """Yield each command of a document, without comments and with quoted newlines."""
    for block in blocks(document):
        for line in re.findall(r"(?:'[^']*'|[^'\n])+", block):
            if command := re.sub(r"(^|\s+)# .*", "", line).strip():
                yield from command.split(" && ") if "'" not in command else [command]
    text = _BLOCK.sub("", text_of(document))
    yield from (" ".join(code.split()) for code in _INLINE.findall(text))
