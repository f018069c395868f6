"""Words around the squares of a typed move, by language and meaning.

Case and accents do not matter: "Círculo" and "circulo" are the same word. A word has the same
meaning in every language, so the parser need not know which language a player uses.

Some words are left out because they could change the meaning of a typed move:

- letters, which may be chess squares, rows or pieces: "i", "e", "o", "y", "d'". The exceptions are
  "à" and the English article "a", which `move_lexer` keeps apart from the place a;
- "no", which is either a negation or Portuguese for *in the*; also "or", "if" and "not" in
  every language;
- the Swedish "av" and the Italian "miei", because "aV" and "mieI" may also be a word and a row
  without a space between them;
- the Ukrainian "і", which is a Roman numeral in Cyrillic letters.
"""

import re
import unicodedata
from collections.abc import Mapping

KINDS = ("man", "horse", "triangle", "square", "circle", "diamond")
"""Meanings that name a piece; each is the name of a `Kind`."""

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "to": "to onto into on upon at in via over",
        "from": "from",
        "the": "the a an my by",
        "then": "then and",
        "go": "go goes move moves moving step steps hop hops jump jumps leap leaps shove shoves",
        "drop": "drop place put",
        "off": "off out exit",
        "board": "board",
        "pass": "pass skip",
        "man": "man men piece pieces pawn pawns stone stones",
        "horse": "horse horses",
        "triangle": "triangle triangles",
        "square": "square squares",
        "circle": "circle circles",
        "diamond": "diamond diamonds",
    },
    "de": {
        "to": "nach zu zum auf bis in ins über",
        "from": "von vom aus ab",
        "the": "der die das den dem des ein eine einen einem einer mein meine meinen meinem meiner ich",
        "then": "dann danach und weiter",
        "field": "Feld Felde Feldes Felder",
        "go": "zieht ziehe zieh springt springe spring geht gehe geh Zug",
        "drop": "setze setz setzen einsetzen Einsatz",
        "off": "raus hinaus",
        "board": "Brett",
        "pass": "passen passe aussetzen",
        "man": "Stein Steine Steins Steinen Figur Figuren",
        "horse": "Pferd Pferde Pferds Pferden",
        "triangle": "Dreieck Dreiecke Dreiecks Dreiecken",
        "square": "Quadrat Quadrate Quadrats Quadraten",
        "circle": "Kreis Kreise Kreises Kreisen",
        "diamond": "Raute Rauten",
    },
    "es": {
        "to": "al hasta hacia en para",
        "from": "de del desde",
        "the": "el la los las un una mi mis yo",
        "then": "luego después",
        "field": "casilla casillas",
        "go": "va voy ir salta salto saltar mueve muevo mover jugada",
        "drop": "coloca coloco colocar pon pongo poner suelta",
        "off": "fuera afuera sale",
        "board": "tablero",
        "pass": "pasa paso pasar",
        "man": "ficha fichas pieza piezas peón peones",
        "horse": "caballo caballos",
        "triangle": "triángulo triángulos",
        "square": "cuadrado cuadrados",
        "circle": "círculo círculos",
        "diamond": "rombo rombos diamante diamantes",
    },
    "fr": {
        "to": "à au vers en sur jusque jusqu",
        "from": "de depuis du",
        "the": "le la les un une des mon ma mes je",
        "then": "puis ensuite et",
        "field": "case cases",
        "go": "va vas aller saute sauter joue jouer avance coup",
        "drop": "pose poser place placer mets mettre",
        "off": "hors dehors sort sors sortir",
        "board": "plateau",
        "pass": "passe passer",
        "man": "pion pions pièce pièces",
        "horse": "cheval chevaux",
        "triangle": "triangle triangles",
        "square": "carré carrés",
        "circle": "cercle cercles",
        "diamond": "losange losanges",
    },
    "it": {
        "to": "ad in su sul sulla sull al alla all verso fino",
        "from": "da dal dalla dall",
        "the": "il lo la gli le un uno una mio mia mie io",
        "then": "poi quindi",
        "field": "casella caselle",
        "go": "va vai vado andare salta salto saltare muovi muovo muove muovere gioca gioco mossa",
        "drop": "posa poso posare metti metto mettere piazza piazzo piazzare colloca colloco collocare",
        "off": "fuori esce esci esco uscire",
        "board": "tavola",
        "pass": "passa passo passare",
        "man": "pedina pedine pezzo pezzi",
        "horse": "cavallo cavalli",
        "triangle": "triangolo triangoli",
        "square": "quadrato quadrati",
        "circle": "cerchio cerchi",
        "diamond": "rombo rombi",
    },
    "nl": {
        "to": "naar op tot aan in te over",
        "from": "van vanaf vanuit uit",
        "the": "het een mijn ik",
        "then": "dan daarna vervolgens verder",
        "field": "veld velden vakje",
        "go": "gaat ga gaan springt spring springen zet zetten verzet stapt stap neer",
        "drop": "plaats plaatsen leg leggen inzetten",
        "off": "eraf af",
        "board": "bord",
        "pass": "passen pas past",
        "man": "steen stenen steentje stuk stukken figuur figuren pion pionnen",
        "horse": "paard paarden",
        "triangle": "driehoek driehoeken driehoekje",
        "square": "vierkant vierkanten vierkantje",
        "circle": "cirkel cirkels cirkeltje rondje",
        "diamond": "ruit ruiten ruitje",
    },
    "pt": {
        "to": "para pra à ao até em na",
        "from": "de do da desde",
        "the": "os a as um uma uns umas meu minha meus minhas eu",
        "then": "depois então",
        "field": "casa casas",
        "go": "vai vou ir pula pulo pular salta saltar anda joga jogo jogar move mover lance",
        "drop": "coloca colocar coloco coloque põe ponho larga largar",
        "off": "fora sai sair",
        "board": "tabuleiro",
        "pass": "passar passo passa",
        "man": "peça peças",
        "horse": "cavalo cavalos",
        "triangle": "triângulo triângulos",
        "square": "quadrado quadrados",
        "circle": "círculo círculos",
        "diamond": "losango losangos",
    },
    "sv": {
        "to": "till mot på över via in fram",
        "from": "från ifrån ur",
        "the": "ett den det min mitt mina jag",
        "then": "sedan sen därefter och vidare",
        "field": "ruta rutan rutor rutorna",
        "go": "går gå hoppar hoppa drar dra flyttar flytta drag",
        "drop": "sätt sätter sätta insättning placera placerar lägg ställ",
        "off": "ut",
        "board": "brädet",
        "pass": "pass passa passar",
        "man": "pjäs pjäsen pjäser pjäserna bricka brickan brickor",
        "horse": "häst hästen hästar hästarna",
        "triangle": "triangel triangeln trianglar trianglarna trekant trekanten",
        "square": "kvadrat kvadraten kvadrater kvadraterna fyrkant fyrkanten",
        "circle": "cirkel cirkeln cirklar cirklarna",
        "diamond": "romb romben romber romberna ruter diamant diamanten",
    },
    "ru": {
        "to": "на в во до к через",
        "from": "из с со от",
        "the": "я моя мою моей мой мои эта эту",
        "then": "затем потом далее дальше и",
        "field": "поле поля клетка клетку клетки клетке клеткой",
        "go": "ходит ход хожу иду идёт идти иди шаг шагает прыгает прыгаю прыжок двигаю",
        "drop": "ставлю ставит ставить поставить поставь кладу выставляю",
        "off": "прочь вон снять снимаю уходит",
        "board": "доски",
        "pass": "пас пасую пропуск пропускаю пропустить",
        "man": "шашка шашки шашку шашке шашкой шашек фишка фишки фишку пешка пешку фигура фигуру",
        "horse": "конь коня коню конём кони коней",
        "triangle": "треугольник треугольника треугольники треугольников",
        "square": "квадрат квадрата квадраты квадратов",
        "circle": "круг круга круги кругов кружок кружка кружки",
        "diamond": "ромб ромба ромбы ромбов",
    },
    "uk": {
        "to": "на в у до через",
        "from": "з із зі від",
        "the": "я моя мою моєї мій мої ця цю",
        "then": "потім далі тоді та",
        "field": "поле поля клітинка клітинку клітинки клітинці клітинкою",
        "go": "ходить хід ходжу іду йду йде йти крок стрибає стрибаю стрибок рухаю",
        "drop": "ставлю ставить ставити поставити постав кладу виставляю",
        "off": "геть зняти знімаю виходить",
        "board": "дошки",
        "pass": "пас пасую пропуск пропускаю пропустити",
        "man": "шашка шашки шашку шашці шашкою шашок фішка фішки фішку пішак фігура фігуру",
        "horse": "кінь коня коню конем коні",
        "triangle": "трикутник трикутника трикутники трикутників",
        "square": "квадрат квадрата квадрати квадратів",
        "circle": "круг круга круги кругів коло кола кружок",
        "diamond": "ромб ромба ромби ромбів",
    },
}
"""Words by language and meaning; each is accepted whatever the player's language.

"to" and "from" stand before a square, "the" before a noun, "then" between two squares. "field" is a
square of the board, and "go" is a verb of motion or the noun "move". "board" after a word for
"from" or "off" means that the man leaves the board.
"""


