"""The prose lint complains about refused words, names and long first lines."""

from pathlib import Path

import pytest

from tools import prose
from tools.prose import check, comment_complaints, document_complaints, python_complaints
from tools.refused_words import NAME_PARTS, WORDS


def lines(complaints: list[prose.Complaint]) -> list[tuple[int, str]]:
    """Return (line, quoted word) of each complaint."""
    return [(each.line, each.text.split('"')[1]) for each in complaints]


def test_refused_words_are_found_in_docstrings_comments_and_messages() -> None:
    source = '''"""Whoever asks is told."""

LIMIT = 3
"""So many at most."""


def send(reply):  # besides
    """Send it anew."""
    # what is owed is sent, as
    # good as at once
    return reply.say("Somebody moved." " Likewise.", who="untrue")


def plural(n):
    return translate_plural("one wish", "{n} wishes", n)
'''
    assert sorted(lines(python_complaints("bot/a.py", source))) == [
        (1, "Whoever"),
        (1, "told"),
        (4, "So many"),
        (7, "besides"),
        (8, "anew"),
        (9, "as good"),
        (9, "owed"),
        (11, "Likewise"),
        (11, "Somebody"),
        (15, "wish"),
        (15, "wishes"),
    ]


def test_a_phrase_is_found_across_a_line_break() -> None:
    source = '"""Stops after so\n    many turns, by\nthen."""\n'
    assert lines(python_complaints("bot/a.py", source)) == [(1, "so many"), (2, "by then")]


def test_code_and_plain_strings_are_not_prose() -> None:
    source = '''"""Deliver the outbox."""

STATE = "owed"
query = run("SELECT told FROM outbox")
'''
    assert python_complaints("bot/a.py", source) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It lasts so long as it is needed.", []),
        ("It lasts so long.", ["so long"]),
        ("It lasts so long as needed, but not\nso long.", ["so long"]),
        ("Owing to the limit it is owed.", ["owed"]),
        ("He bestowed a latest untold tale.", []),
    ],
)
def test_allowed_phrases_and_longer_words_are_let_through(text: str, words: list[str]) -> None:
    assert [word for _, word in lines(document_complaints("a.md", text))] == words


def test_documents_are_checked_but_not_their_code_and_link_targets() -> None:
    text = """# Told

```sh
echo told
```

The table `owed_moves` and [a link](told.md) are fine; `told` too.

   ~~~
   somebody
   ~~~

Somebody's wish.
"""
    assert lines(document_complaints("a.md", text)) == [
        (1, "Told"),
        (13, "Somebody's"),
        (13, "wish"),
    ]


def test_comments_of_other_files_are_checked_but_not_their_values() -> None:
    text = "told: 1\nname: x  # told\n# whoever\n"
    assert lines(comment_complaints("deploy/a.yml", text)) == [(2, "told"), (3, "whoever")]


def test_refused_parts_are_found_in_public_names_of_the_packages_only() -> None:
    source = """
TOLD_AT = 1
WISHES: int = 2
_TOLD = 3
class ToldPlayers:
    def telling(self): ...
    def _told(self): ...
class NotFound: ...
async def found_moves(): ...
def retold(): ...
"""
    names = [complaint.text.split()[2] for complaint in python_complaints("bot/a.py", source)]
    assert names == ["TOLD_AT", "WISHES", "ToldPlayers", "telling", "found_moves"]
    assert python_complaints("tests/a.py", source) == []


def test_vague_variables_and_parameters_are_refused_in_the_packages_only() -> None:
    source = """
def find(here, *, limit):
    found = [one for one in here if one.there]
    for told, reply in found:
        said: str = told.said
    if found := limit:
        return lambda there: there
"""
    assert sorted(lines(python_complaints("bot/a.py", source))) == [
        (2, "here"),
        (3, "found"),
        (3, "one"),
        (4, "told"),
        (5, "said"),
        (6, "found"),
        (7, "there"),
    ]
    assert python_complaints("tests/a.py", source) == []


def test_a_first_line_may_have_eighty_characters_and_no_more() -> None:
    def source(length: int) -> str:
        return f'def f():\n    """{"x" * length}\n\n    {"y" * 99}\n    """\n'

    assert python_complaints("bot/a.py", source(80)) == []
    [complaint] = python_complaints("bot/a.py", source(81))
    assert (complaint.line, "81 characters" in complaint.text) == (2, True)


def test_the_command_lists_complaints_and_fails_only_if_there_are_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in {
        "bot/deep/a.py": '"""Told."""\n',
        "engine/b.py": '"""Fine."""\n',
        "docs/c.md": "Somebody.\n",
        "docs/style.md": "told\n",
        ".github/ISSUE_TEMPLATE/d.yml": "a: 1  # lest\n",
        "Makefile": "# anew\n",
        "data/e.py": '"""Told."""\n',
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    paths = [complaint.path for complaint in check(tmp_path)]
    assert paths == [".github/ISSUE_TEMPLATE/d.yml", "Makefile", "bot/deep/a.py", "docs/c.md"]

    monkeypatch.setattr(prose, "check", lambda only: check(tmp_path, only))
    with pytest.raises(SystemExit, match="4 complaints"):
        prose.main([])
    assert 'bot/deep/a.py:1: "Told" is refused' in capsys.readouterr().out
    with pytest.raises(SystemExit, match="1 complaints"):
        prose.main(["docs/c.md", "engine/b.py"])
    prose.main(["engine/b.py"])


def test_every_row_of_the_tables_has_a_replacement_and_its_phrases_contain_the_word() -> None:
    for word in WORDS:
        assert word.instead
        assert word.reason
        assert all(document_complaints("a.md", phrase) == [] for phrase in word.allowed), word
    for part in NAME_PARTS:
        assert part.instead
        assert part.part == part.part.lower()
