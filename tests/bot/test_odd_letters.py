"""Odd letters and digits, given to every reader of typed text.

Examples are the Turkish "İ", which has two characters in lower case, and the digit "²", which is a
digit but no number.
"""

import random
from collections.abc import Callable
from datetime import date

import pytest

from bot.commands.move_by_message import looks_like_move
from bot.dialogs import game_picker
from bot.dialogs.typed_move import split_game_number
from bot.i18n.date_input import read_date
from bot.i18n.time_zone_input import find_zone
from bot.service.clock import time_control
from bot.service.clock.calendar import InvalidTime
from bot.service.conditional_moves import plan_text
from bot.service.errors import ServiceError
from bot.service.players import player_settings
from bot.texts.reply_keywords import requested_action
from bot.views import components, move_autocomplete
from engine import BadRecord, EngineError, variant
from engine.move_lexer import parse_typed
from engine.puzzles import placement_text
from engine.puzzles.game import begin_game, play_text
from engine.puzzles.problems import get_problem
from engine.record import read_record

ODD = (
    *(
        "İ",
        "ı",
        "i\u0307",
        "ſ",
        "K",
        "Å",
        "ß",
        "ﬁ",
        "ŉ",
        "ΐ",
        "և",
        "Ǆ",
        "Ⅱ",
        "ⅱ",
        "①",
        "½",
        "²",
        "¹",
    ),
    *(
        "٣",
        "१",
        "๓",
        "３",
        "𝟙",
        "Ｉ",
        "ｉ",
        "－",
        "，",
        "\u0301",
        "\u0307",
        "\u200d",
        "\ufeff",
        "\ud83d",
    ),
)
HALMA = variant("halma")
START = HALMA.start()
PLATONIC = variant("platonic-advanced")
MOVES = move_autocomplete.legal_moves("halma", HALMA.dump(START))[:20]
PLACING, BRINGING = get_problem("61-jumps"), get_problem("bring-out-a")
RECORD = '[Game "halma"]\n\n1. II,3-III,3\n*\n'
REFUSALS = (EngineError, BadRecord, ServiceError, InvalidTime, components.StaleComponent)

Reader = Callable[[str], object]
READERS: dict[str, tuple[Reader, tuple[str, ...]]] = {
    "move": (
        lambda text: HALMA.parse(START, text),
        ("I3-I5", "ii,3-iv,5", "II,3 to III,3", "pass", "i", "23-33"),
    ),
    "piece": (
        lambda text: PLATONIC.parse(PLATONIC.start(), text),
        ("circle I,4", "drop II,4", "i2", "triangle i,2"),
    ),
    "plan": (
        lambda text: plan_text.parse_plan(HALMA, START, 1, text),
        ("II,3-III,3, XV,15-XIV,15", "i3-i5; i3", "* I3-I5", "*, drop I,3"),
    ),
    "message": (looks_like_move, ("I3-I5", "i3", "II,3", "m8")),
    "autocomplete": (
        lambda text: move_autocomplete.matching_moves(HALMA, START, MOVES, text),
        ("i3", "II,3", "c3", "ii"),
    ),
    "game number": (game_picker.parse_game_number, ("12", "#12 Halma")),
    "numbered text": (split_game_number, ("#12 II,3-III,3",)),
    "keyword": (requested_action, ("resign", "up left", "give up")),
    "date": (
        lambda text: read_date(text, date(2026, 6, 1)),
        ("3 April 2026", "20260403", "-3", "<t:1700000000:d>", "yesterday", "3/4"),
    ),
    "custom id": (components.parse_custom_id, ("h:move:12:3:x",)),
    "number": (components.parse_int, ("12", "-3")),
    "quiet hours": (player_settings.read_quiet_hours, ("22:00-08:00", "10pm-8am", "off")),
    "time zone": (find_zone, ("Europe/Istanbul", "UTC+2")),
    "time control": (time_control.parse, ("3d/move", "72h+12h cap 120h", "simple-3")),
    "placement": (placement_text.parse_placement, ("II: 2, 4; IV: 1", "II,2 II,4", "2,2")),
    "men": (lambda text: play_text(begin_game(PLACING), text), ("I: 1, 3", "remove I,1")),
    "turns": (
        lambda text: play_text(begin_game(BRINGING), text),
        ("II,5 to III,6.—III,4 to IV,5", "i3-i5"),
    ),
    "record": (read_record, (RECORD,)),
    "position": (HALMA.load, (HALMA.dump(START),)),
}


def odd(rng: random.Random, text: str) -> str:
    """Return a text with one to three odd letters in place of others or between them."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(ODD) + text[at + rng.randint(0, 1) :]
    return text.replace("i", "İ").replace("I", "ı") if rng.random() < 0.1 else text


@pytest.mark.parametrize("name", READERS)
def test_odd_letters_are_read_or_refused(name: str) -> None:
    reader, texts = READERS[name]
    rng = random.Random(f"odd {name}")
    for text in (*texts, *ODD, *(odd(rng, rng.choice(texts)) for _ in range(100))):
        try:
            reader(text)
        except REFUSALS:
            continue


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("İ,3-İ,5", "I,3-I,5"),
        ("ıı,3 to ıv,5", "ii,3 to iv,5"),
        ("i\u0307i\u0307,3-II,5", "ii,3-II,5"),
        ("ｉｉ，３－Ⅱ,5", "ii,3-II,5"),
        ("İ3-ı5", "I3-i5"),
        ("c3 x İ5", "c3 x I5"),
    ],
)
def test_letters_of_a_turkish_keyboard_are_read(typed: str, plain: str) -> None:
    assert parse_typed(typed, 16) == parse_typed(plain, 16)


def test_a_plan_may_be_typed_on_a_turkish_keyboard() -> None:
    plain = plan_text.parse_plan(HALMA, START, 1, "III,4-IV,4, XIV,13-XIII,13")
    assert plan_text.parse_plan(HALMA, START, 1, "ıİı,4-ıv,4, XİV,13-Xııı,13") == plain
