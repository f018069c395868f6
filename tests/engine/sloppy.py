"""Moves as people type them: spellings of squares, signs, and words around them."""

import random
from collections import Counter
from collections.abc import Iterator

from engine import OFF, AmbiguousMove, EngineError, Move, Position, Variant, variant
from engine.board import ROMAN
from engine.move_words import WORDS
from tests.engine.sample_games import course

SIGNS = (
    "x",
    "X",
    "×",
    ":",
    "-",
    "–",
    "—",
    "->",
    "→",
    "to",
    "nach",
    ">",
    "/",
    "=>",
    "...",
    " ",
    ",",
    "bis",
)
"""Signs between two squares, used with or without spaces around them."""
TRICKY = ("x", "X", "×", "a", "à", "A")
"""Signs and words that may also be read as a row or a place."""
LETTERS = ("a", "à", "e", "y", "o", "i", "d'", "l'")
"""One-letter words, which may also be read as squares or pieces."""
WIDTHLESS = "\u200b\u2060\ufeff"
BEGINNINGS = (
    *(
        "",
        "",
        "",
        "",
        "my man ",
        "the man on ",
        "man ",
        "from ",
        "von ",
        "Der Stein auf ",
        "a ",
        "the ",
    ),
    *(
        "12. ",
        "12) ",
        "12.",
        "7. ",
        "7 ",
        "12 ",
        "Zug 7: ",
        "move 12 ",
        "7. my man ",
        "7 the man on ",
    ),
)
ENDS = ("", "", "", "", ".", "!", "?!", " !", ")", " .")


CYRILLIC = str.maketrans("ACEIKOPXaceiopx", "АСЕІКОРХасеіорх")
"""Letters that a Cyrillic keyboard has as well, by those that look like them."""


def cyrillic(rng: random.Random, letters: str) -> str:
    """Return letters, one time in ten in the Cyrillic script."""
    return letters.translate(CYRILLIC) if rng.random() < 0.1 else letters


def roman(rng: random.Random, row: int, place: int) -> str:
    name = rng.choice((ROMAN[row - 1], ROMAN[row - 1], ROMAN[row - 1].lower()))
    return cyrillic(rng, name) + rng.choice((",", ",", ", ", " ", ".", "", ";", " , ")) + str(place)


def arabic(rng: random.Random, row: int, place: int) -> str:
    return f"{row}{rng.choice((',', ',', ', ', '.', ';', ' , '))}{place}"


def chess(rng: random.Random, row: int, place: int) -> str:
    letter = chr(96 + place)
    gap = " " if letter not in "ivx" and rng.random() < 0.05 else ""
    typed = rng.choice((letter, letter, letter.upper()))
    return (typed if gap else cyrillic(rng, typed)) + gap + str(row)


SPELLINGS = (roman, arabic, chess)
DASHES = ("-", "-", "–", "→", "->", " - ")


def pairs(rng: random.Random, game: Variant, cells: list[int]) -> str:
    """Return squares in the form "23-33"; "" if a row or place has two digits."""
    spots = [game.board.spots[cell] for cell in cells]
    if len(spots) < 2 or any(number > 9 for spot in spots for number in spot):
        return ""
    is_small = game.board.rows < 10 and len(spots) == 2
    dash = " " if is_small and rng.random() < 0.3 else rng.choice(DASHES)
    return dash.join(f"{row}{place}" for row, place in spots)


def word(rng: random.Random, *meanings: str) -> str:
    """Return a word with one of these meanings, in any language and capitalization."""
    language = rng.choice(list(WORDS.values()))
    word = rng.choice(" ".join(language.get(meaning, "") for meaning in meanings).split() or [""])
    return rng.choice((word, word, word.capitalize(), word.upper()))


def sign(rng: random.Random) -> str:
    """Return a sign or words to put between two squares."""
    lot = rng.random()
    if lot < 0.5:
        return rng.choice(SIGNS)
    if lot < 0.6:
        return rng.choice(LETTERS)
    between = word(rng, "to", "to", "then", "go")
    if rng.random() < 0.2:
        between += " " + word(rng, "to", "the", "field")
    return f" {between} " if rng.random() < 0.7 else between


def beginning(rng: random.Random) -> str:
    """Return words to put before the first square."""
    if rng.random() < 0.5:
        return rng.choice(BEGINNINGS)
    before = [word(rng, rng.choice(("from", "from", "the", "go", "man", "to", "field", "then")))]
    if rng.random() < 0.3:
        before.insert(0, word(rng, rng.choice(("the", "man", "go"))))
    if rng.random() < 0.1:
        before.append(rng.choice(LETTERS) + " ")  # "iII,3" is read as row III
    return " ".join(before) + rng.choice((" ", " ", " ", ""))


