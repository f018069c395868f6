"""The post of a challenge, and what becomes of it."""

from __future__ import annotations

import discord
from discord import ui

from bot.service.clock.time_control import parse
from bot.service.values import Challenge
from bot.views.controls import Control, Press, layout, row
from bot.views.rules import rules_button
from bot.views.seats import mention, rules_of
from bot.views.told_rules import told
from bot.words import Words
from bot.words.games import game_name
from bot.words.quoting import quote
from bot.words.rule_card import in_short
from bot.words.times import days_expected, described


def offer(words: Words, challenge: Challenge) -> str:
    """Who challenges whom."""
    who = mention(challenge.challenger)
    if challenge.opponent is None:
        return words.say("{player} looks for an opponent", player=who)
    return words.say(
        "{player} challenges {opponent}", player=who, opponent=mention(challenge.opponent)
    )


def about_game(words: Words, key: str) -> str:
    """What a game is called, what it is about, with its chosen rules, and how long it takes."""
    game = rules_of(key)
    if game is None:
        return f"**{key}**"
    about = " ".join(told(words, game, in_short(game)))
    usual = words.say("A game usually takes about {n} moves.", n=game.turns)
    return f"**{game_name(words, game)}** · {about} {usual}"


def terms(words: Words, challenge: Challenge) -> str:
    """The game and who begins."""
    lines = [about_game(words, challenge.variant)]
    who = mention(challenge.challenger)
    seat = challenge.seats[0].seat
    if seat is None:
        lines.append(words.say("Who moves first is random."))
    elif seat == 0:
        lines.append(words.say("{player} moves first.", player=who))
    else:
        lines.append(words.say("{player} moves second.", player=who))
    lines += clock_terms(words, challenge)
    if challenge.note:
        lines.append(f"> {quote(challenge.note, 200)}")
    return "\n".join(lines)


def clock_terms(words: Words, challenge: Challenge) -> list[str]:
    """The time control, and how long a game is expected to last with it, in days."""
    here, game = parse(challenge.control), rules_of(challenge.variant)
    lines = ["⏱ " + described(words, here)]
    if challenge.rated:
        lines[0] += " " + words.say("A rated game.")
    if game is not None and here.timed:
        prompt, slow = days_expected(here, game.turns, len(game.seats))
        lines.append(
            words.say(
                "About {prompt} days between quick players, {slow} between slow ones.",
                prompt=prompt,
                slow=slow,
            )
        )
    return lines


def challenge_post(words: Words, challenge: Challenge) -> ui.LayoutView:
    """An open challenge with its buttons."""
    return layout(
        f"### {offer(words, challenge)}",
        terms(words, challenge),
        "-# " + words.say("Open until {when}", when=f"<t:{challenge.expires_at}:f>"),
        row(
            Press(
                Control("accept", challenge.id), words.say("Accept"), discord.ButtonStyle.success
            ),
            Press(Control("decline", challenge.id), words.say("Decline"))
            if challenge.direct
            else None,
            rules_button(words, challenge.variant),
            Press(Control("cancel", challenge.id), words.say("Cancel")),
        ),
    )


def fate(words: Words, challenge: Challenge) -> str:
    """What became of it, now that it is not open any more."""
    by = "" if challenge.answered_by is None else mention(challenge.answered_by)
    if challenge.status == "accepted":
        return words.say("{player} accepted: game {number}.", player=by, number=challenge.match)
    if challenge.status == "declined":
        return words.say("{player} declined.", player=by)
    if challenge.status == "cancelled":
        return words.say("{player} withdrew it.", player=by)
    return words.say("No one answered in time.")


def closed_challenge(words: Words, challenge: Challenge) -> ui.LayoutView:
    """The same post after the answer: no buttons."""
    return layout(
        f"### {offer(words, challenge)}", terms(words, challenge), f"-# {fate(words, challenge)}"
    )