_NUMERALS = frozenset("ivxIVX")
_TURKISH = {ord("İ"): "I", ord("ı"): "i"}
"""Letters that a Turkish keyboard types where others type "I" and "i"."""
_LOOKALIKES = "АВСЕНІЈКМОРХасеіјкморх"
"""Cyrillic letters that look like Latin ones."""
_CYRILLIC = str.maketrans(_LOOKALIKES, "ABCEHIJKMOPXaceijkmopx")
_LETTER = r"[^\W\d_]"
_LATIN_WORD = re.compile(rf"(?<!{_LETTER})[ivxIVX{_LOOKALIKES}]+(?!{_LETTER})(?P<digit>(?=[0-9]))?")
"""A word whose letters all look like Latin ones, and whether a digit follows it."""


def plain_letters(text: str) -> str:
    """Return typed text with plain letters and digits, e.g. "I2" for "İ２".

    Every reader of typed moves calls this first. Its patterns ignore case, so "i" would match "İ",
    which has two characters in lower case. Cyrillic letters become Latin only in a Roman numeral
    ("ХІ") and in a chess square ("с3"), since "с" and "к" are also words.
    """
    plain = unicodedata.normalize("NFKC", text).translate(_TURKISH).replace("i\u0307", "i")
    return plain if plain.isascii() else _LATIN_WORD.sub(_latin, plain)


def _latin(letters: re.Match[str]) -> str:
    """Return the letters of a numeral or a chess square in Latin script."""
    latin = letters[0].translate(_CYRILLIC)
    is_numeral = set(latin) <= _NUMERALS
    return latin if is_numeral or (len(latin) == 1 and letters["digit"] is not None) else letters[0]


def folded(word: str) -> str:
    """Return a word in lower case without accents.

    A single letter keeps its accent: "a" may be a place, but "à" may not.
    """
    small = word.casefold()
    if len(small) == 1:
        return small
    parts = unicodedata.normalize("NFD", small)
    return "".join(part for part in parts if not unicodedata.combining(part))


_MEANINGS = {
    folded(word): meaning
    for language in WORDS.values()
    for meaning, words in language.items()
    for word in words.split()
}


def meaning(word: str) -> str:
    """Return the meaning of a word (a key of `WORDS`), or "" for an unknown word."""
    return _MEANINGS.get(folded(word), "")