def away(rng: random.Random) -> str:
    """Return words that mean "off the board"."""
    if rng.random() < 0.5:
        return word(rng, "off")
    language = rng.choice(list(WORDS.values()))
    first = rng.choice((language["from"], language["off"])).split()
    return f"{rng.choice(first)} {rng.choice(language['the'].split())} {language['board']}"


def typed(
    rng: random.Random, game: Variant, position: Position, move: Move, tricky: bool = False
) -> str:
    """Return typed text that clearly means this move.

    If `tricky` is true, it may contain letters that can also be an article, a row or a separator.
    """
    path = [cell for cell in move.path if cell != OFF]
    if not game.routes and len(path) > 2 and rng.random() < 0.8:
        path = [path[0], path[-1]]
    if not tricky and rng.random() < 0.1 and move.path[-1] != OFF:
        digits = pairs(rng, game, path)
        if digits:
            return digits + rng.choice(ENDS[:7])
    spelling, mixed = chess if tricky else rng.choice(SPELLINGS), rng.random() < 0.15
    squares = [
        (rng.choice(SPELLINGS) if mixed else spelling)(rng, *game.board.spots[cell])
        for cell in path
    ]
    signs = [sign(rng) for _ in path]
    if tricky or rng.random() < 0.8:
        signs = [rng.choice(TRICKY) if tricky and rng.random() < 0.8 else sign(rng)] * len(path)
    before, after = rng.choice(("", " ")), rng.choice(("", " "))
    text = squares[0]
    for each, square in zip(signs, squares[1:], strict=False):
        between = before + each + after
        if between in (" x", " X") and square[0] in "ivxIVX":
            between += " "  # "V,5 xv,9" is read as row XV
        if each == "i" and square[0] in "ivxIVX":
            between += " "  # "V,5 iv,9" is read as row IV
        # Without a space, the end of one number and the start of the next are ambiguous.
        text += (" " + square) if between == "," or not between.strip() else between + square
    if len(path) == 1 and len(move.path) == 1:
        word_used = word(rng, game.kinds[move.kind].name if len(game.kinds) > 1 else "drop")
        text = f"{word_used} {word(rng, 'to') if rng.random() < 0.3 else ''} {text}"
    if move.path[-1] == OFF:
        text += f"{before}{signs[0]}{after}{rng.choice(('off', ' ' + away(rng)))}"
    text = beginning(rng) + text + rng.choice(ENDS)
    if rng.random() < 0.05:
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(WIDTHLESS) + text[at:]
    return text


def tries(key: str, number: int, seed: int = 1) -> Iterator[tuple[Position, Move, str]]:
    """Yield (position, move, text): random input that means this move in the position."""
    game, rng = variant(key), random.Random(f"sloppy {key} {seed}")
    places = course(key)[:-1]
    position, moves, tricky = places[0], list[Move](), list[Move]()
    for count in range(number):
        if count % 20 == 0:
            position = rng.choice(places)
            for _ in range(rng.randrange(6)):
                if moves := game.moves(position):
                    position = game.apply(position, rng.choice(moves))
            if not (moves := [move for move in game.moves(position) if move.path]):
                position = places[0]
                moves = game.moves(position)
            tricky = [
                move
                for move in moves
                if any(cell != OFF and game.board.spots[cell][1] in (1, 9) for cell in move.path)
            ]
        hard = count % 3 == 0 and bool(tricky)
        move = rng.choice(tricky if hard else moves)
        yield position, move, typed(rng, game, position, move, hard)


def misread(key: str, number: int, seed: int = 1) -> tuple[list[str], Counter[str]]:
    """Return a message for each misread input, and the number of inputs per reaction.

    The reactions are "read", "asked" and "refused". Input is misread if it is parsed as a different
    move, or if the intended move is not among the moves offered.
    """
    game, wrong, counted = variant(key), list[str](), Counter[str]()
    for position, move, text in tries(key, number, seed):
        meant = game.format(move)
        try:
            answers: tuple[str, ...] = (game.format(game.parse(position, text)),)
        except AmbiguousMove as asked:
            answers = asked.reason.moves
            counted["asked"] += 1
        except EngineError:
            counted["refused"] += 1
            continue
        else:
            counted["read"] += 1
        if meant not in answers:
            wrong.append(f"{text!r} means {meant}, not {answers}: {game.dump(position)}")
    return wrong, counted
