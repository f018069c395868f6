"""Analysis of a finished game: a message with images, and comments for its record."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from bot.i18n.escaping import code
from bot.i18n.translator import Words, mark
from bot.views.board_image import as_file
from bot.views.components import Part, Press, layout, row, rows, section
from bot.views.player_labels import colour_name, disc
from bot.views.reply import Reply
from bot.views.review_source import Story
from engine import Move, Position
from engine.analysis import Analysis, given_away
from engine.board import OFF
from render import scene
from render.crop import excerpt
from render.race_graph import draw_race

ENDS = {1: "+", 0: "=", -1: "−"}
BY_BEST_PLAY = mark("With best play, for the player who moved (+ won, = a draw, − lost): {moves}")


@dataclass(frozen=True)
class Looked:
    """A game with its analysis."""

    story: Story
    analysis: Analysis

    @cached_property
    def positions(self) -> list[Position]:
        """Positions after 0, 1, 2, ... turns."""
        game = self.story.record.variant
        return list(accumulate(self.story.moves, game.apply, initial=game.start()))

    def mover(self, turn: int) -> int:
        """Return the seat that made this turn; the first turn is 1."""
        return self.positions[turn - 1].turn

    def played(self, turn: int) -> Move:
        """Return the move of this turn with all its landing squares."""
        move = self.story.moves[turn - 1]
        return self.story.record.variant.routed(self.positions[turn - 1], move)


async def told(words: Words, looked: Looked) -> Reply:
    """Build the analysis message."""
    story, analysis = looked.story, looked.analysis
    game, turns = story.record.variant, analysis.turning_points()
    race = await asyncio.to_thread(draw_race, game, analysis.to_go, turns, story.theme)
    files = [as_file(race, f"race-{story.number}.png", " ".join(_race(words, looked)))]
    parts: list[Part] = [[story.heading, story.ended, *_summary(words, looked)], files[0]]
    for turn in turns:
        picture = await asyncio.to_thread(_better, looked, turn)
        name = f"better-{story.number}-{turn}.png"
        files.append(as_file(picture, name, _turning(words, looked, turn, str)))
        parts.append(section([_turning(words, looked, turn, code)], name, files[-1].description))
    looks = [Press(story.control("moment", turn), words.say("Move {n}", n=turn)) for turn in turns]
    view = layout(
        *parts,
        row(*looks),
        *rows(
            Press(story.control("moment", len(story.moves)), words.say("Move by move"))
            if not looks
            else None,
            Press(story.control("replay"), words.say("Replay")),
            Press(story.control("record"), words.say("Game record")) if not story.source else None,
            Press(story.control("analysis-shared"), words.say("Show everyone"))
            if story.shared
            else None,
        ),
    )
    return Reply(view=view, files=files)


def comments(words: Words, looked: Looked) -> dict[int, str]:
    """Return the comments on turns, keyed by their position in the record."""
    entries = [
        entry for entry, turn in enumerate(looked.story.record.turns, 1) if isinstance(turn, Move)
    ]
    found: dict[int, str] = {0: "\n".join(_race(words, looked))}
    for turn, lost in enumerate(looked.analysis.given, 1):
        if round(lost) >= 1:
            found[entries[turn - 1]] = _turning(words, looked, turn, str)
    if entries:
        found[entries[-1]] = "\n".join(
            [*filter(None, [found.get(entries[-1])]), *_summary(words, looked)]
        )
    return found


def _race(words: Words, looked: Looked) -> list[str]:
    """Describe the race graph in words, a sentence per seat."""
    to_go = looked.analysis.to_go
    middle = len(to_go) // 2
    return [
        words.say(
            "Turns left for {seat}: {first} at the start, {then} after move {n}, {last} at "
            "the end.",
            seat=_seat(words, looked, seat),
            first=round(to_go[0][seat]),
            then=round(to_go[middle][seat]),
            n=middle,
            last=round(to_go[-1][seat]),
        )
        for seat in range(len(to_go[0]))
    ]


def _summary(words: Words, looked: Looked) -> list[str]:
    """Return the longest hop, and the turns that each seat gave away in total."""
    analysis, found = looked.analysis, list[str]()
    if analysis.longest:
        found.append(
            words.say_n(
                "Longest hop: {seat} in move {turn}, {n} jump.",
                "Longest hop: {seat} in move {turn}, {n} jumps.",
                analysis.jumps,
                seat=_seat(words, looked, looked.mover(analysis.longest)),
                turn=analysis.longest,
            )
        )
    if analysis.ends:
        ends = " ".join(f"{turn}{ENDS[end]}" for turn, end in enumerate(analysis.ends, 1))
        return [*found, words.say(BY_BEST_PLAY, moves=ends)]
    seats = len(looked.story.record.variant.seats)
    movers = [position.turn for position in looked.positions[:-1]]
    found += [
        words.say_n(
            "{seat} gave away about {n} turn.",
            "{seat} gave away about {n} turns.",
            round(lost),
            seat=_seat(words, looked, seat),
        )
        for seat, lost in enumerate(given_away(analysis, movers, seats))
    ]
    return found


def _turning(words: Words, looked: Looked, turn: int, shown: Callable[[str], str]) -> str:
    """Describe how much a turn gave away and which move was better."""
    game = looked.story.record.variant
    facts = {
        "turn": turn,
        "seat": _seat(words, looked, looked.mover(turn)),
        "move": shown(game.format(looked.played(turn))),
        "better": shown(looked.analysis.better[turn - 1]),
    }
    if looked.analysis.ends:
        return words.say("Move {turn}, {seat}: {move} was a mistake. {better} was better.", **facts)
    return words.say_n(
        "Move {turn}, {seat}: {move} gave away about {n} turn. {better} was better.",
        "Move {turn}, {seat}: {move} gave away about {n} turns. {better} was better.",
        round(looked.analysis.given[turn - 1]),
        **facts,
    )


def _better(looked: Looked, turn: int) -> bytes:
    """Draw the better move in the position where it was possible."""
    story, game = looked.story, looked.story.record.variant
    before = looked.positions[turn - 1]
    move = game.routed(before, game.printed(looked.analysis.better[turn - 1]))
    drawn = scene(game, before, last=move, side=story.side, theme=story.theme)
    cells = {*move.path, *looked.played(turn).path} - {OFF}
    return excerpt(drawn, cells)


def _seat(words: Words, looked: Looked, seat: int) -> str:
    game = looked.story.record.variant
    return f"{disc(game, seat)} {colour_name(words, game, seat)}"
