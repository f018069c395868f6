"""Game pages: the rule card and picture of each game, as shown by `/rules`."""

import re
from pathlib import Path

from bot.i18n.translator import LANGUAGES, translator_for
from bot.texts.game_names import game_name
from bot.texts.rule_card import in_short
from bot.views.reply import Reply
from bot.views.rule_cards import PAGES, file_name, page_view, rule_sentences
from bot.views.rule_diagrams import start_picture
from engine import VARIANTS, Variant
from render import png, scene

FOLDER = "games"
THUMBNAIL = 240
"""Width in pixels of the boards in the list of games."""
_T = translator_for(LANGUAGES[0])
_SMALL = re.compile("^-# ", re.MULTILINE)
_BEFORE_LIST = re.compile(r"^(?!- )(.*)\n(?=- )", re.MULTILINE)


def stem(game: Variant) -> str:
    """Return the file name of a game's page without its suffix."""
    return game.key.replace("+", "-")


async def write_game_pages(folder: Path) -> list[str]:
    """Write a page per game and a list of all games; return the names of the pages."""
    target = folder / FOLDER
    target.mkdir(parents=True, exist_ok=True)
    entries = []
    for game in VARIANTS.values():
        text = await _game_page(target, game)
        (target / f"{stem(game)}.md").write_text(text, "utf-8")
        (target / f"{stem(game)}-board.png").write_bytes(
            png(scene(game, game.start(), width=THUMBNAIL))
        )
        title = game_name(_T, game, both=True)
        short = " ".join(rule_sentences(_T, game, in_short(game)))
        entries += [f"## [{title}]({stem(game)}.md)", "", short, ""]
        entries += [f"![Board of {title} at the start]({stem(game)}-board.png)", ""]
    heading = [
        "# Games",
        "",
        "Every game with its rules and pictures, made by the program itself. "
        "`/rules` shows the same cards in Discord.",
        "",
    ]
    (target / "index.md").write_text("\n".join([*heading, *entries]), "utf-8")
    return [stem(game) for game in VARIANTS.values()]


async def _game_page(folder: Path, game: Variant) -> str:
    """Return the page of a game, and write its pictures into the folder."""
    name = file_name(game)
    cards = {page: _paragraphs(page_view(_T, game, page)) for page in PAGES}
    head, rules, caption = cards["rules"][0], cards["rules"][1:-1], cards["rules"][-1]
    title, _, about = head.partition("\n")
    picture = await start_picture(_T, game, name, "wood")
    (folder / name).write_bytes(picture.fp.read())
    shown = f"![{_alt(picture.description or '')}]({name})"
    parts = [f"# {title.removeprefix('## ')}", about, *rules, shown, caption]
    for page in ("details", "history"):
        parts += [f"## {_T.translate(PAGES[page])}", *cards[page][1:]]
    return "\n\n".join(_SMALL.sub("", part).strip() for part in parts if part.strip()) + "\n"


def _paragraphs(reply: Reply) -> list[str]:
    """Return the paragraphs of a card, with an empty line before each list."""
    assert reply.view is not None
    texts = [getattr(part, "content", "") for part in reply.view.walk_children()]
    return [_BEFORE_LIST.sub(r"\1\n\n", text) for text in texts if text]


def _alt(text: str) -> str:
    """Return an alt text without line breaks and Markdown characters."""
    return re.sub(r"[\[\]`*_]", "", " ".join(text.split()))
